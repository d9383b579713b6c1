// Exclusive sums of blocks of 512 with Blelloch's two sweeps over a tree in g#.
cs_5_0
dcl_thread_group 256, 1, 1
dcl_resource_structured t0, 4
dcl_uav_structured u0, 4
dcl_tgsm_structured g0, 4, 512
dcl_input vThreadGroupID.xyz
dcl_input vThreadIDInGroupFlattened.x
dcl_temps 3
imul null, r0.x, vThreadGroupID.x, l(512)
imul null, r1.x, vThreadIDInGroupFlattened.x, l(2)
iadd r0.y, r0.x, r1.x
mov r0.y, r0.y
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r0.y, r0.yyyz, l(0), t0.x
imul null, r1.x, vThreadIDInGroupFlattened.x, l(2)
store_structured g0.x, r1.x, l(0), r0.y
imul null, r1.x, vThreadIDInGroupFlattened.x, l(2)
iadd r0.y, r0.x, r1.x
iadd r0.y, r0.y, l(1)
mov r0.y, r0.y
mov r0.z, l(0)
mov r0.yz, r0.xyzx
ld_structured r0.y, r0.yyyz, l(0), t0.x
imul null, r1.x, vThreadIDInGroupFlattened.x, l(2)
iadd r0.z, r1.x, l(1)
store_structured g0.x, r0.z, l(0), r0.y
mov r0.y, l(1)
mov r0.z, l(256)
loop
    mov r0.w, r0.z
    uge r0.w, l(0), r0.w
    if_nz r0.w
        break
    endif
    sync_g_t
    mov r0.w, r0.z
    ult r0.w, vThreadIDInGroupFlattened.x, r0.w
    if_nz r0.w
        mov r0.w, r0.y
        imul null, r1.x, vThreadIDInGroupFlattened.x, l(2)
        iadd r1.x, r1.x, l(1)
        imul null, r1.x, r0.w, r1.x
        iadd r0.w, r1.x, l(-1)
        ld_structured r0.w, r0.w, l(0), g0.x
        mov r1.x, r0.y
        imul null, r2.x, vThreadIDInGroupFlattened.x, l(2)
        iadd r1.y, r2.x, l(2)
        imul null, r1.x, r1.x, r1.y
        iadd r1.x, r1.x, l(-1)
        ld_structured r1.y, r1.x, l(0), g0.x
        iadd r0.w, r1.y, r0.w
        store_structured g0.x, r1.x, l(0), r0.w
    endif
    mov r0.w, r0.y
    imul null, r1.x, r0.w, l(2)
    mov r0.y, r1.x
    mov r0.w, r0.z
    udiv r1.x, null, r0.w, l(2)
    mov r0.z, r1.x
endloop
ieq r0.z, vThreadIDInGroupFlattened.x, l(0)
if_nz r0.z
    store_structured g0.x, l(511), l(0), l(0)
endif
mov r0.z, l(1)
loop
    mov r0.w, r0.z
    uge r0.w, r0.w, l(512)
    if_nz r0.w
        break
    endif
    mov r0.w, r0.y
    udiv r1.x, null, r0.w, l(2)
    mov r0.y, r1.x
    sync_g_t
    mov r0.w, r0.z
    ult r0.w, vThreadIDInGroupFlattened.x, r0.w
    if_nz r0.w
        imul null, r2.x, vThreadIDInGroupFlattened.x, l(2)
        iadd r0.w, r2.x, l(1)
        imul null, r2.x, r1.x, r0.w
        iadd r0.w, r2.x, l(-1)
        imul null, r2.x, vThreadIDInGroupFlattened.x, l(2)
        iadd r1.y, r2.x, l(2)
        imul null, r1.x, r1.x, r1.y
        iadd r1.x, r1.x, l(-1)
        ld_structured r1.y, r0.w, l(0), g0.x
        ld_structured r1.z, r1.x, l(0), g0.x
        store_structured g0.x, r0.w, l(0), r1.z
        ld_structured r0.w, r1.x, l(0), g0.x
        iadd r0.w, r0.w, r1.y
        store_structured g0.x, r1.x, l(0), r0.w
    endif
    mov r0.w, r0.z
    imul null, r1.x, r0.w, l(2)
    mov r0.z, r1.x
endloop
sync_g_t
imul null, r1.x, vThreadIDInGroupFlattened.x, l(2)
ld_structured r0.y, r1.x, l(0), g0.x
imul null, r1.x, vThreadIDInGroupFlattened.x, l(2)
iadd r0.z, r0.x, r1.x
store_structured u0.x, r0.z, l(0), r0.y
imul null, r1.x, vThreadIDInGroupFlattened.x, l(2)
iadd r0.y, r1.x, l(1)
ld_structured r0.y, r0.y, l(0), g0.x
imul null, r1.x, vThreadIDInGroupFlattened.x, l(2)
iadd r0.x, r0.x, r1.x
iadd r0.x, r0.x, l(1)
store_structured u0.x, r0.x, l(0), r0.y
ret
