// Sums since the last head, in blocks of 256: a scan in place of pairs of a sum and a flag, two arrays in g#.
cs_5_0
dcl_thread_group 256, 1, 1
dcl_resource_structured t0, 4  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000004
dcl_resource_structured t1, 4  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000004
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_tgsm_structured g0, 4, 256
dcl_tgsm_structured g1, 4, 256
dcl_input vThreadID.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 2
mov r0.x, vThreadID.xxxx
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r0.x, r0.xxxy, l(0), t0.xxxx
mov r0.y, vThreadID.xxxx
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r0.y, r0.yyyz, l(0), t1.xxxx
ult r0.y, r0.yyyy, l(0x10000000)
and r0.y, r0.yyyy, l(1)
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
sync_g_t
uge r0.z, vThreadIDInGroupFlattened.xxxx, l(1)
iadd r0.w, vThreadIDInGroupFlattened.xxxx, l(-1)
ld_structured r1.x, r0.wwww, l(0), g0.xxxx
movc r1.x, r0.zzzz, r1.xxxx, l(0)
ld_structured r0.w, r0.wwww, l(0), g1.xxxx
movc r0.z, r0.zzzz, r0.wwww, l(0)
sync_g_t
ine r0.w, r0.yyyy, l(0)
movc r0.w, r0.wwww, l(0), r1.xxxx
add r0.x, r0.xxxx, r0.wwww
or r0.y, r0.yyyy, r0.zzzz
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
sync_g_t
uge r0.zw, vThreadIDInGroupFlattened.xxxx, l(2, 2, 2, 2)
iadd r1.x, vThreadIDInGroupFlattened.xxxx, l(-2)
ld_structured r1.y, r1.xxxx, l(0), g0.xxxx
movc r1.y, r0.zzzz, r1.yyyy, l(0)
ld_structured r1.x, r1.xxxx, l(0), g1.xxxx
movc r0.z, r0.wwww, r1.xxxx, l(0)
sync_g_t
ine r0.w, r0.yyyy, l(0)
movc r0.w, r0.wwww, l(0), r1.yyyy
add r0.x, r0.xxxx, r0.wwww
or r0.y, r0.yyyy, r0.zzzz
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
sync_g_t
uge r0.zw, vThreadIDInGroupFlattened.xxxx, l(4, 4, 4, 4)
iadd r1.x, vThreadIDInGroupFlattened.xxxx, l(-4)
ld_structured r1.y, r1.xxxx, l(0), g0.xxxx
movc r1.y, r0.zzzz, r1.yyyy, l(0)
ld_structured r1.x, r1.xxxx, l(0), g1.xxxx
movc r0.z, r0.wwww, r1.xxxx, l(0)
sync_g_t
ine r0.w, r0.yyyy, l(0)
movc r0.w, r0.wwww, l(0), r1.yyyy
add r0.x, r0.xxxx, r0.wwww
or r0.y, r0.yyyy, r0.zzzz
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
sync_g_t
uge r0.zw, vThreadIDInGroupFlattened.xxxx, l(8, 8, 8, 8)
iadd r1.x, vThreadIDInGroupFlattened.xxxx, l(-8)
ld_structured r1.y, r1.xxxx, l(0), g0.xxxx
movc r1.y, r0.zzzz, r1.yyyy, l(0)
ld_structured r1.x, r1.xxxx, l(0), g1.xxxx
movc r0.z, r0.wwww, r1.xxxx, l(0)
sync_g_t
ine r0.w, r0.yyyy, l(0)
movc r0.w, r0.wwww, l(0), r1.yyyy
add r0.x, r0.xxxx, r0.wwww
or r0.y, r0.yyyy, r0.zzzz
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
sync_g_t
uge r0.zw, vThreadIDInGroupFlattened.xxxx, l(16, 16, 16, 16)
iadd r1.x, vThreadIDInGroupFlattened.xxxx, l(-16)
ld_structured r1.y, r1.xxxx, l(0), g0.xxxx
movc r1.y, r0.zzzz, r1.yyyy, l(0)
ld_structured r1.x, r1.xxxx, l(0), g1.xxxx
movc r0.z, r0.wwww, r1.xxxx, l(0)
sync_g_t
ine r0.w, r0.yyyy, l(0)
movc r0.w, r0.wwww, l(0), r1.yyyy
add r0.x, r0.xxxx, r0.wwww
or r0.y, r0.yyyy, r0.zzzz
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
sync_g_t
uge r0.zw, vThreadIDInGroupFlattened.xxxx, l(32, 32, 32, 32)
iadd r1.x, vThreadIDInGroupFlattened.xxxx, l(-32)
ld_structured r1.y, r1.xxxx, l(0), g0.xxxx
movc r1.y, r0.zzzz, r1.yyyy, l(0)
ld_structured r1.x, r1.xxxx, l(0), g1.xxxx
movc r0.z, r0.wwww, r1.xxxx, l(0)
sync_g_t
ine r0.w, r0.yyyy, l(0)
movc r0.w, r0.wwww, l(0), r1.yyyy
add r0.x, r0.xxxx, r0.wwww
or r0.y, r0.yyyy, r0.zzzz
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
sync_g_t
uge r0.zw, vThreadIDInGroupFlattened.xxxx, l(64, 64, 64, 64)
iadd r1.x, vThreadIDInGroupFlattened.xxxx, l(-64)
ld_structured r1.y, r1.xxxx, l(0), g0.xxxx
movc r1.y, r0.zzzz, r1.yyyy, l(0)
ld_structured r1.x, r1.xxxx, l(0), g1.xxxx
movc r0.z, r0.wwww, r1.xxxx, l(0)
sync_g_t
ine r0.w, r0.yyyy, l(0)
movc r0.w, r0.wwww, l(0), r1.yyyy
add r0.x, r0.xxxx, r0.wwww
or r0.y, r0.yyyy, r0.zzzz
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
sync_g_t
uge r0.zw, vThreadIDInGroupFlattened.xxxx, l(128, 128, 128, 128)
iadd r1.x, vThreadIDInGroupFlattened.xxxx, l(-128)
ld_structured r1.y, r1.xxxx, l(0), g0.xxxx
movc r1.y, r0.zzzz, r1.yyyy, l(0)
ld_structured r1.x, r1.xxxx, l(0), g1.xxxx
movc r0.z, r0.wwww, r1.xxxx, l(0)
sync_g_t
ine r0.w, r0.yyyy, l(0)
movc r0.w, r0.wwww, l(0), r1.yyyy
add r0.x, r0.xxxx, r0.wwww
or r0.y, r0.yyyy, r0.zzzz
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
sync_g_t
store_structured u0.x, vThreadID.xxxx, l(0), r0.xxxx
ret 
// Approximately 136 instruction slots used
