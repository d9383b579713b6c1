// Means of 2 x 2 elements of a plane of 2048 x 2048.
cs_5_0
dcl_thread_group 8, 8, 1
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 2
imul null, r0.x, vThreadID.yyyy, l(4096)
imul null, r1.x, vThreadID.xxxx, l(2)
iadd r0.x, r0.xxxx, r1.xxxx
mov r0.y, r0.xxxx
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r0.y, r0.yyyz, l(0), t0.xxxx
iadd r0.z, r0.xxxx, l(1)
mov r0.z, r0.zzzz
mov r0.w, l(0)
mov r0.zw, r0.xxzw
ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
add r0.y, r0.yyyy, r0.zzzz
iadd r0.z, r0.xxxx, l(2048)
mov r0.z, r0.zzzz
mov r0.w, l(0)
mov r0.zw, r0.xxzw
ld_structured r0.z, r0.zzzw, l(0), t0.xxxx
add r0.y, r0.yyyy, r0.zzzz
iadd r0.x, r0.xxxx, l(2049)
mov r0.x, r0.xxxx
mov r0.z, l(0)
mov r0.xz, r0.xxzx
ld_structured r0.x, r0.xxxz, l(0), t0.xxxx
add r0.x, r0.yyyy, r0.xxxx
mul r0.x, r0.xxxx, l(0.250000)
imul null, r1.x, vThreadID.yyyy, l(1024)
iadd r0.y, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret 
