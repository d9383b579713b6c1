// Scores of pages by those that link to them: lists of 2 to 128 sources, most of them short.
cs_5_0
dcl_thread_group 128, 1, 1
dcl_resource_structured t0, 4
dcl_resource_structured t1, 4
dcl_resource_structured t2, 8
dcl_uav_structured u0, 4
dcl_input vThreadID.xyz
dcl_temps 4
mov r0.x, l(0)
mov r0.y, vThreadID.xxxx
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r0.y, r0.yyyz, l(0), t0.xxxx
mov r0.y, r0.yyyy
loop
  mov r2.z, r0.yyyy
  iadd r2.w, vThreadID.xxxx, l(1)
  mov r0.z, r2.wwww
  mov r0.w, l(0)
  mov r3.xy, r0.zwzz
  ld_structured r2.w, r3.xxxy, l(0), t0.xxxx
  uge r2.z, r2.zzzz, r2.wwww
  if_nz r2.zzzz
    break
  endif
  mov r2.z, r0.yyyy
  mov r1.x, r2.zzzz
  mov r1.y, l(0)
  mov r2.zw, r1.xxxy
  ld_structured r2.z, r2.zzzw, l(0), t1.xxxx
  mov r1.z, r2.zzzz
  mov r1.w, l(0)
  mov r3.xy, r1.zwzz
  ld_structured r2.w, r3.xxxy, l(0), t2.xxxx
  mov r2.x, r2.zzzz
  mov r2.y, l(0)
  mov r3.xy, r2.xyxx
  ld_structured r2.z, r3.xxxy, l(4), t2.xxxx
  mul r2.z, r2.wwww, r2.zzzz
  mov r2.w, r0.xxxx
  add r2.z, r2.wwww, r2.zzzz
  mov r0.x, r2.zzzz
  mov r2.z, r0.yyyy
  iadd r2.z, r2.zzzz, l(1)
  mov r0.y, r2.zzzz
endloop
mov r0.x, r0.xxxx
mul r0.x, r0.xxxx, l(0.850000)
add r0.x, r0.xxxx, l(0.150000)
store_structured u0.x, vThreadID.xxxx, l(0), r0.xxxx
ret
