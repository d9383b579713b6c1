gs_5_0
dcl_globalFlags refactoringAllowed
dcl_input_siv v[3][0].xyzw, position
dcl_input vGSInstanceID
dcl_gsinstances 2
dcl_temps 1
dcl_inputprimitive triangle
dcl_stream m0
dcl_outputtopology trianglestrip
dcl_output_siv o0.xyzw, position
dcl_maxout 3
mov r0.x, vGSInstanceID.x
mov o0.xyzw, v[r0.x + 0][0].xyzw
emit_stream m0
cut_stream m0
ret
