gs_5_0
dcl_globalFlags refactoringAllowed
dcl_input_siv v[3][0].xyzw, position
dcl_input v[3][1].xy
dcl_input vPrim
dcl_input vGSInstanceID
dcl_gsinstances 2
dcl_temps 2
dcl_inputprimitive triangle 
dcl_stream m0
dcl_outputtopology pointlist 
dcl_output_siv o0.xyzw, position
dcl_output_siv o1.x, rendertarget_array_index
dcl_stream m1
dcl_outputtopology pointlist 
dcl_output o0.x
dcl_maxout 6
mov o0.xyzw, v[0][0].xyzw
mov r0.x, vPrim
mov r0.x, vGSInstanceID.x
mov o1.x, v[r0.x + 0][1].x
emit_stream m0
cut_stream m0
emit_then_cut_stream m1
ret 
