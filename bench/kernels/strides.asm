// A sum: each thread adds every 8192nd number, then its group adds the threads' sums in g#.
cs_5_0
dcl_thread_group 256, 1, 1
dcl_constantBuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4
dcl_uav_structured u0, 4
dcl_tgsm_structured g0, 4, 256
dcl_input vThreadID.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_input vThreadGroupID.xyz
dcl_temps 2
mov r0.x, l(0)
mov r0.y, vThreadID.x
loop
    mov r1.x, r0.y
    uge r1.x, r1.x, cb0[0].x
    if_nz r1.x
        break
    endif
    mov r1.x, r0.y
    mov r0.z, r1.x
    mov r0.w, l(0)
    mov r1.xy, r0.zwzz
    ld_structured r1.x, r1.xxxy, l(0), t0.x
    mov r1.y, r0.x
    add r1.x, r1.y, r1.x
    mov r0.x, r1.x
    mov r1.x, r0.y
    iadd r1.x, r1.x, l(8192)
    mov r0.y, r1.x
endloop
mov r0.x, r0.x
store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.x, l(128)
if_nz r0.x
    iadd r0.x, vThreadIDInGroupFlattened.x, l(128)
    ld_structured r0.x, r0.x, l(0), g0.x
    ld_structured r0.y, vThreadIDInGroupFlattened.x, l(0), g0.x
    add r0.x, r0.y, r0.x
    store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
endif
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.x, l(64)
if_nz r0.x
    iadd r0.x, vThreadIDInGroupFlattened.x, l(64)
    ld_structured r0.x, r0.x, l(0), g0.x
    ld_structured r0.y, vThreadIDInGroupFlattened.x, l(0), g0.x
    add r0.x, r0.y, r0.x
    store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
endif
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.x, l(32)
if_nz r0.x
    iadd r0.x, vThreadIDInGroupFlattened.x, l(32)
    ld_structured r0.x, r0.x, l(0), g0.x
    ld_structured r0.y, vThreadIDInGroupFlattened.x, l(0), g0.x
    add r0.x, r0.y, r0.x
    store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
endif
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.x, l(16)
if_nz r0.x
    iadd r0.x, vThreadIDInGroupFlattened.x, l(16)
    ld_structured r0.x, r0.x, l(0), g0.x
    ld_structured r0.y, vThreadIDInGroupFlattened.x, l(0), g0.x
    add r0.x, r0.y, r0.x
    store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
endif
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.x, l(8)
if_nz r0.x
    iadd r0.x, vThreadIDInGroupFlattened.x, l(8)
    ld_structured r0.x, r0.x, l(0), g0.x
    ld_structured r0.y, vThreadIDInGroupFlattened.x, l(0), g0.x
    add r0.x, r0.y, r0.x
    store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
endif
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.x, l(4)
if_nz r0.x
    iadd r0.x, vThreadIDInGroupFlattened.x, l(4)
    ld_structured r0.x, r0.x, l(0), g0.x
    ld_structured r0.y, vThreadIDInGroupFlattened.x, l(0), g0.x
    add r0.x, r0.y, r0.x
    store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
endif
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.x, l(2)
if_nz r0.x
    iadd r0.x, vThreadIDInGroupFlattened.x, l(2)
    ld_structured r0.x, r0.x, l(0), g0.x
    ld_structured r0.y, vThreadIDInGroupFlattened.x, l(0), g0.x
    add r0.x, r0.y, r0.x
    store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
endif
sync_g_t
ult r0.x, vThreadIDInGroupFlattened.x, l(1)
if_nz r0.x
    iadd r0.x, vThreadIDInGroupFlattened.x, l(1)
    ld_structured r0.x, r0.x, l(0), g0.x
    ld_structured r0.y, vThreadIDInGroupFlattened.x, l(0), g0.x
    add r0.x, r0.y, r0.x
    store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
endif
sync_g_t
ieq r0.x, vThreadIDInGroupFlattened.x, l(0)
if_nz r0.x
    ld_structured r0.x, l(0), l(0), g0.x
    store_structured u0.x, vThreadGroupID.x, l(0), r0.x
endif
ret
