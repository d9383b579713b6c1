// Simpson's rule in doubles: each thread integrates 4 / (1 + x * x) over its part of [0, 1].
cs_5_0
dcl_globalFlags refactoringAllowed | enableDoublePrecisionFloatOps | enable11_1DoubleExtensions
dcl_constantbuffer cb0[1], immediateIndexed
dcl_uav_structured u0, 8
dcl_input vThreadID.x
dcl_temps 7
dcl_thread_group 64, 1, 1
// r0: first x and step; cb0: threads as a double, pairs of steps as an integer and as a double
utod r0.xy, vThreadID.xxxx
ddiv r0.xy, r0.xyxy, cb0[0].xyxy
ddiv r0.zw, d(1.0,1.0), cb0[0].xyxy
utod r1.xy, cb0[0].zzzz
dadd r1.xy, r1.xyxy, r1.xyxy
ddiv r0.zw, r0.zwzw, r1.xyxy
mov r1.x, l(0)
dmul r2.xyzw, r0.xyxy, d(1.0,1.0)
mov r3.xyzw, l(0,0,0,0)
loop
  uge r1.y, r1.x, cb0[0].z
  breakc_nz r1.y
  dadd r2.zw, r2.xyxy, r0.zwzw
  dmul r4.xyzw, r2.xyzw, r2.xyzw
  dadd r4.xyzw, r4.xyzw, d(1.0,1.0)
  ddiv r4.xyzw, d(4.0,4.0), r4.xyzw
  dadd r4.zw, r4.zwzw, r4.zwzw
  dadd r4.xy, r4.xyxy, r4.zwzw
  dadd r2.xy, r2.zwzw, r0.zwzw
  dmul r5.xy, r2.xyxy, r2.xyxy
  dadd r5.xy, r5.xyxy, d(1.0,1.0)
  ddiv r5.xy, d(4.0,4.0), r5.xyxy
  dadd r4.xy, r4.xyxy, r4.zwzw
  dadd r4.xy, r4.xyxy, r5.xyxy
  dadd r3.xy, r3.xyxy, r4.xyxy
  iadd r1.x, r1.x, l(1)
endloop
dmul r3.xy, r3.xyxy, r0.zwzw
ddiv r3.xy, r3.xyxy, d(3.0,3.0)
store_structured u0.xy, vThreadID.x, l(0), r3.xyxx
ret
