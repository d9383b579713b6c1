/* Rules about stages, models, global flags and features. */
#include "rules.h"

#define FLAGGED(flags) "dcl_globalFlags " flags "\n"
#define DOUBLE_BODY    "mov r0.xyzw, l(0,0,0,0)\ndadd r1.xy, r0.xyxy, r0.zwzw\nret\n"

static void without_features(struct sm5_program *program)
{
    program->container.present = true;
    program->features = 0;
}

static void with_dimension(struct sm5_program *program)
{
    for (uint32_t i = 0; i < program->instr_count; i++)
        if (program->instrs[i].opcode == ISA_MOV) {
            program->instrs[i].ext[0] = ISA_EXT_DIMENSION;
            program->instrs[i].ext_count = 1;
        }
}

static void discards(struct sm5_program *program)
{
    replace_opcode(program, ISA_RETC, ISA_DISCARD);
}

static const struct rule_case cases[] = {
    RULE_CHANGED(discards, "validate-stage", CS("", "retc_nz l(0)\n"), CS("", "retc_nz l(0)\n")),
    RULE_AS("cs_4_0", "validate-model", CS("", "mov r0.x, l(0)\n"), CS("", "bfrev r0.x, l(1)\n")),
    RULE("validate-flag-missing",
         "cs_5_0\n" FLAGGED("enableDoublePrecisionFloatOps") TEMPS "dcl_thread_group 1, 1, 1\n" DOUBLE_BODY,
         CS("", "mov r0.xyzw, l(0,0,0,0)\ndadd r1.xy, r0.xyxy, r0.zwzw\n")),
    RULE("validate-flag-missing",
         "cs_5_0\n" FLAGGED("enable11_1ShaderExtensions") TEMPS
         "dcl_thread_group 1, 1, 1\nmsad r0.x, l(1), l(2), l(3)\nret\n",
         CS("", "msad r0.x, l(1), l(2), l(3)\n")),
    RULE("validate-flag-missing",
         "cs_5_0\n" FLAGGED("enableDoublePrecisionFloatOps | enable11_1DoubleExtensions") TEMPS
         "dcl_thread_group 1, 1, 1\nmov r0.xyzw, l(0,0,0,0)\ndrcp r1.xy, r0.xyxy\nret\n",
         "cs_5_0\n" FLAGGED("enableDoublePrecisionFloatOps") TEMPS
         "dcl_thread_group 1, 1, 1\nmov r0.xyzw, l(0,0,0,0)\ndrcp r1.xy, r0.xyxy\nret\n"),
    RULE_AS("vs_4_0", "validate-flag-missing",
            "vs_5_0\n" FLAGGED("enableRawAndStructuredBuffers") "dcl_resource_raw t0\nret\n",
            "vs_5_0\ndcl_resource_raw t0\nret\n"),
    RULE("validate-flag-missing",
         "cs_5_0\n" FLAGGED("enableMinimumPrecision") TEMPS
         "dcl_thread_group 1, 1, 1\nmov r0.x {min16f}, l(0)\nret\n",
         CS("", "mov r0.x {min16f}, l(0)\n")),
    RULE("validate-flag-unknown", PS("", ""),
         "cs_5_0\n" FLAGGED("forceEarlyDepthStencil") "dcl_thread_group 1, 1, 1\nret\n"),
    RULE_AS("vs_4_0", "validate-flag-unknown", VS("", ""),
            "vs_5_0\n" FLAGGED("enableDoublePrecisionFloatOps") "ret\n"),
    RULE_CHANGED(with_dimension, "validate-extended", CS("", "mov r0.x, l(1)\n"), CS("", "mov r0.x, l(1)\n")),
    RULE("validate-precise", CS("", "mov [precise] r0.x, l(0)\n"),
         "cs_5_0\n" TEMPS "dcl_thread_group 1, 1, 1\nmov [precise] r0.x, l(0)\nret\n"),
    RULE("validate-sync-flags", PS("", "sync_uglobal\n"), PS("", "sync_uglobal_t\n")),
    RULE("validate-sync-flags", CS("", "sync_ugroup_g_t\n"), CS("", "sync_t\n")),
    RULE("validate-late", CS("", "mov r0.x, l(0)\n"), CS("", "mov r0.x, l(0)\ndcl_resource_raw t0\n")),
    RULE_CHANGED(without_features, "validate-feature", PS("dcl_uav_raw u0\n", ""),
                 VS("dcl_uav_raw u0\n", "")),
    RULE_CHANGED(without_features, "validate-feature", CS("dcl_uav_raw u7\n", ""),
                 CS("dcl_uav_raw u8\n", "")),
};

int main(void)
{
    return RUN_RULES(cases);
}
