// Particles of 48 bytes, moved in place: position 0, mass 12, velocity 16, life 28, colour 32. Each member is
// loaded as often as it is named, and stored a word at a time.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[1], immediateIndexed
dcl_uav_structured u0, 48
dcl_input vThreadID.x
dcl_temps 10
dcl_thread_group 256, 1, 1
mov r0.x, vThreadID.x
ld_structured r1.xyz, r0.x, l(0), u0.xyzx
mov r2.x, r1.x
ld_structured r1.xyz, r0.x, l(0), u0.xyzx
mov r2.y, r1.y
ld_structured r1.xyz, r0.x, l(0), u0.xyzx
mov r2.z, r1.z
ld_structured r2.w, r0.x, l(12), u0.xxxx
ld_structured r1.xyz, r0.x, l(16), u0.xyzx
mov r3.x, r1.x
ld_structured r1.xyz, r0.x, l(16), u0.xyzx
mov r3.y, r1.y
ld_structured r1.xyz, r0.x, l(16), u0.xyzx
mov r3.z, r1.z
ld_structured r3.w, r0.x, l(28), u0.xxxx
ld_structured r1.xyzw, r0.x, l(32), u0.xyzw
mov r4.x, r1.x
ld_structured r1.xyzw, r0.x, l(32), u0.xyzw
mov r4.y, r1.y
ld_structured r1.xyzw, r0.x, l(32), u0.xyzw
mov r4.z, r1.z
mul r5.x, cb0[0].y, cb0[0].x
add r5.y, r3.y, -r5.x
mov r3.y, r5.y
mul r6.xyz, r3.xyzx, cb0[0].xxxx
mov r7.xyz, r2.xyzx
add r7.xyz, r7.xyzx, r6.xyzx
mov r2.xyz, r7.xyzx
lt r5.z, r2.y, l(0.000000)
movc r8.x, r5.z, -r2.y, r2.y
mul r5.w, r3.y, l(-0.500000)
movc r8.y, r5.z, r5.w, r3.y
mov r2.y, r8.x
mov r3.y, r8.y
add r9.x, r3.w, -cb0[0].x
lt r9.y, r9.x, l(0.000000)
add r9.z, r9.x, l(1.000000)
movc r3.w, r9.y, r9.z, r9.x
mul r4.w, r3.w, r2.w
store_structured u0.x, vThreadID.x, l(0), r2.x
store_structured u0.x, vThreadID.x, l(4), r2.y
store_structured u0.x, vThreadID.x, l(8), r2.z
store_structured u0.x, vThreadID.x, l(12), r2.w
store_structured u0.x, vThreadID.x, l(16), r3.x
store_structured u0.x, vThreadID.x, l(20), r3.y
store_structured u0.x, vThreadID.x, l(24), r3.z
store_structured u0.x, vThreadID.x, l(28), r3.w
store_structured u0.x, vThreadID.x, l(32), r4.x
store_structured u0.x, vThreadID.x, l(36), r4.y
store_structured u0.x, vThreadID.x, l(40), r4.z
store_structured u0.x, vThreadID.x, l(44), r4.w
ret
