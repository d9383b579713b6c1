// Vertex pulling: no input layout. The vertex shader loads its vertex from a structured buffer through an
// index buffer, and translates it by the position of its instance.
//   t0  structure { float3 position; uint color }
//   t1  indices, one DWORD each
//   cb0 rows of the matrix to clip space, then one float4 per instance
vs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[36], dynamicIndexed
dcl_resource_structured t0, 16
dcl_resource_structured t1, 4
dcl_input_sgv v0.x, vertex_id
dcl_input_sgv v1.x, instance_id
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
dcl_temps 2
ld_structured r0.x, v0.x, l(0), t1.xxxx
ld_structured r0.xyzw, r0.x, l(0), t0.xyzw
ubfe r1.xyzw, l(8, 8, 8, 8), l(0, 8, 16, 24), r0.wwww
utof r1.xyzw, r1.xyzw
mul o1.xyzw, r1.xyzw, l(0.003921569, 0.003921569, 0.003921569, 0.003921569)
mov r1.x, v1.x
add r0.xyz, r0.xyzx, cb0[r1.x + 4].xyzx
mov r0.w, l(1.000000)
dp4 o0.x, r0.xyzw, cb0[0].xyzw
dp4 o0.y, r0.xyzw, cb0[1].xyzw
dp4 o0.z, r0.xyzw, cb0[2].xyzw
dp4 o0.w, r0.xyzw, cb0[3].xyzw
ret
