ps_4_1
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[2], immediateIndexed
dcl_sampler s0, mode_default
dcl_resource_texture2d (float,float,float,float) t0
dcl_resource_texture2dms(0) (float,float,float,float) t1
dcl_input_ps linear v1.xy
dcl_output o0.xyzw
dcl_temps 2
sample r0.xyzw, v1.xyxx, t0.xyzw, s0
sample_l_aoffimmi(1,-1,0) r0.xyzw, v1.xyxx, t0.xyzw, s0, cb0[1].x
gather4 r1.xyzw, v1.xyxx, t0.xyzw, s0.x
ldms r1.x, l(0, 0, 0, 0), t1.xyzw, l(1)
resinfo_uint r1.xy, l(0), t0.xyzw
deriv_rtx r0.x, v1.x
deriv_rty r0.y, v1.y
lod r1.x, v1.xyxx, t0.xyzw, s0
mov o0.xyzw, r0.xyzw
ret 
