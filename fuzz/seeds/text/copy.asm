cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t0, 16
dcl_uav_structured u0, 16
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 64, 1, 1
ld_structured_indexable(structured_buffer, stride=16)(mixed,mixed,mixed,mixed) r0.xyzw, vThreadID.x, l(0), t0.xyzw
mad_sat r0.xyz, r0.xyzx, l(0.500000, 2.000000, -1.000000, 0.000000), -|r0.wwww|
store_structured u0.xyzw, vThreadID.x, l(0), r0.xyzw
ret
