// Red-black relaxation in place: a thread changes every second word of its row.
cs_5_0
dcl_thread_group 16, 16, 1
dcl_constantbuffer cb0[1], immediateIndexed
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 3
iadd r0.x, vThreadID.yyyy, l(1)
imul null, r1.x, r0.xxxx, cb0[0].xxxx
imul null, r2.x, vThreadID.xxxx, l(2)
iadd r0.y, r1.xxxx, r2.xxxx
and r0.x, r0.xxxx, l(1)
iadd r0.x, r0.yyyy, r0.xxxx
iadd r0.y, r0.xxxx, l(1)
mov r0.z, r0.xxxx
mov r0.w, l(0)
mov r0.zw, r0.xxzw
ld_structured r0.z, r0.zwzz, l(0), u0.xxxx
iadd r0.w, r0.xxxx, l(2)
mov r1.x, r0.wwww
mov r1.y, l(0)
mov r1.xy, r1.xyxx
ld_structured r0.w, r1.xyxx, l(0), u0.xxxx
add r0.z, r0.zzzz, r0.wwww
ineg r0.w, cb0[0].xxxx
iadd r0.w, r0.xxxx, r0.wwww
iadd r0.w, r0.wwww, l(1)
mov r1.x, r0.wwww
mov r1.y, l(0)
mov r1.xy, r1.xyxx
ld_structured r0.w, r1.xyxx, l(0), u0.xxxx
add r0.z, r0.zzzz, r0.wwww
iadd r0.x, r0.xxxx, cb0[0].xxxx
iadd r0.x, r0.xxxx, l(1)
mov r0.x, r0.xxxx
mov r0.w, l(0)
mov r0.xw, r0.xxxw
ld_structured r0.x, r0.xwxx, l(0), u0.xxxx
add r0.x, r0.zzzz, r0.xxxx
mov r0.z, r0.yyyy
mov r0.w, l(0)
mov r0.zw, r0.xxzw
ld_structured r0.z, r0.zwzz, l(0), u0.xxxx
mul r0.z, r0.zzzz, l(0.200000)
mul r0.x, r0.xxxx, l(0.200000)
add r0.x, r0.zzzz, r0.xxxx
store_structured u0.x, r0.yyyy, l(0), r0.xxxx
ret
