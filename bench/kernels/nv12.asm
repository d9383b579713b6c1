// NV12 to RGBA8: a plane of luma, and one of chroma at half the size.
cs_5_0
dcl_thread_group 16, 16, 1
dcl_resource_texture2d (float,float,float,float) t0 // sm5: 0x04001858 0x00107001 0x00000000 0x00005555
dcl_resource_texture2d (float,float,float,float) t1 // sm5: 0x04001858 0x00107001 0x00000001 0x00005555
dcl_uav_typed_texture2d (unorm,unorm,unorm,unorm) u0 // sm5: 0x0400189c 0x0011e001 0x00000000 0x00001111
dcl_input vThreadID.xyz
dcl_temps 3
mov r0.xy, vThreadID.xyxx
mov r0.z, l(0)
mov r0.xyz, r0.xyzx
ld r0.x, r0.xyxz, t0.xxxx
add r0.x, r0.xxxx, l(-0.062745) // sm5: 0x07000000 0x00100012 0x00000000 0x00100006 0x00000000 0x00004001 0xbd808081
mul r0.x, r0.xxxx, l(1.164000)
udiv r1.xy, null, vThreadID.xyxx, l(2, 2, 0, 0)
mov r0.yz, r1.xxyx
mov r0.w, l(0)
mov r0.yzw, r0.xyzw
ld r0.yz, r0.yzyw, t1.xxyx
add r0.yz, r0.xyzx, l(-0.500000, -0.500000, -0.500000, 0.000000)
mul r0.w, r0.zzzz, l(1.596000)
add r0.w, r0.xxxx, r0.wwww
mul r1.x, r0.yyyy, l(0.392000)
add r1.x, r0.xxxx, -r1.xxxx
mul r1.y, r0.zzzz, l(0.813000)
add r1.x, r1.xxxx, -r1.yyyy
mul r0.y, r0.yyyy, l(2.017000)
add r0.x, r0.xxxx, r0.yyyy
mov r2.x, r0.wwww
mov r2.y, r1.xxxx
mov r2.z, r0.xxxx
mov r2.w, l(1.000000)
mov r0.xyzw, r2.xyzw
store_uav_typed u0.xyzw, vThreadID.xyxx, r0.xyzw
ret 
