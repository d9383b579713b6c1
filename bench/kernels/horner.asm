// A polynomial of many coefficients at each number: one sum that depends on the one before.
cs_5_0
dcl_thread_group 64, 1, 1
dcl_constantBuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 4
dcl_resource_structured t1, 4
dcl_uav_structured u0, 4
dcl_input vThreadID.xyz
dcl_temps 2
mov r0.x, vThreadID.x
mov r0.y, l(0)
mov r0.xy, r0.xyxx
ld_structured r0.x, r0.xxxy, l(0), t1.x
mov r0.y, l(0)
mov r0.z, l(0)
loop
    mov r0.w, r0.z
    uge r0.w, r0.w, cb0[0].x
    if_nz r0.w
        break
    endif
    mov r0.w, r0.y
    mul r0.w, r0.w, r0.x
    mov r1.z, r0.z
    mov r1.x, r1.z
    mov r1.y, l(0)
    mov r1.zw, r1.xxxy
    ld_structured r1.z, r1.zzzw, l(0), t0.x
    add r0.w, r0.w, r1.z
    mov r0.y, r0.w
    mov r0.w, r0.z
    iadd r0.w, r0.w, l(1)
    mov r0.z, r0.w
endloop
mov r0.x, r0.y
store_structured u0.x, vThreadID.x, l(0), r0.x
ret
