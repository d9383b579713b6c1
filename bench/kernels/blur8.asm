// Binomial blur of 3 x 3 of a picture in bytes, clamped at the edges: a thread a pixel, sums as words.
cs_5_0
dcl_thread_group 16, 16, 1
dcl_temps 4
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_raw t0 // sm5: 0x030000a1 0x00107001 0x00000000
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
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
and r1.y, r1.xxxx, l(-4)
ld_raw r1.y, r1.yyyy, t0.xxxx
and r1.x, r1.xxxx, l(3)
imul null, r1.x, r1.xxxx, l(8)
ushr r1.x, r1.yyyy, r1.xxxx
and r1.x, r1.xxxx, l(255)
imul null, r2.x, r0.yyyy, cb0[0].xxxx
imax r1.y, vThreadID.xxxx, l(0)
imin r1.y, r1.yyyy, r0.wwww
iadd r1.z, r2.xxxx, r1.yyyy
and r1.w, r1.zzzz, l(-4)
ld_raw r1.w, r1.wwww, t0.xxxx
and r1.z, r1.zzzz, l(3)
imul null, r2.x, r1.zzzz, l(8)
ushr r1.z, r1.wwww, r2.xxxx
and r1.z, r1.zzzz, l(255)
imul null, r2.x, r1.zzzz, l(2)
iadd r1.x, r1.xxxx, r2.xxxx
iadd r1.z, vThreadID.xxxx, l(1)
imul null, r2.x, r0.yyyy, cb0[0].xxxx
imax r0.y, r1.zzzz, l(0)
imin r0.y, r0.yyyy, r0.wwww
iadd r0.w, r2.xxxx, r0.yyyy
and r1.z, r0.wwww, l(-4)
ld_raw r1.z, r1.zzzz, t0.xxxx
and r0.w, r0.wwww, l(3)
imul null, r2.x, r0.wwww, l(8)
ushr r0.w, r1.zzzz, r2.xxxx
and r0.w, r0.wwww, l(255)
iadd r0.w, r1.xxxx, r0.wwww
imax r1.x, vThreadID.yyyy, l(0)
imin r1.x, r1.xxxx, r0.zzzz
imul null, r2.x, r1.xxxx, cb0[0].xxxx
iadd r1.z, r2.xxxx, r0.xxxx
and r1.w, r1.zzzz, l(-4)
ld_raw r1.w, r1.wwww, t0.xxxx
and r1.z, r1.zzzz, l(3)
imul null, r2.x, r1.zzzz, l(8)
ushr r1.z, r1.wwww, r2.xxxx
and r1.z, r1.zzzz, l(255)
imul null, r2.x, r1.xxxx, cb0[0].xxxx
iadd r1.w, r2.xxxx, r1.yyyy
and r2.x, r1.wwww, l(-4)
ld_raw r2.x, r2.xxxx, t0.xxxx
and r1.w, r1.wwww, l(3)
imul null, r3.x, r1.wwww, l(8)
ushr r1.w, r2.xxxx, r3.xxxx
and r1.w, r1.wwww, l(255)
imul null, r2.x, r1.wwww, l(2)
iadd r1.z, r1.zzzz, r2.xxxx
imul null, r1.x, r1.xxxx, cb0[0].xxxx
iadd r1.x, r1.xxxx, r0.yyyy
and r1.w, r1.xxxx, l(-4)
ld_raw r1.w, r1.wwww, t0.xxxx
and r1.x, r1.xxxx, l(3)
imul null, r1.x, r1.xxxx, l(8)
ushr r1.x, r1.wwww, r1.xxxx
and r1.x, r1.xxxx, l(255)
iadd r1.x, r1.zzzz, r1.xxxx
iadd r1.z, vThreadID.yyyy, l(1)
imax r1.z, r1.zzzz, l(0)
imin r0.z, r1.zzzz, r0.zzzz
imul null, r2.x, r0.zzzz, cb0[0].xxxx
iadd r0.x, r2.xxxx, r0.xxxx
and r1.z, r0.xxxx, l(-4)
ld_raw r1.z, r1.zzzz, t0.xxxx
and r0.x, r0.xxxx, l(3)
imul null, r0.x, r0.xxxx, l(8)
ushr r0.x, r1.zzzz, r0.xxxx
and r0.x, r0.xxxx, l(255)
imul null, r2.x, r0.zzzz, cb0[0].xxxx
iadd r1.y, r2.xxxx, r1.yyyy
and r1.z, r1.yyyy, l(-4)
ld_raw r1.z, r1.zzzz, t0.xxxx
and r1.y, r1.yyyy, l(3)
imul null, r2.x, r1.yyyy, l(8)
ushr r1.y, r1.zzzz, r2.xxxx
and r1.y, r1.yyyy, l(255)
imul null, r2.x, r1.yyyy, l(2)
iadd r0.x, r0.xxxx, r2.xxxx
imul null, r2.x, r0.zzzz, cb0[0].xxxx
iadd r0.y, r2.xxxx, r0.yyyy
and r0.z, r0.yyyy, l(-4)
ld_raw r0.z, r0.zzzz, t0.xxxx
and r0.y, r0.yyyy, l(3)
imul null, r2.x, r0.yyyy, l(8)
ushr r0.y, r0.zzzz, r2.xxxx
and r0.y, r0.yyyy, l(255)
iadd r0.x, r0.xxxx, r0.yyyy
imul null, r1.x, r1.xxxx, l(2)
iadd r0.y, r0.wwww, r1.xxxx
iadd r0.x, r0.yyyy, r0.xxxx
imul null, r1.x, vThreadID.yyyy, cb0[0].xxxx
iadd r0.y, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret 
// Approximately 112 instruction slots used
