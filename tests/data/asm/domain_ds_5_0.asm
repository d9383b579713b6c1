ds_5_0
dcl_input_control_point_count 4
dcl_tessellator_domain domain_quad
dcl_globalFlags refactoringAllowed
dcl_input_siv vpc0.x, finalQuadUeq0EdgeTessFactor
dcl_input vpc2.xyzw
dcl_input vDomain.xy
dcl_input vPrim
dcl_input vicp[4][0].xyz
dcl_output_siv o0.xyzw, position
dcl_output o1.xy
dcl_temps 1
mov r0.xyz, vicp[0][0].xyzx
mad r0.xyz, vDomain.xxxx, vicp[1][0].xyzx, r0.xyzx
mul r0.w, vDomain.y, vpc2.x
mov o0.xyzw, r0.xyzw
mov o1.xy, vDomain.xyxx
ret 
