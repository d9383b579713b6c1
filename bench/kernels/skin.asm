// Skinning: a vertex moved by four bones of a palette of 3 x 4 matrices.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_resource_structured t0, 32
dcl_resource_structured t1, 48
dcl_uav_structured u0, 12
dcl_input vThreadID.xyz
dcl_temps 10
mov r0.x, vThreadID.xxxx
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r1.xyz, r0.xxxy, l(0), t0.xyzx
ld_structured r0.z, r0.xxxy, l(12), t0.xxxx
ld_structured r2.xyzw, r0.xxxy, l(16), t0.xyzw
mov r3.x, r1.xxxx
mov r3.y, r1.yyyy
mov r3.z, r1.zzzz
mov r3.w, l(1.000000)
ushr r0.x, r0.zzzz, l(0)
and r0.x, r0.xxxx, l(63)
mov r0.x, r0.xxxx
mov r0.y, l(0)
mov r1.xy, r0.xyxx
ld_structured r4.xyzw, r1.xxxy, l(0), t1.xyzw
mov r5.x, r4.xxxx
mov r5.y, r4.yyyy
mov r5.z, r4.zzzz
mov r5.w, r4.wwww
ld_structured r4.xyzw, r1.xxxy, l(16), t1.xyzw
mov r6.x, r4.xxxx
mov r6.y, r4.yyyy
mov r6.z, r4.zzzz
mov r6.w, r4.wwww
ld_structured r1.xyzw, r1.xxxy, l(32), t1.xyzw
mov r4.x, r1.xxxx
mov r4.y, r1.yyyy
mov r4.z, r1.zzzz
mov r4.w, r1.wwww
mov r1.xyzw, r5.xyzw
mov r7.xyzw, r3.xyzw
dp4 r0.w, r1.xyzw, r7.xyzw
mov r1.xyzw, r6.xyzw
mov r7.xyzw, r3.xyzw
dp4 r1.x, r1.xyzw, r7.xyzw
mov r7.xyzw, r4.xyzw
mov r8.xyzw, r3.xyzw
dp4 r1.y, r7.xyzw, r8.xyzw
mov r7.x, r0.wwww
mov r7.y, r1.xxxx
mov r7.z, r1.yyyy
mov r1.xyz, r7.xyzx
mul r1.xyz, r2.xxxx, r1.xyzx
ushr r0.w, r0.zzzz, l(8)
and r0.w, r0.wwww, l(63)
mov r0.x, r0.wwww
mov r0.y, l(0)
mov r8.xy, r0.xyxx
ld_structured r9.xyzw, r8.xxxy, l(0), t1.xyzw
mov r5.x, r9.xxxx
mov r5.y, r9.yyyy
mov r5.z, r9.zzzz
mov r5.w, r9.wwww
ld_structured r9.xyzw, r8.xxxy, l(16), t1.xyzw
mov r6.x, r9.xxxx
mov r6.y, r9.yyyy
mov r6.z, r9.zzzz
mov r6.w, r9.wwww
ld_structured r8.xyzw, r8.xxxy, l(32), t1.xyzw
mov r4.x, r8.xxxx
mov r4.y, r8.yyyy
mov r4.z, r8.zzzz
mov r4.w, r8.wwww
mov r8.xyzw, r5.xyzw
mov r9.xyzw, r3.xyzw
dp4 r0.w, r8.xyzw, r9.xyzw
mov r8.xyzw, r6.xyzw
mov r9.xyzw, r3.xyzw
dp4 r1.w, r8.xyzw, r9.xyzw
mov r8.xyzw, r4.xyzw
mov r9.xyzw, r3.xyzw
dp4 r7.w, r8.xyzw, r9.xyzw
mov r7.x, r0.wwww
mov r7.y, r1.wwww
mov r7.z, r7.wwww
mov r8.xyz, r7.xyzx
mul r8.xyz, r2.yyyy, r8.xyzx
add r1.xyz, r1.xyzx, r8.xyzx
ushr r0.w, r0.zzzz, l(16)
and r0.w, r0.wwww, l(63)
mov r0.x, r0.wwww
mov r0.y, l(0)
mov r8.xy, r0.xyxx
ld_structured r9.xyzw, r8.xxxy, l(0), t1.xyzw
mov r5.x, r9.xxxx
mov r5.y, r9.yyyy
mov r5.z, r9.zzzz
mov r5.w, r9.wwww
ld_structured r9.xyzw, r8.xxxy, l(16), t1.xyzw
mov r6.x, r9.xxxx
mov r6.y, r9.yyyy
mov r6.z, r9.zzzz
mov r6.w, r9.wwww
ld_structured r8.xyzw, r8.xxxy, l(32), t1.xyzw
mov r4.x, r8.xxxx
mov r4.y, r8.yyyy
mov r4.z, r8.zzzz
mov r4.w, r8.wwww
mov r8.xyzw, r5.xyzw
mov r9.xyzw, r3.xyzw
dp4 r0.w, r8.xyzw, r9.xyzw
mov r8.xyzw, r6.xyzw
mov r9.xyzw, r3.xyzw
dp4 r1.w, r8.xyzw, r9.xyzw
mov r8.xyzw, r4.xyzw
mov r9.xyzw, r3.xyzw
dp4 r7.w, r8.xyzw, r9.xyzw
mov r7.x, r0.wwww
mov r7.y, r1.wwww
mov r7.z, r7.wwww
mov r8.xyz, r7.xyzx
mul r8.xyz, r2.zzzz, r8.xyzx
add r1.xyz, r1.xyzx, r8.xyzx
ushr r0.z, r0.zzzz, l(24)
and r0.z, r0.zzzz, l(63)
mov r0.x, r0.zzzz
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r8.xyzw, r0.xxxy, l(0), t1.xyzw
mov r5.x, r8.xxxx
mov r5.y, r8.yyyy
mov r5.z, r8.zzzz
mov r5.w, r8.wwww
ld_structured r8.xyzw, r0.xxxy, l(16), t1.xyzw
mov r6.x, r8.xxxx
mov r6.y, r8.yyyy
mov r6.z, r8.zzzz
mov r6.w, r8.wwww
ld_structured r0.xyzw, r0.xxxy, l(32), t1.xyzw
mov r4.x, r0.xxxx
mov r4.y, r0.yyyy
mov r4.z, r0.zzzz
mov r4.w, r0.wwww
mov r0.xyzw, r5.xyzw
mov r5.xyzw, r3.xyzw
dp4 r0.x, r0.xyzw, r5.xyzw
mov r5.xyzw, r6.xyzw
mov r6.xyzw, r3.xyzw
dp4 r0.y, r5.xyzw, r6.xyzw
mov r4.xyzw, r4.xyzw
mov r3.xyzw, r3.xyzw
dp4 r0.z, r4.xyzw, r3.xyzw
mov r7.x, r0.xxxx
mov r7.y, r0.yyyy
mov r7.z, r0.zzzz
mov r0.xyz, r7.xyzx
mul r0.xyz, r2.wwww, r0.xyzx
add r0.xyz, r1.xyzx, r0.xyzx
store_structured u0.x, vThreadID.xxxx, l(0), r0.xxxx
store_structured u0.x, vThreadID.xxxx, l(4), r0.yyyy
store_structured u0.x, vThreadID.xxxx, l(8), r0.zzzz
ret
// Approximately 159 instruction slots used
