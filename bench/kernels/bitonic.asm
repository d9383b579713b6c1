// Bitonic sorts of 256 keys in g#.
cs_5_0
dcl_thread_group 256, 1, 1
dcl_resource_structured t0, 4
dcl_uav_structured u0, 4
dcl_tgsm_structured g0, 4, 256
dcl_input vThreadID.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 2
mov r0.x, vThreadID.x
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r0.x, r0.xxxy, l(0), t0.x
store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x
sync_g_t
mov r0.x, l(2)
loop
    mov r0.z, r0.x
    ult r0.z, l(256), r0.z
    if_nz r0.z
        break
    endif
    mov r0.z, r0.x
    udiv r1.x, null, r0.z, l(2)
    mov r0.y, r1.x
    loop
        mov r0.z, r0.y
        uge r0.z, l(0), r0.z
        if_nz r0.z
            break
        endif
        mov r0.z, r0.y
        xor r0.z, vThreadIDInGroupFlattened.x, r0.z
        ult r0.w, vThreadIDInGroupFlattened.x, r0.z
        if_nz r0.w
            ld_structured r0.w, vThreadIDInGroupFlattened.x, l(0), g0.x
            ld_structured r1.x, r0.z, l(0), g0.x
            mov r1.y, r0.x
            and r1.y, vThreadIDInGroupFlattened.x, r1.y
            ine r1.y, r1.y, l(0)
            ult r1.z, r1.x, r0.w
            and r1.z, r1.z, l(1)
            and r1.y, r1.y, l(1)
            ine r1.y, r1.z, r1.y
            if_nz r1.y
                store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r1.x
                store_structured g0.x, r0.z, l(0), r0.w
            endif
        endif
        sync_g_t
        mov r0.z, r0.y
        udiv r1.x, null, r0.z, l(2)
        mov r0.y, r1.x
    endloop
    mov r0.z, r0.x
    imul null, r1.x, r0.z, l(2)
    mov r0.x, r1.x
endloop
ld_structured r0.x, vThreadIDInGroupFlattened.x, l(0), g0.x
store_structured u0.x, vThreadID.x, l(0), r0.x
ret
