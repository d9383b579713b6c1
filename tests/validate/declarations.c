/* Rules about declarations. */
#include "rules.h"

#define BODY(text) CS(text, "")
#define TABLE      "dcl_immediateConstantBuffer { { 1, 2, 3, 4} }\n"

static void declares_another_file(struct sm5_program *program)
{
    operand_of(program, ISA_DCL_RESOURCE_RAW, 0)->file = ISA_FILE_UAV;
}

static void is_ordered(struct sm5_program *program)
{
    for (uint32_t i = 0; i < program->instr_count; i++)
        if (program->instrs[i].opcode == ISA_DCL_UNORDERED_ACCESS_VIEW_RAW)
            program->instrs[i].controls |= ISA_TOKEN_ROV;
}

static void is_a_cube(struct sm5_program *program)
{
    for (uint32_t i = 0; i < program->instr_count; i++)
        if (program->instrs[i].opcode == ISA_DCL_UNORDERED_ACCESS_VIEW_TYPED)
            program->instrs[i].controls = ISA_DIM_TEXTURECUBE << 11;
}

static const struct rule_case cases[] = {
    RULE("validate-slot", BODY("dcl_resource_raw t127\n"), BODY("dcl_resource_raw t128\n")),
    RULE("validate-slot", BODY("dcl_uav_raw u63\n"), BODY("dcl_uav_raw u64\n")),
    RULE("validate-slot", BODY("dcl_sampler s15, mode_default\n"), BODY("dcl_sampler s16, mode_default\n")),
    RULE("validate-slot", BODY("dcl_constantbuffer cb14[1], immediateIndexed\n"),
         BODY("dcl_constantbuffer cb15[1], immediateIndexed\n")),
    RULE_AS("vs_4_0", "validate-slot", VS("dcl_input v15.x\n", ""), VS("dcl_input v16.x\n", "")),
    RULE_CHANGED(is_ordered, "validate-stage", BODY("dcl_uav_raw u0\n"), BODY("dcl_uav_raw u0\n")),
    RULE_CHANGED(declares_another_file, "validate-dcl-register", BODY("dcl_resource_raw t0\n"),
                 BODY("dcl_resource_raw t0\n")),
    RULE("validate-dcl-register", PS("dcl_output o0.x\n", ""), PS("dcl_output v0.x\n", "")),
    RULE_CHANGED(is_a_cube, "validate-dimension",
                 BODY("dcl_uav_typed_texture2d (float,float,float,float) u0\n"),
                 BODY("dcl_uav_typed_texture2d (float,float,float,float) u0\n")),
    RULE("validate-return-type", BODY("dcl_uav_typed_buffer (uint,uint,uint,uint) u0\n"),
         BODY("dcl_uav_typed_buffer (mixed,mixed,mixed,mixed) u0\n")),
    RULE("validate-cbuffer-size", BODY("dcl_constantbuffer cb0[4096], immediateIndexed\n"),
         BODY("dcl_constantbuffer cb0[4097], immediateIndexed\n")),
    RULE("validate-thread-group", "cs_5_0\ndcl_thread_group 1, 16, 64\nret\n",
         "cs_5_0\ndcl_thread_group 1, 1, 65\nret\n"),
    RULE_AS("cs_4_0", "validate-cs4-threads", "cs_5_0\ndcl_thread_group 768, 1, 1\nret\n",
            "cs_5_0\ndcl_thread_group 769, 1, 1\nret\n"),
    RULE_AS("cs_4_0", "validate-cs4-threads", "cs_5_0\ndcl_thread_group 384, 2, 1\nret\n",
            "cs_5_0\ndcl_thread_group 385, 2, 1\nret\n"),
    RULE("validate-no-thread-group", "cs_5_0\ndcl_thread_group 1, 1, 1\nret\n", "cs_5_0\nret\n"),
    RULE("validate-index-range", VS("dcl_output o0.x\ndcl_output o1.x\ndcl_indexrange o0.x 2\n", ""),
         VS("dcl_output o0.x\ndcl_output o1.x\ndcl_indexrange o0.x 1\n", "")),
    RULE("validate-system-value", VS("dcl_input_sgv v0.x, vertex_id\n", ""),
         VS("dcl_input_sgv v0.x, is_front_face\n", "")),
    RULE_AS("ps_4_0", "validate-model", PS("dcl_input_ps linear centroid v0.x\n", ""),
            PS("dcl_input_ps linear sample v0.x\n", "")),
    RULE("validate-dcl-twice", BODY(""), BODY(TEMPS)),
    RULE("validate-dcl-twice", BODY(TABLE), BODY(TABLE TABLE)),
    RULE("validate-target-slot", PS("dcl_output o0.x\ndcl_uav_raw u1\n", ""),
         PS("dcl_output o1.x\ndcl_uav_raw u1\n", "")),
};

int main(void)
{
    return RUN_RULES(cases);
}
