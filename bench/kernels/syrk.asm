// Products of each two rows of a matrix of 256 x 256.
cs_5_0
dcl_thread_group 16, 16, 1
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 3
mov r0.x, l(0)
mov r0.y, l(0)
loop 
  mov r1.z, r0.yyyy
  uge r1.z, r1.zzzz, l(256)
  if_nz r1.zzzz
    break 
  endif 
  imul null, r2.x, vThreadID.yyyy, l(256)
  mov r1.z, r0.yyyy
  iadd r1.z, r2.xxxx, r1.zzzz
  mov r0.z, r1.zzzz
  mov r0.w, l(0)
  mov r1.zw, r0.xxzw
  ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
  imul null, r2.x, vThreadID.xxxx, l(256)
  mov r1.w, r0.yyyy
  iadd r1.w, r2.xxxx, r1.wwww
  mov r1.x, r1.wwww
  mov r1.y, l(0)
  mov r2.xy, r1.xyxx
  ld_structured r1.w, r2.xxxy, l(0), t0.xxxx
  mul r1.z, r1.zzzz, r1.wwww
  mov r1.w, r0.xxxx
  add r1.z, r1.wwww, r1.zzzz
  mov r0.x, r1.zzzz
  mov r1.z, r0.yyyy
  iadd r1.z, r1.zzzz, l(1)
  mov r0.y, r1.zzzz
endloop 
mov r0.x, r0.xxxx
imul null, r1.x, vThreadID.yyyy, l(256)
iadd r0.y, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret 
// Approximately 40 instruction slots used
