// The game of life on a torus, groups of 8 x 8.
cs_5_0
dcl_thread_group 8, 8, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 5
iadd r0.x, vThreadID.xxxx, cb0[0].xxxx
iadd r0.x, r0.xxxx, l(-1)
udiv null, r0.x, r0.xxxx, cb0[0].xxxx
iadd r0.y, vThreadID.xxxx, l(1)
udiv null, r1.x, r0.yyyy, cb0[0].xxxx
iadd r0.y, vThreadID.yyyy, cb0[0].yyyy
iadd r0.y, r0.yyyy, l(-1)
udiv null, r2.x, r0.yyyy, cb0[0].yyyy
iadd r0.y, vThreadID.yyyy, l(1)
udiv null, r3.x, r0.yyyy, cb0[0].yyyy
imul null, r4.x, r2.xxxx, cb0[0].xxxx
iadd r0.y, r4.xxxx, r0.xxxx
mov r0.y, r0.yyyy
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r0.y, r0.yyyz, l(0), t0.xxxx
imul null, r4.x, r2.xxxx, cb0[0].xxxx
iadd r0.z, r4.xxxx, vThreadID.xxxx
mov r0.z, r0.zzzz
mov r0.w, l(0)
mov r0.zw, r0.xxzw
ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
iadd r0.y, r0.yyyy, r0.zzzz
imul null, r2.x, r2.xxxx, cb0[0].xxxx
iadd r0.z, r2.xxxx, r1.xxxx
mov r0.z, r0.zzzz
mov r0.w, l(0)
mov r0.zw, r0.xxzw
ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
iadd r0.y, r0.yyyy, r0.zzzz
imul null, r2.x, vThreadID.yyyy, cb0[0].xxxx
iadd r0.z, r2.xxxx, r0.xxxx
mov r0.z, r0.zzzz
mov r0.w, l(0)
mov r0.zw, r0.xxzw
ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
imul null, r2.x, vThreadID.yyyy, cb0[0].xxxx
iadd r0.w, r2.xxxx, r1.xxxx
mov r1.y, r0.wwww
mov r1.z, l(0)
mov r1.yz, r1.xyzx
ld_structured r0.w, r1.yyyz, l(0), t0.xxxx
iadd r0.z, r0.zzzz, r0.wwww
iadd r0.y, r0.yyyy, r0.zzzz
imul null, r2.x, r3.xxxx, cb0[0].xxxx
iadd r0.x, r2.xxxx, r0.xxxx
mov r0.x, r0.xxxx
mov r0.z, l(0)
mov r0.xz, r0.xxzx
ld_structured r0.x, r0.xxxz, l(0), t0.xxxx
imul null, r2.x, r3.xxxx, cb0[0].xxxx
iadd r0.z, r2.xxxx, vThreadID.xxxx
mov r0.z, r0.zzzz
mov r0.w, l(0)
mov r0.zw, r0.xxzw
ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
iadd r0.x, r0.xxxx, r0.zzzz
imul null, r2.x, r3.xxxx, cb0[0].xxxx
iadd r0.z, r2.xxxx, r1.xxxx
mov r0.z, r0.zzzz
mov r0.w, l(0)
mov r0.zw, r0.xxzw
ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
iadd r0.x, r0.xxxx, r0.zzzz
iadd r0.x, r0.yyyy, r0.xxxx
imul null, r1.x, vThreadID.yyyy, cb0[0].xxxx
iadd r0.y, r1.xxxx, vThreadID.xxxx
mov r0.y, r0.yyyy
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r0.y, r0.yyyz, l(0), t0.xxxx
and r0.x, r0.xxxx, l(7)
ieq r0.z, r0.xxxx, l(3)
ieq r0.x, r0.xxxx, l(2)
and r0.y, r0.yyyy, l(1)
ine r0.y, r0.yyyy, l(0)
and r0.x, r0.xxxx, r0.yyyy
or r0.x, r0.zzzz, r0.xxxx
movc r0.x, r0.xxxx, l(1), l(0)
imul null, r1.x, vThreadID.yyyy, cb0[0].xxxx
iadd r0.y, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret 
// Approximately 89 instruction slots used
