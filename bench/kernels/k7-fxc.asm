// Sums of blocks of 1024 floats, as a tree in g#, in a loop.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t4, 4
dcl_uav_structured u0, 4
dcl_input vThreadIDInGroupFlattened
dcl_input vThreadGroupID.x
dcl_temps 3
dcl_tgsm_structured g0, 4, 256
dcl_thread_group 256, 1, 1
imad r0.x, vThreadGroupID.x, l(1024), vThreadIDInGroupFlattened.x
iadd r0.yzw, r0.xxxx, l(0,256,512,768)
ld_structured_indexable(structured_buffer, stride=4)(mixed,mixed,mixed,mixed) r0.x, r0.x, l(0), t4.xxxx
ld_structured_indexable(structured_buffer, stride=4)(mixed,mixed,mixed,mixed) r0.y, r0.y, l(0), t4.xxxx
ld_structured_indexable(structured_buffer, stride=4)(mixed,mixed,mixed,mixed) r0.z, r0.z, l(0), t4.xxxx
ld_structured_indexable(structured_buffer, stride=4)(mixed,mixed,mixed,mixed) r0.w, r0.w, l(0), t4.xxxx
add r0.xz, r0.yyww, r0.xxzz
add r0.x, r0.z, r0.x
store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
sync_g_t
mov r0.x, l(128)
loop
  ieq r0.y, r0.x, l(0)
  breakc_nz r0.y
  ult r0.y, vThreadIDInGroupFlattened.x, r0.x
  if_nz r0.y
    ld_structured r0.y, vThreadIDInGroupFlattened.x, l(0), g0.xxxx
    iadd r0.z, r0.x, vThreadIDInGroupFlattened.x
    ld_structured r0.z, r0.z, l(0), g0.xxxx
    add r0.y, r0.z, r0.y
    store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.y
  endif
  sync_g_t
  ushr r0.x, r0.x, l(1)
endloop
if_z vThreadIDInGroupFlattened.x
  ld_structured r0.x, l(0), l(0), g0.xxxx
  store_structured u0.x, vThreadGroupID.x, l(0), r0.x
endif
ret
