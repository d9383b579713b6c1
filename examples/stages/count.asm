// A pixel shader that counts: each pixel steps z -> z^2 + c until |z| > 2 or 64 steps are done, and adds itself to the
// structure of its number of steps. Pixels that never leave are discarded before they are counted.
//   u1  structure { uint pixels; uint steps } for 0 to 63 steps
//   cb0 x, y of the picture's corner; size of a pixel
ps_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[1], immediateIndexed
dcl_uav_structured u1, 8
dcl_input_ps_siv linear noperspective v0.xy, position
dcl_output o0.xyzw
dcl_temps 4
mad r0.xy, v0.xyxx, cb0[0].zzzz, cb0[0].xyxx
mov r1.xyz, l(0,0,0,0)
loop
  ige r2.x, r1.z, l(64)
  breakc_nz r2.x
  mul r2.xy, r1.xyxx, r1.xyxx
  add r2.z, r2.y, r2.x
  lt r2.z, l(4.000000), r2.z
  breakc_nz r2.z
  add r2.x, -r2.y, r2.x
  dp2 r1.y, r1.xxxx, r1.yyyy
  mov r1.x, r2.x
  add r1.xy, r0.xyxx, r1.xyxx
  iadd r1.z, r1.z, l(1)
endloop
ige r2.x, r1.z, l(64)
discard_nz r2.x
mov r3.x, r1.z
mov r3.y, l(0)
atomic_iadd u1, r3.xyxx, l(1)
mov r3.y, l(4)
atomic_iadd u1, r3.xyxx, r1.z
utof r0.x, r1.z
mul o0.xyz, r0.xxxx, l(0.015625, 0.015625, 0.015625, 0.000000)
mov o0.w, l(1.000000)
ret
