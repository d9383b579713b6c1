ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[2], dynamicIndexed
dcl_sampler s0, mode_default
dcl_sampler s1, mode_comparison
dcl_resource_texture2d (float,float,float,float) t0
dcl_resource_texture2darray (unorm,unorm,unorm,unorm) t1
dcl_input_ps_siv linear noperspective v0.xy, position
dcl_input_ps linear centroid v1.xyz
dcl_output o0.xyzw
dcl_output oDepth
dcl_temps 2
sample_aoffimmi_indexable(1,-1,0)(texture2d)(float,float,float,float) r0.xyzw, v1.xyxx, t0.xyzw, s0
sample_c_lz_indexable(texture2darray)(unorm,unorm,unorm,unorm) r1.x, v1.xyzx, t1.xxxx, s1, l(0.250000)
resinfo_indexable(texture2d)(float,float,float,float)_uint r1.yz, l(0), t0.zxyw
discard_nz r1.y
deriv_rtx_coarse r1.w, v0.x
ftoi r1.z, v0.y
mul o0.xyzw, r0.xyzw, cb0[r1.z + 0].xyzw
mov oDepth, r1.x
ret
