// Magnitude of the Sobel gradient of a picture in bytes, clamped at the edges: four pixels a thread.
cs_5_0
dcl_thread_group 16, 16, 1
dcl_temps 5
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_raw t0 // sm5: 0x030000a1 0x00107001 0x00000000
dcl_uav_raw u0 // sm5: 0x0300009d 0x0011e001 0x00000000
dcl_input vThreadID.xyz
imul null, r0.x, vThreadID.xxxx, l(4)
iadd r0.y, r0.xxxx, l(1)
iadd r0.z, vThreadID.yyyy, l(-1)
iadd r0.w, cb0[0].yyyy, l(-1)
imax r0.z, r0.zzzz, l(0)
imin r0.z, r0.zzzz, r0.wwww
imul null, r1.x, r0.zzzz, cb0[0].xxxx
iadd r1.y, cb0[0].xxxx, l(-1)
imax r0.y, r0.yyyy, l(0)
imin r0.y, r0.yyyy, r1.yyyy
iadd r1.x, r1.xxxx, r0.yyyy
and r1.z, r1.xxxx, l(-4)
ld_raw r1.z, r1.zzzz, t0.xxxx
and r1.x, r1.xxxx, l(3)
imul null, r1.x, r1.xxxx, l(8)
ushr r1.x, r1.zzzz, r1.xxxx
and r1.x, r1.xxxx, l(255)
imax r1.z, vThreadID.yyyy, l(0)
imin r1.z, r1.zzzz, r0.wwww
imul null, r2.x, r1.zzzz, cb0[0].xxxx
iadd r1.w, r2.xxxx, r0.yyyy
and r2.x, r1.wwww, l(-4)
ld_raw r2.x, r2.xxxx, t0.xxxx
and r1.w, r1.wwww, l(3)
imul null, r3.x, r1.wwww, l(8)
ushr r1.w, r2.xxxx, r3.xxxx
and r1.w, r1.wwww, l(255)
imul null, r2.x, r1.wwww, l(2)
iadd r1.x, r1.xxxx, r2.xxxx
iadd r1.w, vThreadID.yyyy, l(1)
imax r1.w, r1.wwww, l(0)
imin r0.w, r1.wwww, r0.wwww
imul null, r2.x, r0.wwww, cb0[0].xxxx
iadd r1.w, r2.xxxx, r0.yyyy
and r2.x, r1.wwww, l(-4)
ld_raw r2.x, r2.xxxx, t0.xxxx
and r1.w, r1.wwww, l(3)
imul null, r3.x, r1.wwww, l(8)
ushr r1.w, r2.xxxx, r3.xxxx
and r1.w, r1.wwww, l(255)
iadd r1.x, r1.xxxx, r1.wwww
iadd r1.w, r0.xxxx, l(-1)
imul null, r2.x, r0.wwww, cb0[0].xxxx
imax r1.w, r1.wwww, l(0)
imin r1.w, r1.wwww, r1.yyyy
iadd r2.x, r2.xxxx, r1.wwww
and r2.y, r2.xxxx, l(-4)
ld_raw r2.y, r2.yyyy, t0.xxxx
and r2.x, r2.xxxx, l(3)
imul null, r2.x, r2.xxxx, l(8)
ushr r2.x, r2.yyyy, r2.xxxx
and r2.x, r2.xxxx, l(255)
imul null, r3.x, r0.wwww, cb0[0].xxxx
imax r0.x, r0.xxxx, l(0)
imin r0.x, r0.xxxx, r1.yyyy
iadd r2.y, r3.xxxx, r0.xxxx
and r2.z, r2.yyyy, l(-4)
ld_raw r2.z, r2.zzzz, t0.xxxx
and r2.y, r2.yyyy, l(3)
imul null, r3.x, r2.yyyy, l(8)
ushr r2.y, r2.zzzz, r3.xxxx
and r2.y, r2.yyyy, l(255)
imul null, r3.x, r2.yyyy, l(2)
iadd r2.x, r2.xxxx, r3.xxxx
imul null, r3.x, r0.wwww, cb0[0].xxxx
iadd r2.y, r3.xxxx, r0.yyyy
and r2.z, r2.yyyy, l(-4)
ld_raw r2.z, r2.zzzz, t0.xxxx
and r2.y, r2.yyyy, l(3)
imul null, r3.x, r2.yyyy, l(8)
ushr r2.y, r2.zzzz, r3.xxxx
and r2.y, r2.yyyy, l(255)
iadd r2.x, r2.xxxx, r2.yyyy
imul null, r3.x, r0.zzzz, cb0[0].xxxx
iadd r2.y, r3.xxxx, r1.wwww
and r2.z, r2.yyyy, l(-4)
ld_raw r2.z, r2.zzzz, t0.xxxx
and r2.y, r2.yyyy, l(3)
imul null, r3.x, r2.yyyy, l(8)
ushr r2.y, r2.zzzz, r3.xxxx
and r2.y, r2.yyyy, l(255)
imul null, r3.x, r1.zzzz, cb0[0].xxxx
iadd r2.z, r3.xxxx, r1.wwww
and r2.w, r2.zzzz, l(-4)
ld_raw r2.w, r2.wwww, t0.xxxx
and r2.z, r2.zzzz, l(3)
imul null, r3.x, r2.zzzz, l(8)
ushr r2.z, r2.wwww, r3.xxxx
and r2.z, r2.zzzz, l(255)
imul null, r3.x, r2.zzzz, l(2)
iadd r2.y, r2.yyyy, r3.xxxx
imul null, r3.x, r0.wwww, cb0[0].xxxx
iadd r2.z, r3.xxxx, r1.wwww
and r2.w, r2.zzzz, l(-4)
ld_raw r2.w, r2.wwww, t0.xxxx
and r2.z, r2.zzzz, l(3)
imul null, r3.x, r2.zzzz, l(8)
ushr r2.z, r2.wwww, r3.xxxx
and r2.z, r2.zzzz, l(255)
iadd r2.y, r2.yyyy, r2.zzzz
ineg r2.y, r2.yyyy
iadd r1.x, r1.xxxx, r2.yyyy
imul null, r3.x, r0.zzzz, cb0[0].xxxx
iadd r1.w, r3.xxxx, r1.wwww
and r2.y, r1.wwww, l(-4)
ld_raw r2.y, r2.yyyy, t0.xxxx
and r1.w, r1.wwww, l(3)
imul null, r3.x, r1.wwww, l(8)
ushr r1.w, r2.yyyy, r3.xxxx
and r1.w, r1.wwww, l(255)
imul null, r3.x, r0.zzzz, cb0[0].xxxx
iadd r0.x, r3.xxxx, r0.xxxx
and r2.y, r0.xxxx, l(-4)
ld_raw r2.y, r2.yyyy, t0.xxxx
and r0.x, r0.xxxx, l(3)
imul null, r0.x, r0.xxxx, l(8)
ushr r0.x, r2.yyyy, r0.xxxx
and r0.x, r0.xxxx, l(255)
imul null, r0.x, r0.xxxx, l(2)
iadd r0.x, r1.wwww, r0.xxxx
imul null, r3.x, r0.zzzz, cb0[0].xxxx
iadd r0.y, r3.xxxx, r0.yyyy
and r1.w, r0.yyyy, l(-4)
ld_raw r1.w, r1.wwww, t0.xxxx
and r0.y, r0.yyyy, l(3)
imul null, r3.x, r0.yyyy, l(8)
ushr r0.y, r1.wwww, r3.xxxx
and r0.y, r0.yyyy, l(255)
iadd r0.x, r0.xxxx, r0.yyyy
ineg r0.x, r0.xxxx
iadd r0.x, r2.xxxx, r0.xxxx
ineg r0.y, r1.xxxx
imax r0.y, r1.xxxx, r0.yyyy
ineg r1.x, r0.xxxx
imax r0.x, r0.xxxx, r1.xxxx
iadd r0.x, r0.yyyy, r0.xxxx
umin r0.x, r0.xxxx, l(255)
ishl r0.x, r0.xxxx, l(0)
imul null, r1.x, vThreadID.xxxx, l(4)
iadd r0.y, r1.xxxx, l(1)
iadd r1.x, r0.yyyy, l(1)
imul null, r2.x, r0.zzzz, cb0[0].xxxx
imax r1.x, r1.xxxx, l(0)
imin r1.x, r1.xxxx, r1.yyyy
iadd r1.w, r2.xxxx, r1.xxxx
and r2.x, r1.wwww, l(-4)
ld_raw r2.x, r2.xxxx, t0.xxxx
and r1.w, r1.wwww, l(3)
imul null, r3.x, r1.wwww, l(8)
ushr r1.w, r2.xxxx, r3.xxxx
and r1.w, r1.wwww, l(255)
imul null, r2.x, r1.zzzz, cb0[0].xxxx
iadd r2.x, r2.xxxx, r1.xxxx
and r2.y, r2.xxxx, l(-4)
ld_raw r2.y, r2.yyyy, t0.xxxx
and r2.x, r2.xxxx, l(3)
imul null, r2.x, r2.xxxx, l(8)
ushr r2.x, r2.yyyy, r2.xxxx
and r2.x, r2.xxxx, l(255)
imul null, r2.x, r2.xxxx, l(2)
iadd r1.w, r1.wwww, r2.xxxx
imul null, r2.x, r0.wwww, cb0[0].xxxx
iadd r2.x, r2.xxxx, r1.xxxx
and r2.y, r2.xxxx, l(-4)
ld_raw r2.y, r2.yyyy, t0.xxxx
and r2.x, r2.xxxx, l(3)
imul null, r2.x, r2.xxxx, l(8)
ushr r2.x, r2.yyyy, r2.xxxx
and r2.x, r2.xxxx, l(255)
iadd r1.w, r1.wwww, r2.xxxx
iadd r2.x, r0.yyyy, l(-1)
imul null, r3.x, r0.wwww, cb0[0].xxxx
imax r2.x, r2.xxxx, l(0)
imin r2.x, r2.xxxx, r1.yyyy
iadd r2.y, r3.xxxx, r2.xxxx
and r2.z, r2.yyyy, l(-4)
ld_raw r2.z, r2.zzzz, t0.xxxx
and r2.y, r2.yyyy, l(3)
imul null, r3.x, r2.yyyy, l(8)
ushr r2.y, r2.zzzz, r3.xxxx
and r2.y, r2.yyyy, l(255)
imul null, r3.x, r0.wwww, cb0[0].xxxx
imax r0.y, r0.yyyy, l(0)
imin r0.y, r0.yyyy, r1.yyyy
iadd r2.z, r3.xxxx, r0.yyyy
and r2.w, r2.zzzz, l(-4)
ld_raw r2.w, r2.wwww, t0.xxxx
and r2.z, r2.zzzz, l(3)
imul null, r3.x, r2.zzzz, l(8)
ushr r2.z, r2.wwww, r3.xxxx
and r2.z, r2.zzzz, l(255)
imul null, r3.x, r2.zzzz, l(2)
iadd r2.y, r2.yyyy, r3.xxxx
imul null, r3.x, r0.wwww, cb0[0].xxxx
iadd r2.z, r3.xxxx, r1.xxxx
and r2.w, r2.zzzz, l(-4)
ld_raw r2.w, r2.wwww, t0.xxxx
and r2.z, r2.zzzz, l(3)
imul null, r3.x, r2.zzzz, l(8)
ushr r2.z, r2.wwww, r3.xxxx
and r2.z, r2.zzzz, l(255)
iadd r2.y, r2.yyyy, r2.zzzz
imul null, r3.x, r0.zzzz, cb0[0].xxxx
iadd r2.z, r3.xxxx, r2.xxxx
and r2.w, r2.zzzz, l(-4)
ld_raw r2.w, r2.wwww, t0.xxxx
and r2.z, r2.zzzz, l(3)
imul null, r3.x, r2.zzzz, l(8)
ushr r2.z, r2.wwww, r3.xxxx
and r2.z, r2.zzzz, l(255)
imul null, r3.x, r1.zzzz, cb0[0].xxxx
iadd r2.w, r3.xxxx, r2.xxxx
and r3.x, r2.wwww, l(-4)
ld_raw r3.x, r3.xxxx, t0.xxxx
and r2.w, r2.wwww, l(3)
imul null, r4.x, r2.wwww, l(8)
ushr r2.w, r3.xxxx, r4.xxxx
and r2.w, r2.wwww, l(255)
imul null, r3.x, r2.wwww, l(2)
iadd r2.z, r2.zzzz, r3.xxxx
imul null, r3.x, r0.wwww, cb0[0].xxxx
iadd r2.w, r3.xxxx, r2.xxxx
and r3.x, r2.wwww, l(-4)
ld_raw r3.x, r3.xxxx, t0.xxxx
and r2.w, r2.wwww, l(3)
imul null, r4.x, r2.wwww, l(8)
ushr r2.w, r3.xxxx, r4.xxxx
and r2.w, r2.wwww, l(255)
iadd r2.z, r2.zzzz, r2.wwww
ineg r2.z, r2.zzzz
iadd r1.w, r1.wwww, r2.zzzz
imul null, r3.x, r0.zzzz, cb0[0].xxxx
iadd r2.x, r3.xxxx, r2.xxxx
and r2.z, r2.xxxx, l(-4)
ld_raw r2.z, r2.zzzz, t0.xxxx
and r2.x, r2.xxxx, l(3)
imul null, r2.x, r2.xxxx, l(8)
ushr r2.x, r2.zzzz, r2.xxxx
and r2.x, r2.xxxx, l(255)
imul null, r3.x, r0.zzzz, cb0[0].xxxx
iadd r0.y, r3.xxxx, r0.yyyy
and r2.z, r0.yyyy, l(-4)
ld_raw r2.z, r2.zzzz, t0.xxxx
and r0.y, r0.yyyy, l(3)
imul null, r3.x, r0.yyyy, l(8)
ushr r0.y, r2.zzzz, r3.xxxx
and r0.y, r0.yyyy, l(255)
imul null, r3.x, r0.yyyy, l(2)
iadd r0.y, r2.xxxx, r3.xxxx
imul null, r2.x, r0.zzzz, cb0[0].xxxx
iadd r1.x, r2.xxxx, r1.xxxx
and r2.x, r1.xxxx, l(-4)
ld_raw r2.x, r2.xxxx, t0.xxxx
and r1.x, r1.xxxx, l(3)
imul null, r1.x, r1.xxxx, l(8)
ushr r1.x, r2.xxxx, r1.xxxx
and r1.x, r1.xxxx, l(255)
iadd r0.y, r0.yyyy, r1.xxxx
ineg r0.y, r0.yyyy
iadd r0.y, r2.yyyy, r0.yyyy
ineg r1.x, r1.wwww
imax r1.x, r1.wwww, r1.xxxx
ineg r1.w, r0.yyyy
imax r0.y, r0.yyyy, r1.wwww
iadd r0.y, r1.xxxx, r0.yyyy
umin r0.y, r0.yyyy, l(255)
ishl r0.y, r0.yyyy, l(8)
or r0.x, r0.xxxx, r0.yyyy
imul null, r1.x, vThreadID.xxxx, l(4)
iadd r0.y, r1.xxxx, l(2)
iadd r1.x, r0.yyyy, l(1)
imul null, r2.x, r0.zzzz, cb0[0].xxxx
imax r1.x, r1.xxxx, l(0)
imin r1.x, r1.xxxx, r1.yyyy
iadd r1.w, r2.xxxx, r1.xxxx
and r2.x, r1.wwww, l(-4)
ld_raw r2.x, r2.xxxx, t0.xxxx
and r1.w, r1.wwww, l(3)
imul null, r3.x, r1.wwww, l(8)
ushr r1.w, r2.xxxx, r3.xxxx
and r1.w, r1.wwww, l(255)
imul null, r2.x, r1.zzzz, cb0[0].xxxx
iadd r2.x, r2.xxxx, r1.xxxx
and r2.y, r2.xxxx, l(-4)
ld_raw r2.y, r2.yyyy, t0.xxxx
and r2.x, r2.xxxx, l(3)
imul null, r2.x, r2.xxxx, l(8)
ushr r2.x, r2.yyyy, r2.xxxx
and r2.x, r2.xxxx, l(255)
imul null, r2.x, r2.xxxx, l(2)
iadd r1.w, r1.wwww, r2.xxxx
imul null, r2.x, r0.wwww, cb0[0].xxxx
iadd r2.x, r2.xxxx, r1.xxxx
and r2.y, r2.xxxx, l(-4)
ld_raw r2.y, r2.yyyy, t0.xxxx
and r2.x, r2.xxxx, l(3)
imul null, r2.x, r2.xxxx, l(8)
ushr r2.x, r2.yyyy, r2.xxxx
and r2.x, r2.xxxx, l(255)
iadd r1.w, r1.wwww, r2.xxxx
iadd r2.x, r0.yyyy, l(-1)
imul null, r3.x, r0.wwww, cb0[0].xxxx
imax r2.x, r2.xxxx, l(0)
imin r2.x, r2.xxxx, r1.yyyy
iadd r2.y, r3.xxxx, r2.xxxx
and r2.z, r2.yyyy, l(-4)
ld_raw r2.z, r2.zzzz, t0.xxxx
and r2.y, r2.yyyy, l(3)
imul null, r3.x, r2.yyyy, l(8)
ushr r2.y, r2.zzzz, r3.xxxx
and r2.y, r2.yyyy, l(255)
imul null, r3.x, r0.wwww, cb0[0].xxxx
imax r0.y, r0.yyyy, l(0)
imin r0.y, r0.yyyy, r1.yyyy
iadd r2.z, r3.xxxx, r0.yyyy
and r2.w, r2.zzzz, l(-4)
ld_raw r2.w, r2.wwww, t0.xxxx
and r2.z, r2.zzzz, l(3)
imul null, r3.x, r2.zzzz, l(8)
ushr r2.z, r2.wwww, r3.xxxx
and r2.z, r2.zzzz, l(255)
imul null, r3.x, r2.zzzz, l(2)
iadd r2.y, r2.yyyy, r3.xxxx
imul null, r3.x, r0.wwww, cb0[0].xxxx
iadd r2.z, r3.xxxx, r1.xxxx
and r2.w, r2.zzzz, l(-4)
ld_raw r2.w, r2.wwww, t0.xxxx
and r2.z, r2.zzzz, l(3)
imul null, r3.x, r2.zzzz, l(8)
ushr r2.z, r2.wwww, r3.xxxx
and r2.z, r2.zzzz, l(255)
iadd r2.y, r2.yyyy, r2.zzzz
imul null, r3.x, r0.zzzz, cb0[0].xxxx
iadd r2.z, r3.xxxx, r2.xxxx
and r2.w, r2.zzzz, l(-4)
ld_raw r2.w, r2.wwww, t0.xxxx
and r2.z, r2.zzzz, l(3)
imul null, r3.x, r2.zzzz, l(8)
ushr r2.z, r2.wwww, r3.xxxx
and r2.z, r2.zzzz, l(255)
imul null, r3.x, r1.zzzz, cb0[0].xxxx
iadd r2.w, r3.xxxx, r2.xxxx
and r3.x, r2.wwww, l(-4)
ld_raw r3.x, r3.xxxx, t0.xxxx
and r2.w, r2.wwww, l(3)
imul null, r4.x, r2.wwww, l(8)
ushr r2.w, r3.xxxx, r4.xxxx
and r2.w, r2.wwww, l(255)
imul null, r3.x, r2.wwww, l(2)
iadd r2.z, r2.zzzz, r3.xxxx
imul null, r3.x, r0.wwww, cb0[0].xxxx
iadd r2.w, r3.xxxx, r2.xxxx
and r3.x, r2.wwww, l(-4)
ld_raw r3.x, r3.xxxx, t0.xxxx
and r2.w, r2.wwww, l(3)
imul null, r4.x, r2.wwww, l(8)
ushr r2.w, r3.xxxx, r4.xxxx
and r2.w, r2.wwww, l(255)
iadd r2.z, r2.zzzz, r2.wwww
ineg r2.z, r2.zzzz
iadd r1.w, r1.wwww, r2.zzzz
imul null, r3.x, r0.zzzz, cb0[0].xxxx
iadd r2.x, r3.xxxx, r2.xxxx
and r2.z, r2.xxxx, l(-4)
ld_raw r2.z, r2.zzzz, t0.xxxx
and r2.x, r2.xxxx, l(3)
imul null, r2.x, r2.xxxx, l(8)
ushr r2.x, r2.zzzz, r2.xxxx
and r2.x, r2.xxxx, l(255)
imul null, r3.x, r0.zzzz, cb0[0].xxxx
iadd r0.y, r3.xxxx, r0.yyyy
and r2.z, r0.yyyy, l(-4)
ld_raw r2.z, r2.zzzz, t0.xxxx
and r0.y, r0.yyyy, l(3)
imul null, r3.x, r0.yyyy, l(8)
ushr r0.y, r2.zzzz, r3.xxxx
and r0.y, r0.yyyy, l(255)
imul null, r3.x, r0.yyyy, l(2)
iadd r0.y, r2.xxxx, r3.xxxx
imul null, r2.x, r0.zzzz, cb0[0].xxxx
iadd r1.x, r2.xxxx, r1.xxxx
and r2.x, r1.xxxx, l(-4)
ld_raw r2.x, r2.xxxx, t0.xxxx
and r1.x, r1.xxxx, l(3)
imul null, r1.x, r1.xxxx, l(8)
ushr r1.x, r2.xxxx, r1.xxxx
and r1.x, r1.xxxx, l(255)
iadd r0.y, r0.yyyy, r1.xxxx
ineg r0.y, r0.yyyy
iadd r0.y, r2.yyyy, r0.yyyy
ineg r1.x, r1.wwww
imax r1.x, r1.wwww, r1.xxxx
ineg r1.w, r0.yyyy
imax r0.y, r0.yyyy, r1.wwww
iadd r0.y, r1.xxxx, r0.yyyy
umin r0.y, r0.yyyy, l(255)
ishl r0.y, r0.yyyy, l(16)
or r0.x, r0.xxxx, r0.yyyy
imul null, r1.x, vThreadID.xxxx, l(4)
iadd r0.y, r1.xxxx, l(3)
iadd r1.x, r0.yyyy, l(1)
imul null, r2.x, r0.zzzz, cb0[0].xxxx
imax r1.x, r1.xxxx, l(0)
imin r1.x, r1.xxxx, r1.yyyy
iadd r1.w, r2.xxxx, r1.xxxx
and r2.x, r1.wwww, l(-4)
ld_raw r2.x, r2.xxxx, t0.xxxx
and r1.w, r1.wwww, l(3)
imul null, r3.x, r1.wwww, l(8)
ushr r1.w, r2.xxxx, r3.xxxx
and r1.w, r1.wwww, l(255)
imul null, r2.x, r1.zzzz, cb0[0].xxxx
iadd r2.x, r2.xxxx, r1.xxxx
and r2.y, r2.xxxx, l(-4)
ld_raw r2.y, r2.yyyy, t0.xxxx
and r2.x, r2.xxxx, l(3)
imul null, r2.x, r2.xxxx, l(8)
ushr r2.x, r2.yyyy, r2.xxxx
and r2.x, r2.xxxx, l(255)
imul null, r2.x, r2.xxxx, l(2)
iadd r1.w, r1.wwww, r2.xxxx
imul null, r2.x, r0.wwww, cb0[0].xxxx
iadd r2.x, r2.xxxx, r1.xxxx
and r2.y, r2.xxxx, l(-4)
ld_raw r2.y, r2.yyyy, t0.xxxx
and r2.x, r2.xxxx, l(3)
imul null, r2.x, r2.xxxx, l(8)
ushr r2.x, r2.yyyy, r2.xxxx
and r2.x, r2.xxxx, l(255)
iadd r1.w, r1.wwww, r2.xxxx
iadd r2.x, r0.yyyy, l(-1)
imul null, r3.x, r0.wwww, cb0[0].xxxx
imax r2.x, r2.xxxx, l(0)
imin r2.x, r2.xxxx, r1.yyyy
iadd r2.y, r3.xxxx, r2.xxxx
and r2.z, r2.yyyy, l(-4)
ld_raw r2.z, r2.zzzz, t0.xxxx
and r2.y, r2.yyyy, l(3)
imul null, r3.x, r2.yyyy, l(8)
ushr r2.y, r2.zzzz, r3.xxxx
and r2.y, r2.yyyy, l(255)
imul null, r3.x, r0.wwww, cb0[0].xxxx
imax r0.y, r0.yyyy, l(0)
imin r0.y, r0.yyyy, r1.yyyy
iadd r1.y, r3.xxxx, r0.yyyy
and r2.z, r1.yyyy, l(-4)
ld_raw r2.z, r2.zzzz, t0.xxxx
and r1.y, r1.yyyy, l(3)
imul null, r3.x, r1.yyyy, l(8)
ushr r1.y, r2.zzzz, r3.xxxx
and r1.y, r1.yyyy, l(255)
imul null, r3.x, r1.yyyy, l(2)
iadd r1.y, r2.yyyy, r3.xxxx
imul null, r3.x, r0.wwww, cb0[0].xxxx
iadd r2.y, r3.xxxx, r1.xxxx
and r2.z, r2.yyyy, l(-4)
ld_raw r2.z, r2.zzzz, t0.xxxx
and r2.y, r2.yyyy, l(3)
imul null, r3.x, r2.yyyy, l(8)
ushr r2.y, r2.zzzz, r3.xxxx
and r2.y, r2.yyyy, l(255)
iadd r1.y, r1.yyyy, r2.yyyy
imul null, r3.x, r0.zzzz, cb0[0].xxxx
iadd r2.y, r3.xxxx, r2.xxxx
and r2.z, r2.yyyy, l(-4)
ld_raw r2.z, r2.zzzz, t0.xxxx
and r2.y, r2.yyyy, l(3)
imul null, r3.x, r2.yyyy, l(8)
ushr r2.y, r2.zzzz, r3.xxxx
and r2.y, r2.yyyy, l(255)
imul null, r3.x, r1.zzzz, cb0[0].xxxx
iadd r1.z, r3.xxxx, r2.xxxx
and r2.z, r1.zzzz, l(-4)
ld_raw r2.z, r2.zzzz, t0.xxxx
and r1.z, r1.zzzz, l(3)
imul null, r3.x, r1.zzzz, l(8)
ushr r1.z, r2.zzzz, r3.xxxx
and r1.z, r1.zzzz, l(255)
imul null, r3.x, r1.zzzz, l(2)
iadd r1.z, r2.yyyy, r3.xxxx
imul null, r3.x, r0.wwww, cb0[0].xxxx
iadd r0.w, r3.xxxx, r2.xxxx
and r2.y, r0.wwww, l(-4)
ld_raw r2.y, r2.yyyy, t0.xxxx
and r0.w, r0.wwww, l(3)
imul null, r3.x, r0.wwww, l(8)
ushr r0.w, r2.yyyy, r3.xxxx
and r0.w, r0.wwww, l(255)
iadd r0.w, r1.zzzz, r0.wwww
ineg r0.w, r0.wwww
iadd r0.w, r1.wwww, r0.wwww
imul null, r3.x, r0.zzzz, cb0[0].xxxx
iadd r1.z, r3.xxxx, r2.xxxx
and r1.w, r1.zzzz, l(-4)
ld_raw r1.w, r1.wwww, t0.xxxx
and r1.z, r1.zzzz, l(3)
imul null, r2.x, r1.zzzz, l(8)
ushr r1.z, r1.wwww, r2.xxxx
and r1.z, r1.zzzz, l(255)
imul null, r2.x, r0.zzzz, cb0[0].xxxx
iadd r0.y, r2.xxxx, r0.yyyy
and r1.w, r0.yyyy, l(-4)
ld_raw r1.w, r1.wwww, t0.xxxx
and r0.y, r0.yyyy, l(3)
imul null, r2.x, r0.yyyy, l(8)
ushr r0.y, r1.wwww, r2.xxxx
and r0.y, r0.yyyy, l(255)
imul null, r2.x, r0.yyyy, l(2)
iadd r0.y, r1.zzzz, r2.xxxx
imul null, r2.x, r0.zzzz, cb0[0].xxxx
iadd r0.z, r2.xxxx, r1.xxxx
and r1.x, r0.zzzz, l(-4)
ld_raw r1.x, r1.xxxx, t0.xxxx
and r0.z, r0.zzzz, l(3)
imul null, r2.x, r0.zzzz, l(8)
ushr r0.z, r1.xxxx, r2.xxxx
and r0.z, r0.zzzz, l(255)
iadd r0.y, r0.yyyy, r0.zzzz
ineg r0.y, r0.yyyy
iadd r0.y, r1.yyyy, r0.yyyy
ineg r0.z, r0.wwww
imax r0.z, r0.wwww, r0.zzzz
ineg r0.w, r0.yyyy
imax r0.y, r0.yyyy, r0.wwww
iadd r0.y, r0.zzzz, r0.yyyy
umin r0.y, r0.yyyy, l(255)
ishl r0.y, r0.yyyy, l(24)
or r0.x, r0.xxxx, r0.yyyy
or r0.x, r0.xxxx, l(0)
imul null, r1.x, vThreadID.yyyy, cb0[0].xxxx
imul null, r2.x, vThreadID.xxxx, l(4)
iadd r0.y, r1.xxxx, r2.xxxx
store_raw u0.x, r0.yyyy, r0.xxxx
ret 
