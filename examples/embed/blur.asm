// u0[x] = the mean of t0[x - 1], t0[x] and t0[x + 1]; outside the view loads give 0.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t0, 4
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_temps 2
dcl_thread_group 64, 1, 1
iadd r0.xy, vThreadID.xxxx, l(-1, 1, 0, 0)
ld_structured r1.x, r0.x, l(0), t0.x
ld_structured r1.y, r0.y, l(0), t0.x
ld_structured r1.z, vThreadID.x, l(0), t0.x
add r1.x, r1.x, r1.y
add r1.x, r1.x, r1.z
mul r1.x, r1.x, l(0.333333343)
store_structured u0.x, vThreadID.x, l(0), r1.x
ret
