// Samples at 8/5 of their rate: each output's phase has 16 taps of its own.
cs_5_0
dcl_thread_group 256, 1, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_resource_structured t1, 4  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 3
imul null, r0.x, vThreadID.xxxx, cb0[0].yyyy
udiv r1.x, null, r0.xxxx, cb0[0].xxxx
iadd r0.y, r1.xxxx, cb0[0].zzzz
udiv null, r0.x, r0.xxxx, cb0[0].xxxx
mov r0.z, l(0)
mov r0.w, l(0)
loop 
  mov r2.x, r0.wwww
  uge r2.x, r2.xxxx, cb0[0].zzzz
  if_nz r2.xxxx
    break 
  endif 
  imul null, r2.x, r0.xxxx, cb0[0].zzzz
  mov r2.y, r0.wwww
  iadd r2.x, r2.xxxx, r2.yyyy
  mov r1.x, r2.xxxx
  mov r1.y, l(0)
  mov r2.xy, r1.xyxx
  ld_structured r2.x, r2.xxxy, l(0), t1.xxxx
  mov r2.y, r0.wwww
  ineg r2.y, r2.yyyy
  iadd r2.y, r0.yyyy, r2.yyyy
  mov r1.z, r2.yyyy
  mov r1.w, l(0)
  mov r2.yz, r1.xzwx
  ld_structured r2.y, r2.yyyz, l(0), t0.xxxx
  mul r2.x, r2.xxxx, r2.yyyy
  mov r2.y, r0.zzzz
  add r2.x, r2.yyyy, r2.xxxx
  mov r0.z, r2.xxxx
  mov r2.x, r0.wwww
  iadd r2.x, r2.xxxx, l(1)
  mov r0.w, r2.xxxx
endloop 
mov r0.x, r0.zzzz
store_structured u0.x, vThreadID.xxxx, l(0), r0.xxxx
ret 
