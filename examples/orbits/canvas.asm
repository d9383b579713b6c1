// Background of the picture: night, with the Sun in the middle. One thread a pixel of a 1024 x 1024 RGBA image.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_structured u0, 4
dcl_input vThreadID.xy
dcl_temps 2
dcl_thread_group 32, 32, 1

utof r0.xy, vThreadID.xyxx
add r0.xy, r0.xyxx, l(-512.000000, -512.000000, 0.000000, 0.000000)
dp2 r0.x, r0.xyxx, r0.xyxx
sqrt r0.x, r0.x
// Brightness falls from the Sun's edge: 1 up to 6 pixels, gone at 26.
mad_sat r0.y, r0.x, l(-0.050000), l(1.300000)
mul r0.y, r0.y, r0.y
mad r1.x, r0.y, l(247.000000), l(8.000000)
mad r1.y, r0.y, l(202.000000), l(8.000000)
mad r1.z, r0.y, l(64.000000), l(20.000000)
ftou r1.xyz, r1.xyzx
bfi r1.x, l(8), l(8), r1.y, r1.x
bfi r1.x, l(8), l(16), r1.z, r1.x
or r1.x, r1.x, l(0xff000000)
imad r0.x, vThreadID.y, l(1024), vThreadID.x
store_structured u0.x, r0.x, l(0), r1.xxxx
ret
