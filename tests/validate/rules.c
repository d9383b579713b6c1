#include "rules.h"
#include "validate/validate_diag.h"

#include <stdio.h>
#include <string.h>

#include "sm5/sm5.h"
#include "test.h"

static struct sm5_program *read(const char *text)
{
    struct sm5_program *program = NULL;
    struct sm5_diags *diags = sm5_diags_new();
    if (sm5_program_read(text, strlen(text), "t.asm", &program, diags))
        fail_msg("%s: %s", sm5_diags_at(diags, 0)->code, text);
    sm5_diags_free(diags);
    return program;
}

/* Text is parsed as one version and validated as another, as the parser rejects what that version lacks. */
static void set_version(struct sm5_program *program, const char *version)
{
    program->stage = (enum isa_stage)isa_value(ISA_NAMES_STAGE, (char[]){version[0], version[1], 0});
    program->major = (uint8_t)(version[3] - '0');
    program->minor = (uint8_t)(version[5] - '0');
    assert_int_equal(program_collect_decls(program), SM5_OK);
}

static void print_all(const struct sm5_diags *diags, const char *text)
{
    for (size_t i = 0; i < sm5_diags_count(diags); i++)
        fprintf(stderr, "%s: %s\n", sm5_diags_at(diags, i)->code, sm5_diags_at(diags, i)->message);
    fprintf(stderr, "%s", text);
}

static const struct diag_info *row_of(const char *rule)
{
    static const struct diag_info *const rows[] = {
#define DIAG(id, ...) &DIAG_##id,
#define DIAG_RULE     DIAG
#include "validate/validate_diag.def"
#undef DIAG_RULE
#undef DIAG
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i]->code, rule) == 0)
            return rows[i];
    fail_msg("%s is not a row of validate_diag.def", rule);
    return NULL;
}

static size_t count_of(const struct sm5_diags *diags, const char *rule)
{
    size_t count = 0;
    for (size_t i = 0; i < sm5_diags_count(diags); i++)
        count += strcmp(sm5_diags_at(diags, i)->code, rule) == 0;
    return count;
}

static void expect_pass(const struct rule_case *c)
{
    struct sm5_program *program = read(c->passing);
    struct sm5_diags *diags = sm5_diags_new();
    if (c->version)
        set_version(program, c->version);
    if (sm5_validate(program, NULL, diags) || count_of(diags, c->rule)) {
        print_all(diags, c->passing);
        fail();
    }
    sm5_diags_free(diags);
    sm5_program_free(program);
}

static void expect_failure(const struct rule_case *c)
{
    struct sm5_program *program = read(c->failing);
    struct sm5_diags *diags = sm5_diags_new();
    bool error = row_of(c->rule)->severity == SM5_ERROR;
    if (c->version)
        set_version(program, c->version);
    if (c->change)
        c->change(program);
    enum sm5_status status = sm5_validate(program, NULL, diags);
    size_t found = count_of(diags, c->rule);
    if (!found || status != (error ? SM5_ERR_INPUT : SM5_OK) || (error && sm5_diags_errors(diags) != found)) {
        print_all(diags, c->failing);
        fail();
    }
    sm5_diags_free(diags);
    sm5_program_free(program);
}

static void test_rule(void **state)
{
    expect_pass(*state);
    expect_failure(*state);
}

int run_rules(const struct rule_case *cases, size_t count)
{
    struct CMUnitTest *tests = calloc(count, sizeof *tests);
    for (size_t i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){
            .name = cases[i].rule, .test_func = test_rule, .initial_state = (void *)&cases[i]};
    int result = _cmocka_run_group_tests("rules", tests, count, NULL, NULL);
    free(tests);
    return result;
}

static struct program_instr *instr_of(struct sm5_program *program, enum isa_opcode opcode)
{
    for (uint32_t i = 0; i < program->instr_count; i++)
        if (program->instrs[i].opcode == opcode)
            return &program->instrs[i];
    fail_msg("no %s", isa_op(opcode)->mnemonic);
    return NULL;
}

void replace_opcode(struct sm5_program *program, enum isa_opcode from, enum isa_opcode to)
{
    instr_of(program, from)->opcode = (uint16_t)to;
    assert_int_equal(program_collect_decls(program), SM5_OK);
}

struct program_operand *operand_of(struct sm5_program *program, enum isa_opcode opcode, unsigned k)
{
    return (struct program_operand *)&instr_of(program, opcode)->operands[k];
}
