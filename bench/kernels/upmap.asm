// A map of heights at twice its resolution, bilinear.
cs_5_0
dcl_thread_group 32, 8, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 3
utof r0.xy, vThreadID.xyxx
mul r0.xy, r0.xyxx, l(0.500000, 0.500000, 0.000000, 0.000000)
add r0.xy, r0.xyxx, l(-0.250000, -0.250000, 0.000000, 0.000000)
max r0.xy, r0.xyxx, l(0.000000, 0.000000, 0.000000, 0.000000)
ftou r0.zw, r0.xxxy
iadd r1.xy, r0.zwzz, l(1, 1, 0, 0)
mov r1.z, cb0[0].xxxx
mov r1.w, cb0[0].yyyy
mov r1.zw, r1.xxzw
iadd r1.zw, r1.xxzw, l(-1, -1, -1, -1)
umin r1.xy, r1.xyxx, r1.zwzz
utof r1.zw, r0.xxzw
add r0.xy, r0.xyxx, -r1.zwzz
imul null, r2.x, r0.wwww, cb0[0].xxxx
iadd r1.z, r2.xxxx, r0.zzzz
mov r1.z, r1.zzzz
mov r1.w, l(0)
mov r1.zw, r1.xxzw
ld_structured r1.z, r1.zzzw, l(0), t0.xxxx
imul null, r2.x, r0.wwww, cb0[0].xxxx
iadd r1.w, r2.xxxx, r1.xxxx
mov r2.x, r1.wwww
mov r2.y, l(0)
mov r2.xy, r2.xyxx
ld_structured r1.w, r2.xxxy, l(0), t0.xxxx
add r1.w, r1.wwww, -r1.zzzz
mul r1.w, r0.xxxx, r1.wwww
add r1.z, r1.zzzz, r1.wwww
imul null, r2.x, r1.yyyy, cb0[0].xxxx
iadd r0.z, r2.xxxx, r0.zzzz
mov r0.z, r0.zzzz
mov r0.w, l(0)
mov r0.zw, r0.xxzw
ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
imul null, r2.x, r1.yyyy, cb0[0].xxxx
iadd r0.w, r2.xxxx, r1.xxxx
mov r1.x, r0.wwww
mov r1.y, l(0)
mov r1.xy, r1.xyxx
ld_structured r0.w, r1.xxxy, l(0), t0.xxxx
add r0.w, r0.wwww, -r0.zzzz
mul r0.w, r0.xxxx, r0.wwww
add r0.z, r0.zzzz, r0.wwww
add r0.z, r0.zzzz, -r1.zzzz
mul r0.x, r0.yyyy, r0.zzzz
add r0.x, r1.zzzz, r0.xxxx
imul null, r1.x, vThreadID.yyyy, cb0[0].xxxx
imul null, r1.x, r1.xxxx, l(2)
iadd r0.y, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret 
