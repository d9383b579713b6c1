/* Rules about the operands of single instructions, and about class linkage. */
#include "rules.h"

#define SET           "mov r0.xyzw, l(1, 2, 3, 4)\n"
#define TEXTURE(kind) "dcl_resource_" kind " (float,float,float,float) t0\n"
#define SAMPLER       "dcl_sampler s0, mode_default\n"
#define COMPARED      "dcl_sampler s0, mode_comparison\n"
#define OFFSETS(kind) PS(TEXTURE(kind) SAMPLER, "sample_aoffimmi(1,0,0) r0.x, l(0, 0, 0, 0), t0.xyzw, s0\n")
#define ARRAY         "dcl_indexableTemp x0[4], 4\n"
#define SAMPLES(n)    "dcl_resource_texture2dms(" #n ") (float,float,float,float) t0\n"

#define BODY(n)                "dcl_function_body fb" #n "\n"
#define TABLE(n)               "dcl_function_table ft" #n " = {fb" #n "}\n"
#define FACE(n, sites, tables) "dcl_interface fp" #n "[1][" #sites "] = {" tables "}\n"
/* Function bodies fb0 and fb1 with the given code. */
#define LINKED(main, first, second)                                                                          \
    PS(BODY(0) BODY(1) TABLE(0) TABLE(1) FACE(0, 1, "ft0") FACE(1, 1, "ft1"),                                \
       main "ret\nlabel fb0\n" first "ret\nlabel fb1\n" second)
#define GS(body)                                                                                             \
    "gs_5_0\ndcl_inputprimitive line\ndcl_input v[2][0].x\ndcl_outputtopology pointlist\ndcl_output o0.x\n"  \
    "dcl_maxout 4\n" body "ret\n"

static const struct rule_case cases[] = {
    RULE("validate-modifier", CS("", SET "movc r0.x, r0.y, -r0.z, |r0.w|\n"),
         CS("", SET "movc r0.x, -r0.y, r0.z, r0.w\n")),
    RULE("validate-modifier", CS("", SET "swapc r1.x, r2.x, r0.y, r0.z, r0.w\n"),
         CS("", SET "swapc r1.x, r2.x, |r0.y|, r0.z, r0.w\n")),
    RULE("validate-swap-modifier", CS("", SET "swapc r1.x, r2.x, r0.y, r0.z, r0.w\n"),
         CS("", SET "swapc r1.x, r2.x, r0.y, -r0.z, r0.w\n")),
    RULE("validate-swap-modifier", CS("", SET "swapc r1.x, r2.x, r0.y, r0.z, r0.w\n"),
         CS("", SET "swapc r1.x, r2.x, r0.y, r0.z, |r0.w|\n")),
    RULE("validate-swap-modifier", CS("", SET "swapc r1.x, r2.x, r0.y, r0.z, r0.w\n"),
         CS("", SET "swapc_sat r1.x, r2.x, r0.y, r0.z, r0.w\n")),
    RULE_AS("vs_4_0", "validate-shift-scalar", VS("", SET "ishl r0.xy, r0.xyxx, r0.zzzz\n"),
            VS("", SET "ishl r0.xy, r0.xyxx, r0.zwzz\n")),
    RULE_AS("vs_4_1", "validate-shift-scalar", VS("", SET "ushr r0.xy, r0.xyxx, l(3, 3, 0, 0)\n"),
            VS("", SET "ushr r0.xy, r0.xyxx, l(3, 2, 0, 0)\n")),
    RULE("validate-swap", CS("", SET "swapc r0.x, r1.y, r0.x, r0.z, r0.w\n"),
         CS("", SET "swapc r0.xy, r0.yz, r0.x, r0.z, r0.w\n")),
    RULE("validate-swap-register", CS("", SET "swapc r0.x, r1.x, r0.x, r0.z, r0.w\n"),
         CS("", SET "swapc r0.x, r0.y, r0.x, r0.z, r0.w\n")),
    RULE("validate-swap-register", CS(ARRAY, SET "swapc x0[r0.x + 0].x, x0[r0.y + 0].y, r0.x, r0.z, r0.w\n"),
         CS(ARRAY, SET "swapc x0[r0.x + 0].x, x0[r0.x + 0].y, r0.x, r0.z, r0.w\n")),
    RULE_AS("ps_4_0", "validate-samples4", PS(SAMPLES(4), "ldms r0.x, l(0, 0, 0, 0), t0.xyzw, l(1)\n"),
            PS(SAMPLES(4), SET "ldms r0.x, l(0, 0, 0, 0), t0.xyzw, r0.x\n")),
    RULE_AS("ps_4_0", "validate-samples4", PS(SAMPLES(4), "ldms r0.x, l(0, 0, 0, 0), t0.xyzw, l(1)\n"),
            PS(SAMPLES(0), "ldms r0.x, l(0, 0, 0, 0), t0.xyzw, l(1)\n")),
    RULE_AS("ps_4_1", "validate-red",
            PS(TEXTURE("texture2d") SAMPLER, "gather4 r0.x, l(0, 0, 0, 0), t0.xyzw, s0.x\n"),
            PS(TEXTURE("texture2d") SAMPLER, "gather4 r0.x, l(0, 0, 0, 0), t0.xyzw, s0.y\n")),
    RULE("validate-red",
         PS(TEXTURE("texture2d") COMPARED, "sample_c r0.x, l(0, 0, 0, 0), t0.xxxx, s0, l(0)\n"),
         PS(TEXTURE("texture2d") COMPARED, "sample_c r0.x, l(0, 0, 0, 0), t0.yyyy, s0, l(0)\n")),
    RULE("validate-bias",
         PS(TEXTURE("texture2d") SAMPLER, "sample_b r0.x, l(0, 0, 0, 0), t0.xyzw, s0, l(-16.0)\n"),
         PS(TEXTURE("texture2d") SAMPLER, "sample_b r0.x, l(0, 0, 0, 0), t0.xyzw, s0, l(16.0)\n")),
    RULE("validate-sampled-type",
         PS(TEXTURE("texture2d") COMPARED, "sample_c r0.x, l(0, 0, 0, 0), t0.xxxx, s0, l(0)\n"),
         PS("dcl_resource_texture2d (uint,uint,uint,uint) t0\n" COMPARED,
            "sample_c r0.x, l(0, 0, 0, 0), t0.xxxx, s0, l(0)\n")),
    RULE("validate-sampler-mode",
         PS(TEXTURE("texture2d") SAMPLER, "sample_l r0.x, l(0, 0, 0, 0), t0.xyzw, s0, l(0)\n"),
         PS(TEXTURE("texture2d") "dcl_sampler s0, mode_mono\n",
            "sample_l r0.x, l(0, 0, 0, 0), t0.xyzw, s0, l(0)\n")),
    RULE_AS(
        "ps_4_0", "validate-sampler-mode",
        PS(TEXTURE("texture2d") "dcl_sampler s0, mode_mono\n",
           "sample_l r0.x, l(0, 0, 0, 0), t0.xyzw, s0, l(0)\n"),
        PS(TEXTURE("texture2d") "dcl_sampler s0, mode_mono\n", "sample r0.x, l(0, 0, 0, 0), t0.xyzw, s0\n")),
    RULE("validate-texel-offset", OFFSETS("texture2darray"), OFFSETS("texturecube")),
    RULE("validate-vertex-index", GS("mov o0.x, v[1][0].x\nemit\n"), GS("mov o0.x, v[2][0].x\nemit\n")),
    RULE("validate-cycles", CS("dcl_input vCycleCounter.xy\n", "mov r0.xy, vCycleCounter.xyxx\n"),
         CS("dcl_input vCycleCounter.xy\n", "iadd r0.x, vCycleCounter.x, l(1)\n")),
    RULE("validate-pull-position", PS("dcl_input_ps linear v0.xy\n", "eval_centroid r0.xy, v0.xyxx\n"),
         PS("dcl_input_ps_siv linear noperspective v0.xy, position\n", "eval_centroid r0.xy, v0.xyxx\n")),

    RULE("validate-number-twice", CS("dcl_indexableTemp x0[4], 4\ndcl_indexableTemp x1[4], 4\n", ""),
         CS("dcl_indexableTemp x0[4], 4\ndcl_indexableTemp x0[4], 4\n", "")),
    RULE("validate-number-twice", LINKED("", "", ""),
         PS(BODY(0) BODY(0) TABLE(0) FACE(0, 1, "ft0"), "ret\nlabel fb0\n")),
    RULE("validate-table-size", LINKED("", "", ""),
         PS(BODY(0) TABLE(0) FACE(0, 2, "ft0"), "ret\nlabel fb0\n")),
    RULE("validate-linkage", LINKED("", "", ""), PS("", "ret\nlabel fb0\n")),
    RULE("validate-recursion", LINKED("fcall fp0[0][0]\n", "fcall fp1[0][0]\n", ""),
         LINKED("fcall fp0[0][0]\n", "fcall fp1[0][0]\n", "fcall fp0[0][0]\n")),
};

int main(void)
{
    return RUN_RULES(cases);
}
