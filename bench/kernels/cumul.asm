// Sums down the columns of an image, a thread a column.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 3
mov r0.x, l(0)
mov r0.y, l(0)
loop 
  mov r1.x, r0.yyyy
  uge r1.x, r1.xxxx, cb0[0].yyyy
  if_nz r1.xxxx
    break 
  endif 
  mov r1.x, r0.yyyy
  imul null, r1.x, r1.xxxx, cb0[0].xxxx
  iadd r1.x, r1.xxxx, vThreadID.xxxx
  mov r0.z, r1.xxxx
  mov r0.w, l(0)
  mov r1.xy, r0.zwzz
  ld_structured r1.x, r1.xxxy, l(0), t0.xxxx
  mov r1.y, r0.xxxx
  add r1.x, r1.yyyy, r1.xxxx
  mov r0.x, r1.xxxx
  mov r1.y, r0.yyyy
  imul null, r2.x, r1.yyyy, cb0[0].xxxx
  iadd r1.y, r2.xxxx, vThreadID.xxxx
  store_structured u0.x, r1.yyyy, l(0), r1.xxxx
  mov r1.x, r0.yyyy
  iadd r1.x, r1.xxxx, l(1)
  mov r0.y, r1.xxxx
endloop 
ret 
