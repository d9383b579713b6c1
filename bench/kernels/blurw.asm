// Binomial blur of 3 x 3 of a picture of four bytes a word, clamped at the edges: a thread a word, its bytes as components.
cs_5_0
dcl_thread_group 16, 16, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 6
iadd r0.x, vThreadID.xxxx, l(-1)
iadd r0.y, vThreadID.yyyy, l(-1)
iadd r0.z, cb0[0].yyyy, l(-1)
imax r0.y, r0.yyyy, l(0)
imin r0.y, r0.yyyy, r0.zzzz
imul null, r1.x, r0.yyyy, cb0[0].xxxx
iadd r0.w, cb0[0].xxxx, l(-1)
imax r0.x, r0.xxxx, l(0)
imin r0.x, r0.xxxx, r0.wwww
iadd r1.x, r1.xxxx, r0.xxxx
mov r1.x, r1.xxxx
mov r1.y, l(0)
mov r1.zw, r1.xxxy
ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
ushr r1.w, r1.zzzz, l(8)
ushr r2.x, r1.zzzz, l(16)
ushr r2.y, r1.zzzz, l(24)
mov r3.x, r1.zzzz
mov r3.y, r1.wwww
mov r3.z, r2.xxxx
mov r3.w, r2.yyyy
mov r2.xyzw, r3.xyzw
and r2.xyzw, r2.xyzw, l(255, 255, 255, 255)
imul null, r4.x, r0.yyyy, cb0[0].xxxx
imax r1.z, vThreadID.xxxx, l(0)
imin r1.z, r1.zzzz, r0.wwww
iadd r1.w, r4.xxxx, r1.zzzz
mov r1.x, r1.wwww
mov r1.y, l(0)
mov r4.xy, r1.xyxx
ld_structured r1.w, r4.xxxy, l(0), t0.xxxx
ushr r4.x, r1.wwww, l(8)
ushr r4.y, r1.wwww, l(16)
ushr r4.z, r1.wwww, l(24)
mov r3.x, r1.wwww
mov r3.y, r4.xxxx
mov r3.z, r4.yyyy
mov r3.w, r4.zzzz
mov r4.xyzw, r3.xyzw
and r4.xyzw, r4.xyzw, l(255, 255, 255, 255)
imul null, r4.xyzw, r4.xyzw, l(2, 2, 2, 2)
iadd r2.xyzw, r2.xyzw, r4.xyzw
iadd r1.w, vThreadID.xxxx, l(1)
imul null, r4.x, r0.yyyy, cb0[0].xxxx
imax r0.y, r1.wwww, l(0)
imin r0.y, r0.yyyy, r0.wwww
iadd r0.w, r4.xxxx, r0.yyyy
mov r1.x, r0.wwww
mov r1.y, l(0)
mov r4.xy, r1.xyxx
ld_structured r0.w, r4.xxxy, l(0), t0.xxxx
ushr r1.w, r0.wwww, l(8)
ushr r4.x, r0.wwww, l(16)
ushr r4.y, r0.wwww, l(24)
mov r3.x, r0.wwww
mov r3.y, r1.wwww
mov r3.z, r4.xxxx
mov r3.w, r4.yyyy
mov r4.xyzw, r3.xyzw
and r4.xyzw, r4.xyzw, l(255, 255, 255, 255)
iadd r2.xyzw, r2.xyzw, r4.xyzw
imax r0.w, vThreadID.yyyy, l(0)
imin r0.w, r0.wwww, r0.zzzz
imul null, r4.x, r0.wwww, cb0[0].xxxx
iadd r1.w, r4.xxxx, r0.xxxx
mov r1.x, r1.wwww
mov r1.y, l(0)
mov r4.xy, r1.xyxx
ld_structured r1.w, r4.xxxy, l(0), t0.xxxx
ushr r4.x, r1.wwww, l(8)
ushr r4.y, r1.wwww, l(16)
ushr r4.z, r1.wwww, l(24)
mov r3.x, r1.wwww
mov r3.y, r4.xxxx
mov r3.z, r4.yyyy
mov r3.w, r4.zzzz
mov r4.xyzw, r3.xyzw
and r4.xyzw, r4.xyzw, l(255, 255, 255, 255)
imul null, r4.xyzw, r4.xyzw, l(2, 2, 2, 2)
iadd r2.xyzw, r2.xyzw, r4.xyzw
imul null, r4.x, r0.wwww, cb0[0].xxxx
iadd r1.w, r4.xxxx, r1.zzzz
mov r1.x, r1.wwww
mov r1.y, l(0)
mov r4.xy, r1.xyxx
ld_structured r1.w, r4.xxxy, l(0), t0.xxxx
ushr r4.x, r1.wwww, l(8)
ushr r4.y, r1.wwww, l(16)
ushr r4.z, r1.wwww, l(24)
mov r3.x, r1.wwww
mov r3.y, r4.xxxx
mov r3.z, r4.yyyy
mov r3.w, r4.zzzz
mov r4.xyzw, r3.xyzw
and r4.xyzw, r4.xyzw, l(255, 255, 255, 255)
imul null, r4.xyzw, r4.xyzw, l(4, 4, 4, 4)
iadd r2.xyzw, r2.xyzw, r4.xyzw
imul null, r4.x, r0.wwww, cb0[0].xxxx
iadd r0.w, r4.xxxx, r0.yyyy
mov r1.x, r0.wwww
mov r1.y, l(0)
mov r4.xy, r1.xyxx
ld_structured r0.w, r4.xxxy, l(0), t0.xxxx
ushr r1.w, r0.wwww, l(8)
ushr r4.x, r0.wwww, l(16)
ushr r4.y, r0.wwww, l(24)
mov r3.x, r0.wwww
mov r3.y, r1.wwww
mov r3.z, r4.xxxx
mov r3.w, r4.yyyy
mov r4.xyzw, r3.xyzw
and r4.xyzw, r4.xyzw, l(255, 255, 255, 255)
imul null, r4.xyzw, r4.xyzw, l(2, 2, 2, 2)
iadd r2.xyzw, r2.xyzw, r4.xyzw
iadd r4.xyz, vThreadID.yyyy, l(1, 1, 1, 0)
imax r0.w, r4.xxxx, l(0)
imin r0.w, r0.wwww, r0.zzzz
imul null, r5.x, r0.wwww, cb0[0].xxxx
iadd r0.x, r5.xxxx, r0.xxxx
mov r1.x, r0.xxxx
mov r1.y, l(0)
mov r0.xw, r1.xxxy
ld_structured r0.x, r0.xxxw, l(0), t0.xxxx
ushr r0.w, r0.xxxx, l(8)
ushr r1.w, r0.xxxx, l(16)
ushr r4.w, r0.xxxx, l(24)
mov r3.x, r0.xxxx
mov r3.y, r0.wwww
mov r3.z, r1.wwww
mov r3.w, r4.wwww
mov r5.xyzw, r3.xyzw
and r5.xyzw, r5.xyzw, l(255, 255, 255, 255)
iadd r2.xyzw, r2.xyzw, r5.xyzw
imax r0.x, r4.yyyy, l(0)
imin r0.x, r0.xxxx, r0.zzzz
imul null, r0.x, r0.xxxx, cb0[0].xxxx
iadd r0.x, r0.xxxx, r1.zzzz
mov r1.x, r0.xxxx
mov r1.y, l(0)
mov r0.xw, r1.xxxy
ld_structured r0.x, r0.xxxw, l(0), t0.xxxx
ushr r0.w, r0.xxxx, l(8)
ushr r1.z, r0.xxxx, l(16)
ushr r1.w, r0.xxxx, l(24)
mov r3.x, r0.xxxx
mov r3.y, r0.wwww
mov r3.z, r1.zzzz
mov r3.w, r1.wwww
mov r5.xyzw, r3.xyzw
and r5.xyzw, r5.xyzw, l(255, 255, 255, 255)
imul null, r5.xyzw, r5.xyzw, l(2, 2, 2, 2)
iadd r2.xyzw, r2.xyzw, r5.xyzw
imax r0.x, r4.zzzz, l(0)
imin r0.x, r0.xxxx, r0.zzzz
imul null, r0.x, r0.xxxx, cb0[0].xxxx
iadd r0.x, r0.xxxx, r0.yyyy
mov r1.x, r0.xxxx
mov r1.y, l(0)
mov r0.xy, r1.xyxx
ld_structured r0.x, r0.xxxy, l(0), t0.xxxx
ushr r0.y, r0.xxxx, l(8)
ushr r0.z, r0.xxxx, l(16)
ushr r0.w, r0.xxxx, l(24)
mov r3.x, r0.xxxx
mov r3.y, r0.yyyy
mov r3.z, r0.zzzz
mov r3.w, r0.wwww
mov r0.xyzw, r3.xyzw
and r0.xyzw, r0.xyzw, l(255, 255, 255, 255)
iadd r0.xyzw, r2.xyzw, r0.xyzw
iadd r0.xyzw, r0.xyzw, l(8, 8, 8, 8)
ushr r0.xyzw, r0.xyzw, l(4, 4, 4, 4)
ishl r1.x, r0.yyyy, l(8)
or r1.x, r0.xxxx, r1.xxxx
ishl r1.y, r0.zzzz, l(16)
or r1.x, r1.xxxx, r1.yyyy
ishl r0.x, r0.wwww, l(24)
or r0.x, r1.xxxx, r0.xxxx
imul null, r1.x, vThreadID.yyyy, cb0[0].xxxx
iadd r0.y, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret 
// Approximately 188 instruction slots used
