cs_5_1
dcl_globalFlags refactoringAllowed
dcl_constantbuffer CB0[0:0][2], immediateIndexed, space=1
dcl_resource_structured T0[4:7], 8, space=2
dcl_resource_buffer (uint,uint,uint,uint) T1[0:*], space=0
dcl_uav_structured U0[0:0], 8, space=0
dcl_input vThreadID.x
dcl_temps 1
dcl_thread_group 4, 1, 1
ld_structured r0.xy, vThreadID.x, l(0), T0[vThreadID.x + 4].xyxx
ld r0.z, vThreadID.xxxx, T1[3].xyzx
iadd r0.xyz, r0.xyzx, CB0[0][1].xyzx
store_structured U0[0].xy, vThreadID.x, l(0), r0.xyxx
ret
