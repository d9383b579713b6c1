// Copy of 16-byte structures.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t4, 16
dcl_uav_structured u0, 16
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 256, 1, 1
ld_structured_indexable(structured_buffer, stride=16)(mixed,mixed,mixed,mixed) r0.xyzw, vThreadID.x, l(0), t4.xyzw
store_structured u0.xyzw, vThreadID.x, l(0), r0.xyzw
ret
