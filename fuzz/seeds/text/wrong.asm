cs_5_0
dcl_temps 2
dcl_thread_group 1, 1
mvo r0.x, l(1
add r0.xyzw r1.xyzw, l(1.0, 2, 0x3, nan)
store_structured u0.xz, r0.x, l(0), r9.x
endif
