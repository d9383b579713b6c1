// The residual of Poisson's equation on 66 x 66 x 66, restricted to half as many points: a step of multigrid.
cs_5_0
dcl_thread_group 4, 4, 4
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_resource_structured t1, 4  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 6
imul null, r0.xyz, vThreadID.xyzx, l(2, 2, 2, 0)
iadd r0.xyz, r0.xyzx, l(1, 1, 1, 0)
imul null, r1.x, r0.zzzz, l(66)
iadd r0.w, r1.xxxx, r0.yyyy
imul null, r1.x, r0.wwww, l(66)
iadd r0.x, r1.xxxx, r0.xxxx
iadd r0.y, r0.xxxx, l(-1)
mov r0.y, r0.yyyy
mov r0.z, l(0)
mov r1.xy, r0.yzyy
ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
iadd r1.x, r0.xxxx, l(1)
mov r1.x, r1.xxxx
mov r1.y, l(0)
mov r1.zw, r1.xxxy
ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
add r0.w, r0.wwww, r1.zzzz
iadd r1.z, r0.xxxx, l(-66)
mov r1.z, r1.zzzz
mov r1.w, l(0)
mov r2.xy, r1.zwzz
ld_structured r2.x, r2.xxxy, l(0), t0.xxxx
add r0.w, r0.wwww, r2.xxxx
iadd r2.x, r0.xxxx, l(66)
mov r2.x, r2.xxxx
mov r2.y, l(0)
mov r2.zw, r2.xxxy
ld_structured r2.z, r2.zzzw, l(0), t0.xxxx
add r0.w, r0.wwww, r2.zzzz
iadd r2.z, r0.xxxx, l(-4356)
mov r2.z, r2.zzzz
mov r2.w, l(0)
mov r3.xy, r2.zwzz
ld_structured r3.x, r3.xxxy, l(0), t0.xxxx
add r0.w, r0.wwww, r3.xxxx
iadd r3.x, r0.xxxx, l(4356)
mov r3.x, r3.xxxx
mov r3.y, l(0)
mov r3.zw, r3.xxxy
ld_structured r3.z, r3.zzzw, l(0), t0.xxxx
add r0.w, r0.wwww, r3.zzzz
mov r3.z, r0.xxxx
mov r3.w, l(0)
mov r4.xy, r3.zwzz
ld_structured r4.x, r4.xxxy, l(0), t1.xxxx
mov r4.y, r0.xxxx
mov r4.z, l(0)
mov r5.xy, r4.yzyy
ld_structured r0.x, r5.xxxy, l(0), t0.xxxx
mul r0.x, r0.xxxx, l(6.000000)
add r0.x, r0.xxxx, -r0.wwww
add r0.x, r4.xxxx, -r0.xxxx
imul null, r5.xyz, vThreadID.xyzx, l(2, 2, 2, 0)
iadd r5.xyz, r5.xyzx, l(2, 1, 1, 0)
imul null, r4.x, r5.zzzz, l(66)
iadd r0.w, r4.xxxx, r5.yyyy
imul null, r4.x, r0.wwww, l(66)
iadd r0.w, r4.xxxx, r5.xxxx
iadd r4.x, r0.wwww, l(-1)
mov r0.y, r4.xxxx
mov r0.z, l(0)
mov r4.xw, r0.yxxz
ld_structured r4.x, r4.xxxw, l(0), t0.xxxx
iadd r4.w, r0.wwww, l(1)
mov r1.x, r4.wwww
mov r1.y, l(0)
mov r5.xy, r1.xyxx
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(-66)
mov r1.z, r4.wwww
mov r1.w, l(0)
mov r5.xy, r1.zwzz
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(66)
mov r2.x, r4.wwww
mov r2.y, l(0)
mov r5.xy, r2.xyxx
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(-4356)
mov r2.z, r4.wwww
mov r2.w, l(0)
mov r5.xy, r2.zwzz
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(4356)
mov r3.x, r4.wwww
mov r3.y, l(0)
mov r5.xy, r3.xyxx
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
mov r3.z, r0.wwww
mov r3.w, l(0)
mov r5.xy, r3.zwzz
ld_structured r4.w, r5.xxxy, l(0), t1.xxxx
mov r4.y, r0.wwww
mov r4.z, l(0)
mov r5.xy, r4.yzyy
ld_structured r0.w, r5.xxxy, l(0), t0.xxxx
mul r0.w, r0.wwww, l(6.000000)
add r0.w, r0.wwww, -r4.xxxx
add r0.w, r4.wwww, -r0.wwww
add r0.x, r0.xxxx, r0.wwww
imul null, r5.xyz, vThreadID.xyzx, l(2, 2, 2, 0)
iadd r5.xyz, r5.xyzx, l(1, 2, 1, 0)
imul null, r4.x, r5.zzzz, l(66)
iadd r0.w, r4.xxxx, r5.yyyy
imul null, r4.x, r0.wwww, l(66)
iadd r0.w, r4.xxxx, r5.xxxx
iadd r4.x, r0.wwww, l(-1)
mov r0.y, r4.xxxx
mov r0.z, l(0)
mov r4.xw, r0.yxxz
ld_structured r4.x, r4.xxxw, l(0), t0.xxxx
iadd r4.w, r0.wwww, l(1)
mov r1.x, r4.wwww
mov r1.y, l(0)
mov r5.xy, r1.xyxx
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(-66)
mov r1.z, r4.wwww
mov r1.w, l(0)
mov r5.xy, r1.zwzz
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(66)
mov r2.x, r4.wwww
mov r2.y, l(0)
mov r5.xy, r2.xyxx
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(-4356)
mov r2.z, r4.wwww
mov r2.w, l(0)
mov r5.xy, r2.zwzz
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(4356)
mov r3.x, r4.wwww
mov r3.y, l(0)
mov r5.xy, r3.xyxx
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
mov r3.z, r0.wwww
mov r3.w, l(0)
mov r5.xy, r3.zwzz
ld_structured r4.w, r5.xxxy, l(0), t1.xxxx
mov r4.y, r0.wwww
mov r4.z, l(0)
mov r5.xy, r4.yzyy
ld_structured r0.w, r5.xxxy, l(0), t0.xxxx
mul r0.w, r0.wwww, l(6.000000)
add r0.w, r0.wwww, -r4.xxxx
add r0.w, r4.wwww, -r0.wwww
add r0.x, r0.xxxx, r0.wwww
imul null, r5.xyz, vThreadID.xyzx, l(2, 2, 2, 0)
iadd r5.xyz, r5.xyzx, l(2, 2, 1, 0)
imul null, r4.x, r5.zzzz, l(66)
iadd r0.w, r4.xxxx, r5.yyyy
imul null, r4.x, r0.wwww, l(66)
iadd r0.w, r4.xxxx, r5.xxxx
iadd r4.x, r0.wwww, l(-1)
mov r0.y, r4.xxxx
mov r0.z, l(0)
mov r4.xw, r0.yxxz
ld_structured r4.x, r4.xxxw, l(0), t0.xxxx
iadd r4.w, r0.wwww, l(1)
mov r1.x, r4.wwww
mov r1.y, l(0)
mov r5.xy, r1.xyxx
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(-66)
mov r1.z, r4.wwww
mov r1.w, l(0)
mov r5.xy, r1.zwzz
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(66)
mov r2.x, r4.wwww
mov r2.y, l(0)
mov r5.xy, r2.xyxx
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(-4356)
mov r2.z, r4.wwww
mov r2.w, l(0)
mov r5.xy, r2.zwzz
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(4356)
mov r3.x, r4.wwww
mov r3.y, l(0)
mov r5.xy, r3.xyxx
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
mov r3.z, r0.wwww
mov r3.w, l(0)
mov r5.xy, r3.zwzz
ld_structured r4.w, r5.xxxy, l(0), t1.xxxx
mov r4.y, r0.wwww
mov r4.z, l(0)
mov r5.xy, r4.yzyy
ld_structured r0.w, r5.xxxy, l(0), t0.xxxx
mul r0.w, r0.wwww, l(6.000000)
add r0.w, r0.wwww, -r4.xxxx
add r0.w, r4.wwww, -r0.wwww
add r0.x, r0.xxxx, r0.wwww
imul null, r5.xyz, vThreadID.xyzx, l(2, 2, 2, 0)
iadd r5.xyz, r5.xyzx, l(1, 1, 2, 0)
imul null, r4.x, r5.zzzz, l(66)
iadd r0.w, r4.xxxx, r5.yyyy
imul null, r4.x, r0.wwww, l(66)
iadd r0.w, r4.xxxx, r5.xxxx
iadd r4.x, r0.wwww, l(-1)
mov r0.y, r4.xxxx
mov r0.z, l(0)
mov r4.xw, r0.yxxz
ld_structured r4.x, r4.xxxw, l(0), t0.xxxx
iadd r4.w, r0.wwww, l(1)
mov r1.x, r4.wwww
mov r1.y, l(0)
mov r5.xy, r1.xyxx
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(-66)
mov r1.z, r4.wwww
mov r1.w, l(0)
mov r5.xy, r1.zwzz
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(66)
mov r2.x, r4.wwww
mov r2.y, l(0)
mov r5.xy, r2.xyxx
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(-4356)
mov r2.z, r4.wwww
mov r2.w, l(0)
mov r5.xy, r2.zwzz
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(4356)
mov r3.x, r4.wwww
mov r3.y, l(0)
mov r5.xy, r3.xyxx
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
mov r3.z, r0.wwww
mov r3.w, l(0)
mov r5.xy, r3.zwzz
ld_structured r4.w, r5.xxxy, l(0), t1.xxxx
mov r4.y, r0.wwww
mov r4.z, l(0)
mov r5.xy, r4.yzyy
ld_structured r0.w, r5.xxxy, l(0), t0.xxxx
mul r0.w, r0.wwww, l(6.000000)
add r0.w, r0.wwww, -r4.xxxx
add r0.w, r4.wwww, -r0.wwww
add r0.x, r0.xxxx, r0.wwww
imul null, r5.xyz, vThreadID.xyzx, l(2, 2, 2, 0)
iadd r5.xyz, r5.xyzx, l(2, 1, 2, 0)
imul null, r4.x, r5.zzzz, l(66)
iadd r0.w, r4.xxxx, r5.yyyy
imul null, r4.x, r0.wwww, l(66)
iadd r0.w, r4.xxxx, r5.xxxx
iadd r4.x, r0.wwww, l(-1)
mov r0.y, r4.xxxx
mov r0.z, l(0)
mov r4.xw, r0.yxxz
ld_structured r4.x, r4.xxxw, l(0), t0.xxxx
iadd r4.w, r0.wwww, l(1)
mov r1.x, r4.wwww
mov r1.y, l(0)
mov r5.xy, r1.xyxx
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(-66)
mov r1.z, r4.wwww
mov r1.w, l(0)
mov r5.xy, r1.zwzz
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(66)
mov r2.x, r4.wwww
mov r2.y, l(0)
mov r5.xy, r2.xyxx
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(-4356)
mov r2.z, r4.wwww
mov r2.w, l(0)
mov r5.xy, r2.zwzz
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(4356)
mov r3.x, r4.wwww
mov r3.y, l(0)
mov r5.xy, r3.xyxx
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
mov r3.z, r0.wwww
mov r3.w, l(0)
mov r5.xy, r3.zwzz
ld_structured r4.w, r5.xxxy, l(0), t1.xxxx
mov r4.y, r0.wwww
mov r4.z, l(0)
mov r5.xy, r4.yzyy
ld_structured r0.w, r5.xxxy, l(0), t0.xxxx
mul r0.w, r0.wwww, l(6.000000)
add r0.w, r0.wwww, -r4.xxxx
add r0.w, r4.wwww, -r0.wwww
add r0.x, r0.xxxx, r0.wwww
imul null, r5.xyz, vThreadID.xyzx, l(2, 2, 2, 0)
iadd r5.xyz, r5.xyzx, l(1, 2, 2, 0)
imul null, r4.x, r5.zzzz, l(66)
iadd r0.w, r4.xxxx, r5.yyyy
imul null, r4.x, r0.wwww, l(66)
iadd r0.w, r4.xxxx, r5.xxxx
iadd r4.x, r0.wwww, l(-1)
mov r0.y, r4.xxxx
mov r0.z, l(0)
mov r4.xw, r0.yxxz
ld_structured r4.x, r4.xxxw, l(0), t0.xxxx
iadd r4.w, r0.wwww, l(1)
mov r1.x, r4.wwww
mov r1.y, l(0)
mov r5.xy, r1.xyxx
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(-66)
mov r1.z, r4.wwww
mov r1.w, l(0)
mov r5.xy, r1.zwzz
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(66)
mov r2.x, r4.wwww
mov r2.y, l(0)
mov r5.xy, r2.xyxx
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(-4356)
mov r2.z, r4.wwww
mov r2.w, l(0)
mov r5.xy, r2.zwzz
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
iadd r4.w, r0.wwww, l(4356)
mov r3.x, r4.wwww
mov r3.y, l(0)
mov r5.xy, r3.xyxx
ld_structured r4.w, r5.xxxy, l(0), t0.xxxx
add r4.x, r4.xxxx, r4.wwww
mov r3.z, r0.wwww
mov r3.w, l(0)
mov r5.xy, r3.zwzz
ld_structured r4.w, r5.xxxy, l(0), t1.xxxx
mov r4.y, r0.wwww
mov r4.z, l(0)
mov r5.xy, r4.yzyy
ld_structured r0.w, r5.xxxy, l(0), t0.xxxx
mul r0.w, r0.wwww, l(6.000000)
add r0.w, r0.wwww, -r4.xxxx
add r0.w, r4.wwww, -r0.wwww
add r0.x, r0.xxxx, r0.wwww
imul null, r5.xyz, vThreadID.xyzx, l(2, 2, 2, 0)
iadd r5.xyz, r5.xyzx, l(2, 2, 2, 0)
imul null, r4.x, r5.zzzz, l(66)
iadd r0.w, r4.xxxx, r5.yyyy
imul null, r4.x, r0.wwww, l(66)
iadd r0.w, r4.xxxx, r5.xxxx
iadd r4.x, r0.wwww, l(-1)
mov r0.y, r4.xxxx
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r0.y, r0.yyyz, l(0), t0.xxxx
iadd r0.z, r0.wwww, l(1)
mov r1.x, r0.zzzz
mov r1.y, l(0)
mov r1.xy, r1.xyxx
ld_structured r0.z, r1.xxxy, l(0), t0.xxxx
add r0.y, r0.yyyy, r0.zzzz
iadd r0.z, r0.wwww, l(-66)
mov r1.z, r0.zzzz
mov r1.w, l(0)
mov r1.xy, r1.zwzz
ld_structured r0.z, r1.xxxy, l(0), t0.xxxx
add r0.y, r0.yyyy, r0.zzzz
iadd r0.z, r0.wwww, l(66)
mov r2.x, r0.zzzz
mov r2.y, l(0)
mov r1.xy, r2.xyxx
ld_structured r0.z, r1.xxxy, l(0), t0.xxxx
add r0.y, r0.yyyy, r0.zzzz
iadd r0.z, r0.wwww, l(-4356)
mov r2.z, r0.zzzz
mov r2.w, l(0)
mov r1.xy, r2.zwzz
ld_structured r0.z, r1.xxxy, l(0), t0.xxxx
add r0.y, r0.yyyy, r0.zzzz
iadd r0.z, r0.wwww, l(4356)
mov r3.x, r0.zzzz
mov r3.y, l(0)
mov r1.xy, r3.xyxx
ld_structured r0.z, r1.xxxy, l(0), t0.xxxx
add r0.y, r0.yyyy, r0.zzzz
mov r3.z, r0.wwww
mov r3.w, l(0)
mov r1.xy, r3.zwzz
ld_structured r0.z, r1.xxxy, l(0), t1.xxxx
mov r4.y, r0.wwww
mov r4.z, l(0)
mov r1.xy, r4.yzyy
ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
mul r0.w, r0.wwww, l(6.000000)
add r0.y, r0.wwww, -r0.yyyy
add r0.y, r0.zzzz, -r0.yyyy
add r0.x, r0.xxxx, r0.yyyy
mul r0.x, r0.xxxx, l(0.125000)
imul null, r1.x, vThreadID.zzzz, l(32)
iadd r0.y, r1.xxxx, vThreadID.yyyy
imul null, r1.x, r0.yyyy, l(32)
iadd r0.y, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret 
// Approximately 436 instruction slots used
