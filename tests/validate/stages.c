/* Rules of single stages: cs_4_x, hull, domain, geometry; signatures. */
#include "rules.h"

#define CS4(declarations, body)                                                                              \
    "cs_4_0\n" declarations "dcl_input vThreadIDInGroupFlattened\n" TEMPS "dcl_thread_group 64, 1, 1\n" body \
    "ret\n"
#define SHARED "dcl_tgsm_structured g0, 128, 64\n"

#define STATE(domain, primitive)                                                                             \
    "dcl_input_control_point_count 2\ndcl_output_control_point_count 2\ndcl_tessellator_domain "             \
    "domain_" domain "\ndcl_tessellator_partitioning "                                                       \
    "partitioning_integer\ndcl_tessellator_output_primitive output_" primitive "\n"
#define POINTS "hs_control_point_phase\ndcl_input v[2][0].x\ndcl_output o0.x\nmov o0.x, v[0][0].x\nret\n"
#define FACTORS_OF(declarations, body)                                                                       \
    "hs_fork_phase\n" declarations "dcl_output_siv o0.x, finalLineDensityTessFactor\n"                       \
    "dcl_output_siv o1.x, finalLineDetailTessFactor\nmov o0.x, l(1.0)\nmov o1.x, l(1.0)\n" body "ret\n"
#define FACTORS    FACTORS_OF("", "")
#define JOIN(text) "hs_join_phase\n" text "ret\n"
#define HS(phases) "hs_5_0\nhs_decls\n" STATE("isoline", "line") phases

/* 32 control points of 31 full outputs and one more component. */
#define OUTPUT(n) "dcl_output o" #n ".xyzw\n"
#define OUTPUTS8(n)                                                                                          \
    OUTPUT(n##0) OUTPUT(n##1) OUTPUT(n##2) OUTPUT(n##3) OUTPUT(n##4) OUTPUT(n##5) OUTPUT(n##6) OUTPUT(n##7)
#define WIDE(more)                                                                                           \
    "hs_5_0\nhs_decls\ndcl_input_control_point_count 32\ndcl_output_control_point_count 32\n"                \
    "dcl_tessellator_domain domain_isoline\ndcl_tessellator_partitioning partitioning_integer\n"             \
    "dcl_tessellator_output_primitive output_line\nhs_control_point_phase\n" OUTPUTS8() OUTPUTS8(1)          \
        OUTPUTS8(2) OUTPUT(8) OUTPUT(9) OUTPUT(18) OUTPUT(19) OUTPUT(28) OUTPUT(29) OUTPUT(30) more          \
        "ret\n" FACTORS

#define DS(declarations)                                                                                     \
    "ds_5_0\ndcl_input_control_point_count 2\ndcl_tessellator_domain domain_tri\n" declarations "ret\n"

#define GS(declarations, body)                                                                               \
    "gs_5_0\ndcl_inputprimitive triangle\ndcl_input v[3][0].x\n" declarations "dcl_maxout 4\n" body "ret\n"
#define MANY(instances, vertices)                                                                            \
    "gs_5_0\ndcl_inputprimitive point\ndcl_gsinstances " #instances                                          \
    "\ndcl_outputtopology pointlist\ndcl_output o0.x\ndcl_maxout " #vertices "\nret\n"
#define POINT_STREAM(n) "dcl_stream m" #n "\ndcl_outputtopology pointlist\ndcl_output o0.x\n"

#define SIGNATURE                                                                                            \
    "// Input signature:\n//\n"                                                                              \
    "// Name                 Index   Mask Register SysValue  Format   Used\n"                                \
    "// -------------------- ----- ------ -------- -------- ------- ------\n"                                \
    "// POSITION                 0   xyz         0     NONE   float   xyz\n//\n"

static void no_decls(struct sm5_program *program)
{
    replace_opcode(program, ISA_HS_DECLS, ISA_DCL_GLOBAL_FLAGS);
}

static const struct rule_case cases[] = {
    RULE("validate-cs4-views", CS4("dcl_uav_raw u0\n", ""),
         CS4("dcl_uav_raw u0\ndcl_uav_structured u1, 4\n", "")),
    RULE("validate-cs4-count", CS4(SHARED, ""), CS4("dcl_tgsm_structured g0, 128, 32\n", "")),
    RULE("validate-cs4-bytes", CS4(SHARED "dcl_tgsm_structured g1, 128, 64\n", ""),
         "cs_4_0\ndcl_tgsm_structured g0, 132, 124\ndcl_thread_group 124, 1, 1\nret\n"),
    RULE("validate-cs4-own-element",
         CS4(SHARED, "store_structured g0.x, vThreadIDInGroupFlattened.x, l(4), l(1)\n"),
         CS4(SHARED, "store_structured g0.x, l(0), l(4), l(1)\n")),
    RULE("validate-cs4-offset",
         CS4(SHARED, "store_structured g0.x, vThreadIDInGroupFlattened.x, l(4), l(1)\n"),
         CS4(SHARED, "mov r0.x, l(4)\nstore_structured g0.x, vThreadIDInGroupFlattened.x, r0.x, l(1)\n")),

    RULE_CHANGED(no_decls, "validate-hs-decls", HS(POINTS FACTORS), HS(POINTS FACTORS)),
    RULE("validate-phase-order", HS(POINTS FACTORS JOIN("")), HS(POINTS JOIN("") FACTORS)),
    RULE("validate-phase-register", HS(POINTS FACTORS JOIN("dcl_input vpc0.x\n")),
         HS(POINTS FACTORS "hs_fork_phase\ndcl_input vpc0.x\nret\n")),
    RULE("validate-patch-twice", HS(POINTS FACTORS JOIN("dcl_output o0.y\n")),
         HS(POINTS FACTORS JOIN("dcl_output o0.x\n"))),
    RULE("validate-point-size", WIDE(""), WIDE(OUTPUT(31))),
    RULE("validate-tessellator", HS(POINTS FACTORS),
         "hs_5_0\nhs_decls\n" STATE("isoline", "triangle_cw") POINTS FACTORS),
    RULE("validate-tess-values", HS(POINTS FACTORS), HS(POINTS)),
    RULE("validate-vertices", HS(POINTS FACTORS),
         HS("hs_control_point_phase\ndcl_input v[1][0].x\ndcl_output o0.x\nmov o0.x, l(1)\nret\n" FACTORS)),
    RULE("validate-vertices", HS(POINTS FACTORS_OF("dcl_input vicp[1][0].x\n", "")),
         HS(POINTS FACTORS_OF("dcl_input vicp[3][0].x\n", ""))),
    RULE("validate-vertices", HS(POINTS FACTORS JOIN("dcl_input vocp[1][0].x\n")),
         HS(POINTS FACTORS JOIN("dcl_input vocp[0][0].x\n"))),
    RULE("validate-vertices", DS("dcl_input vicp[2][0].x\n"), DS("dcl_input vicp[1][0].x\n")),
    RULE("validate-vertex-index",
         HS(POINTS FACTORS_OF("dcl_input vicp[1][0].x\n", "mov o0.x, vicp[0][0].x\n")),
         HS(POINTS FACTORS_OF("dcl_input vicp[1][0].x\n", "mov o0.x, vicp[1][0].x\n"))),
    RULE("validate-phase-input", HS(POINTS FACTORS JOIN("dcl_input vocp[2][0].x\n")),
         HS(POINTS FACTORS JOIN("dcl_input vocp[2][0].y\n"))),
    RULE("validate-phase-input", HS(POINTS FACTORS JOIN("dcl_input vpc1.x\n")),
         HS(POINTS FACTORS JOIN("dcl_input vpc2.x\n"))),
    RULE("validate-tess-factor",
         "hs_5_0\nhs_decls\n" STATE("isoline", "line") "dcl_hs_max_tessfactor l(64.0)\n" POINTS FACTORS,
         "hs_5_0\nhs_decls\n" STATE("isoline", "line") "dcl_hs_max_tessfactor l(65.0)\n" POINTS FACTORS),
    RULE("validate-tessellator",
         "ds_5_0\ndcl_input_control_point_count 2\ndcl_tessellator_domain domain_tri\nret\n",
         "ds_5_0\ndcl_input_control_point_count 2\nret\n"),

    RULE("validate-topology",
         GS("dcl_outputtopology trianglestrip\ndcl_output o0.x\n", "mov o0.x, l(1)\nemit\n"),
         GS("dcl_outputtopology trianglelist\ndcl_output o0.x\n", "mov o0.x, l(1)\nemit\n")),
    RULE("validate-stream-late", GS("dcl_stream m0\ndcl_outputtopology pointlist\ndcl_output o0.x\n", ""),
         GS("dcl_outputtopology pointlist\ndcl_stream m0\ndcl_output o0.x\n", "")),
    RULE("validate-stream-late", GS("dcl_stream m0\ndcl_outputtopology pointlist\ndcl_output o0.x\n", ""),
         GS("dcl_output o0.x\ndcl_stream m0\ndcl_outputtopology pointlist\n", "")),
    RULE("validate-instances", MANY(16, 64), MANY(32, 33)),
    RULE("validate-no-topology",
         GS("dcl_outputtopology pointlist\ndcl_output o0.x\n", "mov o0.x, l(1)\nemit\n"),
         GS("dcl_output o0.x\n", "mov o0.x, l(1)\nemit\n")),
    RULE("validate-stream-topology", GS(POINT_STREAM(0) POINT_STREAM(1), "mov o0.x, l(1)\nemit_stream m1\n"),
         GS(POINT_STREAM(0) "dcl_stream m1\ndcl_outputtopology linestrip\ndcl_output o0.x\n",
            "mov o0.x, l(1)\nemit_stream m1\n")),
    RULE("validate-stream-form", GS(POINT_STREAM(0), "mov o0.x, l(1)\nemit_stream m0\n"),
         GS(POINT_STREAM(0), "mov o0.x, l(1)\nemit\n")),
    RULE("validate-undeclared", GS(POINT_STREAM(2), "mov o0.x, l(1)\nemit_stream m2\n"),
         GS(POINT_STREAM(2), "mov o0.x, l(1)\nemit_stream m1\n")),
    RULE("validate-emitted",
         "gs_5_0\ndcl_inputprimitive point\ndcl_outputtopology pointlist\ndcl_output o0.xyzw\ndcl_maxout "
         "256\nret\n",
         "gs_5_0\ndcl_inputprimitive point\ndcl_outputtopology pointlist\ndcl_output o0.xyzw\ndcl_maxout "
         "257\nret\n"),

    RULE("validate-signature", SIGNATURE VS("dcl_input v0.xyz\n", ""),
         SIGNATURE VS("dcl_input v0.xyzw\n", "")),
    RULE("validate-signature", SIGNATURE VS("dcl_input v0.xyz\n", ""), SIGNATURE VS("dcl_input v1.x\n", "")),
    RULE("validate-signature-value", SIGNATURE VS("dcl_input v0.xyz\n", ""),
         SIGNATURE VS("dcl_input_sgv v0.x, vertex_id\n", "")),
};

int main(void)
{
    return RUN_RULES(cases);
}
