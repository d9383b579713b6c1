/* Rules about registers: used registers, elements and components are declared. */
#include "rules.h"

#define CONST(how) "dcl_constantbuffer cb0[4], " how "\n"
#define TABLE      "dcl_immediateConstantBuffer { { 1, 2, 3, 4}, { 5, 6, 7, 8} }\n"
#define ARRAY      "dcl_indexableTemp x1[4], 2\n"

#define LINKED              "dcl_function_body fb0\ndcl_function_table ft0 = {fb0}\ndcl_interface fp0[2][1] = {ft0}\n"
#define CALL(element, site) "fcall fp0[" #element "][" #site "]\nret\nlabel fb0\n"

static const struct rule_case cases[] = {
    RULE("validate-temp", CS("", "mov r3.x, l(0)\n"), CS("", "mov r4.x, l(0)\n")),
    RULE("validate-undeclared", CS("dcl_resource_raw t1\n", "ld_raw r0.x, l(0), t1.xxxx\n"),
         CS("dcl_resource_raw t1\n", "ld_raw r0.x, l(0), t0.xxxx\n")),
    RULE("validate-undeclared", CS(CONST("immediateIndexed"), "mov r0.x, cb0[0].x\n"),
         CS("", "mov r0.x, cb0[0].x\n")),
    RULE("validate-undeclared", CS(ARRAY, "mov x1[0].x, l(0)\n"), CS(ARRAY, "mov x0[0].x, l(0)\n")),
    RULE("validate-undeclared", CS(TABLE, "mov r0.x, icb[0].x\n"), CS("", "mov r0.x, icb[0].x\n")),
    RULE("validate-undeclared", CS("dcl_input vThreadID.x\n", "mov r0.x, vThreadID.x\n"),
         CS("", "mov r0.x, vThreadID.x\n")),
    RULE("validate-undeclared", PS("dcl_output o0.x\n", "mov o0.x, l(0)\n"),
         PS("dcl_output o0.x\n", "mov o1.x, l(0)\n")),
    RULE("validate-undeclared", PS("dcl_output oDepth\n", "mov oDepth, l(0)\n"),
         PS("", "mov oDepth, l(0)\n")),
    RULE("validate-array-element", CS(ARRAY, "mov x1[3].x, l(0)\n"), CS(ARRAY, "mov x1[4].x, l(0)\n")),
    RULE("validate-array-component", CS(ARRAY, "mov x1[3].xy, l(0,0,0,0)\n"),
         CS(ARRAY, "mov x1[3].xyz, l(0,0,0,0)\n")),
    RULE("validate-range",
         "cs_5_1\n" FLAGS
         "dcl_uav_raw U0[2:3], space=0\ndcl_thread_group 1, 1, 1\nstore_raw U0[3].x, l(0), l(1)\nret\n",
         "cs_5_1\n" FLAGS
         "dcl_uav_raw U0[2:3], space=0\ndcl_thread_group 1, 1, 1\nstore_raw U0[4].x, l(0), l(1)\nret\n"),
    RULE("validate-cbuffer-dynamic",
         CS(CONST("dynamicIndexed"), "mov r0.x, l(1)\nmov r0.x, cb0[r0.x + 0].x\n"),
         CS(CONST("immediateIndexed"), "mov r0.x, l(1)\nmov r0.x, cb0[r0.x + 0].x\n")),
    RULE("validate-cbuffer-row", CS(CONST("immediateIndexed"), "mov r0.x, cb0[3].x\n"),
         CS(CONST("immediateIndexed"), "mov r0.x, cb0[4].x\n")),
    RULE("validate-icb-row", CS(TABLE, "mov r0.x, icb[1].x\n"), CS(TABLE, "mov r0.x, icb[2].x\n")),
    RULE("validate-component", CS("dcl_input vThreadID.xy\n", "mov r0.xy, vThreadID.xyxx\n"),
         CS("dcl_input vThreadID.x\n", "mov r0.xy, vThreadID.xyxx\n")),
    RULE("validate-component", PS("dcl_output o0.xy\n", "mov o0.xy, l(0,0,0,0)\n"),
         PS("dcl_output o0.xy\n", "mov o0.xyz, l(0,0,0,0)\n")),
    RULE("validate-component", PS("dcl_input_ps linear v1.xy\n", "dp2 r0.x, v1.xyxx, v1.xyxx\n"),
         PS("dcl_input_ps linear v1.xy\n", "dp3 r0.x, v1.xyzx, v1.xyxx\n")),
    RULE("validate-index-unranged",
         VS("dcl_output o0.x\ndcl_output o1.x\ndcl_indexrange o0.x 2\n",
            "mov r0.x, l(1)\nmov o[r0.x + 0].x, l(1)\n"),
         VS("dcl_output o0.x\ndcl_output o1.x\n", "mov r0.x, l(1)\nmov o[r0.x + 0].x, l(1)\n")),
    RULE("validate-dcl-overlap", VS("dcl_input v0.xy\ndcl_input_sgv v0.z, vertex_id\n", ""),
         VS("dcl_input v0.xyz\ndcl_input_sgv v0.z, vertex_id\n", "")),
    RULE("validate-linkage", CS(LINKED, CALL(0, 0)),
         CS("dcl_function_body fb0\ndcl_function_table ft0 = {fb0}\ndcl_interface fp0[2][1] = {ft1}\n",
            CALL(0, 0))),
    RULE("validate-linkage", CS(LINKED, CALL(0, 0)),
         CS("dcl_function_table ft0 = {fb0}\ndcl_interface fp0[2][1] = {ft0}\n", CALL(0, 0))),
    RULE("validate-linkage", CS(LINKED, CALL(0, 0)), CS(LINKED, "fcall fp2[0][0]\nret\nlabel fb0\n")),
    RULE("validate-call-site", CS(LINKED, CALL(0, 0)), CS(LINKED, CALL(0, 1))),
    RULE("validate-call-element", CS(LINKED, CALL(1, 0)), CS(LINKED, CALL(2, 0))),
    RULE("validate-label-missing", CS(LINKED, CALL(0, 0)), CS(LINKED, "fcall fp0[0][0]\n")),
};

int main(void)
{
    return RUN_RULES(cases);
}
