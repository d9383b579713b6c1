// A sum of waves: sin, cos and pow in the inner loop.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 16
dcl_uav_structured u0, 16
dcl_input vThreadID.xyz
dcl_temps 6
udiv null, r0.x, vThreadID.xxxx, cb0[0].xxxx
udiv r1.x, null, vThreadID.xxxx, cb0[0].xxxx
utof r0.x, r0.xxxx
mov r0.x, r0.xxxx
utof r0.z, r1.xxxx
mov r0.y, r0.zzzz
mov r0.xy, r0.xyxx
mul r0.xy, r0.xyxx, cb0[0].zzzz
mov r1.x, l(0)
mov r1.y, l(0)
mov r1.z, l(0)
mov r0.z, l(0)
loop
  mov r0.w, r0.zzzz
  uge r0.w, r0.wwww, cb0[0].yyyy
  if_nz r0.wwww
    break
  endif
  mov r0.w, r0.zzzz
  mov r2.x, r0.wwww
  mov r2.y, l(0)
  mov r4.xy, r2.xyxx
  ld_structured r4.zw, r4.xxxy, l(0), t0.xxxy
  mov r2.z, r4.zzzz
  mov r2.w, r4.wwww
  ld_structured r0.w, r4.xxxy, l(8), t0.xxxx
  ld_structured r1.w, r4.xxxy, l(12), t0.xxxx
  mov r4.xy, r2.zwzz
  dp2 r3.w, r4.xyxx, r0.xyxx
  mul r3.w, r3.wwww, l(6.000000)
  add r3.w, r3.wwww, cb0[0].wwww
  sincos r4.x, null, r3.wwww
  sincos null, r5.x, r3.wwww
  mul r3.w, |r4.xxxx|, l(0.500000)
  add r3.w, r3.wwww, l(0.500000)
  mul r1.w, r1.wwww, l(3.000000)
  add r1.w, r1.wwww, l(1.000000)
  log r3.w, r3.wwww
  mul r1.w, r1.wwww, r3.wwww
  exp r1.w, r1.wwww
  mov r4.xy, r2.zwzz
  mul r4.xy, r4.xyxx, r5.xxxx
  mov r3.xy, r4.xyxx
  mov r3.z, r1.wwww
  mov r4.xyz, r3.xyzx
  mul r4.xyz, r4.xyzx, r0.wwww
  mov r5.xyz, r1.xyzx
  add r4.xyz, r5.xyzx, r4.xyzx
  mov r1.xyz, r4.xyzx
  mov r0.w, r0.zzzz
  iadd r0.w, r0.wwww, l(1)
  mov r0.z, r0.wwww
endloop
mov r0.xyz, r1.xyzx
store_structured u0.x, vThreadID.xxxx, l(0), r0.xxxx
store_structured u0.x, vThreadID.xxxx, l(4), r0.yyyy
store_structured u0.x, vThreadID.xxxx, l(8), r0.zzzz
store_structured u0.x, vThreadID.xxxx, l(12), l(1.000000)
ret
// Approximately 65 instruction slots used
