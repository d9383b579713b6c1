// Copy of 16-byte structures: one load, a word a store, an index that takes a detour.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t4, 16
dcl_uav_structured u0, 16
dcl_input vThreadID.x
dcl_temps 2
dcl_thread_group 256, 1, 1
mov r1.x, vThreadID.x
mov r1.y, l(0)
ld_structured r0.xyzw, r1.x, r1.y, t4.xyzw
mov r1.z, r0.w
store_structured u0.x, vThreadID.x, l(0), r0.x
store_structured u0.x, vThreadID.x, l(4), r0.y
store_structured u0.x, vThreadID.x, l(8), r0.z
store_structured u0.x, vThreadID.x, l(12), r1.z
ret
