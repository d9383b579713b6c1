// Values of puts that may be exercised early: a lattice of 255 steps in g#, in each of which one thread fewer takes part.
cs_5_0
dcl_globalFlags refactoringAllowed
dcl_resource_structured t0, 16
dcl_uav_structured u0, 4
dcl_input vThreadGroupID.x
dcl_input vThreadIDInGroupFlattened
dcl_temps 4
dcl_tgsm_structured g0, 4, 257
dcl_thread_group 256, 1, 1
ld_structured r0.xyzw, vThreadGroupID.x, l(0), t0.xyzw
utof r1.x, vThreadIDInGroupFlattened.x
mul r1.x, r1.x, l(0.00390625)
mul r1.x, r1.x, r0.y
exp r1.x, r1.x
mul r1.x, r1.x, r0.x
mul r1.y, r0.y, l(0.001953125)
exp r1.y, r1.y
add r1.z, l(1.0), -r0.w
add r1.w, r0.z, -r1.x
max r1.w, r1.w, l(0)
store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r1.w
sync_g_t
mov r2.x, l(255)
loop
  ieq r2.y, r2.x, l(0)
  breakc_nz r2.y
  iadd r2.y, vThreadIDInGroupFlattened.x, l(1)
  ld_structured r2.y, r2.y, l(0), g0.xxxx
  sync_g_t
  ult r2.z, vThreadIDInGroupFlattened.x, r2.x
  if_nz r2.z
    mul r1.x, r1.x, r1.y
    mul r2.y, r2.y, r0.w
    mul r1.w, r1.w, r1.z
    add r1.w, r1.w, r2.y
    add r2.y, r0.z, -r1.x
    max r1.w, r1.w, r2.y
    store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r1.w
  endif
  sync_g_t
  iadd r2.x, r2.x, l(-1)
endloop
if_z vThreadIDInGroupFlattened.x
  store_structured u0.x, vThreadGroupID.x, l(0), r1.w
endif
ret
