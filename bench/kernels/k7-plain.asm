// Sums of blocks of 1024 floats, as a tree in g# with the loop unrolled.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t4, 4
dcl_uav_structured u0, 4
dcl_input vThreadIDInGroupFlattened
dcl_input vThreadGroupID.x
dcl_temps 3
dcl_tgsm_structured g0, 4, 256
dcl_thread_group 256, 1, 1
imul null, r0.x, vThreadGroupID.x, l(1024)
iadd r0.x, r0.x, vThreadIDInGroupFlattened.x
iadd r0.y, r0.x, l(0)
mov r0.z, l(0)
ld_structured r1.x, r0.y, r0.z, t4.xxxx
iadd r0.y, r0.x, l(256)
mov r0.z, l(0)
ld_structured r1.y, r0.y, r0.z, t4.xxxx
iadd r0.y, r0.x, l(512)
mov r0.z, l(0)
ld_structured r1.z, r0.y, r0.z, t4.xxxx
iadd r0.y, r0.x, l(768)
mov r0.z, l(0)
ld_structured r1.w, r0.y, r0.z, t4.xxxx
add r2.x, r1.x, r1.y
add r2.y, r1.z, r1.w
add r2.x, r2.x, r2.y
store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r2.x
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.x, l(128)
if_nz r0.x
  ld_structured r1.x, vThreadIDInGroupFlattened.x, l(0), g0.xxxx
  iadd r0.y, vThreadIDInGroupFlattened.x, l(128)
  ld_structured r1.y, r0.y, l(0), g0.xxxx
  add r1.z, r1.x, r1.y
  store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r1.z
endif
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.x, l(64)
if_nz r0.x
  ld_structured r1.x, vThreadIDInGroupFlattened.x, l(0), g0.xxxx
  iadd r0.y, vThreadIDInGroupFlattened.x, l(64)
  ld_structured r1.y, r0.y, l(0), g0.xxxx
  add r1.z, r1.x, r1.y
  store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r1.z
endif
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.x, l(32)
if_nz r0.x
  ld_structured r1.x, vThreadIDInGroupFlattened.x, l(0), g0.xxxx
  iadd r0.y, vThreadIDInGroupFlattened.x, l(32)
  ld_structured r1.y, r0.y, l(0), g0.xxxx
  add r1.z, r1.x, r1.y
  store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r1.z
endif
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.x, l(16)
if_nz r0.x
  ld_structured r1.x, vThreadIDInGroupFlattened.x, l(0), g0.xxxx
  iadd r0.y, vThreadIDInGroupFlattened.x, l(16)
  ld_structured r1.y, r0.y, l(0), g0.xxxx
  add r1.z, r1.x, r1.y
  store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r1.z
endif
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.x, l(8)
if_nz r0.x
  ld_structured r1.x, vThreadIDInGroupFlattened.x, l(0), g0.xxxx
  iadd r0.y, vThreadIDInGroupFlattened.x, l(8)
  ld_structured r1.y, r0.y, l(0), g0.xxxx
  add r1.z, r1.x, r1.y
  store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r1.z
endif
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.x, l(4)
if_nz r0.x
  ld_structured r1.x, vThreadIDInGroupFlattened.x, l(0), g0.xxxx
  iadd r0.y, vThreadIDInGroupFlattened.x, l(4)
  ld_structured r1.y, r0.y, l(0), g0.xxxx
  add r1.z, r1.x, r1.y
  store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r1.z
endif
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.x, l(2)
if_nz r0.x
  ld_structured r1.x, vThreadIDInGroupFlattened.x, l(0), g0.xxxx
  iadd r0.y, vThreadIDInGroupFlattened.x, l(2)
  ld_structured r1.y, r0.y, l(0), g0.xxxx
  add r1.z, r1.x, r1.y
  store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r1.z
endif
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.x, l(1)
if_nz r0.x
  ld_structured r1.x, vThreadIDInGroupFlattened.x, l(0), g0.xxxx
  iadd r0.y, vThreadIDInGroupFlattened.x, l(1)
  ld_structured r1.y, r0.y, l(0), g0.xxxx
  add r1.z, r1.x, r1.y
  store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r1.z
endif
sync_g_t
ieq r0.x, vThreadIDInGroupFlattened.x, l(0)
if_nz r0.x
  ld_structured r1.x, l(0), l(0), g0.xxxx
  store_structured u0.x, vThreadGroupID.x, l(0), r1.x
endif
ret
