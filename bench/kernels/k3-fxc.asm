// Particles of 48 bytes, moved in place: position 0, mass 12, velocity 16, life 28, colour 32.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[1], immediateIndexed
dcl_uav_structured u0, 48
dcl_input vThreadID.x
dcl_temps 5
dcl_thread_group 256, 1, 1
ld_structured_indexable(structured_buffer, stride=48)(mixed,mixed,mixed,mixed) r0.xyzw, vThreadID.x, l(0), u0.xyzw
ld_structured_indexable(structured_buffer, stride=48)(mixed,mixed,mixed,mixed) r1.xyzw, vThreadID.x, l(16), u0.xyzw
ld_structured_indexable(structured_buffer, stride=48)(mixed,mixed,mixed,mixed) r2.xyz, vThreadID.x, l(32), u0.xyzx
mad r1.y, -cb0[0].y, cb0[0].x, r1.y
mad r0.xyz, r1.xyzx, cb0[0].xxxx, r0.xyzx
lt r3.x, r0.y, l(0.000000)
mul r3.y, r1.y, l(-0.500000)
movc r0.y, r3.x, -r0.y, r0.y
movc r1.y, r3.x, r3.y, r1.y
add r3.x, r1.w, -cb0[0].x
lt r3.y, r3.x, l(0.000000)
add r3.z, r3.x, l(1.000000)
movc r1.w, r3.y, r3.z, r3.x
mul r2.w, r0.w, r1.w
store_structured u0.xyzw, vThreadID.x, l(0), r0.xyzw
store_structured u0.xyzw, vThreadID.x, l(16), r1.xyzw
store_structured u0.xyzw, vThreadID.x, l(32), r2.xyzw
ret
