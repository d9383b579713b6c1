vs_5_0
dcl_globalFlags refactoringAllowed | enableMinimumPrecision
dcl_constantbuffer cb0[4], immediateIndexed
dcl_input v0.xyzw
dcl_input v1.xyz
dcl_input_sgv v2.x, vertex_id
dcl_input_sgv v3.x, instance_id
dcl_indexrange v0.xyzw 2
dcl_output o0.xyz
dcl_output_siv o1.xyzw, position
dcl_output_siv o2.xyzw, clip_distance
dcl_output_siv o3.x, cull_distance
dcl_output_siv o4.x, viewport_array_index
dcl_output_sgv o5.x, primitive_id
dcl_indexrange o0.xyz 1
dcl_temps 2
mov r0.xyzw, v[v2.x + 0].xyzw
dp4 o1.x, v0.xyzw, cb0[0].xyzw
add [precise(xy)] o1.yz, r0.xxyx, -cb0[3].xxyx
mov o0.xyz {min16f}, v1.xyzx {min16f}
mad r0.x {min2_8f}, |v1.x {min2_8f}|, l(2.000000) {def32 as min2_8f}, -r0.y {min16i as min2_8f}
mov r1.xyzw, r0.xyzw {min16u as def32}
itof r1.x {min16f}, r0.y {min16i}
movc r1.x {min16f}, v0.x, |r0.x {min16f}|, l(2.000000) {def32 as min16f}
mov o[r0.x + 1].x, v2.x
ret 
