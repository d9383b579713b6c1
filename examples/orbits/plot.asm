// Draws the trail: one thread a point, seen from the ecliptic's pole, with the square root of the distance as
// radius so that Mercury and Pluto fit one picture. The largest colour wins where orbits cross: the picture does
// not depend on the order of the threads.
cs_5_0
dcl_globalFlags refactoringAllowed
// A colour a body, 0xAABBGGRR: Sun (not drawn), Mercury, Venus, Earth, Mars, Jupiter, Saturn, Uranus, Neptune, Pluto.
dcl_immediateConstantBuffer { { 0, 0, 0, 0},
                              { 0xffb0b0c0, 0, 0, 0},
                              { 0xff80d8ff, 0, 0, 0},
                              { 0xffff9030, 0, 0, 0},
                              { 0xff4050ff, 0, 0, 0},
                              { 0xff70b0e8, 0, 0, 0},
                              { 0xff90e0f0, 0, 0, 0},
                              { 0xfff0e080, 0, 0, 0},
                              { 0xffff6850, 0, 0, 0},
                              { 0xffb890c8, 0, 0, 0} }
dcl_constantbuffer cb0[1], immediateIndexed
dcl_resource_structured t0, 16
dcl_uav_structured u0, 4
dcl_input vThreadID.x
dcl_temps 5
dcl_thread_group 256, 1, 1

// cb0[0].x points; the last group has threads to spare.
uge r0.x, vThreadID.x, cb0[0].x
retc_nz r0.x
ld_structured_indexable(structured_buffer, stride=16)(mixed,mixed,mixed,mixed) r1.xyzw, vThreadID.x, l(0), t0.xyzw
ieq r0.x, r1.w, l(0)
retc_nz r0.x

// From the equator of J2000 to the ecliptic: a turn by 23.43928 degrees about x.
mul r0.y, r1.z, l(0.397777)
mad r1.y, r1.y, l(0.917482), r0.y
// Pixels: 512 + 67 p / sqrt(|p|), y upwards.
dp2 r0.x, r1.xyxx, r1.xyxx
rsq r0.x, r0.x
sqrt r0.x, r0.x
mul r0.x, r0.x, l(67.000000)
mad r2.x, r1.x, r0.x, l(512.000000)
mad r2.y, -r1.y, r0.x, l(512.000000)
ftoi r2.xy, r2.xyxx
// A point is a square of 2 x 2 pixels; what leaves the picture in y leaves the view and vanishes.
mov r3.x, l(0)
loop
  ige r3.y, r3.x, l(4)
  breakc_nz r3.y
  and r4.x, r3.x, l(1)
  ushr r4.y, r3.x, l(1)
  iadd r4.xy, r4.xyxx, r2.xyxx
  imad r4.x, r4.y, l(1024), r4.x
  mov r4.y, l(0)
  atomic_umax u0, r4.xyxx, icb[r1.w + 0].x
  iadd r3.x, r3.x, l(1)
endloop
ret
