/* Budgets, and programs that are refused before they run. */
#include "lab.h"

static void infinite_loops_end_with_the_steps(void **state)
{
    (void)state;
    struct lab lab;
    lab_open_body(&lab, 64, "", "loop\niadd r0.x, r0.x, l(1)\nendloop\nret\n");
    lab_bind(&lab, "u0", NULL, 4);
    lab.options.max_steps = 1000;
    assert_int_equal(lab_dispatch(&lab, 3, 1, 1), SM5_ERR_LIMIT);
    lab_close(&lab);
}

static void a_step_is_a_back_edge_of_a_group(void **state)
{
    (void)state;
    struct lab lab;
    lab_open_body(&lab, 64, "",
                  "loop\nuge r1.x, r0.x, l(10)\nbreakc_nz r1.x\niadd r0.x, r0.x, l(1)\nendloop\nret\n");
    lab_bind(&lab, "u0", NULL, 4);
    lab.options.max_steps = 20;
    lab_run(&lab, 2, 1, 1); /* ten back edges a group, whatever its threads */
    assert_int_equal(lab_dispatch(&lab, 3, 1, 1), SM5_ERR_LIMIT);
    lab_close(&lab);
}

static void infinite_loops_end_with_the_time(void **state)
{
    (void)state;
    struct lab lab;
    lab_open_body(&lab, 64, "", "loop\niadd r0.x, r0.x, l(1)\nendloop\nret\n");
    lab_bind(&lab, "u0", NULL, 4);
    lab.options.max_seconds = 0.05;
    lab.options.threads = 2;
    assert_int_equal(lab_dispatch(&lab, 100, 1, 1), SM5_ERR_LIMIT);
    lab_close(&lab);
}

static void calls_that_call_themselves_end_with_the_steps(void **state)
{
    (void)state;
    struct lab lab;
    lab_open_body(&lab, 16, "", "call l0\nret\nlabel l0\ncall l0\ncall l0\nret\n"); /* 2^32 calls */
    lab_bind(&lab, "u0", NULL, 4);
    lab.options.max_steps = 100000;
    assert_int_equal(lab_dispatch(&lab, 1, 1, 1), SM5_ERR_LIMIT);
    lab_close(&lab);
}

/* ---- refused ---- */

struct refusal {
    const char *declarations, *body, *message;
    enum sm5_status status;
};

static void check(const struct refusal *refusal)
{
    struct lab lab;
    struct strbuf text = {0};
    strbuf_printf(&text,
                  "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_raw u0\n%sdcl_temps 4\n"
                  "dcl_thread_group 4, 1, 1\n%sret\n",
                  refusal->declarations, refusal->body);
    enum sm5_status status = lab_try(&lab, strbuf_text(&text));
    if (status != refusal->status || !strstr(lab_message(&lab), refusal->message))
        fail_msg("%s%s: %s, \"%s\"", refusal->declarations, refusal->body, sm5_status_name(status),
                 lab_message(&lab));
    lab_close(&lab);
    strbuf_free(&text);
}

#define TEXTURE "dcl_resource_texture2d (float,float,float,float) t1\n"

static void what_has_no_meaning_is_named(void **state)
{
    (void)state;
    static const struct refusal refusals[] = {
        {"", "resinfo r0.x, l(0), u0.xyzw\n", "resinfo cannot access u0", SM5_ERR_INPUT},
        {TEXTURE, "ld_raw r0.x, l(0), t1.xxxx\n", "ld_raw cannot access t1", SM5_ERR_INPUT},
        {TEXTURE, "ld_raw r0.x, l(0), t3.xxxx\n", "t3 is used but not declared", SM5_ERR_INPUT},
    };
    for (size_t i = 0; i < BASE_COUNT(refusals); i++)
        check(&refusals[i]);
}

static void a_program_without_instructions_is_refused(void **state)
{
    (void)state;
    struct lab lab;
    assert_int_equal(lab_try(&lab, "vs_5_0\n"), SM5_ERR_INPUT);
    assert_non_null(strstr(lab_message(&lab), "no instructions"));
    lab_close(&lab);
}

/* ---- programs as only bytecode can bring them: the assembler refuses these itself ---- */

enum { SEQUENCE = 6 };

static const struct program_operand any_label = {
    .file = ISA_FILE_LABEL, .index_count = 1, .index = {{.form = ISA_INDEX_IMM32, .imm = 7}}};
static const struct program_operand any_word = {.file = ISA_FILE_IMM32, .comps = ISA_COMPS_1};

struct sequence {
    const char *message;
    uint16_t opcodes[SEQUENCE]; /* 0 (which is add) ends it: the rest are nops */
};

/* A program of those opcodes, with l7 or l(0) for their operand. */
static void check_sequence(const struct sequence *sequence)
{
    struct lab lab;
    lab_parse(&lab, "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_thread_group 4, 1, 1\n"
                    "nop\nnop\nnop\nnop\nnop\nnop\nret\n");
    struct program_instr *instrs = &lab.program->instrs[lab.program->decls.first_instr];
    for (unsigned i = 0; i < SEQUENCE && sequence->opcodes[i]; i++) {
        const struct isa_op *row = isa_op(sequence->opcodes[i]);
        bool is_label = row->operand_count && row->operands[0].role == ISA_ROLE_LABEL;
        instrs[i].opcode = sequence->opcodes[i];
        instrs[i].operand_count = row->operand_count;
        instrs[i].operands = is_label ? &any_label : &any_word;
    }
    assert_int_equal(program_collect_decls(lab.program), SM5_OK);
    enum sm5_status status = interp_engine.kernel_new(lab.program, &lab.kernel, lab.diags);
    if (status == SM5_OK || !strstr(lab_message(&lab), sequence->message))
        fail_msg("%s: \"%s\"", sequence->message, lab_message(&lab));
    assert_int_not_equal(sm5_diags_at(lab.diags, 0)->line, 0);
    lab_close(&lab);
}

static void flow_must_balance(void **state)
{
    (void)state;
    static const struct sequence sequences[] = {
        {"misplaced if", {ISA_IF}},
        {"misplaced endif", {ISA_ENDIF}},
        {"misplaced else", {ISA_ELSE}},
        {"misplaced else", {ISA_IF, ISA_ELSE, ISA_ELSE, ISA_ENDIF}},
        {"misplaced endloop", {ISA_LOOP, ISA_IF, ISA_ENDLOOP, ISA_ENDIF}},
        {"misplaced endswitch", {ISA_LOOP, ISA_ENDSWITCH}},
        {"misplaced break", {ISA_BREAK}},
        {"misplaced breakc", {ISA_IF, ISA_BREAKC, ISA_ENDIF}},
        {"misplaced continue", {ISA_SWITCH, ISA_CONTINUE, ISA_ENDSWITCH}},
        {"misplaced case", {ISA_CASE}},
        {"misplaced case", {ISA_SWITCH, ISA_IF, ISA_CASE, ISA_ENDIF, ISA_ENDSWITCH}},
        {"misplaced default", {ISA_SWITCH, ISA_DEFAULT, ISA_DEFAULT, ISA_ENDSWITCH}},
        {"misplaced loop", {ISA_LOOP, ISA_LABEL, ISA_ENDLOOP}},
        {"label 7", {ISA_CALL}},
        {"l7 is declared twice", {ISA_LABEL, ISA_RET, ISA_LABEL, ISA_RET}},
        {"emit is not supported", {ISA_EMIT}},
        {"discard is not supported", {ISA_DISCARD}},
        {"deriv_rtx_fine is not supported", {ISA_DERIV_RTX_FINE}},
    };
    for (size_t i = 0; i < BASE_COUNT(sequences); i++)
        check_sequence(&sequences[i]);
}

static void nesting_ends_at_64(void **state)
{
    (void)state;
    for (unsigned depth = 64; depth <= 65; depth++) {
        struct strbuf body = {0};
        strbuf_add_repeat(&body, ' ', 1);
        for (unsigned i = 0; i < depth; i++)
            strbuf_add(&body, "if_nz r0.x\n");
        for (unsigned i = 0; i < depth; i++)
            strbuf_add(&body, "endif\n");
        struct refusal refusal = {"", strbuf_text(&body), "", SM5_OK};
        if (depth == 65)
            refusal = (struct refusal){"", strbuf_text(&body), "more than 64 deep", SM5_ERR_INPUT};
        check(&refusal);
        strbuf_free(&body);
    }
}

static void operands_must_make_sense(void **state)
{
    (void)state;
    static const struct refusal refusals[] = {
        {"", "ld_raw r0.x, l(0), t5.xxxx\n", "t5 is used but not declared", SM5_ERR_INPUT},
        {"", "mov r0.x, cb3[0].x\n", "cb3 is used but not declared", SM5_ERR_INPUT},
        {"dcl_resource_structured t0, 8\n", "ld_raw r0.x, l(0), t0.xxxx\n", "ld_raw cannot access t0",
         SM5_ERR_INPUT},
        {"dcl_resource_raw t0\n", "ld_structured r0.x, l(0), l(0), t0.xxxx\n",
         "ld_structured cannot access t0", SM5_ERR_INPUT},
        {"", "mov o0.x, r0.x\n", "o cannot be written", SM5_ERR_INPUT},
        {"", "mov r0.x, v0.x\n", "v cannot be read", SM5_ERR_INPUT},
    };
    for (size_t i = 0; i < BASE_COUNT(refusals); i++)
        check(&refusals[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(infinite_loops_end_with_the_steps),
        cmocka_unit_test(a_step_is_a_back_edge_of_a_group),
        cmocka_unit_test(infinite_loops_end_with_the_time),
        cmocka_unit_test(calls_that_call_themselves_end_with_the_steps),
        cmocka_unit_test(what_has_no_meaning_is_named),
        cmocka_unit_test(a_program_without_instructions_is_refused),
        cmocka_unit_test(flow_must_balance),
        cmocka_unit_test(nesting_ends_at_64),
        cmocka_unit_test(operands_must_make_sense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
