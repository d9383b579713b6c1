cs_5_0
dcl_globalFlags refactoringAllowed | enableDoublePrecisionFloatOps | enable11_1DoubleExtensions
dcl_immediateConstantBuffer { { 1.000000, 0, 0, 0},
                              { 0, 2, 0x0000cccc, -1} }
dcl_uav_structured u0, 16
dcl_input vThreadID.x
dcl_temps 2
dcl_thread_group 2, 1, 1
ftod r0.xyzw, icb[vThreadID.x + 0].xyxx
dadd r0.xy, r0.xyxy, d(1.000000l, 2.500000l)
dfma r1.xyzw, r0.xyzw, -r0.zwxy, |r0.xyzw|
dlt r0.zw, r0.xyxy, r1.zwxy
movc r1.xy, r0.zwzz, r1.xyxx, l(0, 0x3ff00000, 0, 0)
store_structured u0.xyzw, vThreadID.x, l(0), r1.xyzw
ret
