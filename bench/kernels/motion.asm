// Sums of absolute differences of each block of 4 x 4 bytes and the 16 x 8 places around it in the picture before.
cs_5_0
dcl_thread_group 16, 8, 1
dcl_temps 3
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_raw t0 // sm5: 0x030000a1 0x00107001 0x00000000
dcl_resource_raw t1 // sm5: 0x030000a1 0x00107001 0x00000001
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroup.xyz
imul null, r0.x, vThreadGroupID.yyyy, cb0[0].xxxx
imul null, r0.x, r0.xxxx, l(4)
imul null, r1.x, vThreadGroupID.xxxx, l(4)
iadd r0.x, r0.xxxx, r1.xxxx
imul null, r1.x, vThreadGroupID.yyyy, l(4)
iadd r0.y, r1.xxxx, vThreadIDInGroup.yyyy
iadd r0.z, cb0[0].xxxx, l(16)
imul null, r1.x, r0.yyyy, r0.zzzz
imul null, r2.x, vThreadGroupID.xxxx, l(4)
iadd r0.y, r1.xxxx, r2.xxxx
iadd r0.y, r0.yyyy, vThreadIDInGroup.xxxx
imul null, r1.x, cb0[0].xxxx, l(0)
iadd r0.w, r0.xxxx, r1.xxxx
ld_raw r0.w, r0.wwww, t0.xxxx
imul null, r1.x, r0.zzzz, l(0)
iadd r1.x, r0.yyyy, r1.xxxx
and r1.y, r1.xxxx, l(-4)
ld_raw r1.z, r1.yyyy, t1.xxxx
iadd r1.y, r1.yyyy, l(4)
ld_raw r1.y, r1.yyyy, t1.xxxx
and r1.x, r1.xxxx, l(3)
imul null, r1.x, r1.xxxx, l(8)
ushr r1.w, r1.zzzz, r1.xxxx
ineg r2.x, r1.xxxx
iadd r2.x, r2.xxxx, l(32)
ishl r1.y, r1.yyyy, r2.xxxx
or r1.y, r1.wwww, r1.yyyy
ine r1.x, r1.xxxx, l(0)
movc r1.x, r1.xxxx, r1.yyyy, r1.zzzz
ushr r1.y, r0.wwww, l(0)
and r1.y, r1.yyyy, l(255)
ushr r1.z, r1.xxxx, l(0)
and r1.z, r1.zzzz, l(255)
ineg r1.z, r1.zzzz
iadd r1.y, r1.yyyy, r1.zzzz
ineg r1.z, r1.yyyy
imax r1.y, r1.yyyy, r1.zzzz
ushr r1.z, r0.wwww, l(8)
and r1.z, r1.zzzz, l(255)
ushr r1.w, r1.xxxx, l(8)
and r1.w, r1.wwww, l(255)
ineg r1.w, r1.wwww
iadd r1.z, r1.zzzz, r1.wwww
ineg r1.w, r1.zzzz
imax r1.z, r1.zzzz, r1.wwww
iadd r1.y, r1.yyyy, r1.zzzz
ushr r1.z, r0.wwww, l(16)
and r1.z, r1.zzzz, l(255)
ushr r1.w, r1.xxxx, l(16)
and r1.w, r1.wwww, l(255)
ineg r1.w, r1.wwww
iadd r1.z, r1.zzzz, r1.wwww
ineg r1.w, r1.zzzz
imax r1.z, r1.zzzz, r1.wwww
iadd r1.y, r1.yyyy, r1.zzzz
ushr r0.w, r0.wwww, l(24)
and r0.w, r0.wwww, l(255)
ushr r1.x, r1.xxxx, l(24)
and r1.x, r1.xxxx, l(255)
ineg r1.x, r1.xxxx
iadd r0.w, r0.wwww, r1.xxxx
ineg r1.x, r0.wwww
imax r0.w, r0.wwww, r1.xxxx
iadd r0.w, r1.yyyy, r0.wwww
iadd r1.x, r0.xxxx, cb0[0].xxxx
ld_raw r1.x, r1.xxxx, t0.xxxx
iadd r1.y, r0.yyyy, cb0[0].xxxx
iadd r1.y, r1.yyyy, l(16)
and r1.z, r1.yyyy, l(-4)
ld_raw r1.w, r1.zzzz, t1.xxxx
iadd r1.z, r1.zzzz, l(4)
ld_raw r1.z, r1.zzzz, t1.xxxx
and r1.y, r1.yyyy, l(3)
imul null, r2.x, r1.yyyy, l(8)
ushr r1.y, r1.wwww, r2.xxxx
ineg r2.y, r2.xxxx
iadd r2.y, r2.yyyy, l(32)
ishl r1.z, r1.zzzz, r2.yyyy
or r1.y, r1.yyyy, r1.zzzz
ine r1.z, r2.xxxx, l(0)
movc r1.y, r1.zzzz, r1.yyyy, r1.wwww
ushr r1.z, r1.xxxx, l(0)
and r1.z, r1.zzzz, l(255)
ushr r1.w, r1.yyyy, l(0)
and r1.w, r1.wwww, l(255)
ineg r1.w, r1.wwww
iadd r1.z, r1.zzzz, r1.wwww
ineg r1.w, r1.zzzz
imax r1.z, r1.zzzz, r1.wwww
iadd r0.w, r0.wwww, r1.zzzz
ushr r1.z, r1.xxxx, l(8)
and r1.z, r1.zzzz, l(255)
ushr r1.w, r1.yyyy, l(8)
and r1.w, r1.wwww, l(255)
ineg r1.w, r1.wwww
iadd r1.z, r1.zzzz, r1.wwww
ineg r1.w, r1.zzzz
imax r1.z, r1.zzzz, r1.wwww
iadd r0.w, r0.wwww, r1.zzzz
ushr r1.z, r1.xxxx, l(16)
and r1.z, r1.zzzz, l(255)
ushr r1.w, r1.yyyy, l(16)
and r1.w, r1.wwww, l(255)
ineg r1.w, r1.wwww
iadd r1.z, r1.zzzz, r1.wwww
ineg r1.w, r1.zzzz
imax r1.z, r1.zzzz, r1.wwww
iadd r0.w, r0.wwww, r1.zzzz
ushr r1.x, r1.xxxx, l(24)
and r1.x, r1.xxxx, l(255)
ushr r1.y, r1.yyyy, l(24)
and r1.y, r1.yyyy, l(255)
ineg r1.y, r1.yyyy
iadd r1.x, r1.xxxx, r1.yyyy
ineg r1.y, r1.xxxx
imax r1.x, r1.xxxx, r1.yyyy
iadd r0.w, r0.wwww, r1.xxxx
imul null, r1.x, cb0[0].xxxx, l(2)
iadd r1.x, r0.xxxx, r1.xxxx
ld_raw r1.x, r1.xxxx, t0.xxxx
imul null, r2.x, r0.zzzz, l(2)
iadd r1.y, r0.yyyy, r2.xxxx
and r1.z, r1.yyyy, l(-4)
ld_raw r1.w, r1.zzzz, t1.xxxx
iadd r1.z, r1.zzzz, l(4)
ld_raw r1.z, r1.zzzz, t1.xxxx
and r1.y, r1.yyyy, l(3)
imul null, r2.x, r1.yyyy, l(8)
ushr r1.y, r1.wwww, r2.xxxx
ineg r2.y, r2.xxxx
iadd r2.y, r2.yyyy, l(32)
ishl r1.z, r1.zzzz, r2.yyyy
or r1.y, r1.yyyy, r1.zzzz
ine r1.z, r2.xxxx, l(0)
movc r1.y, r1.zzzz, r1.yyyy, r1.wwww
ushr r1.z, r1.xxxx, l(0)
and r1.z, r1.zzzz, l(255)
ushr r1.w, r1.yyyy, l(0)
and r1.w, r1.wwww, l(255)
ineg r1.w, r1.wwww
iadd r1.z, r1.zzzz, r1.wwww
ineg r1.w, r1.zzzz
imax r1.z, r1.zzzz, r1.wwww
iadd r0.w, r0.wwww, r1.zzzz
ushr r1.z, r1.xxxx, l(8)
and r1.z, r1.zzzz, l(255)
ushr r1.w, r1.yyyy, l(8)
and r1.w, r1.wwww, l(255)
ineg r1.w, r1.wwww
iadd r1.z, r1.zzzz, r1.wwww
ineg r1.w, r1.zzzz
imax r1.z, r1.zzzz, r1.wwww
iadd r0.w, r0.wwww, r1.zzzz
ushr r1.z, r1.xxxx, l(16)
and r1.z, r1.zzzz, l(255)
ushr r1.w, r1.yyyy, l(16)
and r1.w, r1.wwww, l(255)
ineg r1.w, r1.wwww
iadd r1.z, r1.zzzz, r1.wwww
ineg r1.w, r1.zzzz
imax r1.z, r1.zzzz, r1.wwww
iadd r0.w, r0.wwww, r1.zzzz
ushr r1.x, r1.xxxx, l(24)
and r1.x, r1.xxxx, l(255)
ushr r1.y, r1.yyyy, l(24)
and r1.y, r1.yyyy, l(255)
ineg r1.y, r1.yyyy
iadd r1.x, r1.xxxx, r1.yyyy
ineg r1.y, r1.xxxx
imax r1.x, r1.xxxx, r1.yyyy
iadd r0.w, r0.wwww, r1.xxxx
imul null, r1.x, cb0[0].xxxx, l(3)
iadd r0.x, r0.xxxx, r1.xxxx
ld_raw r0.x, r0.xxxx, t0.xxxx
imul null, r1.x, r0.zzzz, l(3)
iadd r0.y, r0.yyyy, r1.xxxx
and r0.z, r0.yyyy, l(-4)
ld_raw r1.x, r0.zzzz, t1.xxxx
iadd r0.z, r0.zzzz, l(4)
ld_raw r0.z, r0.zzzz, t1.xxxx
and r0.y, r0.yyyy, l(3)
imul null, r2.x, r0.yyyy, l(8)
ushr r0.y, r1.xxxx, r2.xxxx
ineg r1.y, r2.xxxx
iadd r1.y, r1.yyyy, l(32)
ishl r0.z, r0.zzzz, r1.yyyy
or r0.y, r0.yyyy, r0.zzzz
ine r0.z, r2.xxxx, l(0)
movc r0.y, r0.zzzz, r0.yyyy, r1.xxxx
ushr r0.z, r0.xxxx, l(0)
and r0.z, r0.zzzz, l(255)
ushr r1.x, r0.yyyy, l(0)
and r1.x, r1.xxxx, l(255)
ineg r1.x, r1.xxxx
iadd r0.z, r0.zzzz, r1.xxxx
ineg r1.x, r0.zzzz
imax r0.z, r0.zzzz, r1.xxxx
iadd r0.z, r0.wwww, r0.zzzz
ushr r0.w, r0.xxxx, l(8)
and r0.w, r0.wwww, l(255)
ushr r1.x, r0.yyyy, l(8)
and r1.x, r1.xxxx, l(255)
ineg r1.x, r1.xxxx
iadd r0.w, r0.wwww, r1.xxxx
ineg r1.x, r0.wwww
imax r0.w, r0.wwww, r1.xxxx
iadd r0.z, r0.zzzz, r0.wwww
ushr r0.w, r0.xxxx, l(16)
and r0.w, r0.wwww, l(255)
ushr r1.x, r0.yyyy, l(16)
and r1.x, r1.xxxx, l(255)
ineg r1.x, r1.xxxx
iadd r0.w, r0.wwww, r1.xxxx
ineg r1.x, r0.wwww
imax r0.w, r0.wwww, r1.xxxx
iadd r0.z, r0.zzzz, r0.wwww
ushr r0.x, r0.xxxx, l(24)
and r0.x, r0.xxxx, l(255)
ushr r0.y, r0.yyyy, l(24)
and r0.y, r0.yyyy, l(255)
ineg r0.y, r0.yyyy
iadd r0.x, r0.xxxx, r0.yyyy
ineg r0.y, r0.xxxx
imax r0.x, r0.xxxx, r0.yyyy
iadd r0.x, r0.zzzz, r0.xxxx
imul null, r1.x, vThreadGroupID.yyyy, cb0[0].yyyy
iadd r0.y, r1.xxxx, vThreadGroupID.xxxx
imul null, r1.x, r0.yyyy, l(8)
iadd r0.y, r1.xxxx, vThreadIDInGroup.yyyy
imul null, r1.x, r0.yyyy, l(16)
iadd r0.y, r1.xxxx, vThreadIDInGroup.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret 
