/* Rules about operands: register files, indices, masks and swizzles, modifiers. */
#include "rules.h"

#define RAW        "dcl_resource_raw t0\ndcl_uav_raw u0\n"
#define RECORDS    "dcl_resource_structured t0, 16\ndcl_uav_structured u0, 16\n"
#define DOUBLES    "dcl_globalFlags refactoringAllowed | enableDoublePrecisionFloatOps\n"
#define TWO_ARRAYS "dcl_indexableTemp x0[4], 4\ndcl_indexableTemp x1[4], 4\n"
#define CONST      "dcl_constantbuffer cb0[4], immediateIndexed\n"

static void source_is_a_view(struct sm5_program *program)
{
    operand_of(program, ISA_MOV, 1)->file = ISA_FILE_UAV;
}

static void source_is_a_thread(struct sm5_program *program)
{
    operand_of(program, ISA_MOV, 1)->file = ISA_FILE_THREAD_ID;
    operand_of(program, ISA_MOV, 1)->index_count = 0;
}

static void no_index(struct sm5_program *program)
{
    operand_of(program, ISA_MOV, 1)->index_count = 1;
}

static void wide_index(struct sm5_program *program)
{
    operand_of(program, ISA_MOV, 1)->index[1].imm = UINT64_C(1) << 32;
}

static void no_mask(struct sm5_program *program)
{
    operand_of(program, ISA_MOV, 0)->select = 0;
}

static void mask_on_a_source(struct sm5_program *program)
{
    operand_of(program, ISA_ADD, 1)->selection = ISA_SELECT_MASK;
}

static void double_where_words_are(struct sm5_program *program)
{
    operand_of(program, ISA_MOV, 1)->file = ISA_FILE_IMM64;
}

/* Cannot be written in text: x0[x1[r0.x + 1].x + 1]. */
static void nested_index(struct sm5_program *program)
{
    static const struct program_operand r0 = {.file = ISA_FILE_TEMP,
                                              .comps = ISA_COMPS_4,
                                              .selection = ISA_SELECT_ONE,
                                              .index_count = 1,
                                              .index = {{.form = ISA_INDEX_IMM32}}};
    static const struct program_operand x1 = {
        .file = ISA_FILE_INDEXABLE_TEMP,
        .comps = ISA_COMPS_4,
        .selection = ISA_SELECT_ONE,
        .index_count = 2,
        .index = {{.form = ISA_INDEX_IMM32, .imm = 1},
                  {.form = ISA_INDEX_IMM32_RELATIVE, .imm = 1, .relative = &r0}}};
    operand_of(program, ISA_MOV, 1)->index[1].relative = &x1;
}

static void with_saturate(struct sm5_program *program)
{
    for (uint32_t i = 0; i < program->instr_count; i++)
        if (program->instrs[i].opcode == ISA_IADD)
            program->instrs[i].controls |= ISA_TOKEN_SATURATE;
}

static void negated_result(struct sm5_program *program)
{
    operand_of(program, ISA_MOV, 0)->modifier = ISA_MODIFIER_NEG;
}

#define DOUBLE_PRECISION(body)                                                                               \
    "cs_5_0\ndcl_globalFlags refactoringAllowed | enableDoublePrecisionFloatOps | "                          \
    "enableMinimumPrecision\n" TEMPS                                                                         \
    "dcl_thread_group 1, 1, 1\nmov r0.xyzw, l(0,0,0,0)\nmov r1.xyzw, l(0,0,0,0)\n" body "ret\n"

static void negated_index(struct sm5_program *program)
{
    ((struct program_operand *)operand_of(program, ISA_ADD, 1)->index[1].relative)->modifier =
        ISA_MODIFIER_NEG;
}

#define INDEXED "mov r0.x, l(1)\nmov x0[1].x, l(0)\nadd r1.x, x0[r0.x + 0].x, r0.x\n"

#define DOUBLE_CS(body)                                                                                      \
    "cs_5_0\n" DOUBLES TEMPS                                                                                 \
    "dcl_thread_group 1, 1, 1\nmov r0.xyzw, l(0,0,0,0)\nmov r1.xyzw, l(0,0,0,0)\n" body "ret\n"

#define PRECISION                                                                                            \
    "dcl_globalFlags refactoringAllowed | enableMinimumPrecision\ndcl_resource_raw t0\ndcl_uav_raw u0\n"     \
    "dcl_temps 4\n"                                                                                          \
    "dcl_thread_group 1, 1, 1\nmov r0.x {min16f}, l(0)\n"

static const struct rule_case cases[] = {
    RULE_CHANGED(source_is_a_view, "validate-role", CS(RAW, "mov r0.x, l(1)\n"), CS(RAW, "mov r0.x, r1.x\n")),
    RULE_CHANGED(source_is_a_thread, "validate-register-stage", VS("dcl_input v0.x\n", "mov r0.x, v0.x\n"),
                 VS("dcl_input v0.x\n", "mov r0.x, v0.x\n")),
    RULE_AS("ps_4_1", "validate-register-model", PS("", "mov r0.x, l(0)\n"),
            PS("dcl_input vCoverage\n", "mov r0.x, vCoverage.x\n")),
    RULE_CHANGED(no_index, "validate-index-count", CS(CONST, "mov r0.x, cb0[1].x\n"),
                 CS(CONST, "mov r0.x, cb0[1].x\n")),
    RULE_CHANGED(wide_index, "validate-index-wide", CS(CONST, "mov r0.x, cb0[1].x\n"),
                 CS(CONST, "mov r0.x, cb0[1].x\n")),
    RULE("validate-index-dynamic",
         "cs_5_1\n" FLAGS "dcl_uav_raw U0[0:3], space=0\n" TEMPS
         "dcl_thread_group 1, 1, 1\nmov r0.x, l(1)\nstore_raw U0[r0.x + 0].x, l(0), r0.x\nret\n",
         CS(RAW, "mov r0.x, l(0)\nstore_raw u[r0.x + 0].x, l(0), r0.x\n")),
    RULE("validate-index-dynamic", CS(RAW, "mov r0.x, l(0)\nld_raw r0.x, l(0), t[r0.x + 0].xxxx\n"),
         CS(RAW, "mov r0.x, l(0)\nld_raw r0.x, l(0), u[r0.x + 0].xxxx\n")),
    RULE_AS("cs_4_0", "validate-index-dynamic", CS(RAW, "mov r0.x, l(0)\nld_raw r0.x, l(0), t0.xxxx\n"),
            CS(RAW, "mov r0.x, l(0)\nld_raw r0.x, l(0), t[r0.x + 0].xxxx\n")),
    RULE("validate-index-dynamic",
         CS("dcl_constantbuffer cb0[4], dynamicIndexed\n",
            "mov r0.xy, l(0, 1, 0, 0)\nmov r1.x, cb[r0.x + 0][r0.y + 1].x\n"),
         "cs_5_1\n" FLAGS "dcl_constantbuffer CB0[0:0][4], dynamicIndexed, space=0\n" TEMPS
         "dcl_thread_group 1, 1, 1\nmov r0.x, l(0)\nmov r1.x, CB[r0.x + 0][0][1].x\nret\n"),
    RULE("validate-index-operand",
         CS("dcl_indexableTemp x0[4], 4\n", "mov r0.x, l(1)\nmov x0[r0.x + 0].x, l(1)\n"),
         CS("dcl_indexableTemp x0[4], 4\ndcl_input vThreadID.x\n", "mov x0[vThreadID.x + 0].x, l(1)\n")),
    RULE_CHANGED(negated_index, "validate-index-register", CS("dcl_indexableTemp x0[4], 4\n", INDEXED),
                 CS("dcl_indexableTemp x0[4], 4\n", INDEXED)),
    RULE_CHANGED(nested_index, "validate-index-register", CS(TWO_ARRAYS, "mov r0.x, x0[x1[1].x + 1].x\n"),
                 CS(TWO_ARRAYS, "iadd r0.x, l(1), l(1)\nmov r0.x, x0[x1[1].x + 1].x\n")),
    RULE_CHANGED(no_mask, "validate-write-mask", CS("", "mov r0.x, l(0)\n"), CS("", "mov r0.x, l(0)\n")),
    RULE("validate-one-result", CS(RAW, "imm_atomic_iadd r0.x, u0, l(0), l(1)\n"),
         CS(RAW, "imm_atomic_iadd r0.xy, u0, l(0), l(1)\n")),
    RULE("validate-one-component",
         CS(RECORDS, "mov r0.xyzw, l(0,0,0,0)\nld_structured r1.x, r0.x, l(0), t0.xxxx\n"),
         CS(RECORDS, "mov r0.xyzw, l(0,0,0,0)\nld_structured r1.x, r0.xyzw, l(0), t0.xxxx\n")),
    RULE("validate-one-component", CS(RAW, "ld_raw r1.x, l(4), t0.xxxx\n"),
         CS(RAW, "ld_raw r1.x, l(0, 4, 8, 12), t0.xxxx\n")),
    RULE("validate-one-component", CS("", "mov r0.xyzw, l(0,0,0,0)\nif_nz r0.w\nendif\n"),
         CS("", "mov r0.xyzw, l(0,0,0,0)\nif_nz r0.wzyx\nendif\n")),
    RULE_CHANGED(mask_on_a_source, "validate-swizzle", CS("", "mov r0.x, l(0)\nadd r1.x, r0.xxxx, r0.x\n"),
                 CS("", "mov r0.x, l(0)\nadd r1.x, r0.xxxx, r0.x\n")),
    RULE("validate-store-mask", CS(RAW, "store_raw u0.xyz, l(0), l(1,2,3,4)\n"),
         CS(RAW, "store_raw u0.xz, l(0), l(1,2,3,4)\n")),
    RULE("validate-store-mask", CS(RECORDS, "store_structured u0.xy, l(0), l(8), l(1,2,3,4)\n"),
         CS(RECORDS, "store_structured u0.zw, l(0), l(8), l(1,2,3,4)\n")),
    RULE("validate-store-mask", CS("dcl_tgsm_raw g0, 64\n", "store_raw g0.x, l(0), l(1)\n"),
         CS("dcl_tgsm_raw g0, 64\n", "store_raw g0.y, l(0), l(1)\n")),
    RULE("validate-typed-mask",
         CS("dcl_uav_typed_buffer (uint,uint,uint,uint) u0\n",
            "store_uav_typed u0.xyzw, l(0,0,0,0), l(1,2,3,4)\n"),
         CS("dcl_uav_typed_buffer (uint,uint,uint,uint) u0\n",
            "store_uav_typed u0.x, l(0,0,0,0), l(1,2,3,4)\n")),
    RULE("validate-double-mask", DOUBLE_CS("dadd r2.zw, r0.xyxy, r1.zwzw\n"),
         DOUBLE_CS("dadd r2.yz, r0.xyxy, r1.zwzw\n")),
    RULE("validate-double-results", DOUBLE_CS("deq r2.xw, r0.xyzw, r1.xyzw\n"),
         DOUBLE_CS("deq r2.xyw, r0.xyzw, r1.xyzw\n")),
    RULE("validate-double-swizzle", DOUBLE_CS("dadd r2.xy, r0.zwxy, r1.xyzw\n"),
         DOUBLE_CS("dadd r2.xy, r0.yzxy, r1.xyzw\n")),
    RULE_CHANGED(double_where_words_are, "validate-double-immediate", CS("", "mov r0.xyzw, l(0,1,2,3)\n"),
                 CS("", "mov r0.xyzw, l(0,1,2,3)\n")),
    RULE("validate-modifier", CS("", "mov r0.x, l(0)\niadd r1.x, -r0.x, r0.x\n"),
         CS("", "mov r0.x, l(0)\niadd r1.x, |r0.x|, r0.x\n")),
    RULE("validate-modifier", CS(RAW, "mov r0.x, l(0)\nld_raw r1.x, r0.x, t0.xxxx\n"),
         CS(RAW, "mov r0.x, l(0)\nld_raw r1.x, -r0.x, t0.xxxx\n")),
    RULE("validate-precision-place",
         "cs_5_0\n" PRECISION "add r0.x {min16f}, r0.x {min16f}, r0.x {min16f}\nret\n",
         "cs_5_0\n" PRECISION "store_raw u0.x, l(0), r0.x {min16f}\nret\n"),
    RULE("validate-precision-place", DOUBLE_PRECISION("ftod r3.xy, r1.xyxx {min16f}\n"),
         DOUBLE_PRECISION("ftod r3.xy {min16f}, r1.xyxx\n")),
    RULE("validate-precision-place", DOUBLE_PRECISION("dtof r3.xy {min16f}, r0.xyzw\n"),
         DOUBLE_PRECISION("dtof r3.xy, r0.xyzw {min16f}\n")),
    RULE("validate-precision-place", DOUBLE_PRECISION("dmovc r3.xy, r0.xyxx {min16u}, r0.xyzw, r1.xyzw\n"),
         DOUBLE_PRECISION("dmovc r3.xy, r0.xyxx, r0.xyzw {min16f}, r1.xyzw\n")),
    RULE("validate-precision-place", DOUBLE_PRECISION("dadd r3.xy, r0.xyzw, r0.xyzw\n"),
         DOUBLE_PRECISION("deq r3.xy {min16u}, r0.xyzw, r0.xyzw\n")),
    RULE("validate-precision-place",
         "cs_5_0\n" PRECISION "ld_raw_s r1.x {min16u}, r2.x, l(0), t0.xxxx\nret\n",
         "cs_5_0\n" PRECISION "ld_raw_s r1.x {min16u}, r2.x, l(0), u0.xxxx\nret\n"),
    RULE("validate-precision-place", "cs_5_0\n" PRECISION "atomic_iadd u0, r0.x {min16f}, l(1)\nret\n",
         "cs_5_0\n" PRECISION "atomic_iadd u0, l(0), r0.x {min16f}\nret\n"),
    RULE("validate-null-result", CS("", "uaddc r0.x, null, l(4), l(2)\n"),
         CS("", "uaddc null, r0.x, l(4), l(2)\n")),
    RULE("validate-null-result", CS("", "add r0.x, l(1), l(1)\n"), CS("", "add null, l(1), l(1)\n")),
    RULE("validate-null-result", CS(RAW, "ld_raw_s r0.x, null, l(0), t0.x\n"),
         CS(RAW, "imm_atomic_iadd null, u0, l(0), l(1)\n")),
    RULE("validate-null", CS("", "udiv r0.x, null, l(4), l(2)\n"), CS("", "udiv null, null, l(4), l(2)\n")),
    RULE("validate-saturate", CS("", "itof r0.x, l(1)\n"), CS("", "itof_sat r0.x, l(1)\n")),
    RULE_CHANGED(negated_result, "validate-modifier-place", CS("", "mov r0.x, l(0)\n"),
                 CS("", "mov r0.x, l(0)\n")),
    RULE_CHANGED(with_saturate, "validate-saturate-result",
                 CS("", "mov r0.x, l(0)\nadd_sat r0.x, r0.x, r0.x\n"), CS("", "iadd r0.x, l(1), l(2)\n")),
    RULE_CHANGED(with_saturate, "validate-saturate-result", DOUBLE_CS("deq_sat r2.x, r0.xyzw, r1.xyzw\n"),
                 CS("", "iadd r0.x, l(1), l(2)\n")),
};

int main(void)
{
    return RUN_RULES(cases);
}
