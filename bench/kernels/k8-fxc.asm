// Histogram of 256 bins: 16 values a thread into g#, in a loop, then one add a bin to u#.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t4, 4
dcl_uav_structured u0, 4
dcl_input vThreadIDInGroupFlattened
dcl_input vThreadGroupID.x
dcl_temps 2
dcl_tgsm_structured g0, 4, 256
dcl_thread_group 256, 1, 1
store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), l(0)
sync_g_t
imad r0.x, vThreadGroupID.x, l(4096), vThreadIDInGroupFlattened.x
mov r0.w, l(0)
mov r1.y, l(0)
loop
  uge r1.x, r0.w, l(16)
  breakc_nz r1.x
  ishl r1.x, r0.w, l(8)
  iadd r1.x, r0.x, r1.x
  ld_structured_indexable(structured_buffer, stride=4)(mixed,mixed,mixed,mixed) r1.x, r1.x, l(0), t4.xxxx
  and r1.x, r1.x, l(255)
  atomic_iadd g0, r1.xyxx, l(1)
  iadd r0.w, r0.w, l(1)
endloop
sync_g_t
ld_structured r0.z, vThreadIDInGroupFlattened.x, l(0), g0.xxxx
mov r0.x, vThreadIDInGroupFlattened.x
mov r0.y, l(0)
atomic_iadd u0, r0.xyxx, r0.z
ret
