cs_5_0
dcl_globalFlags refactoringAllowed | forceEarlyDepthStencil | skipOptimization
dcl_immediateConstantBuffer { { 1.000000, 0, 0, 1.000000},
                              { 0, 2, 0x0000cccc, -1},
                              { 0.500000, -2.000000, 10000, 0x00002711} }
dcl_constantbuffer cb0[4], dynamicIndexed
dcl_constantbuffer cb1[16], immediateIndexed
dcl_resource_buffer (float,float,float,float) t0
dcl_resource_buffer (uint,uint,uint,uint) t1
dcl_resource_raw t2
dcl_resource_structured t3, 16 
dcl_uav_typed_buffer (sint,sint,sint,sint) u0
dcl_uav_typed_texture2d_glc (unorm,unorm,unorm,unorm) u1
dcl_uav_raw u2
dcl_uav_raw_glc u3
dcl_uav_structured u4, 36
dcl_uav_structured_opc u5, 8
dcl_uav_structured_glc u6, 4
dcl_input vThreadIDInGroupFlattened
dcl_input vThreadGroupID.xy
dcl_input vThreadIDInGroup.xyz
dcl_input vThreadID.x
dcl_temps 8
dcl_tgsm_raw g0, 1024
dcl_tgsm_structured g1, 8, 256
dcl_thread_group 64, 1, 1
ld_indexable(buffer)(float,float,float,float) r0.xyzw, vThreadID.xxxx, t0.xyzw
ld_indexable(buffer)(uint,uint,uint,uint) r0.x, l(3, 3, 3, 3), t1.xyzw
ld_raw_indexable(raw_buffer)(mixed,mixed,mixed,mixed) r1.xyz, r0.x, t2.zwxy
ld_raw_indexable(raw_buffer)(mixed,mixed,mixed,mixed) r1.xyz, r0.x, u2.xyzx
ld_raw r1.xy, l(16), g0.xyxx
ld_structured_indexable(structured_buffer, stride=16)(mixed,mixed,mixed,mixed) r1.xyzw, r0.x, l(0), t3.xyzw
ld_structured_indexable(structured_buffer, stride=36)(mixed,mixed,mixed,mixed) r1.x, vThreadIDInGroupFlattened.x, cb1[r0.x + 3].x, u4.wwww
ld_structured r2.xy, r1.z, l(4), g1.xyxx
ld_uav_typed_indexable(buffer)(sint,sint,sint,sint) r2.x, r0.xxxx, u0.xyzw
store_uav_typed u1.xyzw, vThreadGroupID.xyyy, r2.xyzw
store_raw u2.xyzw, r0.x, r3.xyzw
store_raw g0.x, l(4), l(1.000000)
store_structured u4.xyzw, vThreadID.x, l(0), r0.xyzw
store_structured u6.x, vThreadID.x, l(0), cb0[2].y
store_structured g1.xy, vThreadIDInGroupFlattened.x, r0.y, icb[r0.z + 0].xyxx
mov r0.xy, icb[r0.z + 2].xyxx
mov r0.zw, cb0[r0.x + 0].xxxy
resinfo_indexable(buffer)(float,float,float,float)_uint r0.x, l(0), t0.xyzw
resinfo_indexable(texture2d)(unorm,unorm,unorm,unorm)_rcpfloat r0.xy, l(0), u1.xyzw
bufinfo_indexable(raw_buffer)(mixed,mixed,mixed,mixed) r0.x, t2.xyzw
bufinfo_indexable(structured_buffer, stride=36)(mixed,mixed,mixed,mixed) r0.x, u4.xyzw
atomic_and u2, r0.x, r0.y
atomic_or u2, l(16), r0.y
atomic_xor g0, l(4), l(-1)
atomic_cmp_store u4, r0.xyxx, r0.z, r0.w
atomic_iadd u0, vThreadID.x, l(1)
atomic_imax g1, r0.xyxx, r0.z
atomic_imin g1, l(3, 4, 0, 0), r0.z
atomic_umax u2, r0.x, r0.z
atomic_umin u2, r0.x, r0.z
imm_atomic_alloc r0.x, u5
imm_atomic_consume r0.y, u5
imm_atomic_iadd r2.x, g0, r1.x, l(1)
imm_atomic_and r2.x, u2, r1.x, r0.x
imm_atomic_or r2.x, u2, r1.x, r0.x
imm_atomic_xor r2.x, u2, r1.x, r0.x
imm_atomic_exch r2.x, u4, r1.xyxx, r0.x
imm_atomic_cmp_exch r2.x, u4, r1.xyxx, l(0), r0.x
imm_atomic_imax r2.x, g1, r1.xyxx, r0.x
imm_atomic_imin r2.x, g1, r1.xyxx, r0.x
imm_atomic_umax r2.x, g1, r1.xyxx, r0.x
imm_atomic_umin r2.x, g1, r1.xyxx, r0.x
sync_g_t
sync_g
sync_t
sync_ugroup
sync_ugroup_g_t
sync_uglobal
sync_uglobal_g_t
check_access_fully_mapped r0.x, r1.x
ret 
