// Joint histogram of two pictures in bytes, 256 x 256 bins: a thread counts four pixels.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_resource_structured t1, 4  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 2
mov r0.x, vThreadID.xxxx
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r0.x, r0.xxxy, l(0), t0.xxxx
mov r0.y, vThreadID.xxxx
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r0.y, r0.yyyz, l(0), t1.xxxx
ushr r0.z, r0.xxxx, l(0)
and r0.z, r0.zzzz, l(255)
imul null, r1.x, r0.zzzz, l(256)
ushr r0.z, r0.yyyy, l(0)
and r0.z, r0.zzzz, l(255)
iadd r0.z, r1.xxxx, r0.zzzz
mov r0.z, r0.zzzz
mov r0.w, l(0)
mov r1.xy, r0.zwzz
atomic_iadd u0, r1.xyxx, l(1)
ushr r1.x, r0.xxxx, l(8)
and r1.x, r1.xxxx, l(255)
imul null, r1.x, r1.xxxx, l(256)
ushr r1.y, r0.yyyy, l(8)
and r1.y, r1.yyyy, l(255)
iadd r1.x, r1.xxxx, r1.yyyy
mov r0.z, r1.xxxx
mov r0.w, l(0)
mov r1.xy, r0.zwzz
atomic_iadd u0, r1.xyxx, l(1)
ushr r1.x, r0.xxxx, l(16)
and r1.x, r1.xxxx, l(255)
imul null, r1.x, r1.xxxx, l(256)
ushr r1.y, r0.yyyy, l(16)
and r1.y, r1.yyyy, l(255)
iadd r1.x, r1.xxxx, r1.yyyy
mov r0.z, r1.xxxx
mov r0.w, l(0)
mov r1.xy, r0.zwzz
atomic_iadd u0, r1.xyxx, l(1)
ushr r0.x, r0.xxxx, l(24)
and r0.x, r0.xxxx, l(255)
imul null, r0.x, r0.xxxx, l(256)
ushr r0.y, r0.yyyy, l(24)
and r0.y, r0.yyyy, l(255)
iadd r0.x, r0.xxxx, r0.yyyy
mov r0.z, r0.xxxx
mov r0.w, l(0)
mov r0.xy, r0.zwzz
atomic_iadd u0, r0.xyxx, l(1)
ret 
