// Light along 64 samples of a volume of 64 x 64 x 64 for each of 256 x 256 rays, unrolled.
cs_5_0
dcl_thread_group 8, 8, 1
dcl_sampler s0, mode_default
dcl_resource_texture3d (float,float,float,float) t0 // sm5: 0x04002858 0x00107001 0x00000000 0x00005555
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 3
utof r0.xy, vThreadID.xyxx
add r0.xy, r0.xyxx, l(0.500000, 0.500000, 0.000000, 0.000000)
div r0.xy, r0.xyxx, l(256.000000, 256.000000, 0.000000, 0.000000)
mov r1.xy, r0.xyxx
mov r1.z, l(0.007813) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3c000000
mov r2.xyz, r1.xyzx
sample_l r0.z, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r0.z, r0.zzzz, l(0.100000)
add r0.w, -r0.zzzz, l(1.000000)
mov r1.xy, r0.xyxx
mov r1.z, l(0.023438) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3cc00000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.039063) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3d200000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.054688) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3d600000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.070313) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3d900000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.085938) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3db00000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.101563) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3dd00000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.117188) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3df00000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.132813) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3e080000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.148438) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3e180000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.164063) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3e280000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.179688) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3e380000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.195313) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3e480000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.210938) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3e580000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.226563) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3e680000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.242188) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3e780000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.257813) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3e840000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.273438) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3e8c0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.289063) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3e940000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.304688) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3e9c0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.320313) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3ea40000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.335938) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3eac0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.351563) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3eb40000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.367188) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3ebc0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.382813) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3ec40000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.398438) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3ecc0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.414063) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3ed40000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.429688) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3edc0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.445313) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3ee40000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.460938) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3eec0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.476563) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3ef40000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.492188) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3efc0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.507813) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f020000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.523438) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f060000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.539063) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f0a0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.554688) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f0e0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.570313) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f120000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.585938) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f160000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.601563) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f1a0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.617188) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f1e0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.632813) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f220000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.648438) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f260000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.664063) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f2a0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.679688) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f2e0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.695313) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f320000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.710938) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f360000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.726563) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f3a0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.742188) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f3e0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.757813) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f420000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.773438) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f460000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.789063) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f4a0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.804688) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f4e0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.820313) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f520000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.835938) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f560000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.851563) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f5a0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.867188) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f5e0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.882813) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f620000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.898438) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f660000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.914063) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f6a0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.929688) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f6e0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.945313) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f720000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.960938) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f760000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.976563) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f7a0000
mov r2.xyz, r1.xyzx
sample_l r1.w, r2.xyzx, t0.xxxx, s0, l(0.000000)
mul r1.w, r1.wwww, l(0.100000)
mul r2.x, r0.wwww, r1.wwww
add r0.z, r0.zzzz, r2.xxxx
add r1.w, -r1.wwww, l(1.000000)
mul r0.w, r0.wwww, r1.wwww
mov r1.xy, r0.xyxx
mov r1.z, l(0.992188) // sm5: 0x05000036 0x00100042 0x00000001 0x00004001 0x3f7e0000
mov r1.xyz, r1.xyzx
sample_l r0.x, r1.xyzx, t0.xxxx, s0, l(0.000000)
mul r0.x, r0.xxxx, l(0.100000)
mul r0.x, r0.wwww, r0.xxxx
add r0.x, r0.zzzz, r0.xxxx
imul null, r1.x, vThreadID.yyyy, l(256)
iadd r0.y, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret 
