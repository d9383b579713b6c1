cs_5_0
dcl_uav_structured u0, 4
dcl_input vThreadID.xyz
dcl_temps 2
dcl_indexableTemp x0[4], 4
dcl_thread_group 8, 1, 1
mov r0.x, l(0)
loop
  uge r0.y, r0.x, l(5)
  breakc_nz r0.y
  if_z vThreadID.x
    iadd r0.x, r0.x, l(2)
    continue
  else
    mov x0[r0.x + 1].xy, vThreadID.xyxx
  endif
  switch vThreadID.x
    case l(1)
    case l(2)
    mov r1.x, x0[r0.x + 0].y
    break
    default
    call l0
    break
  endswitch
  iadd r0.x, r0.x, l(1)
endloop
callc_nz r0.x, l0
store_structured u0.x, vThreadID.x, l(0), r1.x
ret
label l0
imul null, r1.x, r0.x, l(3)
ret
