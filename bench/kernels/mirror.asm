// Elements in reverse order.
cs_5_0
dcl_thread_group 256, 1, 1
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 1
ineg r0.x, vThreadID.xxxx
iadd r0.x, r0.xxxx, l(0x003fffff)
mov r0.x, r0.xxxx
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r0.x, r0.xxxy, l(0), t0.xxxx
mul r0.x, r0.xxxx, l(2.000000)
store_structured u0.x, vThreadID.xxxx, l(0), r0.xxxx
ret 
