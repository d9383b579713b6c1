ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[8], dynamicIndexed
dcl_constantbuffer cb1[8], dynamicIndexed
dcl_function_body fb0
dcl_function_body fb1
dcl_function_body fb2
dcl_function_table ft0 = {fb0}
dcl_function_table ft1 = {fb1, fb2}
dcl_interface fp0[1][4] = {ft0, ft1}
dcl_interface_dynamicindexed fp1[3][1] = {ft1}
dcl_input_ps linear v0.xyz
dcl_output o0.xyzw
dcl_temps 2
fcall fp0[0][1]
fcall fp1[r0.x + 0][0]
fcall fp1[r0.x + 2][0]
mov r0.x, cb[r1.w + 0][r0.w + 4].w
mov o0.xyzw, r0.xyzw
ret 
label fb0
mov r0.x, this[0].x
ret 
label fb1
printf "%0 is fine!", r0.x
printf "%0 is not %1 fine!", r0.x, l(1.000000)
errorf "plain"
ret 
label fb2
ret 
