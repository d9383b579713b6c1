// The half of a cube around +z as a picture: a paraboloid map.
cs_5_0
dcl_thread_group 8, 8, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_sampler s0, mode_default
dcl_resource_texturecube (float,float,float,float) t0 // sm5: 0x04003058 0x00107001 0x00000000 0x00005555
dcl_uav_typed_texture2d (unorm,unorm,unorm,unorm) u0 // sm5: 0x0400189c 0x0011e001 0x00000000 0x00001111
dcl_input vThreadID.xyz
dcl_temps 1
utof r0.xy, vThreadID.xyxx
add r0.xy, r0.xyxx, l(0.500000, 0.500000, 0.000000, 0.000000)
mov r0.z, cb0[0].xxxx
mov r0.w, cb0[0].yyyy
mov r0.zw, r0.xxzw
mul r0.xy, r0.xyxx, r0.zwzz
mul r0.xy, r0.xyxx, l(2.000000, 2.000000, 0.000000, 0.000000)
add r0.xy, r0.xyxx, l(-1.000000, -1.000000, 0.000000, 0.000000)
mul r0.zw, r0.xxxy, l(2.000000, 2.000000, 2.000000, 2.000000)
dp2 r0.x, r0.xyxx, r0.xyxx
add r0.x, -r0.xxxx, l(1.000000)
mov r0.yz, r0.xzwz
mov r0.w, r0.xxxx
mov r0.xyz, r0.yzwy
sample_l r0.xyzw, r0.xyzx, t0.xyzw, s0, l(0.000000)
store_uav_typed u0.xyzw, vThreadID.xyxx, r0.xyzw
ret
