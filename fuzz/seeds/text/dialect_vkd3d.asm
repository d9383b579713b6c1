hs_5_0
hs_decls
dcl_input_control_point_count 3
dcl_tessellator_domain domain_tri
dcl_hs_max_tessfactor 6.40000000e+01
dcl_globalFlags refactoringAllowed | unknown_flags(0x80)
dcl_constantBuffer cb0[4], immediateIndexed
dcl_sampler s0, comparisonMode
dcl_resource_texture2d (int,int,int,int) t0
dcl_function_table ft0 = {...}
dcl_immediateConstantBuffer {
    {0x00000000, 0x3f800000, 0x00000002, 0x00000003},
}
hs_fork_phase
dcl_input primID
dcl_index_range o0.x 2
dcl_temps 4
loop
    breakp_nz r0.x
    ge r0.xyz, l(0.00000000e+00), r1.x
    ld_indexable(texture2d)(-8,7,0)(int,int,int,int) r1.xy, r0.x, t0.xyzw
    ld2dms r2.xyzw, r0.x, t0.x, l(1)
    retp_z r0.y
endloop
ret
