// Greatest of each 2 x 2 texels, by gather4.
cs_5_0
dcl_thread_group 8, 8, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_sampler s0, mode_default
dcl_resource_texture2d (float,float,float,float) t0 // sm5: 0x04001858 0x00107001 0x00000000 0x00005555
dcl_uav_typed_texture2d (float,float,float,float) u0 // sm5: 0x0400189c 0x0011e001 0x00000000 0x00005555
dcl_input vThreadID.xyz
dcl_temps 1
iadd r0.xy, vThreadID.xyxx, l(1, 1, 0, 0)
utof r0.xy, r0.xyxx
mov r0.z, cb0[0].xxxx
mov r0.w, cb0[0].yyyy
mov r0.zw, r0.xxzw
mul r0.xy, r0.xyxx, r0.zwzz
gather4 r0.xyzw, r0.xyxx, t0.xyzw, s0.x
max r0.xy, r0.xzxx, r0.ywyy
max r0.x, r0.xxxx, r0.yyyy
store_uav_typed u0.xyzw, vThreadID.xyxx, r0.xxxx
ret 
// Approximately 18 instruction slots used
