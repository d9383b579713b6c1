ps_5_0
dcl_globalFlags refactoringAllowed
dcl_sampler s0, mode_default
dcl_sampler s1, mode_comparison
dcl_sampler s2, mode_mono
dcl_resource_texture1d (float,float,float,float) t0
dcl_resource_texture2d (float,float,float,float) t1
dcl_resource_texture3d (snorm,snorm,snorm,snorm) t2
dcl_resource_texturecube (float,float,float,float) t3
dcl_resource_texture1darray (uint,uint,uint,uint) t4
dcl_resource_texture2darray (float,float,float,float) t5
dcl_resource_texturecubearray (float,float,float,float) t6
dcl_resource_texture2dms(8) (float,float,float,float) t7
dcl_resource_texture2dmsarray(4) (float,float,float,float) t8
dcl_resource_buffer (float,float,float,float) t9
dcl_uav_typed_texture2d_rov (float,float,float,float) u1
dcl_uav_typed_texture3d (uint,uint,uint,uint) u2
dcl_uav_structured_rov u3, 16
dcl_uav_raw_rov u4
dcl_input_ps_siv linear noperspective v0.xy, position
dcl_input_ps constant v1.x
dcl_input_ps linear v1.yz
dcl_input_ps linear centroid v2.xy
dcl_input_ps linear noperspective v3.xyzw
dcl_input_ps linear noperspective centroid v4.xyzw
dcl_input_ps linear sample v5.xyzw
dcl_input_ps linear noperspective sample v6.xyzw
dcl_input_ps_sgv v7.x, is_front_face
dcl_input_ps_sgv v8.x, sampleIndex
dcl_input_ps_siv constant v9.x, rendertarget_array_index
dcl_input vCoverage
dcl_input vInnerCoverage
dcl_output o0.xyzw
dcl_output o1.xy
dcl_output oDepth
dcl_output oDepthGE
dcl_output oDepthLE
dcl_output oMask
dcl_output oStencilRef
dcl_temps 4
sample_indexable(texture2d)(float,float,float,float) r0.xyzw, v2.xyxx, t1.xyzw, s0
sample_aoffimmi_indexable(1,-8,7)(texture2d)(float,float,float,float) r0.xyzw, v2.xyxx, t1.xyzw, s0
sample_c_indexable(texture2d)(float,float,float,float) r0.x, v2.xyxx, t1.xxxx, s1, r0.z
sample_c_lz_indexable(texturecube)(float,float,float,float) r0.x, v3.xyzx, t3.xxxx, s1, l(0.500000)
sample_l_indexable(texture3d)(snorm,snorm,snorm,snorm) r0.xyzw, v3.xyzx, t2.xyzw, s0, l(0.000000)
sample_d_indexable(texture1d)(float,float,float,float) r0.xyzw, v3.xxxx, t0.xyzw, s0, r0.xyzw, r1.xyzw
sample_b_indexable(texture2darray)(float,float,float,float) r0.xyzw, v3.xyzx, t5.xyzw, s2, r0.x
ld_indexable(texture1darray)(uint,uint,uint,uint) r0.xyzw, r1.xyyy, t4.xyzw
ld_aoffimmi_indexable(0,1,0)(texture2d)(float,float,float,float) r0.xyzw, l(0, 5, 0, 0), t1.xyzw
ldms_indexable(texture2dms)(float,float,float,float) r0.y, l(0, 5, 0, 0), t7.yxzw, l(0)
ldms_indexable(texture2dmsarray)(float,float,float,float) r0.y, r1.xyzw, t8.yxzw, r0.x
resinfo_indexable(texture2d)(float,float,float,float) r0.xyzw, l(0), t1.xyzw
resinfo_indexable(texturecubearray)(float,float,float,float)_uint r0.xyzw, r0.x, t6.xyzw
sampleinfo r0.x, t7.xyzw
sampleinfo_uint r0.x, rasterizer.xxxx
samplepos r0.xy, t7.xyxx, r0.x
samplepos r0.xy, rasterizer.xyxx, v8.x
lod r0.xy, v2.xyxx, t1.xyzw, s0
gather4_indexable(texture2d)(float,float,float,float) r0.xyzw, v2.xyxx, t1.xyzw, s0.x
gather4_aoffimmi_indexable(5,-3,0)(texture2d)(float,float,float,float) r0.xyzw, v2.xyxx, t1.xyzw, s0.w
gather4_c_indexable(texture2d)(float,float,float,float) r0.xyzw, v2.xyxx, t1.xyzw, s1.x, r0.z
gather4_po_indexable(texture2d)(float,float,float,float) r0.xyzw, v2.xyxx, r1.xyxx, t1.xyzw, s0.y
gather4_po_c_indexable(texture2d)(float,float,float,float) r0.xyzw, v2.xyxx, r1.xyxx, t1.xyzw, s1.x, r0.z
gather4_s_indexable(texture2d)(float,float,float,float) r0.xyzw, r1.x, v2.xyxx, t1.xyzw, s0.x
gather4_c_s_indexable(texture2d)(float,float,float,float) r0.xyzw, r1.x, v2.xyxx, t1.xyzw, s1.x, r0.z
gather4_po_s_indexable(texture2d)(float,float,float,float) r0.xyzw, r1.x, v2.xyxx, r2.xyxx, t1.xyzw, s0.x
gather4_po_c_s_indexable(texture2d)(float,float,float,float) r0.xyzw, r1.x, v2.xyxx, r2.xyxx, t1.xyzw, s1.x, r0.z
ld_s_indexable(buffer)(float,float,float,float) r0.xyzw, r1.x, r2.xxxx, t9.xyzw
ldms_s_indexable(texture2dms)(float,float,float,float) r0.xyzw, r1.x, r2.xyzw, t7.xyzw, l(2)
ld_uav_typed_s_indexable(texture2d)(float,float,float,float) r0.xyzw, r1.x, r2.xyyy, u1.xyzw
ld_raw_s_indexable(raw_buffer)(mixed,mixed,mixed,mixed) r0.x, null, r2.x, u4.xxxx
ld_structured_s_indexable(structured_buffer, stride=16)(mixed,mixed,mixed,mixed) r0.xyzw, r1.x, r2.x, l(0), u3.xyzw
sample_l_s_indexable(texture2d)(float,float,float,float) r0.xyzw, r1.x, v2.xyxx, t1.xyzw, s0, l(0.000000)
sample_c_lz_s_indexable(texture2d)(float,float,float,float) r0.x, r1.x, v2.xyxx, t1.xxxx, s1, r0.z
sample_cl_s_indexable(texture2d)(float,float,float,float) r0.xyzw, r1.x, v2.xyxx, t1.xyzw, s0, r0.x
sample_b_cl_s_indexable(texture2d)(float,float,float,float) r0.xyzw, r1.x, v2.xyxx, t1.xyzw, s0, r0.x, r0.y
sample_d_cl_s_indexable(texture2d)(float,float,float,float) r0.xyzw, r1.x, v2.xyxx, t1.xyzw, s0, r2.xyzw, r3.xyzw, r0.x
sample_c_cl_s_indexable(texture2d)(float,float,float,float) r0.x, null, v2.xyxx, t1.xxxx, s1, r0.z, r0.x
deriv_rtx_coarse r0.x, v2.x
deriv_rtx_fine r0.x, |v2.x|
deriv_rty_coarse r0.xyzw, -v3.xyzw
deriv_rty_fine_sat r0.x, v2.y
eval_snapped r0.xyzw, v3.xyzw, l(1, -8, 0, 0)
eval_sample_index r0.xyzw, v3.xyzw, v8.x
eval_centroid r0.xy, v2.xyxx
discard_nz r0.x
discard_z vCoverage.x
mov r0.x, vInnerCoverage.x
mov o0.xyzw, r0.xyzw
mov_sat o1.xy, l(0.500000,-1.000000,0,0)
mov oDepth, r0.x
mov oDepthGE, r0.x
mov oDepthLE, -|r0.y|
mov oMask, l(-1)
mov oStencilRef, r0.x
ret 
