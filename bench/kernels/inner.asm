// Inner products of blocks of 1,024 vectors of four floats; the sum by halves, unrolled.
cs_5_0
dcl_thread_group 256, 1, 1
dcl_resource_structured t0, 16  // sm5: 0x040000a2 0x00107001 0x00000000 0x00000010
dcl_resource_structured t1, 16  // sm5: 0x040000a2 0x00107001 0x00000001 0x00000010
dcl_uav_structured u0, 4 // sm5: 0x0400009e 0x0011e001 0x00000000 0x00000004
dcl_tgsm_structured g0, 4, 256
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 4
imul null, r0.x, vThreadGroupID.xxxx, l(1024)
iadd r0.x, r0.xxxx, vThreadIDInGroupFlattened.xxxx
mov r0.y, r0.xxxx
mov r0.z, l(0)
mov r1.xy, r0.yzyy
ld_structured r1.xyzw, r1.xxxy, l(0), t0.xyzw
mov r0.x, r0.xxxx
mov r0.w, l(0)
mov r2.xy, r0.xwxx
ld_structured r2.xyzw, r2.xxxy, l(0), t1.xyzw
dp4 r1.x, r1.xyzw, r2.xyzw
imul null, r2.x, vThreadGroupID.xxxx, l(1024)
iadd r1.y, r2.xxxx, vThreadIDInGroupFlattened.xxxx
iadd r1.y, r1.yyyy, l(256)
mov r0.y, r1.yyyy
mov r0.z, l(0)
mov r1.zw, r0.xxyz
ld_structured r2.xyzw, r1.zzzw, l(0), t0.xyzw
mov r0.x, r1.yyyy
mov r0.w, l(0)
mov r1.yz, r0.xxwx
ld_structured r3.xyzw, r1.yyyz, l(0), t1.xyzw
dp4 r1.y, r2.xyzw, r3.xyzw
add r1.x, r1.xxxx, r1.yyyy
imul null, r2.x, vThreadGroupID.xxxx, l(1024)
iadd r1.y, r2.xxxx, vThreadIDInGroupFlattened.xxxx
iadd r1.y, r1.yyyy, l(512)
mov r0.y, r1.yyyy
mov r0.z, l(0)
mov r1.zw, r0.xxyz
ld_structured r2.xyzw, r1.zzzw, l(0), t0.xyzw
mov r0.x, r1.yyyy
mov r0.w, l(0)
mov r1.yz, r0.xxwx
ld_structured r3.xyzw, r1.yyyz, l(0), t1.xyzw
dp4 r1.y, r2.xyzw, r3.xyzw
add r1.x, r1.xxxx, r1.yyyy
imul null, r2.x, vThreadGroupID.xxxx, l(1024)
iadd r1.y, r2.xxxx, vThreadIDInGroupFlattened.xxxx
iadd r1.y, r1.yyyy, l(768)
mov r0.y, r1.yyyy
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r2.xyzw, r0.yyyz, l(0), t0.xyzw
mov r0.x, r1.yyyy
mov r0.w, l(0)
mov r0.xy, r0.xwxx
ld_structured r0.xyzw, r0.xxxy, l(0), t1.xyzw
dp4 r0.x, r2.xyzw, r0.xyzw
add r0.x, r1.xxxx, r0.xxxx
store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(128)
if_nz r0.xxxx
  iadd r0.x, vThreadIDInGroupFlattened.xxxx, l(128)
  ld_structured r0.x, r0.xxxx, l(0), g0.xxxx
  ld_structured r0.y, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.x, r0.yyyy, r0.xxxx
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(64)
if_nz r0.xxxx
  iadd r0.x, vThreadIDInGroupFlattened.xxxx, l(64)
  ld_structured r0.x, r0.xxxx, l(0), g0.xxxx
  ld_structured r0.y, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.x, r0.yyyy, r0.xxxx
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(32)
if_nz r0.xxxx
  iadd r0.x, vThreadIDInGroupFlattened.xxxx, l(32)
  ld_structured r0.x, r0.xxxx, l(0), g0.xxxx
  ld_structured r0.y, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.x, r0.yyyy, r0.xxxx
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(16)
if_nz r0.xxxx
  iadd r0.x, vThreadIDInGroupFlattened.xxxx, l(16)
  ld_structured r0.x, r0.xxxx, l(0), g0.xxxx
  ld_structured r0.y, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.x, r0.yyyy, r0.xxxx
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(8)
if_nz r0.xxxx
  iadd r0.x, vThreadIDInGroupFlattened.xxxx, l(8)
  ld_structured r0.x, r0.xxxx, l(0), g0.xxxx
  ld_structured r0.y, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.x, r0.yyyy, r0.xxxx
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(4)
if_nz r0.xxxx
  iadd r0.x, vThreadIDInGroupFlattened.xxxx, l(4)
  ld_structured r0.x, r0.xxxx, l(0), g0.xxxx
  ld_structured r0.y, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.x, r0.yyyy, r0.xxxx
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(2)
if_nz r0.xxxx
  iadd r0.x, vThreadIDInGroupFlattened.xxxx, l(2)
  ld_structured r0.x, r0.xxxx, l(0), g0.xxxx
  ld_structured r0.y, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.x, r0.yyyy, r0.xxxx
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.xxxx, l(1)
if_nz r0.xxxx
  iadd r0.x, vThreadIDInGroupFlattened.xxxx, l(1)
  ld_structured r0.x, r0.xxxx, l(0), g0.xxxx
  ld_structured r0.y, vThreadIDInGroupFlattened.xxxx, l(0), g0.xxxx
  add r0.x, r0.yyyy, r0.xxxx
  store_structured g0.x, vThreadIDInGroupFlattened.xxxx, l(0), r0.xxxx
endif 
sync_g_t
ieq r0.x, vThreadIDInGroupFlattened.xxxx, l(0)
if_nz r0.xxxx
  ld_structured r0.x, l(0), l(0), g0.xxxx
  store_structured u0.x, vThreadGroupID.xxxx, l(0), r0.xxxx
endif 
ret 
