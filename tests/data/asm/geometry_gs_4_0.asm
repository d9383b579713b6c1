gs_4_0
dcl_input v[2][0].xyzw
dcl_temps 1
dcl_inputprimitive lineadj 
dcl_outputtopology trianglestrip 
dcl_output o0.xyzw
dcl_maxout 4
mov o0.xyzw, v[1][0].xyzw
emit 
emit_then_cut 
cut 
ret 
