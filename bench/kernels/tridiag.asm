// Thomas' algorithm for many tridiagonal systems, a thread a system, interleaved; the middle diagonal is 4.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_resource_structured t1, 4  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_uav_structured u1, 4 // sm5: 0x0400009e 0x0011e001 0x00000001 0x00000004
dcl_input vThreadID.xyz
dcl_temps 4
mov r0.x, l(0)
mov r0.y, l(0)
mov r0.z, l(0)
loop 
  mov r0.w, r0.zzzz
  uge r0.w, r0.wwww, cb0[0].yyyy
  if_nz r0.wwww
    break 
  endif 
  mov r0.w, r0.zzzz
  imul null, r2.x, r0.wwww, cb0[0].xxxx
  iadd r0.w, r2.xxxx, vThreadID.xxxx
  mov r1.x, r0.wwww
  mov r1.y, l(0)
  mov r2.xy, r1.xyxx
  ld_structured r2.x, r2.xxxy, l(0), t0.xxxx
  mov r2.y, r0.xxxx
  mul r2.y, r2.xxxx, r2.yyyy
  add r2.y, -r2.yyyy, l(4.000000)
  div r2.y, l(1.000000), r2.yyyy
  mul r2.z, r2.xxxx, r2.yyyy
  mov r0.x, r2.zzzz
  mov r1.z, r0.wwww
  mov r1.w, l(0)
  mov r3.xy, r1.zwzz
  ld_structured r2.w, r3.xxxy, l(0), t1.xxxx
  mov r3.x, r0.yyyy
  mul r2.x, r2.xxxx, r3.xxxx
  add r2.x, r2.wwww, -r2.xxxx
  mul r2.x, r2.xxxx, r2.yyyy
  mov r0.y, r2.xxxx
  store_structured u1.x, r0.wwww, l(0), r2.zzzz
  store_structured u0.x, r0.wwww, l(0), r2.xxxx
  mov r0.w, r0.zzzz
  iadd r0.w, r0.wwww, l(1)
  mov r0.z, r0.wwww
endloop 
iadd r0.x, cb0[0].yyyy, l(-2)
mov r0.x, r0.xxxx
loop 
  mov r1.z, r0.xxxx
  ilt r1.z, r1.zzzz, l(0)
  if_nz r1.zzzz
    break 
  endif 
  mov r1.z, r0.xxxx
  imul null, r2.x, r1.zzzz, cb0[0].xxxx
  iadd r1.z, r2.xxxx, vThreadID.xxxx
  mov r0.z, r1.zzzz
  mov r0.w, l(0)
  mov r2.xy, r0.zwzz
  ld_structured r1.w, r2.xyxx, l(0), u0.xxxx
  mov r1.x, r1.zzzz
  mov r1.y, l(0)
  mov r2.xy, r1.xyxx
  ld_structured r2.x, r2.xyxx, l(0), u1.xxxx
  mov r2.y, r0.yyyy
  mul r2.x, r2.xxxx, r2.yyyy
  add r1.w, r1.wwww, -r2.xxxx
  mov r0.y, r1.wwww
  store_structured u0.x, r1.zzzz, l(0), r1.wwww
  mov r1.z, r0.xxxx
  iadd r1.z, r1.zzzz, l(-1)
  mov r0.x, r1.zzzz
endloop 
ret 
