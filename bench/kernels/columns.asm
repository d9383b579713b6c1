// A recursive filter of two states along columns: a row of memory an iteration.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 3
mov r0.x, l(0)
mov r0.y, l(0)
mov r0.z, l(0)
loop 
  mov r0.w, r0.zzzz
  uge r0.w, r0.wwww, l(1024)
  if_nz r0.wwww
    break 
  endif 
  mov r0.w, r0.zzzz
  imul null, r2.x, r0.wwww, l(1024)
  iadd r0.w, r2.xxxx, vThreadID.xxxx
  mov r1.x, r0.wwww
  mov r1.y, l(0)
  mov r1.zw, r1.xxxy
  ld_structured r0.w, r1.zzzw, l(0), t0.xxxx
  mul r1.z, r0.wwww, l(0.200000)
  mov r1.w, r0.xxxx
  add r1.w, r1.zzzz, r1.wwww
  mul r0.w, r0.wwww, l(0.400000)
  mul r2.x, r1.wwww, l(0.300000)
  add r0.w, r0.wwww, -r2.xxxx
  mov r2.x, r0.yyyy
  add r0.w, r0.wwww, r2.xxxx
  mov r0.x, r0.wwww
  mul r0.w, r1.wwww, l(0.100000)
  add r0.w, r1.zzzz, -r0.wwww
  mov r0.y, r0.wwww
  mov r0.w, r0.zzzz
  imul null, r2.x, r0.wwww, l(1024)
  iadd r0.w, r2.xxxx, vThreadID.xxxx
  store_structured u0.x, r0.wwww, l(0), r1.wwww
  mov r0.w, r0.zzzz
  iadd r0.w, r0.wwww, l(1)
  mov r0.z, r0.wwww
endloop 
ret 
