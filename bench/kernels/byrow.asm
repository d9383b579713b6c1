// A map of a matrix whose rows are numbered by x.
cs_5_0
dcl_thread_group 8, 8, 1
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_input vThreadID.xyz
dcl_temps 1
imul null, r0.x, vThreadID.xxxx, l(2048)
iadd r0.x, r0.xxxx, vThreadID.yyyy
mov r0.y, r0.xxxx
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r0.y, r0.yyyz, l(0), t0.xxxx
sqrt r0.y, r0.yyyy
mul r0.y, r0.yyyy, l(2.000000)
add r0.y, r0.yyyy, l(1.000000)
store_structured u0.x, r0.xxxx, l(0), r0.yyyy
ret 
