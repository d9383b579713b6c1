# a listing
; with every number
cs_5_0
#line 1 "x.hlsl"
 0x00000008: dcl_temps 3
   0 0x0000000c: add r1.xyz, r1.xyz, -r2.xyz ; short
   1[0x00000030]: dadd r0.xy, r0.xyxy, d(0x00000000, 0x3ff00000, 0x00000000, 0x40000000) # words
   2: sync_sat_ugroup_g_t
   3: ret
