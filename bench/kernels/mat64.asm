// The product of two matrices of doubles: each thread one element.
cs_5_0
dcl_globalFlags refactoringAllowed | enableDoublePrecisionFloatOps | enable11_1DoubleExtensions
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 8
dcl_resource_structured t1, 8
dcl_uav_structured u0, 8
dcl_input vThreadID.xy
dcl_temps 3
dcl_thread_group 64, 1, 1
imul null, r0.x, vThreadID.y, cb0[0].x
mov r0.y, vThreadID.x
iadd r0.z, r0.x, vThreadID.x
mov r1.xyzw, l(0,0,0,0)
loop
  uge r1.w, r1.z, cb0[0].x
  breakc_nz r1.w
  ld_structured r2.xy, r0.x, l(0), t0.xyxx
  ld_structured r2.zw, r0.y, l(0), t1.xxxy
  dfma r1.xy, r2.xyxy, r2.zwzw, r1.xyxy
  iadd r0.x, r0.x, l(1)
  iadd r0.y, r0.y, cb0[0].x
  iadd r1.z, r1.z, l(1)
endloop
store_structured u0.xy, r0.z, l(0), r1.xyxx
ret
