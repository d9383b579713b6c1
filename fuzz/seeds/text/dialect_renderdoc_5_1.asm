Shader hash 12345678-9abcdef0-12345678-9abcdef0

ps_5_1
      dcl_globalFlags refactoringAllowed, skipOptimisation
      dcl_constantbuffer CB0[4], immediateIndexed space=0,reg=2
      dcl_resource_texture2d (float,float,float,float) T0 space=0,reg=5
      dcl_uav_structured U0, 8, globallyCoherant, hasOrderPreservingCounter space=1,reg=3
      dcl_sampler S0, mode_default space=0,regs=1:unbound
      dcl_input_ps_siv v0.xy, position
      dcl_input_ps linearNoperspCentroid v1.xy
      dcl_output oDepthGreaterEqual
      dcl_temps 2

   0: sample_indexable(1,-1,0)(texture2d)(float,float,float,float) r0.xyzw, v1.xyxx, T0.xyzw, S0[2]
   1: mad_sat r0.xy, abs(r0.xy), -abs(CB0[3].xyxx), l(0.5)
   2: if_nz r0.x
   3:   discard_nz r0.y
   4: endif
   5: ret
