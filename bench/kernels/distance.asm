// A plane that recedes to the right: trilinear samples at a level of detail that grows with x.
cs_5_0
dcl_thread_group 8, 8, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_sampler s0, mode_default
dcl_resource_texture2d (float,float,float,float) t0 // sm5: 0x04001858 0x00107001 0x00000000 0x00005555
dcl_uav_typed_texture2d (float,float,float,float) u0 // sm5: 0x0400189c 0x0011e001 0x00000000 0x00005555
dcl_input vThreadID.xyz
dcl_temps 1
utof r0.xy, vThreadID.xyxx
add r0.xy, r0.xyxx, l(0.500000, 0.500000, 0.000000, 0.000000)
mov r0.z, cb0[0].xxxx
mov r0.w, cb0[0].yyyy
mov r0.zw, r0.xxzw
mul r0.xy, r0.xyxx, r0.zwzz
mul r0.z, r0.xxxx, l(6.000000)
sample_l r0.x, r0.xyxx, t0.xxxx, s0, r0.zzzz
store_uav_typed u0.xyzw, vThreadID.xyxx, r0.xxxx
ret
