// Keeps the odd words of blocks of 256: their places by a sum over all threads in g#, and their number.
cs_5_0
dcl_thread_group 256, 1, 1
dcl_resource_structured t0, 4
dcl_uav_structured u0, 4
dcl_uav_structured u1, 4
dcl_tgsm_structured g0, 4, 256
dcl_input vThreadID.xyz
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 2
mov r0.x, vThreadID.x
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r0.x, r0.xxxy, l(0), t0.x
and r0.y, r0.x, l(1)
store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.y
sync_g_t
mov r0.z, l(1)
loop
    mov r1.x, r0.z
    uge r1.x, r1.x, l(256)
    if_nz r1.x
        break
    endif
    ld_structured r1.x, vThreadIDInGroupFlattened.x, l(0), g0.x
    mov r0.w, r1.x
    mov r1.y, r0.z
    uge r1.y, vThreadIDInGroupFlattened.x, r1.y
    if_nz r1.y
        mov r1.y, r0.z
        ineg r1.y, r1.y
        iadd r1.y, vThreadIDInGroupFlattened.x, r1.y
        ld_structured r1.y, r1.y, l(0), g0.x
        iadd r1.x, r1.x, r1.y
        mov r0.w, r1.x
    endif
    sync_g_t
    mov r1.x, r0.w
    store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r1.x
    sync_g_t
    mov r1.x, r0.z
    imul null, r1.x, r1.x, l(2)
    mov r0.z, r1.x
endloop
ine r0.y, r0.y, l(0)
if_nz r0.y
    imul null, r1.x, vThreadGroupID.x, l(256)
    ld_structured r0.y, vThreadIDInGroupFlattened.x, l(0), g0.x
    iadd r0.y, r1.x, r0.y
    iadd r0.y, r0.y, l(-1)
    store_structured u0.x, r0.y, l(0), r0.x
endif
ieq r0.x, vThreadIDInGroupFlattened.x, l(255)
if_nz r0.x
    ld_structured r0.x, l(255), l(0), g0.x
    store_structured u1.x, vThreadGroupID.x, l(0), r0.x
endif
ret
