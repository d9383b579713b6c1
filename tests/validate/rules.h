/* Rules as rows: a program that passes, and one that breaks this rule and no other. */
#ifndef SM5_TEST_RULES_H
#define SM5_TEST_RULES_H

#include "program/program.h"

struct rule_case {
    const char *rule; /* code in validate_diag.def */
    const char *passing, *failing;
    const char *version; /* "vs_4_0": what the programs become when they are read; or NULL */
    void (*change)(struct sm5_program *made); /* done to the failing one: what text cannot say; or NULL */
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
/* Whole programs of a stage from declarations and a body, each ending with a newline. */
#define CS(declarations, body) "cs_5_0\n" FLAGS declarations TEMPS "dcl_thread_group 4, 2, 1\n" body "ret\n"
#define VS(declarations, body) "vs_5_0\n" FLAGS declarations TEMPS body "ret\n"
#define PS(declarations, body) "ps_5_0\n" FLAGS declarations TEMPS body "ret\n"

/* A test each, named after the rule. Returns what cmocka returns. */
int run_rules(const struct rule_case *cases, size_t count);
#define RUN_RULES(cases) run_rules((cases), BASE_COUNT(cases))

/* Makes the first instruction of `from` one of `to`, which has the same operands. */
void replace_opcode(struct sm5_program *program, enum isa_opcode from, enum isa_opcode to);
/* The operand, writable. */
struct program_operand *operand_of(struct sm5_program *program, enum isa_opcode opcode, unsigned k);

#endif
