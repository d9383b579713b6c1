// The Mandelbrot set in doubles.
cs_5_0
dcl_globalFlags refactoringAllowed | enableDoublePrecisionFloatOps
dcl_constantbuffer cb0[1], immediateIndexed
dcl_uav_structured u0, 4
dcl_input vThreadID.xy
dcl_temps 5
dcl_thread_group 16, 16, 1
utof r0.xy, vThreadID.xyxx
ftod r0.xyzw, r0.xyxx
dmul r0.xyzw, r0.xyzw, d(0.0029296875l, 0.001953125l)
dadd r0.xyzw, r0.xyzw, d(-2.0l, -1.0l)
mov r1.xyzw, l(0,0,0,0)
mov r2.x, l(0)
loop
  uge r2.y, r2.x, cb0[0].z
  breakc_nz r2.y
  dmul r3.xyzw, r1.xyzw, r1.xyzw
  dadd r4.xy, r3.xyxy, r3.zwzw
  dge r2.y, r4.xyxy, d(4.0l, 4.0l)
  breakc_nz r2.y
  dadd r3.xy, r3.xyxy, -r3.zwzw
  dmul r4.xy, r1.xyxy, d(2.0l, 2.0l)
  dmul r4.xy, r4.xyxy, r1.zwzw
  dadd r1.xy, r3.xyxy, r0.xyxy
  dadd r1.zw, r4.xyxy, r0.zwzw
  iadd r2.x, r2.x, l(1)
endloop
imad r2.y, vThreadID.y, cb0[0].x, vThreadID.x
store_structured u0.x, r2.y, l(0), r2.x
ret
