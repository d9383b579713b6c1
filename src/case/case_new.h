/* sm5 test --new: writes a case for a program, with every slot filled in. */
#ifndef SM5_CLI_NEW_H
#define SM5_CLI_NEW_H

#include "case/case.h"

struct new_case {
    FILE *out;
    const struct sm5_program *program;
    const struct host_hlsl_options *hlsl; /* NULL: not compiled from HLSL */
    const char *path;                     /* of the case; NULL: standard output */
    struct sm5_info info;
    struct sm5_stage_info stage;
    uint32_t threads;  /* in a group; for other stages the invocations that the case runs */
    uint64_t *reads;   /* bit r: some instruction loads from u#r, by the number in operands */
    size_t read_words; /* number of `reads` */
    uint32_t seed;     /* of the last value */
    bool expects;      /* some expectation was printed */
};

/* ---- case_new_resources.c ---- */

/* Prints a name from the program in a comment, without line breaks. */
void case_new_print_name(FILE *out, const char *name);
/* Prints a short value of a type: 0.37, or a small whole number. With `bits`, integers in rows of floats are
   printed as their bits. */
void case_new_print_value(struct new_case *c, char type, bool bits);
void case_new_bindings(struct new_case *c);

/* ---- case_new_stage.c ---- */

/* Prints inputs, counts and outputs of the stages other than compute. */
void case_new_stage(struct new_case *c);

#endif
