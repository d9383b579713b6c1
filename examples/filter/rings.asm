// A picture to try a filter on: rings that get narrower outward, 256 x 256.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_typed_texture2d (unorm,unorm,unorm,unorm) u0
dcl_input vThreadID.xy
dcl_temps 2
dcl_thread_group 8, 8, 1
utof r0.xy, vThreadID.xyxx
add r0.xy, r0.xyxx, l(-127.500000,-127.500000,0.000000,0.000000)
dp2 r0.z, r0.xyxx, r0.xyxx
mul r0.z, r0.z, l(0.006000)
sincos r0.w, null, r0.z
mad r1.xyz, r0.wwww, l(0.250000,0.200000,0.100000,0.000000), l(0.500000,0.550000,0.600000,0.000000)
mov r1.w, l(1.000000)
store_uav_typed u0.xyzw, vThreadID.xyyy, r1.xyzw
ret
