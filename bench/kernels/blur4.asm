// Nine taps along x on float4, with clamped coordinates.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 16
dcl_resource_structured t1, 4
dcl_uav_structured u0, 16
dcl_input vThreadID.xyz
dcl_temps 3
ld_structured r0.x, l(0, 0, 0, 0), l(0), t1.xxxx
imul null, r1.x, vThreadID.yyyy, cb0[0].xxxx
iadd r0.y, vThreadID.xxxx, l(-4)
iadd r0.z, cb0[0].xxxx, l(-1)
imax r0.y, r0.yyyy, l(0)
imin r0.y, r0.yyyy, r0.zzzz
iadd r0.y, r1.xxxx, r0.yyyy
mov r0.y, r0.yyyy
mov r0.w, l(0)
mov r1.xy, r0.ywyy
ld_structured r1.xyzw, r1.xxxy, l(0), t0.xyzw
mul r1.xyzw, r0.xxxx, r1.xyzw
ld_structured r0.x, l(1, 0, 0, 0), l(0), t1.xxxx
imul null, r2.x, vThreadID.yyyy, cb0[0].xxxx
iadd r2.y, vThreadID.xxxx, l(-3)
imax r2.y, r2.yyyy, l(0)
imin r2.y, r2.yyyy, r0.zzzz
iadd r2.x, r2.xxxx, r2.yyyy
mov r0.y, r2.xxxx
mov r0.w, l(0)
mov r2.xy, r0.ywyy
ld_structured r2.xyzw, r2.xxxy, l(0), t0.xyzw
mul r2.xyzw, r0.xxxx, r2.xyzw
add r1.xyzw, r1.xyzw, r2.xyzw
ld_structured r0.x, l(2, 0, 0, 0), l(0), t1.xxxx
imul null, r2.x, vThreadID.yyyy, cb0[0].xxxx
iadd r2.y, vThreadID.xxxx, l(-2)
imax r2.y, r2.yyyy, l(0)
imin r2.y, r2.yyyy, r0.zzzz
iadd r2.x, r2.xxxx, r2.yyyy
mov r0.y, r2.xxxx
mov r0.w, l(0)
mov r2.xy, r0.ywyy
ld_structured r2.xyzw, r2.xxxy, l(0), t0.xyzw
mul r2.xyzw, r0.xxxx, r2.xyzw
add r1.xyzw, r1.xyzw, r2.xyzw
ld_structured r0.x, l(3, 0, 0, 0), l(0), t1.xxxx
imul null, r2.x, vThreadID.yyyy, cb0[0].xxxx
iadd r2.y, vThreadID.xxxx, l(-1)
imax r2.y, r2.yyyy, l(0)
imin r2.y, r2.yyyy, r0.zzzz
iadd r2.x, r2.xxxx, r2.yyyy
mov r0.y, r2.xxxx
mov r0.w, l(0)
mov r2.xy, r0.ywyy
ld_structured r2.xyzw, r2.xxxy, l(0), t0.xyzw
mul r2.xyzw, r0.xxxx, r2.xyzw
add r1.xyzw, r1.xyzw, r2.xyzw
ld_structured r0.x, l(4, 0, 0, 0), l(0), t1.xxxx
imul null, r2.x, vThreadID.yyyy, cb0[0].xxxx
imax r2.y, vThreadID.xxxx, l(0)
imin r2.y, r2.yyyy, r0.zzzz
iadd r2.x, r2.xxxx, r2.yyyy
mov r0.y, r2.xxxx
mov r0.w, l(0)
mov r2.xy, r0.ywyy
ld_structured r2.xyzw, r2.xxxy, l(0), t0.xyzw
mul r2.xyzw, r0.xxxx, r2.xyzw
add r1.xyzw, r1.xyzw, r2.xyzw
ld_structured r0.x, l(5, 0, 0, 0), l(0), t1.xxxx
imul null, r2.x, vThreadID.yyyy, cb0[0].xxxx
iadd r2.y, vThreadID.xxxx, l(1)
imax r2.y, r2.yyyy, l(0)
imin r2.y, r2.yyyy, r0.zzzz
iadd r2.x, r2.xxxx, r2.yyyy
mov r0.y, r2.xxxx
mov r0.w, l(0)
mov r2.xy, r0.ywyy
ld_structured r2.xyzw, r2.xxxy, l(0), t0.xyzw
mul r2.xyzw, r0.xxxx, r2.xyzw
add r1.xyzw, r1.xyzw, r2.xyzw
ld_structured r0.x, l(6, 0, 0, 0), l(0), t1.xxxx
imul null, r2.x, vThreadID.yyyy, cb0[0].xxxx
iadd r2.y, vThreadID.xxxx, l(2)
imax r2.y, r2.yyyy, l(0)
imin r2.y, r2.yyyy, r0.zzzz
iadd r2.x, r2.xxxx, r2.yyyy
mov r0.y, r2.xxxx
mov r0.w, l(0)
mov r2.xy, r0.ywyy
ld_structured r2.xyzw, r2.xxxy, l(0), t0.xyzw
mul r2.xyzw, r0.xxxx, r2.xyzw
add r1.xyzw, r1.xyzw, r2.xyzw
ld_structured r0.x, l(7, 0, 0, 0), l(0), t1.xxxx
imul null, r2.x, vThreadID.yyyy, cb0[0].xxxx
iadd r2.y, vThreadID.xxxx, l(3)
imax r2.y, r2.yyyy, l(0)
imin r2.y, r2.yyyy, r0.zzzz
iadd r2.x, r2.xxxx, r2.yyyy
mov r0.y, r2.xxxx
mov r0.w, l(0)
mov r2.xy, r0.ywyy
ld_structured r2.xyzw, r2.xxxy, l(0), t0.xyzw
mul r2.xyzw, r0.xxxx, r2.xyzw
add r1.xyzw, r1.xyzw, r2.xyzw
ld_structured r0.x, l(8, 0, 0, 0), l(0), t1.xxxx
imul null, r2.x, vThreadID.yyyy, cb0[0].xxxx
iadd r2.y, vThreadID.xxxx, l(4)
imax r2.y, r2.yyyy, l(0)
imin r0.z, r2.yyyy, r0.zzzz
iadd r0.z, r2.xxxx, r0.zzzz
mov r0.y, r0.zzzz
mov r0.w, l(0)
mov r0.yz, r0.xywx
ld_structured r2.xyzw, r0.yyyz, l(0), t0.xyzw
mul r0.xyzw, r0.xxxx, r2.xyzw
add r0.xyzw, r1.xyzw, r0.xyzw
imul null, r1.x, vThreadID.yyyy, cb0[0].xxxx
iadd r1.x, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r1.xxxx, l(0), r0.xxxx
store_structured u0.x, r1.xxxx, l(4), r0.yyyy
store_structured u0.x, r1.xxxx, l(8), r0.zzzz
store_structured u0.x, r1.xxxx, l(12), r0.wwww
ret
// Approximately 121 instruction slots used
