/* Rules about the packing of inputs, outputs and descriptors in registers. */
#include "rules.h"

#define VALUE(n, mask, value)  "dcl_output_siv o" #n "." mask ", " value "\n"
#define IN(mode, n, mask)      "dcl_input_ps " mode " v" #n "." mask "\n"
#define SIV(mode, mask, value) "dcl_input_ps_siv " mode " v0." mask ", " value "\n"

#define FACTOR(n, component, edge) "dcl_output_siv o" #n "." component ", finalTri" edge "TessFactor\n"
#define EDGES                                                                                                \
    FACTOR(0, "x", "Ueq0Edge") FACTOR(1, "x", "Veq0Edge") FACTOR(2, "x", "Weq0Edge") FACTOR(3, "x", "Inside")
#define STATE                                                                                                \
    "dcl_input_control_point_count 3\ndcl_output_control_point_count 0\ndcl_tessellator_domain domain_tri\n" \
    "dcl_tessellator_partitioning partitioning_integer\n"                                                    \
    "dcl_tessellator_output_primitive output_triangle_cw\n"
#define HS(phase) "hs_5_0\nhs_decls\n" STATE "hs_fork_phase\n" phase "ret\n"
#define DS(declarations, body)                                                                               \
    "ds_5_0\ndcl_input_control_point_count 3\ndcl_tessellator_domain domain_tri\n" declarations TEMPS body   \
    "ret\n"
#define DS_QUAD(declarations)                                                                                \
    "ds_5_0\ndcl_input_control_point_count 3\ndcl_tessellator_domain domain_quad\n" declarations "ret\n"

#define GS(declarations, body)                                                                               \
    "gs_5_0\ndcl_inputprimitive line\ndcl_input v[2][0].x\n" declarations "dcl_maxout 4\n" TEMPS body "ret"  \
    "\n"
#define STREAM(n) "dcl_stream m" #n "\ndcl_outputtopology pointlist\ndcl_output o0.x\n"

#define CS51(declarations) "cs_5_1\n" declarations "dcl_thread_group 1, 1, 1\nret\n"
#define O(n)               "dcl_output o" #n ".xy\n"

static const struct rule_case cases[] = {
    /* system values */
    RULE("validate-value-mask", VS(VALUE(0, "xyzw", "position"), ""), VS(VALUE(0, "xyz", "position"), "")),
    RULE("validate-value-mask", VS("dcl_input_sgv v0.x, vertex_id\n", ""),
         VS("dcl_input_sgv v0.xy, vertex_id\n", "")),
    RULE("validate-value-twice", VS(VALUE(0, "xyzw", "position"), ""),
         VS(VALUE(0, "xyzw", "position") VALUE(1, "xyzw", "position"), "")),
    RULE("validate-value-mode", PS(SIV("linear noperspective", "xy", "position"), ""),
         PS(SIV("linear", "xy", "position"), "")),
    RULE("validate-value-mode", PS(SIV("linear", "x", "clip_distance"), ""),
         PS(SIV("linear noperspective", "x", "clip_distance"), "")),
    RULE("validate-value-mode", PS(SIV("constant", "x", "rendertarget_array_index"), ""),
         PS(SIV("linear", "x", "rendertarget_array_index"), "")),
    RULE("validate-value-order", VS("dcl_output o0.x\n" VALUE(0, "y", "clip_distance"), ""),
         VS("dcl_output o0.y\n" VALUE(0, "x", "clip_distance"), "")),
    RULE("validate-mixed-modes", PS(IN("linear", 0, "x") IN("linear", 0, "y"), ""),
         PS(IN("linear", 0, "x") IN("constant", 0, "y"), "")),
    RULE("validate-clips", VS(VALUE(0, "xyzw", "clip_distance") VALUE(1, "xyzw", "cull_distance"), ""),
         VS(VALUE(0, "xyz", "clip_distance") VALUE(1, "xyz", "cull_distance") VALUE(2, "x", "cull_distance"),
            "")),
    RULE("validate-depths", PS("dcl_output oDepth\n", ""),
         PS("dcl_output oDepth\ndcl_output oDepthLE\n", "")),
    RULE("validate-file-mask", CS("dcl_input vThreadID.xyz\n", ""), CS("dcl_input vThreadID.xyzw\n", "")),
    RULE("validate-file-mask", DS("dcl_input vDomain.xyz\n", ""), DS_QUAD("dcl_input vDomain.xyz\n")),
    RULE("validate-file-mask",
         CS("dcl_input vThreadIDInGroupFlattened\n", "mov r0.x, vThreadIDInGroupFlattened.x\n"),
         CS("dcl_input vThreadIDInGroupFlattened\n", "mov r0.x, vThreadIDInGroupFlattened.y\n")),
    RULE("validate-file-mask", GS("dcl_input vPrim\n", ""), GS("dcl_input vPrim.xy\n", "")),
    RULE("validate-interpolation", PS(IN("linear", 0, "x"), ""), PS("dcl_input v0.x\n", "")),
    RULE("validate-interpolation", PS(IN("linear", 0, "x"), ""), PS(IN("undefined", 0, "x"), "")),
    RULE("validate-flag-missing",
         "ps_5_0\ndcl_globalFlags enableMinimumPrecision\ndcl_input_ps linear v0.x {min16f}\nret\n",
         "ps_5_0\ndcl_input_ps linear v0.x {min16f}\nret\n"),

    /* tessellation factors */
    RULE("validate-factor-place", HS(EDGES),
         HS(FACTOR(0, "x", "Ueq0Edge") FACTOR(1, "x", "Veq0Edge") FACTOR(3, "x", "Weq0Edge")
                FACTOR(2, "x", "Inside"))),
    RULE("validate-factor-place", HS(EDGES),
         HS(FACTOR(0, "x", "Ueq0Edge") FACTOR(1, "y", "Veq0Edge") FACTOR(2, "x", "Weq0Edge")
                FACTOR(3, "x", "Inside"))),
    RULE("validate-tess-values", DS("dcl_input_siv vpc0.x, finalTriInsideTessFactor\n", ""),
         DS("dcl_input_siv vpc0.x, finalLineDensityTessFactor\n", "")),
    RULE("validate-phase-register", HS("dcl_hs_fork_phase_instance_count 2\n" EDGES),
         HS("dcl_hs_join_phase_instance_count 2\n" EDGES)),
    RULE("validate-phase-register", HS(EDGES), HS("dcl_hs_max_tessfactor l(8.0)\n" EDGES)),
    RULE("validate-phase-register", HS("dcl_input vPrim\n" EDGES),
         "hs_5_0\nhs_decls\n" STATE "dcl_input vPrim\nhs_fork_phase\n" EDGES "ret\n"),
    RULE("validate-dcl-twice", HS("dcl_hs_fork_phase_instance_count 2\n" EDGES),
         HS("dcl_hs_fork_phase_instance_count 2\ndcl_hs_fork_phase_instance_count 2\n" EDGES)),
    RULE("validate-no-topology", GS(STREAM(0) STREAM(1), "mov o0.x, l(1)\nemit_stream m1\n"),
         GS(STREAM(0) "dcl_stream m1\ndcl_output o0.x\n", "mov o0.x, l(1)\nemit_stream m1\n")),

    /* dcl_indexrange */
    RULE("validate-index-overlap",
         VS(O(0) O(1) O(2) O(3) "dcl_indexrange o0.xy 2\ndcl_indexrange o2.xy 2\n", ""),
         VS(O(0) O(1) O(2) O(3) "dcl_indexrange o0.xy 2\ndcl_indexrange o1.xy 2\n", "")),
    RULE("validate-index-value", VS(O(0) O(1) "dcl_indexrange o0.xy 2\n", ""),
         VS(O(0) VALUE(1, "xyzw", "position") "dcl_indexrange o0.xy 2\n", "")),
    RULE("validate-index-factors", HS(EDGES "dcl_indexrange o0.x 3\n"), HS(EDGES "dcl_indexrange o0.x 4\n")),
    RULE("validate-index-modes", PS(IN("linear", 0, "x") IN("linear", 1, "x") "dcl_indexrange v0.x 2\n", ""),
         PS(IN("linear", 0, "x") IN("constant", 1, "x") "dcl_indexrange v0.x 2\n", "")),

    /* descriptor ranges */
    RULE("validate-range-overlap",
         CS51("dcl_resource_raw T0[0:3], space=0\ndcl_resource_raw T1[3:5], space=1\n"),
         CS51("dcl_resource_raw T0[0:3], space=0\ndcl_resource_raw T1[3:5], space=0\n")),
    RULE(
        "validate-range-overlap",
        CS51("dcl_uav_raw U0[0:9], space=0\ndcl_uav_raw U1[10:10], space=0\ndcl_uav_raw U2[11:*], space=0\n"),
        CS51("dcl_uav_raw U0[0:*], space=0\ndcl_uav_raw U1[1:1], space=0\n")),
    RULE("validate-range-overlap",
         CS51("dcl_constantbuffer CB0[0:0][4], immediateIndexed, space=0\ndcl_sampler S0[0:0], mode_default, "
              "space=0\n"),
         CS51("dcl_constantbuffer CB0[0:1][4], immediateIndexed, space=0\ndcl_constantbuffer CB1[1:1][4], "
              "immediateIndexed, space=0\n")),
    RULE("validate-sample-count", PS("dcl_resource_texture2dms(32) (float,float,float,float) t0\n", ""),
         PS("dcl_resource_texture2dms(33) (float,float,float,float) t0\n", "")),
};

int main(void)
{
    return RUN_RULES(cases);
}
