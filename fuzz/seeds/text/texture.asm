cs_5_0
dcl_globalFlags refactoringAllowed
dcl_sampler s0, mode_default
dcl_sampler s1, mode_comparison
dcl_resource_texture2d (float,float,float,float) t0
dcl_resource_texturecube (float,float,float,float) t1
dcl_resource_texture2dms(4) (uint,uint,uint,uint) t2
dcl_uav_typed_texture2d (uint,uint,uint,uint) u0
dcl_input vThreadID.xyz
dcl_temps 3
dcl_thread_group 4, 2, 1
utof r0.xyz, vThreadID.xyzx
mul r0.xyz, r0.xyzx, l(0.300000,0.700000,1.500000,0.000000)
sample_l r1.xyzw, r0.xyxx, t0.xyzw, s0, r0.z
sample_d r1.x, r0.xyzx, t1.xyzw, s0, r0.yzxx, r0.zxyx
sample_c_lz r1.y, r0.xyxx, t0.xxxx, s1, r0.z
gather4_po r2.xyzw, r0.xyxx, vThreadID.xyxx, t0.xyzw, s0.x
gather4_c r2.x, r0.xyzx, t1.xyzw, s1.x, r0.x
ldms r2.y, vThreadID.xyzz, t2.xyzw, vThreadID.x
ld r2.z, vThreadID.xyzz, t0.xyzw
resinfo_uint r2.w, vThreadID.x, t1.xyzw
imm_atomic_iadd r1.z, u0, vThreadID.xyxx, r2.w
store_uav_typed u0.xyzw, vThreadID.yxxx, r2.xyzw
ret
