// The Mandelbrot set, fused where a compiler may.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[1], immediateIndexed
dcl_uav_structured u0, 4
dcl_input vThreadID.xy
dcl_temps 3
dcl_thread_group 16, 16, 1
utof r0.xy, vThreadID.xyxx
mad r0.xy, r0.xyxx, l(0.0029296875, 0.001953125, 0.000000, 0.000000), l(-2.000000, -1.000000, 0.000000, 0.000000)
mov r0.zw, l(0,0,0,0)
mov r1.x, l(0)
loop
  ult r1.y, r1.x, cb0[0].z
  mul r1.zw, r0.zzzw, r0.zzzw
  add r2.x, r1.w, r1.z
  lt r2.x, r2.x, l(4.000000)
  and r1.y, r1.y, r2.x
  breakc_z r1.y
  add r1.y, -r1.w, r1.z
  add r2.x, r0.x, r1.y
  add r1.y, r0.z, r0.z
  mad r0.w, r1.y, r0.w, r0.y
  mov r0.z, r2.x
  iadd r1.x, r1.x, l(1)
endloop
imad r0.x, vThreadID.y, cb0[0].x, vThreadID.x
store_structured u0.x, r0.x, l(0), r1.x
ret
