// Sobel's gradient on a picture with a border, groups of 8 x 8.
cs_5_0
dcl_thread_group 8, 8, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4
dcl_uav_structured u0, 4
dcl_input vThreadID.xyz
dcl_temps 3
imul null, r0.x, vThreadID.yyyy, cb0[0].zzzz
iadd r0.x, r0.xxxx, vThreadID.xxxx
mov r0.y, r0.xxxx
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r0.y, r0.yyyz, l(0), t0.xxxx
iadd r0.z, r0.xxxx, l(1)
mov r0.z, r0.zzzz
mov r0.w, l(0)
mov r0.zw, r0.xxzw
ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
iadd r0.w, r0.xxxx, l(2)
mov r1.x, r0.wwww
mov r1.y, l(0)
mov r1.xy, r1.xyxx
ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
iadd r1.x, r0.xxxx, cb0[0].zzzz
mov r1.y, r1.xxxx
mov r1.z, l(0)
mov r1.yz, r1.xyzx
ld_structured r1.y, r1.yyyz, l(0), t0.xxxx
iadd r1.x, r1.xxxx, l(2)
mov r1.x, r1.xxxx
mov r1.z, l(0)
mov r1.xz, r1.xxzx
ld_structured r1.x, r1.xxxz, l(0), t0.xxxx
imul null, r2.x, cb0[0].zzzz, l(2)
iadd r1.z, r0.xxxx, r2.xxxx
mov r1.z, r1.zzzz
mov r1.w, l(0)
mov r1.zw, r1.xxzw
ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
imul null, r2.x, cb0[0].zzzz, l(2)
iadd r1.w, r0.xxxx, r2.xxxx
iadd r1.w, r1.wwww, l(1)
mov r2.x, r1.wwww
mov r2.y, l(0)
mov r2.xy, r2.xyxx
ld_structured r1.w, r2.xxxy, l(0), t0.xxxx
imul null, r2.x, cb0[0].zzzz, l(2)
iadd r0.x, r0.xxxx, r2.xxxx
iadd r0.x, r0.xxxx, l(2)
mov r2.x, r0.xxxx
mov r2.y, l(0)
mov r2.xy, r2.xyxx
ld_structured r0.x, r2.xxxy, l(0), t0.xxxx
add r2.x, r0.wwww, -r0.yyyy
add r1.x, r1.xxxx, -r1.yyyy
mul r1.x, r1.xxxx, l(2.000000)
add r1.x, r2.xxxx, r1.xxxx
add r1.y, r0.xxxx, -r1.zzzz
add r1.x, r1.xxxx, r1.yyyy
add r0.y, r1.zzzz, -r0.yyyy
add r0.z, r1.wwww, -r0.zzzz
mul r0.z, r0.zzzz, l(2.000000)
add r0.y, r0.yyyy, r0.zzzz
add r0.x, r0.xxxx, -r0.wwww
add r0.x, r0.yyyy, r0.xxxx
mul r0.y, r1.xxxx, r1.xxxx
mul r0.x, r0.xxxx, r0.xxxx
add r0.x, r0.yyyy, r0.xxxx
sqrt r0.x, r0.xxxx
imul null, r1.x, vThreadID.yyyy, cb0[0].xxxx
iadd r0.y, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret
// Approximately 72 instruction slots used
