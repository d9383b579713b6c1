cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_structured u0, 4
dcl_function_body fb0
dcl_function_body fb1
dcl_function_table ft0 = {fb0}
dcl_function_table ft1 = {fb1}
dcl_interface fp0[1][1] = {ft0, ft1}
dcl_temps 1
dcl_thread_group 1, 1, 1
fcall fp0[0][0]
store_structured u0.x, l(0), l(0), r0.x
ret
label fb0
mov r0.x, l(1)
ret
label fb1
mov r0.x, this[0].x
ret
