cs_5_1
dcl_globalFlags refactoringAllowed | allResourcesBound
dcl_constantbuffer CB0[0:0][4], immediateIndexed, space=0
dcl_constantbuffer CB1[4:*][1], dynamicIndexed, space=3
dcl_sampler S0[5:5], mode_default, space=0
dcl_sampler S1[0:3], mode_comparison, space=1
dcl_resource_texture2d (float,float,float,float) T0[10:*], space=0
dcl_resource_buffer (uint,uint,uint,uint) T1[0:7], space=2
dcl_resource_raw T2[1:1], space=0
dcl_resource_structured T3[2:2], 16, space=0
dcl_uav_typed_buffer (float,float,float,float) U0[0:0], space=0
dcl_uav_raw U1[1:1], space=0
dcl_uav_structured U2[2:9], 4, space=7
dcl_uav_structured_opc U3[10:10], 8, space=0
dcl_input vThreadID.xyz
dcl_temps 4
dcl_tgsm_raw g0, 64
dcl_thread_group 1, 1, 1
mov r0.xyzw, CB0[0][3].xyzw
mov r0.x, CB1[r0.x + 4][0].y
mov r0.y, CB1[r0.y + 0][r0.z + 2].y
sample_l r1.xyzw, r0.xyxx, T0[r1.x + 10].xyzw, S0[5], l(0.000000)
sample_c_lz r1.x, r0.xyxx, T0[10].xxxx, S1[r0.x + 0], r0.z
ld r1.x, r0.xxxx, T1[3].xyzw
ld_raw r1.xy, r0.x, T2[1].xyxx
ld_structured r1.xyzw, r0.x, l(0), T3[2].xyzw
ld_uav_typed r1.x, r0.xxxx, U0[0].xyzw
store_raw U1[1].x, r0.x, r1.x
store_structured U2[r0.x + 2].x, r0.y, l(0), r1.x
store_uav_typed U0[0].xyzw, r0.xxxx, r1.xyzw
atomic_iadd U1[1], r0.x, l(1)
imm_atomic_alloc r0.x, U3[10]
atomic_iadd g0, l(0), l(1)
ret 
