/* Table of rules: a program that passes, and one that breaks only this rule. */
#ifndef SM5_TEST_RULES_H
#define SM5_TEST_RULES_H

#include "program/program.h"

struct rule_case {
    const char *rule; /* code in validate_diag.def */
    const char *passing, *failing;
    const char *version; /* "vs_4_0": the version to set after parsing; or NULL */
    void (*change)(
        struct sm5_program *made); /* applied to the failing program, for what text cannot express; or NULL */
};

#define RULE(id, pass, fail)                                                                                 \
    {                                                                                                        \
        .rule = (id), .passing = (pass), .failing = (fail)                                                   \
    }
#define RULE_AS(as, id, pass, fail)                                                                          \
    {                                                                                                        \
        .rule = (id), .passing = (pass), .failing = (fail), .version = (as)                                  \
    }
#define RULE_CHANGED(by, id, pass, fail)                                                                     \
    {                                                                                                        \
        .rule = (id), .passing = (pass), .failing = (fail), .change = (by)                                   \
    }

#define FLAGS "dcl_globalFlags refactoringAllowed\n"
#define TEMPS "dcl_temps 4\n"
/* Programs of a stage from declarations and a body, each ending with a newline. */
#define CS(declarations, body) "cs_5_0\n" FLAGS declarations TEMPS "dcl_thread_group 4, 2, 1\n" body "ret\n"
#define VS(declarations, body) "vs_5_0\n" FLAGS declarations TEMPS body "ret\n"
#define PS(declarations, body) "ps_5_0\n" FLAGS declarations TEMPS body "ret\n"

/* Runs one test per row, named after the rule. Returns the result of cmocka. */
int run_rules(const struct rule_case *cases, size_t count);
#define RUN_RULES(cases) run_rules((cases), BASE_COUNT(cases))

/* Changes the opcode of the first `from` to `to`, which has the same operands. */
void replace_opcode(struct sm5_program *program, enum isa_opcode from, enum isa_opcode to);
/* Operand k of the first instruction with the opcode, writable. */
struct program_operand *operand_of(struct sm5_program *program, enum isa_opcode opcode, unsigned k);

#endif
