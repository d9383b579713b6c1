// Packed pixels of four bytes to luminance and chroma, packed again.
cs_5_0
dcl_thread_group 8, 8, 1
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroup.xyz
dcl_temps 4
imul null, r0.x, vThreadGroupID.yyyy, l(8)
iadd r0.x, r0.xxxx, vThreadIDInGroup.yyyy
imul null, r0.x, r0.xxxx, l(2048)
imul null, r1.x, vThreadGroupID.xxxx, l(8)
iadd r0.x, r0.xxxx, r1.xxxx
iadd r0.x, r0.xxxx, vThreadIDInGroup.xxxx
mov r0.y, r0.xxxx
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r0.y, r0.yyyz, l(0), t0.xxxx
and r0.z, r0.yyyy, l(255)
ushr r0.w, r0.yyyy, l(8)
and r0.w, r0.wwww, l(255)
ushr r1.x, r0.yyyy, l(16)
and r1.x, r1.xxxx, l(255)
imul null, r2.x, r0.zzzz, l(66)
imul null, r3.x, r0.wwww, l(129)
iadd r1.y, r2.xxxx, r3.xxxx
imul null, r2.x, r1.xxxx, l(25)
iadd r1.y, r1.yyyy, r2.xxxx
iadd r1.y, r1.yyyy, l(128)
ishr r1.y, r1.yyyy, l(8)
iadd r1.y, r1.yyyy, l(16)
imul null, r2.x, r0.zzzz, l(-38)
imul null, r3.x, r0.wwww, l(74)
ineg r1.z, r3.xxxx
iadd r1.z, r2.xxxx, r1.zzzz
imul null, r2.x, r1.xxxx, l(112)
iadd r1.z, r1.zzzz, r2.xxxx
iadd r1.z, r1.zzzz, l(128)
ishr r1.z, r1.zzzz, l(8)
iadd r1.z, r1.zzzz, l(128)
imul null, r2.x, r0.zzzz, l(112)
imul null, r3.x, r0.wwww, l(94)
ineg r0.z, r3.xxxx
iadd r0.z, r2.xxxx, r0.zzzz
imul null, r1.x, r1.xxxx, l(18)
ineg r0.w, r1.xxxx
iadd r0.z, r0.zzzz, r0.wwww
iadd r0.z, r0.zzzz, l(128)
ishr r0.z, r0.zzzz, l(8)
iadd r0.z, r0.zzzz, l(128)
imax r0.w, r1.yyyy, l(0)
imin r0.w, r0.wwww, l(255)
imax r1.x, r1.zzzz, l(0)
imin r1.x, r1.xxxx, l(255)
ishl r1.x, r1.xxxx, l(8)
or r0.w, r0.wwww, r1.xxxx
imax r0.z, r0.zzzz, l(0)
imin r0.z, r0.zzzz, l(255)
ishl r0.z, r0.zzzz, l(16)
or r0.z, r0.wwww, r0.zzzz
and r0.y, r0.yyyy, l(0xff000000)
or r0.y, r0.zzzz, r0.yyyy
store_structured u0.x, r0.xxxx, l(0), r0.yyyy
ret 
// Approximately 62 instruction slots used
