// Histogram of 256 bins: 16 values a thread into g#, unrolled, then one add a bin to u#.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t4, 4
dcl_uav_structured u0, 4
dcl_input vThreadIDInGroupFlattened
dcl_input vThreadGroupID.x
dcl_temps 2
dcl_tgsm_structured g0, 4, 256
dcl_thread_group 256, 1, 1
mov r0.x, l(0)
store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
sync_g_t
imul null, r0.x, vThreadGroupID.x, l(4096)
iadd r0.x, r0.x, vThreadIDInGroupFlattened.x
mov r0.y, r0.x
mov r0.z, l(0)
ld_structured r0.w, r0.y, r0.z, t4.xxxx
and r1.x, r0.w, l(255)
mov r1.y, l(0)
atomic_iadd g0, r1.xyxx, l(1)
iadd r0.y, r0.x, l(256)
mov r0.z, l(0)
ld_structured r0.w, r0.y, r0.z, t4.xxxx
and r1.x, r0.w, l(255)
mov r1.y, l(0)
atomic_iadd g0, r1.xyxx, l(1)
iadd r0.y, r0.x, l(512)
mov r0.z, l(0)
ld_structured r0.w, r0.y, r0.z, t4.xxxx
and r1.x, r0.w, l(255)
mov r1.y, l(0)
atomic_iadd g0, r1.xyxx, l(1)
iadd r0.y, r0.x, l(768)
mov r0.z, l(0)
ld_structured r0.w, r0.y, r0.z, t4.xxxx
and r1.x, r0.w, l(255)
mov r1.y, l(0)
atomic_iadd g0, r1.xyxx, l(1)
iadd r0.y, r0.x, l(1024)
mov r0.z, l(0)
ld_structured r0.w, r0.y, r0.z, t4.xxxx
and r1.x, r0.w, l(255)
mov r1.y, l(0)
atomic_iadd g0, r1.xyxx, l(1)
iadd r0.y, r0.x, l(1280)
mov r0.z, l(0)
ld_structured r0.w, r0.y, r0.z, t4.xxxx
and r1.x, r0.w, l(255)
mov r1.y, l(0)
atomic_iadd g0, r1.xyxx, l(1)
iadd r0.y, r0.x, l(1536)
mov r0.z, l(0)
ld_structured r0.w, r0.y, r0.z, t4.xxxx
and r1.x, r0.w, l(255)
mov r1.y, l(0)
atomic_iadd g0, r1.xyxx, l(1)
iadd r0.y, r0.x, l(1792)
mov r0.z, l(0)
ld_structured r0.w, r0.y, r0.z, t4.xxxx
and r1.x, r0.w, l(255)
mov r1.y, l(0)
atomic_iadd g0, r1.xyxx, l(1)
iadd r0.y, r0.x, l(2048)
mov r0.z, l(0)
ld_structured r0.w, r0.y, r0.z, t4.xxxx
and r1.x, r0.w, l(255)
mov r1.y, l(0)
atomic_iadd g0, r1.xyxx, l(1)
iadd r0.y, r0.x, l(2304)
mov r0.z, l(0)
ld_structured r0.w, r0.y, r0.z, t4.xxxx
and r1.x, r0.w, l(255)
mov r1.y, l(0)
atomic_iadd g0, r1.xyxx, l(1)
iadd r0.y, r0.x, l(2560)
mov r0.z, l(0)
ld_structured r0.w, r0.y, r0.z, t4.xxxx
and r1.x, r0.w, l(255)
mov r1.y, l(0)
atomic_iadd g0, r1.xyxx, l(1)
iadd r0.y, r0.x, l(2816)
mov r0.z, l(0)
ld_structured r0.w, r0.y, r0.z, t4.xxxx
and r1.x, r0.w, l(255)
mov r1.y, l(0)
atomic_iadd g0, r1.xyxx, l(1)
iadd r0.y, r0.x, l(3072)
mov r0.z, l(0)
ld_structured r0.w, r0.y, r0.z, t4.xxxx
and r1.x, r0.w, l(255)
mov r1.y, l(0)
atomic_iadd g0, r1.xyxx, l(1)
iadd r0.y, r0.x, l(3328)
mov r0.z, l(0)
ld_structured r0.w, r0.y, r0.z, t4.xxxx
and r1.x, r0.w, l(255)
mov r1.y, l(0)
atomic_iadd g0, r1.xyxx, l(1)
iadd r0.y, r0.x, l(3584)
mov r0.z, l(0)
ld_structured r0.w, r0.y, r0.z, t4.xxxx
and r1.x, r0.w, l(255)
mov r1.y, l(0)
atomic_iadd g0, r1.xyxx, l(1)
iadd r0.y, r0.x, l(3840)
mov r0.z, l(0)
ld_structured r0.w, r0.y, r0.z, t4.xxxx
and r1.x, r0.w, l(255)
mov r1.y, l(0)
atomic_iadd g0, r1.xyxx, l(1)
sync_g_t
ld_structured r0.w, vThreadIDInGroupFlattened.x, l(0), g0.xxxx
mov r1.x, vThreadIDInGroupFlattened.x
mov r1.y, l(0)
atomic_iadd u0, r1.xyxx, r0.w
ret
