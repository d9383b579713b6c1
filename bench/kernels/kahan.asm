// Compensated sums in doubles: each thread adds one column.
cs_5_0
dcl_globalFlags refactoringAllowed | enableDoublePrecisionFloatOps
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 8
dcl_uav_structured u0, 8
dcl_input vThreadID.x
dcl_temps 4
dcl_thread_group 64, 1, 1
mov r0.x, vThreadID.x
mov r0.y, l(0)
mov r1.xyzw, l(0,0,0,0)
loop
  uge r0.z, r0.y, cb0[0].y
  breakc_nz r0.z
  ld_structured_indexable(structured_buffer, stride=8)(mixed,mixed,mixed,mixed) r2.xy, r0.x, l(0), t0.xyxx
  dadd r2.xy, r2.xyxy, -r1.zwzw
  dadd r2.zw, r1.xyxy, r2.xyxy
  dadd r3.xy, r2.zwzw, -r1.xyxy
  dadd r1.zw, r3.xyxy, -r2.xyxy
  mov r1.xy, r2.zwzz
  iadd r0.x, r0.x, cb0[0].x
  iadd r0.y, r0.y, l(1)
endloop
store_structured u0.xy, vThreadID.x, l(0), r1.xyxx
ret
