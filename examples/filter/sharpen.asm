// Unsharp mask: u0 = t0 + 1.5 (t0 - blurred t0). Four linear samples between texels make the blur: together they weigh
// the 3 x 3 texels 1 2 1, 2 4 2, 1 2 1.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_sampler s0, mode_default
dcl_resource_texture2d (float,float,float,float) t0
dcl_uav_typed_texture2d (unorm,unorm,unorm,unorm) u0
dcl_input vThreadID.xy
dcl_temps 5
dcl_thread_group 8, 8, 1
resinfo_rcpfloat r0.xy, l(0), t0.xyzw
utof r1.xy, vThreadID.xyxx
add r1.xy, r1.xyxx, l(0.500000,0.500000,0.000000,0.000000)
mul r1.xy, r0.xyxx, r1.xyxx
sample_l r2.xyzw, r1.xyxx, t0.xyzw, s0, l(0.000000)
mad r3.xyzw, r0.xyxy, l(-0.500000,-0.500000,0.500000,-0.500000), r1.xyxy
sample_l r4.xyz, r3.xyxx, t0.xyzw, s0, l(0.000000)
sample_l r3.xyz, r3.zwzz, t0.xyzw, s0, l(0.000000)
add r4.xyz, r3.xyzx, r4.xyzx
mad r3.xyzw, r0.xyxy, l(-0.500000,0.500000,0.500000,0.500000), r1.xyxy
sample_l r1.xyz, r3.xyxx, t0.xyzw, s0, l(0.000000)
sample_l r3.xyz, r3.zwzz, t0.xyzw, s0, l(0.000000)
add r4.xyz, r1.xyzx, r4.xyzx
add r4.xyz, r3.xyzx, r4.xyzx
mad r4.xyz, r4.xyzx, l(-0.250000,-0.250000,-0.250000,0.000000), r2.xyzx
mad_sat r2.xyz, r4.xyzx, l(1.500000,1.500000,1.500000,0.000000), r2.xyzx
store_uav_typed u0.xyzw, vThreadID.xyyy, r2.xyzw
ret
