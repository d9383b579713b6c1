/* sm5 test --new: a case for a program, with every slot filled in. */
#ifndef SM5_CLI_NEW_H
#define SM5_CLI_NEW_H

#include "case/case.h"

struct new_case {
    FILE *out;
    const struct sm5_program *program;
    const struct host_hlsl_options *hlsl; /* how it was compiled; NULL: it was not */
    const char *path;                     /* of the case; NULL: standard output */
    struct sm5_info info;
    struct sm5_stage_info stage;
    uint32_t threads;  /* of a group; of other stages as many invocations as the case runs */
    uint64_t *reads;   /* bit r: some instruction loads from u#r, by the number that operands have */
    size_t read_words; /* of these */
    uint32_t seed;     /* of the values so far */
    bool expects;      /* something has an expectation */
};

/* A name from the program, in a comment: nothing that ends the line. */
void new_name(FILE *out, const char *name);
/* A value of a type that is short to read: 0.37, or a small whole number. Words of integers among floats are
   written as their bits when `bits`. */
void new_value(struct new_case *c, char type, bool bits);

/* ---- case_new_resources.c ---- */

void new_bindings(struct new_case *c);

/* ---- case_new_stage.c ---- */

/* Inputs, counts and outputs of the stages other than compute. */
void new_stage(struct new_case *c);

#endif
