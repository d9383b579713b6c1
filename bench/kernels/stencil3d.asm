// Heat in a box: seven points of a structured buffer, groups of 4 x 4 x 4.
cs_5_0
dcl_thread_group 4, 4, 4
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4
dcl_uav_structured u0, 4
dcl_input vThreadID.xyz
dcl_temps 4
iadd r0.x, cb0[0].xxxx, l(-1)
iadd r0.y, cb0[0].yyyy, l(-1)
iadd r0.z, cb0[0].zzzz, l(-1)
mov r1.x, r0.xxxx
mov r1.y, r0.yyyy
mov r1.z, r0.zzzz
mov r2.xyz, r1.xyzx
imax r3.xyz, vThreadID.xyzx, l(0, 0, 0, 0)
imin r2.xyz, r3.xyzx, r2.xyzx
imul null, r3.x, r2.zzzz, cb0[0].yyyy
iadd r0.w, r3.xxxx, r2.yyyy
imul null, r3.x, r0.wwww, cb0[0].xxxx
iadd r0.w, r3.xxxx, r2.xxxx
mov r2.x, r0.wwww
mov r2.y, l(0)
mov r2.xy, r2.xyxx
ld_structured r0.w, r2.xxxy, l(0), t0.xxxx
iadd r2.xyz, vThreadID.xyzx, l(-1, 0, 0, 0)
mov r1.x, r0.xxxx
mov r1.y, r0.yyyy
mov r1.z, r0.zzzz
mov r3.xyz, r1.xyzx
imax r2.xyz, r2.xyzx, l(0, 0, 0, 0)
imin r2.xyz, r2.xyzx, r3.xyzx
imul null, r3.x, r2.zzzz, cb0[0].yyyy
iadd r1.w, r3.xxxx, r2.yyyy
imul null, r3.x, r1.wwww, cb0[0].xxxx
iadd r1.w, r3.xxxx, r2.xxxx
mov r2.x, r1.wwww
mov r2.y, l(0)
mov r2.xy, r2.xyxx
ld_structured r1.w, r2.xxxy, l(0), t0.xxxx
iadd r2.xyz, vThreadID.xyzx, l(1, 0, 0, 0)
mov r1.x, r0.xxxx
mov r1.y, r0.yyyy
mov r1.z, r0.zzzz
mov r3.xyz, r1.xyzx
imax r2.xyz, r2.xyzx, l(0, 0, 0, 0)
imin r2.xyz, r2.xyzx, r3.xyzx
imul null, r3.x, r2.zzzz, cb0[0].yyyy
iadd r2.w, r3.xxxx, r2.yyyy
imul null, r3.x, r2.wwww, cb0[0].xxxx
iadd r2.x, r3.xxxx, r2.xxxx
mov r2.x, r2.xxxx
mov r2.y, l(0)
mov r2.xy, r2.xyxx
ld_structured r2.x, r2.xxxy, l(0), t0.xxxx
add r1.w, r1.wwww, r2.xxxx
iadd r2.xyz, vThreadID.xyzx, l(0, -1, 0, 0)
mov r1.x, r0.xxxx
mov r1.y, r0.yyyy
mov r1.z, r0.zzzz
mov r3.xyz, r1.xyzx
imax r2.xyz, r2.xyzx, l(0, 0, 0, 0)
imin r2.xyz, r2.xyzx, r3.xyzx
imul null, r3.x, r2.zzzz, cb0[0].yyyy
iadd r2.w, r3.xxxx, r2.yyyy
imul null, r3.x, r2.wwww, cb0[0].xxxx
iadd r2.x, r3.xxxx, r2.xxxx
mov r2.x, r2.xxxx
mov r2.y, l(0)
mov r2.xy, r2.xyxx
ld_structured r2.x, r2.xxxy, l(0), t0.xxxx
iadd r2.yzw, vThreadID.xxyz, l(0, 0, 1, 0)
mov r1.x, r0.xxxx
mov r1.y, r0.yyyy
mov r1.z, r0.zzzz
mov r3.xyz, r1.xyzx
imax r2.yzw, r2.xyzw, l(0, 0, 0, 0)
imin r2.yzw, r2.xyzw, r3.xxyz
imul null, r3.x, r2.wwww, cb0[0].yyyy
iadd r3.x, r3.xxxx, r2.zzzz
imul null, r3.x, r3.xxxx, cb0[0].xxxx
iadd r2.y, r3.xxxx, r2.yyyy
mov r2.y, r2.yyyy
mov r2.z, l(0)
mov r2.yz, r2.xyzx
ld_structured r2.y, r2.yyyz, l(0), t0.xxxx
add r2.x, r2.xxxx, r2.yyyy
add r1.w, r1.wwww, r2.xxxx
iadd r2.xyz, vThreadID.xyzx, l(0, 0, -1, 0)
mov r1.x, r0.xxxx
mov r1.y, r0.yyyy
mov r1.z, r0.zzzz
mov r3.xyz, r1.xyzx
imax r2.xyz, r2.xyzx, l(0, 0, 0, 0)
imin r2.xyz, r2.xyzx, r3.xyzx
imul null, r3.x, r2.zzzz, cb0[0].yyyy
iadd r2.w, r3.xxxx, r2.yyyy
imul null, r3.x, r2.wwww, cb0[0].xxxx
iadd r2.x, r3.xxxx, r2.xxxx
mov r2.x, r2.xxxx
mov r2.y, l(0)
mov r2.xy, r2.xyxx
ld_structured r2.x, r2.xxxy, l(0), t0.xxxx
iadd r2.yzw, vThreadID.xxyz, l(0, 0, 0, 1)
mov r1.x, r0.xxxx
mov r1.y, r0.yyyy
mov r1.z, r0.zzzz
mov r0.xyz, r1.xyzx
imax r1.xyz, r2.yzwy, l(0, 0, 0, 0)
imin r0.xyz, r1.xyzx, r0.xyzx
imul null, r1.x, r0.zzzz, cb0[0].yyyy
iadd r1.x, r1.xxxx, r0.yyyy
imul null, r1.x, r1.xxxx, cb0[0].xxxx
iadd r0.x, r1.xxxx, r0.xxxx
mov r0.x, r0.xxxx
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r0.x, r0.xxxy, l(0), t0.xxxx
add r0.x, r2.xxxx, r0.xxxx
add r0.x, r1.wwww, r0.xxxx
mul r0.y, r0.wwww, l(6.000000)
add r0.x, r0.xxxx, -r0.yyyy
mul r0.x, cb0[0].wwww, r0.xxxx
add r0.x, r0.wwww, r0.xxxx
imul null, r1.x, vThreadID.zzzz, cb0[0].yyyy
iadd r0.y, r1.xxxx, vThreadID.yyyy
imul null, r1.x, r0.yyyy, cb0[0].xxxx
iadd r0.y, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret
// Approximately 128 instruction slots used
