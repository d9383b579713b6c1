/* Rules about control flow: blocks, switches, subroutines. */
#include "rules.h"

#define LOOP(body) "loop\n" body "endloop\n"
#define FIRST      "mov r0.x, l(0)\n"

static void nop_ends_if(struct sm5_program *program)
{
    replace_opcode(program, ISA_NOP, ISA_ENDIF);
}

static void nop_begins_loop(struct sm5_program *program)
{
    replace_opcode(program, ISA_NOP, ISA_LOOP);
}

static void nop_is_else(struct sm5_program *program)
{
    replace_opcode(program, ISA_NOP, ISA_ELSE);
}

#define TIMES4(text)  text text text text
#define TIMES16(text) TIMES4(TIMES4(text))
#define TIMES64(text) TIMES4(TIMES16(text))

/* label lN, which calls the next label */
#define LINK(n, next) "label l" #n "\ncall l" #next "\nret\n"
/* clang-format off */
#define CHAIN                                                                                                \
    LINK(0, 1) \
    LINK(1, 2) LINK(2, 3) LINK(3, 4) LINK(4, 5) LINK(5, 6) \
    LINK(6, 7) LINK(7, 8) LINK(8, 9) LINK(9, 10) LINK(10, 11) \
    LINK(11, 12) LINK(12, 13) LINK(13, 14) LINK(14, 15) LINK(15, 16) \
    LINK(16, 17) LINK(17, 18) LINK(18, 19) LINK(19, 20) LINK(20, 21) \
    LINK(21, 22) LINK(22, 23) LINK(23, 24) LINK(24, 25) LINK(25, 26) \
    LINK(26, 27) LINK(27, 28) LINK(28, 29) LINK(29, 30) LINK(30, 31) "label l31\n"
/* clang-format on */

static const struct rule_case cases[] = {
    RULE_CHANGED(nop_ends_if, "validate-block", CS("", FIRST "if_nz r0.x\nendif\nnop\n"), CS("", "nop\n")),
    RULE_CHANGED(nop_ends_if, "validate-block", CS("", LOOP("break\n")), CS("", LOOP("nop\nbreak\n"))),
    RULE_CHANGED(nop_begins_loop, "validate-unclosed", CS("", LOOP("break\n")), CS("", "nop\n")),
    RULE_CHANGED(nop_is_else, "validate-else-twice", CS("", FIRST "if_nz r0.x\nelse\nendif\n"),
                 CS("", FIRST "if_nz r0.x\nelse\nnop\nendif\n")),
    RULE("validate-jump", CS("", LOOP("break\n")), CS("", "break\n")),
    RULE("validate-jump", CS("", FIRST "switch r0.x\ncase l(1)\nbreak\nendswitch\n"),
         CS("", FIRST "switch r0.x\ncase l(1)\ncontinue\nendswitch\n")),
    RULE("validate-nesting", CS("", FIRST TIMES64("if_nz r0.x\n") TIMES64("endif\n")),
         CS("", FIRST TIMES64("if_nz r0.x\n") "if_nz r0.x\nendif\n" TIMES64("endif\n"))),
    RULE("validate-case-literal", CS("", FIRST "switch r0.x\ncase l(1)\nbreak\nendswitch\n"),
         CS("", FIRST "switch r0.x\ncase r0.x\nbreak\nendswitch\n")),
    RULE("validate-case-twice", CS("", FIRST "switch r0.x\ncase l(1)\ncase l(2)\nbreak\nendswitch\n"),
         CS("", FIRST "switch r0.x\ncase l(1)\ncase l(2)\ncase l(1)\nbreak\nendswitch\n")),
    RULE("validate-default-twice", CS("", FIRST "switch r0.x\ncase l(1)\ndefault\nbreak\nendswitch\n"),
         CS("", FIRST "switch r0.x\ndefault\ndefault\nbreak\nendswitch\n")),
    RULE("validate-switch-start", CS("", FIRST "switch r0.x\ncase l(1)\nmov r0.x, l(1)\nbreak\nendswitch\n"),
         CS("", FIRST "switch r0.x\nmov r0.x, l(1)\ncase l(1)\nbreak\nendswitch\n")),
    RULE(
        "validate-fall-through",
        CS("", FIRST "switch r0.x\ncase l(1)\ncase l(2)\nmov r0.x, l(1)\nbreak\ndefault\nbreak\nendswitch\n"),
        CS("", FIRST "switch r0.x\ncase l(1)\nmov r0.x, l(1)\ncase l(2)\nbreak\nendswitch\n")),
    RULE("validate-label-place", CS("", "call l0\nret\nlabel l0\n"), CS("", "call l0\nlabel l0\n")),
    RULE("validate-label-place", CS("", "call l0\nret\nlabel l0\n"),
         CS("", "call l0\n" FIRST "if_nz r0.x\nret\nendif\nlabel l0\n")),
    RULE("validate-label-twice", CS("", "call l0\nret\nlabel l0\nret\nlabel l1\n"),
         CS("", "call l0\nret\nlabel l0\nret\nlabel l0\n")),
    RULE("validate-label-missing", CS("", "call l0\nret\nlabel l0\n"), CS("", "call l1\nret\nlabel l0\n")),
    RULE("validate-recursion", CS("", "call l0\nret\nlabel l0\ncall l1\nret\nlabel l1\n"),
         CS("", "call l0\nret\nlabel l0\ncall l1\nret\nlabel l1\ncall l0\n")),
    RULE("validate-call-depth", CS("", "call l0\nret\n" CHAIN),
         CS("", "call l32\nret\nlabel l32\ncall l0\nret\n" CHAIN)),
    RULE("validate-end", CS("", ""), "cs_5_0\ndcl_thread_group 1, 1, 1\nnop\n"),
};

int main(void)
{
    return RUN_RULES(cases);
}
