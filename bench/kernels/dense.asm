// Products of 128 x 128 weights with vectors: a vector a group, a row of float4 a thread.
cs_5_0
dcl_thread_group 128, 1, 1
dcl_resource_structured t0, 16  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000010
dcl_resource_structured t1, 16  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000010
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 4
mov r0.x, l(0)
mov r0.y, l(0)
loop 
  mov r1.z, r0.yyyy
  uge r1.z, r1.zzzz, l(32)
  if_nz r1.zzzz
    break 
  endif 
  imul null, r2.x, vThreadIDInGroupFlattened.xxxx, l(32)
  mov r1.z, r0.yyyy
  iadd r1.z, r2.xxxx, r1.zzzz
  mov r0.z, r1.zzzz
  mov r0.w, l(0)
  mov r1.zw, r0.xxzw
  ld_structured r2.xyzw, r1.zzzw, l(0), t0.xyzw
  imul null, r3.x, vThreadGroupID.xxxx, l(32)
  mov r1.z, r0.yyyy
  iadd r1.z, r3.xxxx, r1.zzzz
  mov r1.x, r1.zzzz
  mov r1.y, l(0)
  mov r1.zw, r1.xxxy
  ld_structured r3.xyzw, r1.zzzw, l(0), t1.xyzw
  dp4 r1.z, r2.xyzw, r3.xyzw
  mov r1.w, r0.xxxx
  add r1.z, r1.wwww, r1.zzzz
  mov r0.x, r1.zzzz
  mov r1.z, r0.yyyy
  iadd r1.z, r1.zzzz, l(1)
  mov r0.y, r1.zzzz
endloop 
mov r0.x, r0.xxxx
imul null, r1.x, vThreadGroupID.xxxx, l(128)
iadd r0.y, r1.xxxx, vThreadIDInGroupFlattened.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret 
// Approximately 42 instruction slots used
