// Least and greatest depth of each 4 x 4 texels.
cs_5_0
dcl_thread_group 8, 8, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_texture2d (float,float,float,float) t0 // sm5: 0x04001858 0x00107001 0x00000000 0x00005555
dcl_uav_structured u0, 8 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000008
dcl_input vThreadID.xyz
dcl_temps 3
imul null, r0.xy, vThreadID.xyxx, l(4, 4, 0, 0)
mov r0.xy, r0.xyxx
mov r0.z, l(0)
mov r0.xyz, r0.xyzx
ld r0.x, r0.xyxz, t0.xxxx
imul null, r1.xy, vThreadID.xyxx, l(4, 4, 0, 0)
iadd r0.yz, r1.xxyx, l(1, 1, 0, 0)
mov r0.yz, r0.xyzy
mov r0.w, l(0)
mov r1.xyz, r0.yzwy
ld r1.x, r1.xyxz, t0.xxxx
min r1.y, r0.xxxx, r1.xxxx
max r0.x, r0.xxxx, r1.xxxx
imul null, r2.xy, vThreadID.xyxx, l(4, 4, 0, 0)
iadd r1.xz, r2.xxyx, l(2, 0, 0, 0)
mov r0.yz, r1.xxzx
mov r0.w, l(0)
mov r1.xzw, r0.yxzw
ld r1.x, r1.xzxw, t0.xxxx
min r1.y, r1.yyyy, r1.xxxx
max r0.x, r0.xxxx, r1.xxxx
imul null, r2.xy, vThreadID.xyxx, l(4, 4, 0, 0)
iadd r1.xz, r2.xxyx, l(3, 0, 0, 0)
mov r0.yz, r1.xxzx
mov r0.w, l(0)
mov r1.xzw, r0.yxzw
ld r1.x, r1.xzxw, t0.xxxx
min r1.y, r1.yyyy, r1.xxxx
max r0.x, r0.xxxx, r1.xxxx
imul null, r2.xy, vThreadID.xyxx, l(4, 4, 0, 0)
iadd r1.xz, r2.xxyx, l(0, 1, 1, 0)
mov r0.yz, r1.xxzx
mov r0.w, l(0)
mov r1.xzw, r0.yxzw
ld r1.x, r1.xzxw, t0.xxxx
min r1.y, r1.yyyy, r1.xxxx
max r0.x, r0.xxxx, r1.xxxx
imul null, r2.xy, vThreadID.xyxx, l(4, 4, 0, 0)
iadd r1.xz, r2.xxyx, l(1, 1, 1, 0)
mov r0.yz, r1.xxzx
mov r0.w, l(0)
mov r1.xzw, r0.yxzw
ld r1.x, r1.xzxw, t0.xxxx
min r1.y, r1.yyyy, r1.xxxx
max r0.x, r0.xxxx, r1.xxxx
imul null, r2.xy, vThreadID.xyxx, l(4, 4, 0, 0)
iadd r1.xz, r2.xxyx, l(2, 1, 1, 0)
mov r0.yz, r1.xxzx
mov r0.w, l(0)
mov r1.xzw, r0.yxzw
ld r1.x, r1.xzxw, t0.xxxx
min r1.y, r1.yyyy, r1.xxxx
max r0.x, r0.xxxx, r1.xxxx
imul null, r2.xy, vThreadID.xyxx, l(4, 4, 0, 0)
iadd r1.xz, r2.xxyx, l(3, 1, 1, 0)
mov r0.yz, r1.xxzx
mov r0.w, l(0)
mov r1.xzw, r0.yxzw
ld r1.x, r1.xzxw, t0.xxxx
min r1.y, r1.yyyy, r1.xxxx
max r0.x, r0.xxxx, r1.xxxx
imul null, r2.xy, vThreadID.xyxx, l(4, 4, 0, 0)
iadd r1.xz, r2.xxyx, l(0, 2, 2, 0)
mov r0.yz, r1.xxzx
mov r0.w, l(0)
mov r1.xzw, r0.yxzw
ld r1.x, r1.xzxw, t0.xxxx
min r1.y, r1.yyyy, r1.xxxx
max r0.x, r0.xxxx, r1.xxxx
imul null, r2.xy, vThreadID.xyxx, l(4, 4, 0, 0)
iadd r1.xz, r2.xxyx, l(1, 2, 2, 0)
mov r0.yz, r1.xxzx
mov r0.w, l(0)
mov r1.xzw, r0.yxzw
ld r1.x, r1.xzxw, t0.xxxx
min r1.y, r1.yyyy, r1.xxxx
max r0.x, r0.xxxx, r1.xxxx
imul null, r2.xy, vThreadID.xyxx, l(4, 4, 0, 0)
iadd r1.xz, r2.xxyx, l(2, 2, 2, 0)
mov r0.yz, r1.xxzx
mov r0.w, l(0)
mov r1.xzw, r0.yxzw
ld r1.x, r1.xzxw, t0.xxxx
min r1.y, r1.yyyy, r1.xxxx
max r0.x, r0.xxxx, r1.xxxx
imul null, r2.xy, vThreadID.xyxx, l(4, 4, 0, 0)
iadd r1.xz, r2.xxyx, l(3, 2, 2, 0)
mov r0.yz, r1.xxzx
mov r0.w, l(0)
mov r1.xzw, r0.yxzw
ld r1.x, r1.xzxw, t0.xxxx
min r1.y, r1.yyyy, r1.xxxx
max r0.x, r0.xxxx, r1.xxxx
imul null, r2.xy, vThreadID.xyxx, l(4, 4, 0, 0)
iadd r1.xz, r2.xxyx, l(0, 3, 3, 0)
mov r0.yz, r1.xxzx
mov r0.w, l(0)
mov r1.xzw, r0.yxzw
ld r1.x, r1.xzxw, t0.xxxx
min r1.y, r1.yyyy, r1.xxxx
max r0.x, r0.xxxx, r1.xxxx
imul null, r2.xy, vThreadID.xyxx, l(4, 4, 0, 0)
iadd r1.xz, r2.xxyx, l(1, 3, 3, 0)
mov r0.yz, r1.xxzx
mov r0.w, l(0)
mov r1.xzw, r0.yxzw
ld r1.x, r1.xzxw, t0.xxxx
min r1.y, r1.yyyy, r1.xxxx
max r0.x, r0.xxxx, r1.xxxx
imul null, r2.xy, vThreadID.xyxx, l(4, 4, 0, 0)
iadd r1.xz, r2.xxyx, l(2, 3, 3, 0)
mov r0.yz, r1.xxzx
mov r0.w, l(0)
mov r1.xzw, r0.yxzw
ld r1.x, r1.xzxw, t0.xxxx
min r1.y, r1.yyyy, r1.xxxx
max r0.x, r0.xxxx, r1.xxxx
imul null, r2.xy, vThreadID.xyxx, l(4, 4, 0, 0)
iadd r1.xz, r2.xxyx, l(3, 3, 3, 0)
mov r0.yz, r1.xxzx
mov r0.w, l(0)
mov r0.yzw, r0.xyzw
ld r0.y, r0.yzyw, t0.xxxx
min r0.z, r1.yyyy, r0.yyyy
max r0.x, r0.xxxx, r0.yyyy
imul null, r1.x, vThreadID.yyyy, cb0[0].xxxx
iadd r0.y, r1.xxxx, vThreadID.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.zzzz
store_structured u0.x, r0.yyyy, l(4), r0.xxxx
ret 
