/* Data-flow rules: definite assignment, barriers and derivatives in divergent control flow. */
#include "rules.h"

#define IDS    "dcl_input vThreadID.x\ndcl_input vThreadGroupID.x\ndcl_input vThreadIDInGroup.xyz\n"
#define RAW    "dcl_uav_raw u0\n"
#define SHARED "dcl_tgsm_raw g0, 64\n"
#define LOOP   "loop\nuge r0.y, r0.x, l(4)\n"
#define NEVER  "validate-unwritten"
#define ARRAY  "dcl_indexableTemp x0[2], 4\n"
#define CONST  "dcl_constantbuffer cb0[1], immediateIndexed\n"
#define MAYBE  "validate-maybe-unwritten"

#define PIXEL(mode, body)                                                                                    \
    PS("dcl_input_ps " mode " v0.xy\ndcl_resource_texture2d (float,float,float,float) t0\n"                  \
       "dcl_sampler s0, mode_default\n",                                                                     \
       "add r0.xy, v0.xyxx, l(1, 1, 0, 0)\n" body)

static const struct rule_case cases[] = {
    RULE(NEVER, CS("", "mov r1.x, l(1)\nmov r0.x, r1.x\n"), CS("", "mov r0.x, r1.x\n")),
    RULE(NEVER, CS("", "mov r1.y, l(1)\nmov r0.x, r1.y\n"), CS("", "mov r1.y, l(1)\nmov r0.x, r1.x\n")),
    RULE(NEVER, CS("", "mov r1.xy, l(1,1,1,1)\ndp2 r0.x, r1.xyzw, r1.xyzw\n"),
         CS("", "mov r1.xy, l(1,1,1,1)\ndp3 r0.x, r1.xyzw, r1.xyxx\n")),
    RULE(NEVER, CS("", "mov r1.x, l(1)\nif_nz l(1)\nmov r2.x, r1.x\nelse\nmov r2.x, r1.x\nendif\n"),
         CS("", "if_nz l(1)\nmov r1.x, l(1)\nelse\nmov r2.x, r1.x\nendif\n")),
    RULE(NEVER,
         CS("", "mov r0.x, l(0)\n" LOOP "breakc_nz r0.y\niadd r0.x, r0.x, l(1)\nendloop\nmov r1.x, r0.y\n"),
         CS("", "mov r0.x, l(0)\n" LOOP "breakc_nz r0.y\niadd r0.x, r0.x, r2.x\nendloop\n")),
    RULE(NEVER, CS("", "call l0\nmov r1.x, r0.x\nret\nlabel l0\nmov r0.x, l(1)\n"),
         CS("", "call l0\nmov r1.x, r0.y\nret\nlabel l0\nmov r0.x, l(1)\n")),
    RULE("validate-unwritten-address", CS(RAW, "mov r0.x, l(0)\nld_raw r1.x, r0.x, u0.xxxx\n"),
         CS(RAW, "ld_raw r1.x, r0.x, u0.xxxx\n")),
    RULE(MAYBE, CS("", "if_nz l(1)\nmov r0.x, l(1)\nelse\nmov r0.x, l(2)\nendif\nmov r1.x, r0.x\n"),
         CS("", "if_nz l(1)\nmov r0.x, l(1)\nendif\nmov r1.x, r0.x\n")),
    RULE(MAYBE,
         CS("", "mov r0.x, l(0)\nmov r2.x, l(0)\n" LOOP
                "breakc_nz r0.y\nmov r1.x, r2.x\nmov r2.x, l(1)\nendloop\n"),
         CS("", "mov r0.x, l(0)\n" LOOP "breakc_nz r0.y\nmov r1.x, r2.x\nmov r2.x, l(1)\nendloop\n")),
    RULE(MAYBE,
         CS("", "switch l(1)\ncase l(1)\nmov r0.x, l(1)\nbreak\ndefault\nmov r0.x, "
                "l(2)\nbreak\nendswitch\nmov r1.x, r0.x\n"),
         CS("", "switch l(1)\ncase l(1)\nmov r0.x, l(1)\nbreak\nendswitch\nmov r1.x, r0.x\n")),
    RULE(MAYBE, CS("", "mov r2.x, l(1)\nif_nz l(1)\nret\nelse\nmov r0.x, l(1)\nendif\nmov r1.x, r0.x\n"),
         CS("", "retc_nz l(1)\nif_nz l(1)\nmov r0.x, l(1)\nendif\nmov r1.x, r0.x\n")),
    RULE("validate-array-unwritten", CS(ARRAY, "mov x0[1].x, l(1)\nmov r0.x, x0[0].x\n"),
         CS(ARRAY, "mov r0.x, x0[0].x\n")),
    RULE("validate-output-unwritten", PS("dcl_output o0.xy\n", "mov o0.xy, l(0,0,0,0)\n"),
         PS("dcl_output o0.xy\n", "mov o0.x, l(0)\n")),
    RULE("validate-output-unwritten", PS("dcl_output oDepth\n", "mov oDepth, l(0)\n"),
         PS("dcl_output oDepth\n", "")),
    RULE("validate-barrier", CS(IDS, "if_nz vThreadGroupID.x\nsync_g_t\nendif\n"),
         CS(IDS, "if_nz vThreadIDInGroup.x\nsync_g_t\nendif\n")),
    RULE("validate-barrier", CS(IDS, "if_nz vThreadIDInGroup.z\nsync_g_t\nendif\n"),
         CS(IDS, "if_nz vThreadIDInGroup.y\nsync_g_t\nendif\n")),
    RULE("validate-barrier", CS(IDS, "ult r0.x, vThreadGroupID.x, l(4)\nif_nz r0.x\nsync_g_t\nendif\n"),
         CS(IDS, "ult r0.x, vThreadID.x, l(4)\nif_nz r0.x\nelse\nsync_g_t\nendif\n")),
    RULE("validate-barrier", CS(IDS, "if_nz vThreadGroupID.x\nsync_g_t\nendif\n"),
         CS(IDS CONST, "iadd r0.x, vThreadIDInGroup.x, cb0[0].x\nif_nz r0.x\nsync_g_t\nendif\n")),
    RULE("validate-barrier",
         CS(IDS SHARED, "if_nz vThreadIDInGroup.x\nstore_raw g0.x, l(0), l(1)\nendif\nsync_g_t\n"),
         CS(IDS SHARED, "ld_raw r0.x, l(0), g0.xxxx\nif_nz r0.x\nsync_g_t\nendif\n")),
    RULE(
        "validate-barrier",
        CS(IDS, "mov r0.x, l(0)\n" LOOP "breakc_nz r0.y\nsync_g_t\niadd r0.x, r0.x, l(1)\nendloop\n"),
        CS(IDS, "mov r0.x, vThreadID.x\n" LOOP "breakc_nz r0.y\nsync_g_t\niadd r0.x, r0.x, l(1)\nendloop\n")),
    RULE("validate-barrier", CS(IDS, "retc_nz vThreadGroupID.x\nsync_g_t\n"),
         CS(IDS, "retc_nz vThreadID.x\nsync_g_t\n")),
    RULE("validate-barrier",
         CS(IDS,
            "mov r1.x, l(0)\nif_nz vThreadGroupID.x\nmov r1.x, l(1)\nendif\nif_nz r1.x\nsync_g_t\nendif\n"),
         CS(IDS, "mov r1.x, l(0)\nif_nz vThreadID.x\nmov r1.x, l(1)\nendif\nif_nz r1.x\nsync_g_t\nendif\n")),
    RULE("validate-difference", PIXEL("linear", "sample r1.x, r0.xyxx, t0.xyzw, s0\n"),
         PIXEL("linear", "if_nz v0.x\nsample r1.x, r0.xyxx, t0.xyzw, s0\nendif\n")),
    RULE("validate-difference", PIXEL("linear", "if_nz v0.x\nsample r1.x, v0.xyxx, t0.xyzw, s0\nendif\n"),
         PIXEL("linear", "retc_nz r0.x\nderiv_rtx_coarse r1.x, r0.y\n")),
    RULE("validate-difference", PIXEL("constant", "if_nz v0.x\nsample r1.x, r0.xyxx, t0.xyzw, s0\nendif\n"),
         PIXEL("linear", "loop\nbreakc_nz r0.x\nlod r1.x, r0.xyxx, t0.xyzw, s0\nendloop\n")),
    RULE("validate-difference",
         PIXEL("linear", "if_nz v0.x\nsample_l r1.x, r0.xyxx, t0.xyzw, s0, l(0)\nendif\n"),
         PIXEL("linear", "if_nz v0.x\nelse\nsample_b r1.x, r0.xyxx, t0.xyzw, s0, l(0)\nendif\n")),
};

int main(void)
{
    return RUN_RULES(cases);
}
