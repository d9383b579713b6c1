// Product of square matrices by tiles of 8 x 8 in g#.
cs_5_0
dcl_thread_group 8, 8, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_resource_structured t1, 4  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_tgsm_structured g0, 4, 64
dcl_tgsm_structured g1, 4, 64
dcl_input vThreadID.xyz
dcl_input vThreadIDInGroup.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 3
mov r0.x, l(0)
mov r0.y, l(0)
loop 
  mov r1.z, r0.yyyy
  uge r1.z, r1.zzzz, cb0[0].xxxx
  if_nz r1.zzzz
    break 
  endif 
  imul null, r2.x, vThreadID.yyyy, cb0[0].xxxx
  mov r1.z, r0.yyyy
  iadd r1.z, r2.xxxx, r1.zzzz
  iadd r1.z, r1.zzzz, vThreadIDInGroup.xxxx
  mov r0.z, r1.zzzz
  mov r0.w, l(0)
  mov r1.zw, r0.xxzw
  ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r1.zzzz
  mov r1.z, r0.yyyy
  iadd r1.z, r1.zzzz, vThreadIDInGroup.yyyy
  imul null, r2.x, r1.zzzz, cb0[0].xxxx
  iadd r1.z, r2.xxxx, vThreadID.xxxx
  mov r1.x, r1.zzzz
  mov r1.y, l(0)
  mov r1.zw, r1.xxxy
  ld_structured r1.z, r1.zzzw, l(0), t1.xxxx
  store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r1.zzzz
  sync_g_t
  imul null, r2.x, vThreadIDInGroup.yyyy, l(8)
  ld_structured r1.z, r2.xxxx, l(0), g0.xxxx
  ld_structured r1.w, vThreadIDInGroup.xxxx, l(0), g1.xxxx
  mul r1.z, r1.zzzz, r1.wwww
  mov r1.w, r0.xxxx
  add r1.z, r1.wwww, r1.zzzz
  mov r0.x, r1.zzzz
  imul null, r2.x, vThreadIDInGroup.yyyy, l(8)
  iadd r1.w, r2.xxxx, l(1)
  ld_structured r1.w, r1.wwww, l(0), g0.xxxx
  iadd r2.x, vThreadIDInGroup.xxxx, l(8)
  ld_structured r2.x, r2.xxxx, l(0), g1.xxxx
  mul r1.w, r1.wwww, r2.xxxx
  add r1.z, r1.zzzz, r1.wwww
  mov r0.x, r1.zzzz
  imul null, r2.x, vThreadIDInGroup.yyyy, l(8)
  iadd r1.w, r2.xxxx, l(2)
  ld_structured r1.w, r1.wwww, l(0), g0.xxxx
  iadd r2.x, vThreadIDInGroup.xxxx, l(16)
  ld_structured r2.x, r2.xxxx, l(0), g1.xxxx
  mul r1.w, r1.wwww, r2.xxxx
  add r1.z, r1.zzzz, r1.wwww
  mov r0.x, r1.zzzz
  imul null, r2.x, vThreadIDInGroup.yyyy, l(8)
  iadd r1.w, r2.xxxx, l(3)
  ld_structured r1.w, r1.wwww, l(0), g0.xxxx
  iadd r2.x, vThreadIDInGroup.xxxx, l(24)
  ld_structured r2.x, r2.xxxx, l(0), g1.xxxx
  mul r1.w, r1.wwww, r2.xxxx
  add r1.z, r1.zzzz, r1.wwww
  mov r0.x, r1.zzzz
  imul null, r2.x, vThreadIDInGroup.yyyy, l(8)
  iadd r1.w, r2.xxxx, l(4)
  ld_structured r1.w, r1.wwww, l(0), g0.xxxx
  iadd r2.x, vThreadIDInGroup.xxxx, l(32)
  ld_structured r2.x, r2.xxxx, l(0), g1.xxxx
  mul r1.w, r1.wwww, r2.xxxx
  add r1.z, r1.zzzz, r1.wwww
  mov r0.x, r1.zzzz
  imul null, r2.x, vThreadIDInGroup.yyyy, l(8)
  iadd r1.w, r2.xxxx, l(5)
  ld_structured r1.w, r1.wwww, l(0), g0.xxxx
  iadd r2.x, vThreadIDInGroup.xxxx, l(40)
  ld_structured r2.x, r2.xxxx, l(0), g1.xxxx
  mul r1.w, r1.wwww, r2.xxxx
  add r1.z, r1.zzzz, r1.wwww
  mov r0.x, r1.zzzz
  imul null, r2.x, vThreadIDInGroup.yyyy, l(8)
  iadd r1.w, r2.xxxx, l(6)
  ld_structured r1.w, r1.wwww, l(0), g0.xxxx
  iadd r2.x, vThreadIDInGroup.xxxx, l(48)
  ld_structured r2.x, r2.xxxx, l(0), g1.xxxx
  mul r1.w, r1.wwww, r2.xxxx
  add r1.z, r1.zzzz, r1.wwww
  mov r0.x, r1.zzzz
  imul null, r2.x, vThreadIDInGroup.yyyy, l(8)
  iadd r1.w, r2.xxxx, l(7)
  ld_structured r1.w, r1.wwww, l(0), g0.xxxx
  iadd r2.x, vThreadIDInGroup.xxxx, l(56)
  ld_structured r2.x, r2.xxxx, l(0), g1.xxxx
  mul r1.w, r1.wwww, r2.xxxx
  add r1.z, r1.zzzz, r1.wwww
  mov r0.x, r1.zzzz
  sync_g_t
  mov r1.z, r0.yyyy
  iadd r1.z, r1.zzzz, l(8)
  mov r0.y, r1.zzzz
endloop 
mov r0.x, r0.xxxx
imul null, r1.x, vThreadID.yyyy, cb0[0].xxxx
iadd r0.y, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret 
// Approximately 111 instruction slots used
