// Inclusive sums of blocks of 512 by Hillis and Steele: two halves of g# in turn, a barrier a step.
cs_5_0
dcl_thread_group 512, 1, 1
dcl_resource_structured t0, 4
dcl_uav_structured u0, 4
dcl_tgsm_structured g0, 4, 1024
dcl_input vThreadID.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 1
mov r0.x, vThreadID.xxxx
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r0.x, r0.xxxy, l(0), t0.xxxx
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
sync_g_t
iadd r0.x, vThreadIDInGroupFlattened.xxxx, l(512)
uge r0.y, vThreadIDInGroupFlattened.xxxx, l(1)
ld_structured r0.z, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
iadd r0.w, vThreadIDInGroupFlattened.xxxx, l(-1)
ld_structured r0.w, r0.wwww, l(0), g0.xxxx
add r0.z, r0.zzzz, r0.wwww
ld_structured r0.w, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
movc r0.y, r0.yyyy, r0.zzzz, r0.wwww
store_structured g0.x, r0.xxxx, l(0), r0.yyyy
sync_g_t
uge r0.y, vThreadIDInGroupFlattened.xxxx, l(2)
ld_structured r0.z, r0.xxxx, l(0), g0.xxxx
iadd r0.w, vThreadIDInGroupFlattened.xxxx, l(510)
ld_structured r0.w, r0.wwww, l(0), g0.xxxx
add r0.z, r0.zzzz, r0.wwww
ld_structured r0.w, r0.xxxx, l(0), g0.xxxx
movc r0.y, r0.yyyy, r0.zzzz, r0.wwww
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
sync_g_t
uge r0.y, vThreadIDInGroupFlattened.xxxx, l(4)
ld_structured r0.z, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
iadd r0.w, vThreadIDInGroupFlattened.xxxx, l(-4)
ld_structured r0.w, r0.wwww, l(0), g0.xxxx
add r0.z, r0.zzzz, r0.wwww
ld_structured r0.w, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
movc r0.y, r0.yyyy, r0.zzzz, r0.wwww
store_structured g0.x, r0.xxxx, l(0), r0.yyyy
sync_g_t
uge r0.y, vThreadIDInGroupFlattened.xxxx, l(8)
ld_structured r0.z, r0.xxxx, l(0), g0.xxxx
iadd r0.w, vThreadIDInGroupFlattened.xxxx, l(504)
ld_structured r0.w, r0.wwww, l(0), g0.xxxx
add r0.z, r0.zzzz, r0.wwww
ld_structured r0.w, r0.xxxx, l(0), g0.xxxx
movc r0.y, r0.yyyy, r0.zzzz, r0.wwww
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
sync_g_t
uge r0.y, vThreadIDInGroupFlattened.xxxx, l(16)
ld_structured r0.z, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
iadd r0.w, vThreadIDInGroupFlattened.xxxx, l(-16)
ld_structured r0.w, r0.wwww, l(0), g0.xxxx
add r0.z, r0.zzzz, r0.wwww
ld_structured r0.w, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
movc r0.y, r0.yyyy, r0.zzzz, r0.wwww
store_structured g0.x, r0.xxxx, l(0), r0.yyyy
sync_g_t
uge r0.y, vThreadIDInGroupFlattened.xxxx, l(32)
ld_structured r0.z, r0.xxxx, l(0), g0.xxxx
iadd r0.w, vThreadIDInGroupFlattened.xxxx, l(480)
ld_structured r0.w, r0.wwww, l(0), g0.xxxx
add r0.z, r0.zzzz, r0.wwww
ld_structured r0.w, r0.xxxx, l(0), g0.xxxx
movc r0.y, r0.yyyy, r0.zzzz, r0.wwww
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
sync_g_t
uge r0.y, vThreadIDInGroupFlattened.xxxx, l(64)
ld_structured r0.z, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
iadd r0.w, vThreadIDInGroupFlattened.xxxx, l(-64)
ld_structured r0.w, r0.wwww, l(0), g0.xxxx
add r0.z, r0.zzzz, r0.wwww
ld_structured r0.w, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
movc r0.y, r0.yyyy, r0.zzzz, r0.wwww
store_structured g0.x, r0.xxxx, l(0), r0.yyyy
sync_g_t
uge r0.y, vThreadIDInGroupFlattened.xxxx, l(128)
ld_structured r0.z, r0.xxxx, l(0), g0.xxxx
iadd r0.w, vThreadIDInGroupFlattened.xxxx, l(384)
ld_structured r0.w, r0.wwww, l(0), g0.xxxx
add r0.z, r0.zzzz, r0.wwww
ld_structured r0.w, r0.xxxx, l(0), g0.xxxx
movc r0.y, r0.yyyy, r0.zzzz, r0.wwww
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
sync_g_t
uge r0.y, vThreadIDInGroupFlattened.xxxx, l(256)
ld_structured r0.z, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
iadd r0.w, vThreadIDInGroupFlattened.xxxx, l(-256)
ld_structured r0.w, r0.wwww, l(0), g0.xxxx
add r0.z, r0.zzzz, r0.wwww
ld_structured r0.w, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
movc r0.y, r0.yyyy, r0.zzzz, r0.wwww
store_structured g0.x, r0.xxxx, l(0), r0.yyyy
sync_g_t
ld_structured r0.x, r0.xxxx, l(0), g0.xxxx
store_structured u0.x, vThreadID.xxxx, l(0), r0.xxxx
ret 
// Approximately 98 instruction slots used
