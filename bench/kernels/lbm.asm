// A step of the lattice Boltzmann method (D2Q9) on a torus: a plane of floats for each of nine directions.
cs_5_0
dcl_thread_group 32, 4, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 7
imul null, r0.x, cb0[0].xxxx, cb0[0].yyyy
iadd r0.y, vThreadID.xxxx, cb0[0].xxxx
udiv null, r1.x, r0.yyyy, cb0[0].xxxx
iadd r0.z, vThreadID.yyyy, cb0[0].yyyy
udiv null, r2.x, r0.zzzz, cb0[0].yyyy
imul null, r3.x, r0.xxxx, l(0)
imul null, r2.x, r2.xxxx, cb0[0].xxxx
iadd r0.w, r3.xxxx, r2.xxxx
iadd r0.w, r0.wwww, r1.xxxx
mov r1.x, r0.wwww
mov r1.y, l(0)
mov r1.zw, r1.xxxy
ld_structured r0.w, r1.zzzw, l(0), t0.xxxx
add r0.w, r0.wwww, l(1.500000)
mul r1.zw, r0.wwww, l(0.000000, 0.000000, 0.000000, 0.000000)
iadd r2.x, r0.yyyy, l(-1)
udiv null, r3.x, r2.xxxx, cb0[0].xxxx
udiv null, r4.x, r0.zzzz, cb0[0].yyyy
imul null, r4.x, r4.xxxx, cb0[0].xxxx
iadd r2.y, r0.xxxx, r4.xxxx
iadd r2.y, r2.yyyy, r3.xxxx
mov r1.x, r2.yyyy
mov r1.y, l(0)
mov r2.yz, r1.xxyx
ld_structured r2.y, r2.yyyz, l(0), t0.xxxx
add r2.y, r2.yyyy, l(1.500000)
add r2.z, r0.wwww, r2.yyyy
mul r3.xy, r2.yyyy, l(1.000000, 0.000000, 0.000000, 0.000000)
add r1.zw, r1.xxzw, r3.xxxy
udiv null, r3.x, r0.yyyy, cb0[0].xxxx
iadd r2.w, r0.zzzz, l(-1)
udiv null, r4.x, r2.wwww, cb0[0].yyyy
imul null, r5.x, r0.xxxx, l(2)
imul null, r4.x, r4.xxxx, cb0[0].xxxx
iadd r3.y, r5.xxxx, r4.xxxx
iadd r3.x, r3.yyyy, r3.xxxx
mov r1.x, r3.xxxx
mov r1.y, l(0)
mov r3.xy, r1.xyxx
ld_structured r3.x, r3.xxxy, l(0), t0.xxxx
add r3.x, r3.xxxx, l(1.500000)
add r2.z, r2.zzzz, r3.xxxx
mul r3.yz, r3.xxxx, l(0.000000, 0.000000, 1.000000, 0.000000)
add r1.zw, r1.xxzw, r3.xxyz
iadd r3.y, r0.yyyy, l(1)
udiv null, r4.x, r3.yyyy, cb0[0].xxxx
udiv null, r5.x, r0.zzzz, cb0[0].yyyy
imul null, r6.x, r0.xxxx, l(3)
imul null, r5.x, r5.xxxx, cb0[0].xxxx
iadd r3.z, r6.xxxx, r5.xxxx
iadd r3.z, r3.zzzz, r4.xxxx
mov r1.x, r3.zzzz
mov r1.y, l(0)
mov r3.zw, r1.xxxy
ld_structured r3.z, r3.zzzw, l(0), t0.xxxx
add r3.z, r3.zzzz, l(1.500000)
add r2.z, r2.zzzz, r3.zzzz
mul r4.xy, r3.zzzz, l(-1.000000, 0.000000, 0.000000, 0.000000)
add r1.zw, r1.xxzw, r4.xxxy
udiv null, r4.x, r0.yyyy, cb0[0].xxxx
iadd r0.y, r0.zzzz, l(1)
udiv null, r5.x, r0.yyyy, cb0[0].yyyy
imul null, r6.x, r0.xxxx, l(4)
imul null, r5.x, r5.xxxx, cb0[0].xxxx
iadd r0.z, r6.xxxx, r5.xxxx
iadd r0.z, r0.zzzz, r4.xxxx
mov r1.x, r0.zzzz
mov r1.y, l(0)
mov r4.xy, r1.xyxx
ld_structured r0.z, r4.xxxy, l(0), t0.xxxx
add r0.z, r0.zzzz, l(1.500000)
add r2.z, r2.zzzz, r0.zzzz
mul r4.xy, r0.zzzz, l(0.000000, -1.000000, 0.000000, 0.000000)
add r1.zw, r1.xxzw, r4.xxxy
udiv null, r4.x, r2.xxxx, cb0[0].xxxx
udiv null, r5.x, r2.wwww, cb0[0].yyyy
imul null, r6.x, r0.xxxx, l(5)
imul null, r5.x, r5.xxxx, cb0[0].xxxx
iadd r3.w, r6.xxxx, r5.xxxx
iadd r3.w, r3.wwww, r4.xxxx
mov r1.x, r3.wwww
mov r1.y, l(0)
mov r4.xy, r1.xyxx
ld_structured r3.w, r4.xxxy, l(0), t0.xxxx
add r3.w, r3.wwww, l(1.500000)
add r2.z, r2.zzzz, r3.wwww
add r1.zw, r1.xxzw, r3.wwww
udiv null, r4.x, r3.yyyy, cb0[0].xxxx
udiv null, r5.x, r2.wwww, cb0[0].yyyy
imul null, r6.x, r0.xxxx, l(6)
imul null, r5.x, r5.xxxx, cb0[0].xxxx
iadd r2.w, r6.xxxx, r5.xxxx
iadd r2.w, r2.wwww, r4.xxxx
mov r1.x, r2.wwww
mov r1.y, l(0)
mov r4.xy, r1.xyxx
ld_structured r2.w, r4.xxxy, l(0), t0.xxxx
add r2.w, r2.wwww, l(1.500000)
add r2.z, r2.zzzz, r2.wwww
mul r4.xy, r2.wwww, l(-1.000000, 1.000000, 0.000000, 0.000000)
add r1.zw, r1.xxzw, r4.xxxy
udiv null, r4.x, r3.yyyy, cb0[0].xxxx
udiv null, r5.x, r0.yyyy, cb0[0].yyyy
imul null, r6.x, r0.xxxx, l(7)
imul null, r5.x, r5.xxxx, cb0[0].xxxx
iadd r3.y, r6.xxxx, r5.xxxx
iadd r3.y, r3.yyyy, r4.xxxx
mov r1.x, r3.yyyy
mov r1.y, l(0)
mov r4.xy, r1.xyxx
ld_structured r3.y, r4.xxxy, l(0), t0.xxxx
add r3.y, r3.yyyy, l(1.500000)
add r2.z, r2.zzzz, r3.yyyy
mul r4.xy, r3.yyyy, l(-1.000000, -1.000000, 0.000000, 0.000000)
add r1.zw, r1.xxzw, r4.xxxy
udiv null, r2.x, r2.xxxx, cb0[0].xxxx
udiv null, r4.x, r0.yyyy, cb0[0].yyyy
imul null, r5.x, r0.xxxx, l(8)
imul null, r4.x, r4.xxxx, cb0[0].xxxx
iadd r0.y, r5.xxxx, r4.xxxx
iadd r0.y, r0.yyyy, r2.xxxx
mov r1.x, r0.yyyy
mov r1.y, l(0)
mov r1.xy, r1.xyxx
ld_structured r0.y, r1.xxxy, l(0), t0.xxxx
add r0.y, r0.yyyy, l(1.500000)
add r1.x, r2.zzzz, r0.yyyy
mul r2.xz, r0.yyyy, l(1.000000, -1.000000, -1.000000, 0.000000)
add r1.yz, r1.xzwx, r2.xxzx
div r1.yz, r1.xyzx, r1.xxxx
dp2 r1.w, r1.yzyy, r1.yzyy
dp2 r2.x, r1.yzyy, l(0.000000, 0.000000, 0.000000, 0.000000)
mul r2.z, r1.xxxx, l(0.444444) // sm5: 0x07000038 0x00100042 0x00000002 0x00100006 0x00000001 0x00004001 0x3ee38e39
mul r4.x, r2.xxxx, l(3.000000)
add r4.x, r4.xxxx, l(1.000000)
mul r4.y, r2.xxxx, l(4.500000)
mul r2.x, r4.yyyy, r2.xxxx
add r2.x, r4.xxxx, r2.xxxx
mul r1.w, r1.wwww, l(1.500000)
add r2.x, r2.xxxx, -r1.wwww
mul r2.x, r2.zzzz, r2.xxxx
add r2.x, r2.xxxx, -r0.wwww
mul r2.x, cb0[0].zzzz, r2.xxxx
add r0.w, r0.wwww, r2.xxxx
imul null, r2.x, r0.xxxx, l(0)
imul null, r4.x, vThreadID.yyyy, cb0[0].xxxx
iadd r2.x, r2.xxxx, r4.xxxx
iadd r2.x, r2.xxxx, vThreadID.xxxx
store_structured u0.x, r2.xxxx, l(0), r0.wwww
dp2 r0.w, r1.yzyy, l(1.000000, 0.000000, 0.000000, 0.000000)
mul r2.x, r1.xxxx, l(0.111111) // sm5: 0x07000038 0x00100012 0x00000002 0x00100006 0x00000001 0x00004001 0x3de38e39
mul r2.z, r0.wwww, l(3.000000)
add r2.z, r2.zzzz, l(1.000000)
mul r4.x, r0.wwww, l(4.500000)
mul r0.w, r4.xxxx, r0.wwww
add r0.w, r2.zzzz, r0.wwww
add r0.w, r0.wwww, -r1.wwww
mul r0.w, r2.xxxx, r0.wwww
add r0.w, r0.wwww, -r2.yyyy
mul r0.w, cb0[0].zzzz, r0.wwww
add r0.w, r2.yyyy, r0.wwww
imul null, r4.x, vThreadID.yyyy, cb0[0].xxxx
iadd r2.y, r0.xxxx, r4.xxxx
iadd r2.y, r2.yyyy, vThreadID.xxxx
store_structured u0.x, r2.yyyy, l(0), r0.wwww
dp2 r0.w, r1.yzyy, l(0.000000, 1.000000, 0.000000, 0.000000)
mul r2.y, r0.wwww, l(3.000000)
add r2.y, r2.yyyy, l(1.000000)
mul r2.z, r0.wwww, l(4.500000)
mul r0.w, r2.zzzz, r0.wwww
add r0.w, r2.yyyy, r0.wwww
add r0.w, r0.wwww, -r1.wwww
mul r0.w, r2.xxxx, r0.wwww
add r0.w, r0.wwww, -r3.xxxx
mul r0.w, cb0[0].zzzz, r0.wwww
add r0.w, r3.xxxx, r0.wwww
imul null, r3.x, r0.xxxx, l(2)
imul null, r4.x, vThreadID.yyyy, cb0[0].xxxx
iadd r2.y, r3.xxxx, r4.xxxx
iadd r2.y, r2.yyyy, vThreadID.xxxx
store_structured u0.x, r2.yyyy, l(0), r0.wwww
dp2 r0.w, r1.yzyy, l(-1.000000, 0.000000, 0.000000, 0.000000)
mul r2.y, r0.wwww, l(3.000000)
add r2.y, r2.yyyy, l(1.000000)
mul r2.z, r0.wwww, l(4.500000)
mul r0.w, r2.zzzz, r0.wwww
add r0.w, r2.yyyy, r0.wwww
add r0.w, r0.wwww, -r1.wwww
mul r0.w, r2.xxxx, r0.wwww
add r0.w, r0.wwww, -r3.zzzz
mul r0.w, cb0[0].zzzz, r0.wwww
add r0.w, r3.zzzz, r0.wwww
imul null, r3.x, r0.xxxx, l(3)
imul null, r4.x, vThreadID.yyyy, cb0[0].xxxx
iadd r2.y, r3.xxxx, r4.xxxx
iadd r2.y, r2.yyyy, vThreadID.xxxx
store_structured u0.x, r2.yyyy, l(0), r0.wwww
dp2 r0.w, r1.yzyy, l(0.000000, -1.000000, 0.000000, 0.000000)
mul r2.y, r0.wwww, l(3.000000)
add r2.y, r2.yyyy, l(1.000000)
mul r2.z, r0.wwww, l(4.500000)
mul r0.w, r2.zzzz, r0.wwww
add r0.w, r2.yyyy, r0.wwww
add r0.w, r0.wwww, -r1.wwww
mul r0.w, r2.xxxx, r0.wwww
add r0.w, r0.wwww, -r0.zzzz
mul r0.w, cb0[0].zzzz, r0.wwww
add r0.z, r0.zzzz, r0.wwww
imul null, r2.x, r0.xxxx, l(4)
imul null, r3.x, vThreadID.yyyy, cb0[0].xxxx
iadd r0.w, r2.xxxx, r3.xxxx
iadd r0.w, r0.wwww, vThreadID.xxxx
store_structured u0.x, r0.wwww, l(0), r0.zzzz
dp2 r0.z, r1.yzyy, l(1.000000, 1.000000, 0.000000, 0.000000)
mul r0.w, r1.xxxx, l(0.027778) // sm5: 0x07000038 0x00100082 0x00000000 0x00100006 0x00000001 0x00004001 0x3ce38e39
mul r1.x, r0.zzzz, l(3.000000)
add r1.x, r1.xxxx, l(1.000000)
mul r2.x, r0.zzzz, l(4.500000)
mul r0.z, r2.xxxx, r0.zzzz
add r0.z, r1.xxxx, r0.zzzz
add r0.z, r0.zzzz, -r1.wwww
mul r0.z, r0.wwww, r0.zzzz
add r0.z, r0.zzzz, -r3.wwww
mul r0.z, cb0[0].zzzz, r0.zzzz
add r0.z, r3.wwww, r0.zzzz
imul null, r1.x, r0.xxxx, l(5)
imul null, r2.x, vThreadID.yyyy, cb0[0].xxxx
iadd r1.x, r1.xxxx, r2.xxxx
iadd r1.x, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r1.xxxx, l(0), r0.zzzz
dp2 r0.z, r1.yzyy, l(-1.000000, 1.000000, 0.000000, 0.000000)
mul r1.x, r0.zzzz, l(3.000000)
add r1.x, r1.xxxx, l(1.000000)
mul r2.x, r0.zzzz, l(4.500000)
mul r0.z, r2.xxxx, r0.zzzz
add r0.z, r1.xxxx, r0.zzzz
add r0.z, r0.zzzz, -r1.wwww
mul r0.z, r0.wwww, r0.zzzz
add r0.z, r0.zzzz, -r2.wwww
mul r0.z, cb0[0].zzzz, r0.zzzz
add r0.z, r2.wwww, r0.zzzz
imul null, r1.x, r0.xxxx, l(6)
imul null, r2.x, vThreadID.yyyy, cb0[0].xxxx
iadd r1.x, r1.xxxx, r2.xxxx
iadd r1.x, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r1.xxxx, l(0), r0.zzzz
dp2 r0.z, r1.yzyy, l(-1.000000, -1.000000, 0.000000, 0.000000)
mul r1.x, r0.zzzz, l(3.000000)
add r1.x, r1.xxxx, l(1.000000)
mul r2.x, r0.zzzz, l(4.500000)
mul r0.z, r2.xxxx, r0.zzzz
add r0.z, r1.xxxx, r0.zzzz
add r0.z, r0.zzzz, -r1.wwww
mul r0.z, r0.wwww, r0.zzzz
add r0.z, r0.zzzz, -r3.yyyy
mul r0.z, cb0[0].zzzz, r0.zzzz
add r0.z, r3.yyyy, r0.zzzz
imul null, r1.x, r0.xxxx, l(7)
imul null, r2.x, vThreadID.yyyy, cb0[0].xxxx
iadd r1.x, r1.xxxx, r2.xxxx
iadd r1.x, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r1.xxxx, l(0), r0.zzzz
dp2 r0.z, r1.yzyy, l(1.000000, -1.000000, 0.000000, 0.000000)
mul r1.x, r0.zzzz, l(3.000000)
add r1.x, r1.xxxx, l(1.000000)
mul r1.y, r0.zzzz, l(4.500000)
mul r0.z, r1.yyyy, r0.zzzz
add r0.z, r1.xxxx, r0.zzzz
add r0.z, r0.zzzz, -r1.wwww
mul r0.z, r0.wwww, r0.zzzz
add r0.z, r0.zzzz, -r0.yyyy
mul r0.z, cb0[0].zzzz, r0.zzzz
add r0.y, r0.yyyy, r0.zzzz
imul null, r0.x, r0.xxxx, l(8)
imul null, r1.x, vThreadID.yyyy, cb0[0].xxxx
iadd r0.x, r0.xxxx, r1.xxxx
iadd r0.x, r0.xxxx, vThreadID.xxxx
store_structured u0.x, r0.xxxx, l(0), r0.yyyy
ret 
