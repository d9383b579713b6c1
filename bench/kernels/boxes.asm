// Bounding boxes of 128 points each, by a tree of float3 in g#.
cs_5_0
dcl_thread_group 128, 1, 1
dcl_resource_structured t0, 12  // sm5: 0x040000a2 0x00107001 0x00000000 0x0000000c
dcl_uav_structured u0, 12 // sm5: 0x0400009e 0x0011e001 0x00000000 0x0000000c
dcl_tgsm_structured g0, 12, 128
dcl_tgsm_structured g1, 12, 128
dcl_input vThreadID.xyz
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 2
mov r0.x, vThreadID.xxxx
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r0.xyz, r0.xxxy, l(0), t0.xyzx
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(4), r0.yyyy
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(8), r0.zzzz
mov r0.x, vThreadID.xxxx
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r0.xyz, r0.xxxy, l(0), t0.xyzx
store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(4), r0.yyyy
store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(8), r0.zzzz
sync_g_t
mov r0.x, l(64)
loop 
  mov r0.y, r0.xxxx
  uge r0.y, l(0), r0.yyyy
  if_nz r0.yyyy
    break 
  endif 
  mov r0.y, r0.xxxx
  ult r0.y, vThreadIDInGroupFlattened.xxxx, r0.yyyy
  if_nz r0.yyyy
    ld_structured r0.yzw, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxyz
    mov r1.x, r0.xxxx
    iadd r1.x, vThreadIDInGroupFlattened.xxxx, r1.xxxx
    ld_structured r1.xyz, r1.xxxx, l(0), g0.xyzx
    min r0.yzw, r0.xyzw, r1.xxyz
    store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
    store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(4), r0.zzzz
    store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(8), r0.wwww
    ld_structured r0.yzw, vThreadIDInGroupFlattened.xxxx, l(0), g1.xxyz
    mov r1.x, r0.xxxx
    iadd r1.x, vThreadIDInGroupFlattened.xxxx, r1.xxxx
    ld_structured r1.xyz, r1.xxxx, l(0), g1.xyzx
    max r0.yzw, r0.xyzw, r1.xxyz
    store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.yyyy
    store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(4), r0.zzzz
    store_structured g1.x, vThreadIDInGroupFlattened.xxxx, l(8), r0.wwww
  endif 
  sync_g_t
  mov r0.y, r0.xxxx
  udiv r1.x, null, r0.yyyy, l(2)
  mov r0.x, r1.xxxx
endloop 
ieq r0.x, vThreadIDInGroupFlattened.xxxx, l(0)
if_nz r0.xxxx
  ld_structured r0.xyz, l(0), l(0), g0.xyzx
  imul null, r1.x, vThreadGroupID.xxxx, l(2)
  store_structured u0.x, r1.xxxx, l(0), r0.xxxx
  store_structured u0.x, r1.xxxx, l(4), r0.yyyy
  store_structured u0.x, r1.xxxx, l(8), r0.zzzz
  ld_structured r0.xyz, l(0), l(0), g1.xyzx
  imul null, r1.x, vThreadGroupID.xxxx, l(2)
  iadd r0.w, r1.xxxx, l(1)
  store_structured u0.x, r0.wwww, l(0), r0.xxxx
  store_structured u0.x, r0.wwww, l(4), r0.yyyy
  store_structured u0.x, r0.wwww, l(8), r0.zzzz
endif 
ret 
// Approximately 71 instruction slots used
