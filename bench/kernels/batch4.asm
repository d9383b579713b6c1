// Many products of two 4 x 4 matrices, each plus its first factor: a thread a row, groups of 4 x 16.
cs_5_0
dcl_thread_group 4, 16, 1
dcl_resource_structured t0, 64  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000040
dcl_resource_structured t1, 64  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000040
dcl_uav_structured u0, 64 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000040
dcl_input vThreadID.xyz
dcl_temps 3
mov r0.x, vThreadID.yyyy
mov r0.y, l(0)
mov r0.xy, r0.xyxx
imul null, r1.x, vThreadID.xxxx, l(16)
ld_structured r0.xyzw, r0.xxxy, r1.xxxx, t0.xyzw
mov r1.x, vThreadID.yyyy
mov r1.y, l(0)
mov r1.xy, r1.xyxx
ld_structured r1.xyzw, r1.xxxy, l(0), t1.xyzw
mul r1.xyzw, r0.xxxx, r1.xyzw
add r1.xyzw, r0.xyzw, r1.xyzw
mov r2.x, vThreadID.yyyy
mov r2.y, l(0)
mov r2.xy, r2.xyxx
ld_structured r2.xyzw, r2.xxxy, l(16), t1.xyzw
mul r2.xyzw, r0.yyyy, r2.xyzw
add r1.xyzw, r1.xyzw, r2.xyzw
mov r2.x, vThreadID.yyyy
mov r2.y, l(0)
mov r2.xy, r2.xyxx
ld_structured r2.xyzw, r2.xxxy, l(32), t1.xyzw
mul r2.xyzw, r0.zzzz, r2.xyzw
add r1.xyzw, r1.xyzw, r2.xyzw
mov r2.x, vThreadID.yyyy
mov r2.y, l(0)
mov r2.xy, r2.xyxx
ld_structured r2.xyzw, r2.xxxy, l(48), t1.xyzw
mul r0.xyzw, r0.wwww, r2.xyzw
add r0.xyzw, r1.xyzw, r0.xyzw
imul null, r1.x, vThreadID.xxxx, l(16)
store_structured u0.x, vThreadID.yyyy, r1.xxxx, r0.xxxx
iadd r1.y, r1.xxxx, l(4)
store_structured u0.x, vThreadID.yyyy, r1.yyyy, r0.yyyy
iadd r1.y, r1.xxxx, l(8)
store_structured u0.x, vThreadID.yyyy, r1.yyyy, r0.zzzz
iadd r1.x, r1.xxxx, l(12)
store_structured u0.x, vThreadID.yyyy, r1.xxxx, r0.wwww
ret 
