hs_5_0
hs_decls 
dcl_input_control_point_count 3
dcl_output_control_point_count 4
dcl_tessellator_domain domain_tri
dcl_tessellator_partitioning partitioning_fractional_odd
dcl_tessellator_output_primitive output_triangle_cw
dcl_hs_max_tessfactor l(15.000000)
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[1], immediateIndexed
hs_control_point_phase 
dcl_input vOutputControlPointID
dcl_input v[3][0].xyz
dcl_input v[3][1].xy
dcl_output o0.xyz
dcl_temps 1
mov r0.x, vOutputControlPointID
mov o0.xyz, v[r0.x + 0][0].xyzx
ret 
hs_fork_phase 
dcl_hs_fork_phase_instance_count 3
dcl_input vForkInstanceID
dcl_input vPrim
dcl_input vicp[3][0].xyz
dcl_output_siv o0.x, finalTriUeq0EdgeTessFactor
dcl_output_siv o1.x, finalTriVeq0EdgeTessFactor
dcl_output_siv o2.x, finalTriWeq0EdgeTessFactor
dcl_temps 1
dcl_indexrange o0.x 3
mov r0.x, vForkInstanceID.x
mov r0.y, vPrim
mov o[r0.x + 0].x, cb0[0].x
add r0.z, vicp[0][0].x, vicp[r0.x + 1][0].y
ret 
hs_join_phase 
dcl_hs_join_phase_instance_count 2
dcl_input vJoinInstanceID
dcl_input vocp[4][0].xyz
dcl_input vpc0.x
dcl_output_siv o3.x, finalTriInsideTessFactor
dcl_temps 1
mov r0.x, vJoinInstanceID.x
mad o3.x, vpc0.x, l(0.500000), vocp[1][0].x
mov r0.x, vpc[r0.x + 0].x
ret 
