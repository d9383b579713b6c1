cs_5_0
dcl_globalFlags refactoringAllowed | enableDoublePrecisionFloatOps | enable11_1DoubleExtensions | enable11_1ShaderExtensions
dcl_constantbuffer cb0[8], immediateIndexed
dcl_temps 12
dcl_thread_group 1, 1, 1
add r0.xyzw, r4.xyzw, r5.xyzw
add r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000), cb0[2].xyzx
add r0.x, r4.y, r5.z
add_sat r0.xyzw, r4.xyzw, r5.xyzw
add [precise] r0.xyzw, r4.xyzw, r5.xyzw
add r0.xyzw, r4.xyzw, -r5.xyzw
add r0.xyzw, r4.xyzw, |r5.xyzw|
add r0.xyzw, r4.xyzw, -|r5.xyzw|
and r0.xyzw, r4.xyzw, r5.xyzw
and r0.xy, l(1, 2, 3, 0xffff0000), cb0[2].xyzx
and r0.x, r4.y, r5.z
and [precise] r0.xyzw, r4.xyzw, r5.xyzw
div r0.xyzw, r4.xyzw, r5.xyzw
div r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000), cb0[2].xyzx
div r0.x, r4.y, r5.z
div_sat r0.xyzw, r4.xyzw, r5.xyzw
div [precise] r0.xyzw, r4.xyzw, r5.xyzw
div r0.xyzw, r4.xyzw, -r5.xyzw
div r0.xyzw, r4.xyzw, |r5.xyzw|
div r0.xyzw, r4.xyzw, -|r5.xyzw|
dp2 r0.xyzw, r4.xyzw, r5.xyzw
dp2 r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000), cb0[2].xyzx
dp2 r0.x, r4.yyyy, r5.zzzz
dp2_sat r0.xyzw, r4.xyzw, r5.xyzw
dp2 [precise] r0.xyzw, r4.xyzw, r5.xyzw
dp2 r0.xyzw, r4.xyzw, -r5.xyzw
dp2 r0.xyzw, r4.xyzw, |r5.xyzw|
dp2 r0.xyzw, r4.xyzw, -|r5.xyzw|
dp3 r0.xyzw, r4.xyzw, r5.xyzw
dp3 r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000), cb0[2].xyzx
dp3 r0.x, r4.yyyy, r5.zzzz
dp3_sat r0.xyzw, r4.xyzw, r5.xyzw
dp3 [precise] r0.xyzw, r4.xyzw, r5.xyzw
dp3 r0.xyzw, r4.xyzw, -r5.xyzw
dp3 r0.xyzw, r4.xyzw, |r5.xyzw|
dp3 r0.xyzw, r4.xyzw, -|r5.xyzw|
dp4 r0.xyzw, r4.xyzw, r5.xyzw
dp4 r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000), cb0[2].xyzx
dp4 r0.x, r4.yyyy, r5.zzzz
dp4_sat r0.xyzw, r4.xyzw, r5.xyzw
dp4 [precise] r0.xyzw, r4.xyzw, r5.xyzw
dp4 r0.xyzw, r4.xyzw, -r5.xyzw
dp4 r0.xyzw, r4.xyzw, |r5.xyzw|
dp4 r0.xyzw, r4.xyzw, -|r5.xyzw|
eq r0.xyzw, r4.xyzw, r5.xyzw
eq r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000), cb0[2].xyzx
eq r0.x, r4.y, r5.z
eq [precise] r0.xyzw, r4.xyzw, r5.xyzw
eq r0.xyzw, r4.xyzw, -r5.xyzw
eq r0.xyzw, r4.xyzw, |r5.xyzw|
eq r0.xyzw, r4.xyzw, -|r5.xyzw|
exp r0.xyzw, r4.xyzw
exp r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000)
exp r0.x, r4.y
exp_sat r0.xyzw, r4.xyzw
exp [precise] r0.xyzw, r4.xyzw
exp r0.xyzw, -r4.xyzw
exp r0.xyzw, |r4.xyzw|
exp r0.xyzw, -|r4.xyzw|
frc r0.xyzw, r4.xyzw
frc r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000)
frc r0.x, r4.y
frc_sat r0.xyzw, r4.xyzw
frc [precise] r0.xyzw, r4.xyzw
frc r0.xyzw, -r4.xyzw
frc r0.xyzw, |r4.xyzw|
frc r0.xyzw, -|r4.xyzw|
ftoi r0.xyzw, r4.xyzw
ftoi r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000)
ftoi r0.x, r4.y
ftoi [precise] r0.xyzw, r4.xyzw
ftoi r0.xyzw, -r4.xyzw
ftoi r0.xyzw, |r4.xyzw|
ftoi r0.xyzw, -|r4.xyzw|
ftou r0.xyzw, r4.xyzw
ftou r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000)
ftou r0.x, r4.y
ftou [precise] r0.xyzw, r4.xyzw
ftou r0.xyzw, -r4.xyzw
ftou r0.xyzw, |r4.xyzw|
ftou r0.xyzw, -|r4.xyzw|
ge r0.xyzw, r4.xyzw, r5.xyzw
ge r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000), cb0[2].xyzx
ge r0.x, r4.y, r5.z
ge [precise] r0.xyzw, r4.xyzw, r5.xyzw
ge r0.xyzw, r4.xyzw, -r5.xyzw
ge r0.xyzw, r4.xyzw, |r5.xyzw|
ge r0.xyzw, r4.xyzw, -|r5.xyzw|
iadd r0.xyzw, r4.xyzw, r5.xyzw
iadd r0.xy, l(-1, 16, 10000, 0x00002711), cb0[2].xyzx
iadd r0.x, r4.y, r5.z
iadd [precise] r0.xyzw, r4.xyzw, r5.xyzw
iadd r0.xyzw, r4.xyzw, -r5.xyzw
ieq r0.xyzw, r4.xyzw, r5.xyzw
ieq r0.xy, l(-1, 16, 10000, 0x00002711), cb0[2].xyzx
ieq r0.x, r4.y, r5.z
ieq [precise] r0.xyzw, r4.xyzw, r5.xyzw
ige r0.xyzw, r4.xyzw, r5.xyzw
ige r0.xy, l(-1, 16, 10000, 0x00002711), cb0[2].xyzx
ige r0.x, r4.y, r5.z
ige [precise] r0.xyzw, r4.xyzw, r5.xyzw
ilt r0.xyzw, r4.xyzw, r5.xyzw
ilt r0.xy, l(-1, 16, 10000, 0x00002711), cb0[2].xyzx
ilt r0.x, r4.y, r5.z
ilt [precise] r0.xyzw, r4.xyzw, r5.xyzw
imad r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
imad r0.xy, l(-1, 16, 10000, 0x00002711), cb0[2].xyzx, cb0[3].xyzx
imad r0.x, r4.y, r5.z, r6.w
imad [precise] r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
imad r0.xyzw, r4.xyzw, r5.xyzw, -r6.xyzw
imax r0.xyzw, r4.xyzw, r5.xyzw
imax r0.xy, l(-1, 16, 10000, 0x00002711), cb0[2].xyzx
imax r0.x, r4.y, r5.z
imax [precise] r0.xyzw, r4.xyzw, r5.xyzw
imax r0.xyzw, r4.xyzw, -r5.xyzw
imin r0.xyzw, r4.xyzw, r5.xyzw
imin r0.xy, l(-1, 16, 10000, 0x00002711), cb0[2].xyzx
imin r0.x, r4.y, r5.z
imin [precise] r0.xyzw, r4.xyzw, r5.xyzw
imin r0.xyzw, r4.xyzw, -r5.xyzw
imul r0.xyzw, r1.xyzw, r4.xyzw, r5.xyzw
imul r0.xy, r1.xy, l(-1, 16, 10000, 0x00002711), cb0[2].xyzx
imul null, r1.x, r4.y, r5.z
imul [precise] r0.xyzw, r1.xyzw, r4.xyzw, r5.xyzw
imul r0.xyzw, r1.xyzw, r4.xyzw, -r5.xyzw
ine r0.xyzw, r4.xyzw, r5.xyzw
ine r0.xy, l(-1, 16, 10000, 0x00002711), cb0[2].xyzx
ine r0.x, r4.y, r5.z
ine [precise] r0.xyzw, r4.xyzw, r5.xyzw
ineg r0.xyzw, r4.xyzw
ineg r0.xy, l(-1, 16, 10000, 0x00002711)
ineg r0.x, r4.y
ineg [precise] r0.xyzw, r4.xyzw
ishl r0.xyzw, r4.xyzw, r5.xyzw
ishl r0.xy, l(1, 2, 3, 0xffff0000), cb0[2].xyzx
ishl r0.x, r4.y, r5.z
ishl [precise] r0.xyzw, r4.xyzw, r5.xyzw
ishr r0.xyzw, r4.xyzw, r5.xyzw
ishr r0.xy, l(1, 2, 3, 0xffff0000), cb0[2].xyzx
ishr r0.x, r4.y, r5.z
ishr [precise] r0.xyzw, r4.xyzw, r5.xyzw
itof r0.xyzw, r4.xyzw
itof r0.xy, l(-1, 16, 10000, 0x00002711)
itof r0.x, r4.y
itof [precise] r0.xyzw, r4.xyzw
itof r0.xyzw, -r4.xyzw
log r0.xyzw, r4.xyzw
log r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000)
log r0.x, r4.y
log_sat r0.xyzw, r4.xyzw
log [precise] r0.xyzw, r4.xyzw
log r0.xyzw, -r4.xyzw
log r0.xyzw, |r4.xyzw|
log r0.xyzw, -|r4.xyzw|
lt r0.xyzw, r4.xyzw, r5.xyzw
lt r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000), cb0[2].xyzx
lt r0.x, r4.y, r5.z
lt [precise] r0.xyzw, r4.xyzw, r5.xyzw
lt r0.xyzw, r4.xyzw, -r5.xyzw
lt r0.xyzw, r4.xyzw, |r5.xyzw|
lt r0.xyzw, r4.xyzw, -|r5.xyzw|
mad r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
mad r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000), cb0[2].xyzx, cb0[3].xyzx
mad r0.x, r4.y, r5.z, r6.w
mad_sat r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
mad [precise] r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
mad r0.xyzw, r4.xyzw, r5.xyzw, -r6.xyzw
mad r0.xyzw, r4.xyzw, r5.xyzw, |r6.xyzw|
mad r0.xyzw, r4.xyzw, r5.xyzw, -|r6.xyzw|
min r0.xyzw, r4.xyzw, r5.xyzw
min r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000), cb0[2].xyzx
min r0.x, r4.y, r5.z
min_sat r0.xyzw, r4.xyzw, r5.xyzw
min [precise] r0.xyzw, r4.xyzw, r5.xyzw
min r0.xyzw, r4.xyzw, -r5.xyzw
min r0.xyzw, r4.xyzw, |r5.xyzw|
min r0.xyzw, r4.xyzw, -|r5.xyzw|
max r0.xyzw, r4.xyzw, r5.xyzw
max r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000), cb0[2].xyzx
max r0.x, r4.y, r5.z
max_sat r0.xyzw, r4.xyzw, r5.xyzw
max [precise] r0.xyzw, r4.xyzw, r5.xyzw
max r0.xyzw, r4.xyzw, -r5.xyzw
max r0.xyzw, r4.xyzw, |r5.xyzw|
max r0.xyzw, r4.xyzw, -|r5.xyzw|
mov r0.xyzw, r4.xyzw
mov r0.xy, l(1.000000,0,-1,16)
mov r0.x, r4.y
mov_sat r0.xyzw, r4.xyzw
mov [precise] r0.xyzw, r4.xyzw
mov r0.xyzw, -r4.xyzw
mov r0.xyzw, |r4.xyzw|
mov r0.xyzw, -|r4.xyzw|
movc r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
movc r0.xy, l(1, 2, 3, 0xffff0000), cb0[2].xyzx, cb0[3].xyzx
movc r0.x, r4.y, r5.z, r6.w
movc_sat r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
movc [precise] r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
movc r0.xyzw, r4.xyzw, r5.xyzw, -r6.xyzw
movc r0.xyzw, r4.xyzw, r5.xyzw, |r6.xyzw|
movc r0.xyzw, r4.xyzw, r5.xyzw, -|r6.xyzw|
mul r0.xyzw, r4.xyzw, r5.xyzw
mul r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000), cb0[2].xyzx
mul r0.x, r4.y, r5.z
mul_sat r0.xyzw, r4.xyzw, r5.xyzw
mul [precise] r0.xyzw, r4.xyzw, r5.xyzw
mul r0.xyzw, r4.xyzw, -r5.xyzw
mul r0.xyzw, r4.xyzw, |r5.xyzw|
mul r0.xyzw, r4.xyzw, -|r5.xyzw|
ne r0.xyzw, r4.xyzw, r5.xyzw
ne r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000), cb0[2].xyzx
ne r0.x, r4.y, r5.z
ne [precise] r0.xyzw, r4.xyzw, r5.xyzw
ne r0.xyzw, r4.xyzw, -r5.xyzw
ne r0.xyzw, r4.xyzw, |r5.xyzw|
ne r0.xyzw, r4.xyzw, -|r5.xyzw|
not r0.xyzw, r4.xyzw
not r0.xy, l(1, 2, 3, 0xffff0000)
not r0.x, r4.y
not [precise] r0.xyzw, r4.xyzw
or r0.xyzw, r4.xyzw, r5.xyzw
or r0.xy, l(1, 2, 3, 0xffff0000), cb0[2].xyzx
or r0.x, r4.y, r5.z
or [precise] r0.xyzw, r4.xyzw, r5.xyzw
round_ne r0.xyzw, r4.xyzw
round_ne r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000)
round_ne r0.x, r4.y
round_ne_sat r0.xyzw, r4.xyzw
round_ne [precise] r0.xyzw, r4.xyzw
round_ne r0.xyzw, -r4.xyzw
round_ne r0.xyzw, |r4.xyzw|
round_ne r0.xyzw, -|r4.xyzw|
round_ni r0.xyzw, r4.xyzw
round_ni r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000)
round_ni r0.x, r4.y
round_ni_sat r0.xyzw, r4.xyzw
round_ni [precise] r0.xyzw, r4.xyzw
round_ni r0.xyzw, -r4.xyzw
round_ni r0.xyzw, |r4.xyzw|
round_ni r0.xyzw, -|r4.xyzw|
round_pi r0.xyzw, r4.xyzw
round_pi r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000)
round_pi r0.x, r4.y
round_pi_sat r0.xyzw, r4.xyzw
round_pi [precise] r0.xyzw, r4.xyzw
round_pi r0.xyzw, -r4.xyzw
round_pi r0.xyzw, |r4.xyzw|
round_pi r0.xyzw, -|r4.xyzw|
round_z r0.xyzw, r4.xyzw
round_z r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000)
round_z r0.x, r4.y
round_z_sat r0.xyzw, r4.xyzw
round_z [precise] r0.xyzw, r4.xyzw
round_z r0.xyzw, -r4.xyzw
round_z r0.xyzw, |r4.xyzw|
round_z r0.xyzw, -|r4.xyzw|
rsq r0.xyzw, r4.xyzw
rsq r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000)
rsq r0.x, r4.y
rsq_sat r0.xyzw, r4.xyzw
rsq [precise] r0.xyzw, r4.xyzw
rsq r0.xyzw, -r4.xyzw
rsq r0.xyzw, |r4.xyzw|
rsq r0.xyzw, -|r4.xyzw|
sqrt r0.xyzw, r4.xyzw
sqrt r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000)
sqrt r0.x, r4.y
sqrt_sat r0.xyzw, r4.xyzw
sqrt [precise] r0.xyzw, r4.xyzw
sqrt r0.xyzw, -r4.xyzw
sqrt r0.xyzw, |r4.xyzw|
sqrt r0.xyzw, -|r4.xyzw|
sincos r0.xyzw, r1.xyzw, r4.xyzw
sincos r0.xy, r1.xy, l(0.500000, 1.000000, -2.000000, 0.000000)
sincos null, r1.x, r4.y
sincos_sat r0.xyzw, r1.xyzw, r4.xyzw
sincos [precise] r0.xyzw, r1.xyzw, r4.xyzw
sincos r0.xyzw, r1.xyzw, -r4.xyzw
sincos r0.xyzw, r1.xyzw, |r4.xyzw|
sincos r0.xyzw, r1.xyzw, -|r4.xyzw|
udiv r0.xyzw, r1.xyzw, r4.xyzw, r5.xyzw
udiv r0.xy, r1.xy, l(1, 2, 3, 0xffff0000), cb0[2].xyzx
udiv null, r1.x, r4.y, r5.z
udiv [precise] r0.xyzw, r1.xyzw, r4.xyzw, r5.xyzw
ult r0.xyzw, r4.xyzw, r5.xyzw
ult r0.xy, l(1, 2, 3, 0xffff0000), cb0[2].xyzx
ult r0.x, r4.y, r5.z
ult [precise] r0.xyzw, r4.xyzw, r5.xyzw
uge r0.xyzw, r4.xyzw, r5.xyzw
uge r0.xy, l(1, 2, 3, 0xffff0000), cb0[2].xyzx
uge r0.x, r4.y, r5.z
uge [precise] r0.xyzw, r4.xyzw, r5.xyzw
umul r0.xyzw, r1.xyzw, r4.xyzw, r5.xyzw
umul r0.xy, r1.xy, l(1, 2, 3, 0xffff0000), cb0[2].xyzx
umul null, r1.x, r4.y, r5.z
umul [precise] r0.xyzw, r1.xyzw, r4.xyzw, r5.xyzw
umad r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
umad r0.xy, l(1, 2, 3, 0xffff0000), cb0[2].xyzx, cb0[3].xyzx
umad r0.x, r4.y, r5.z, r6.w
umad [precise] r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
umax r0.xyzw, r4.xyzw, r5.xyzw
umax r0.xy, l(1, 2, 3, 0xffff0000), cb0[2].xyzx
umax r0.x, r4.y, r5.z
umax [precise] r0.xyzw, r4.xyzw, r5.xyzw
umin r0.xyzw, r4.xyzw, r5.xyzw
umin r0.xy, l(1, 2, 3, 0xffff0000), cb0[2].xyzx
umin r0.x, r4.y, r5.z
umin [precise] r0.xyzw, r4.xyzw, r5.xyzw
ushr r0.xyzw, r4.xyzw, r5.xyzw
ushr r0.xy, l(1, 2, 3, 0xffff0000), cb0[2].xyzx
ushr r0.x, r4.y, r5.z
ushr [precise] r0.xyzw, r4.xyzw, r5.xyzw
utof r0.xyzw, r4.xyzw
utof r0.xy, l(1, 2, 3, 0xffff0000)
utof r0.x, r4.y
utof [precise] r0.xyzw, r4.xyzw
xor r0.xyzw, r4.xyzw, r5.xyzw
xor r0.xy, l(1, 2, 3, 0xffff0000), cb0[2].xyzx
xor r0.x, r4.y, r5.z
xor [precise] r0.xyzw, r4.xyzw, r5.xyzw
rcp r0.xyzw, r4.xyzw
rcp r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000)
rcp r0.x, r4.y
rcp_sat r0.xyzw, r4.xyzw
rcp [precise] r0.xyzw, r4.xyzw
rcp r0.xyzw, -r4.xyzw
rcp r0.xyzw, |r4.xyzw|
rcp r0.xyzw, -|r4.xyzw|
f32tof16 r0.xyzw, r4.xyzw
f32tof16 r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000)
f32tof16 r0.x, r4.y
f32tof16 [precise] r0.xyzw, r4.xyzw
f32tof16 r0.xyzw, -r4.xyzw
f32tof16 r0.xyzw, |r4.xyzw|
f32tof16 r0.xyzw, -|r4.xyzw|
f16tof32 r0.xyzw, r4.xyzw
f16tof32 r0.xy, l(1, 2, 3, 0xffff0000)
f16tof32 r0.x, r4.y
f16tof32 [precise] r0.xyzw, r4.xyzw
f16tof32 r0.xyzw, -r4.xyzw
uaddc r0.xyzw, r1.xyzw, r4.xyzw, r5.xyzw
uaddc r0.xy, r1.xy, l(1, 2, 3, 0xffff0000), cb0[2].xyzx
uaddc null, r1.x, r4.y, r5.z
uaddc [precise] r0.xyzw, r1.xyzw, r4.xyzw, r5.xyzw
usubb r0.xyzw, r1.xyzw, r4.xyzw, r5.xyzw
usubb r0.xy, r1.xy, l(1, 2, 3, 0xffff0000), cb0[2].xyzx
usubb null, r1.x, r4.y, r5.z
usubb [precise] r0.xyzw, r1.xyzw, r4.xyzw, r5.xyzw
countbits r0.xyzw, r4.xyzw
countbits r0.xy, l(1, 2, 3, 0xffff0000)
countbits r0.x, r4.y
countbits [precise] r0.xyzw, r4.xyzw
firstbit_hi r0.xyzw, r4.xyzw
firstbit_hi r0.xy, l(1, 2, 3, 0xffff0000)
firstbit_hi r0.x, r4.y
firstbit_hi [precise] r0.xyzw, r4.xyzw
firstbit_lo r0.xyzw, r4.xyzw
firstbit_lo r0.xy, l(1, 2, 3, 0xffff0000)
firstbit_lo r0.x, r4.y
firstbit_lo [precise] r0.xyzw, r4.xyzw
firstbit_shi r0.xyzw, r4.xyzw
firstbit_shi r0.xy, l(-1, 16, 10000, 0x00002711)
firstbit_shi r0.x, r4.y
firstbit_shi [precise] r0.xyzw, r4.xyzw
ubfe r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
ubfe r0.xy, l(1, 2, 3, 0xffff0000), cb0[2].xyzx, cb0[3].xyzx
ubfe r0.x, r4.y, r5.z, r6.w
ubfe [precise] r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
ibfe r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
ibfe r0.xy, l(1, 2, 3, 0xffff0000), cb0[2].xyzx, cb0[3].xyzx
ibfe r0.x, r4.y, r5.z, r6.w
ibfe [precise] r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
bfi r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw, r7.xyzw
bfi r0.xy, l(1, 2, 3, 0xffff0000), cb0[2].xyzx, cb0[3].xyzx, cb0[4].xyzx
bfi r0.x, r4.y, r5.z, r6.w, r7.x
bfi [precise] r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw, r7.xyzw
bfrev r0.xyzw, r4.xyzw
bfrev r0.xy, l(1, 2, 3, 0xffff0000)
bfrev r0.x, r4.y
bfrev [precise] r0.xyzw, r4.xyzw
swapc r0.xyzw, r1.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
swapc r0.xy, r1.xy, l(1, 2, 3, 0xffff0000), cb0[2].xyzx, cb0[3].xyzx
swapc null, r1.x, r4.y, r5.z, r6.w
swapc_sat r0.xyzw, r1.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
swapc [precise] r0.xyzw, r1.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
swapc r0.xyzw, r1.xyzw, r4.xyzw, r5.xyzw, -r6.xyzw
swapc r0.xyzw, r1.xyzw, r4.xyzw, r5.xyzw, |r6.xyzw|
swapc r0.xyzw, r1.xyzw, r4.xyzw, r5.xyzw, -|r6.xyzw|
dadd r0.xyzw, r4.xyzw, r5.xyzw
dadd r0.xy, d(1.000000l, -0.500000l), r5.xyxy
dadd r0.zw, r4.zwzw, r5.zwzw
dadd_sat r0.xyzw, r4.xyzw, r5.xyzw
dadd [precise] r0.xyzw, r4.xyzw, r5.xyzw
dadd r0.xyzw, r4.xyzw, -r5.xyzw
dadd r0.xyzw, r4.xyzw, |r5.xyzw|
dadd r0.xyzw, r4.xyzw, -|r5.xyzw|
dmax r0.xyzw, r4.xyzw, r5.xyzw
dmax r0.xy, d(1.000000l, -0.500000l), r5.xyxy
dmax r0.zw, r4.zwzw, r5.zwzw
dmax_sat r0.xyzw, r4.xyzw, r5.xyzw
dmax [precise] r0.xyzw, r4.xyzw, r5.xyzw
dmax r0.xyzw, r4.xyzw, -r5.xyzw
dmax r0.xyzw, r4.xyzw, |r5.xyzw|
dmax r0.xyzw, r4.xyzw, -|r5.xyzw|
dmin r0.xyzw, r4.xyzw, r5.xyzw
dmin r0.xy, d(1.000000l, -0.500000l), r5.xyxy
dmin r0.zw, r4.zwzw, r5.zwzw
dmin_sat r0.xyzw, r4.xyzw, r5.xyzw
dmin [precise] r0.xyzw, r4.xyzw, r5.xyzw
dmin r0.xyzw, r4.xyzw, -r5.xyzw
dmin r0.xyzw, r4.xyzw, |r5.xyzw|
dmin r0.xyzw, r4.xyzw, -|r5.xyzw|
dmul r0.xyzw, r4.xyzw, r5.xyzw
dmul r0.xy, d(1.000000l, -0.500000l), r5.xyxy
dmul r0.zw, r4.zwzw, r5.zwzw
dmul_sat r0.xyzw, r4.xyzw, r5.xyzw
dmul [precise] r0.xyzw, r4.xyzw, r5.xyzw
dmul r0.xyzw, r4.xyzw, -r5.xyzw
dmul r0.xyzw, r4.xyzw, |r5.xyzw|
dmul r0.xyzw, r4.xyzw, -|r5.xyzw|
deq r0.xy, r4.xyzw, r5.xyzw
deq r0.xy, d(1.000000l, -0.500000l), r5.xyxy
deq r0.x, r4.zwzw, r5.zwzw
deq [precise] r0.xy, r4.xyzw, r5.xyzw
deq r0.xy, r4.xyzw, -r5.xyzw
deq r0.xy, r4.xyzw, |r5.xyzw|
deq r0.xy, r4.xyzw, -|r5.xyzw|
dge r0.xy, r4.xyzw, r5.xyzw
dge r0.xy, d(1.000000l, -0.500000l), r5.xyxy
dge r0.x, r4.zwzw, r5.zwzw
dge [precise] r0.xy, r4.xyzw, r5.xyzw
dge r0.xy, r4.xyzw, -r5.xyzw
dge r0.xy, r4.xyzw, |r5.xyzw|
dge r0.xy, r4.xyzw, -|r5.xyzw|
dlt r0.xy, r4.xyzw, r5.xyzw
dlt r0.xy, d(1.000000l, -0.500000l), r5.xyxy
dlt r0.x, r4.zwzw, r5.zwzw
dlt [precise] r0.xy, r4.xyzw, r5.xyzw
dlt r0.xy, r4.xyzw, -r5.xyzw
dlt r0.xy, r4.xyzw, |r5.xyzw|
dlt r0.xy, r4.xyzw, -|r5.xyzw|
dne r0.xy, r4.xyzw, r5.xyzw
dne r0.xy, d(1.000000l, -0.500000l), r5.xyxy
dne r0.x, r4.zwzw, r5.zwzw
dne [precise] r0.xy, r4.xyzw, r5.xyzw
dne r0.xy, r4.xyzw, -r5.xyzw
dne r0.xy, r4.xyzw, |r5.xyzw|
dne r0.xy, r4.xyzw, -|r5.xyzw|
dmov r0.xyzw, r4.xyzw
dmov r0.xy, d(1.000000l, -0.500000l)
dmov r0.zw, r4.zwzw
dmov_sat r0.xyzw, r4.xyzw
dmov [precise] r0.xyzw, r4.xyzw
dmov r0.xyzw, -r4.xyzw
dmov r0.xyzw, |r4.xyzw|
dmov r0.xyzw, -|r4.xyzw|
dmovc r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
dmovc r0.xy, l(1, 2, 3, 0xffff0000), r5.xyxy, r6.xyxy
dmovc r0.zw, r4.yyyy, r5.zwzw, r6.zwzw
dmovc_sat r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
dmovc [precise] r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
dmovc r0.xyzw, r4.xyzw, r5.xyzw, -r6.xyzw
dmovc r0.xyzw, r4.xyzw, r5.xyzw, |r6.xyzw|
dmovc r0.xyzw, r4.xyzw, r5.xyzw, -|r6.xyzw|
dtof r0.xy, r4.xyzw
dtof r0.xy, d(1.000000l, -0.500000l)
dtof r0.x, r4.zwzw
dtof [precise] r0.xy, r4.xyzw
dtof r0.xy, -r4.xyzw
ftod r0.xyzw, r4.xyzw
ftod r0.xy, l(0.500000, 1.000000, -2.000000, 0.000000)
ftod r0.zw, r4.y
ftod [precise] r0.xyzw, r4.xyzw
ftod r0.xyzw, -r4.xyzw
ddiv r0.xyzw, r4.xyzw, r5.xyzw
ddiv r0.xy, d(1.000000l, -0.500000l), r5.xyxy
ddiv r0.zw, r4.zwzw, r5.zwzw
ddiv_sat r0.xyzw, r4.xyzw, r5.xyzw
ddiv [precise] r0.xyzw, r4.xyzw, r5.xyzw
ddiv r0.xyzw, r4.xyzw, -r5.xyzw
ddiv r0.xyzw, r4.xyzw, |r5.xyzw|
ddiv r0.xyzw, r4.xyzw, -|r5.xyzw|
dfma r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
dfma r0.xy, d(1.000000l, -0.500000l), r5.xyxy, r6.xyxy
dfma r0.zw, r4.zwzw, r5.zwzw, r6.zwzw
dfma_sat r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
dfma [precise] r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
dfma r0.xyzw, r4.xyzw, r5.xyzw, -r6.xyzw
dfma r0.xyzw, r4.xyzw, r5.xyzw, |r6.xyzw|
dfma r0.xyzw, r4.xyzw, r5.xyzw, -|r6.xyzw|
drcp r0.xyzw, r4.xyzw
drcp r0.xy, d(1.000000l, -0.500000l)
drcp r0.zw, r4.zwzw
drcp_sat r0.xyzw, r4.xyzw
drcp [precise] r0.xyzw, r4.xyzw
drcp r0.xyzw, -r4.xyzw
drcp r0.xyzw, |r4.xyzw|
drcp r0.xyzw, -|r4.xyzw|
msad r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
msad r0.xy, l(1, 2, 3, 0xffff0000), cb0[2].xyzx, cb0[3].xyzx
msad r0.x, r4.y, r5.z, r6.w
msad [precise] r0.xyzw, r4.xyzw, r5.xyzw, r6.xyzw
dtoi r0.xy, r4.xyzw
dtoi r0.xy, d(1.000000l, -0.500000l)
dtoi r0.x, r4.zwzw
dtoi [precise] r0.xy, r4.xyzw
dtoi r0.xy, -r4.xyzw
dtoi r0.xy, |r4.xyzw|
dtoi r0.xy, -|r4.xyzw|
dtou r0.xy, r4.xyzw
dtou r0.xy, d(1.000000l, -0.500000l)
dtou r0.x, r4.zwzw
dtou [precise] r0.xy, r4.xyzw
dtou r0.xy, -r4.xyzw
dtou r0.xy, |r4.xyzw|
dtou r0.xy, -|r4.xyzw|
itod r0.xyzw, r4.xyzw
itod r0.xy, l(-1, 16, 10000, 0x00002711)
itod r0.zw, r4.y
itod [precise] r0.xyzw, r4.xyzw
itod r0.xyzw, -r4.xyzw
utod r0.xyzw, r4.xyzw
utod r0.xy, l(1, 2, 3, 0xffff0000)
utod r0.zw, r4.y
utod [precise] r0.xyzw, r4.xyzw
check_access_fully_mapped r0.xyzw, r4.xyzw
check_access_fully_mapped r0.xy, l(1, 2, 3, 0xffff0000)
check_access_fully_mapped r0.x, r4.y
ret 
