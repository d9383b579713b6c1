// y = a * x + y, rounded after each of the two.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t4, 4
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_temps 3
dcl_thread_group 512, 1, 1
mov r0.x, vThreadID.x
mov r0.y, l(0)
mov r2.xy, r0.xyxx
ld_structured r1.x, r2.x, r2.y, t4.xxxx
mov r1.y, cb0[0].x
mul r1.x, r1.x, r1.y
mov r2.zw, r0.xxxy
ld_structured r1.z, r2.z, r2.w, u0.xxxx
add r1.w, r1.x, r1.z
store_structured u0.x, vThreadID.x, l(0), r1.w
ret
