/* Provenance: the instructions that computed a value, a dynamic backward slice of a dispatch or a run of another stage
   that the debugger has executed. docs/debugging.md describes the command that uses this interface. */
#ifndef SM5_WHY_H
#define SM5_WHY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "debug.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sm5_why;

enum sm5_why_follow {
    SM5_WHY_VALUES,    /* operands and addresses */
    SM5_WHY_CONDITIONS /* also the conditions of the branches that led to each instruction */
};

struct sm5_why_options {
    enum sm5_why_follow follow;
    uint64_t max_steps;   /* instructions in the result, those executed last; 0: 10,000 */
    uint64_t trace_bytes; /* memory for the part of the execution that is searched at a time; 0: 64 MiB */
};

/* How the values of an expression came to be: a register, words of memory or an output at the debugger's position,
   which remains the same. Outputs of any batch are rows: out[5].SV_Position.x, constants[2], m0[7] of a geometry
   shader's complete batches. Executes the dispatch again as far as it is needed. *why belongs to the caller; it must be freed
   before the debugger. SM5_ERR_INPUT when the expression is malformed or its values are not in a register or in
   memory. */
SM5_API enum sm5_status sm5_why_new(struct sm5_debug *debug, const char *expression,
                                    const struct sm5_why_options *options, struct sm5_why **why,
                                    struct sm5_diags *diags);
/* `why` may be NULL. */
SM5_API void sm5_why_free(struct sm5_why *why);

/* Where a value comes from. */
enum sm5_why_source {
    SM5_WHY_STEP,          /* an instruction: `step` */
    SM5_WHY_LITERAL,       /* the instruction itself */
    SM5_WHY_CONSTANT,      /* cb#, icb, class instance */
    SM5_WHY_NUMBER,        /* number of the thread or group, or a system value of a stage (vPrim) */
    SM5_WHY_INPUT,         /* t#, texels and sizes; v# and, of a domain shader, vpc# */
    SM5_WHY_INITIAL,       /* a register or memory that no instruction wrote before */
    SM5_WHY_OUT_OF_BOUNDS, /* memory that does not exist */
    SM5_WHY_CLOCK,         /* the cycle counter */
    SM5_WHY_ASSIGNED,      /* sm5_debug_assign */
    SM5_WHY_HELPER, /* a pixel without effects, not covered or discarded: outputs and results of atomics are 0 */
    SM5_WHY_CUT     /* not followed: a condition, unless SM5_WHY_CONDITIONS; instructions beyond max_steps */
};

enum sm5_why_role {
    SM5_WHY_VALUE,
    SM5_WHY_ADDRESS,   /* of memory, or index of a register */
    SM5_WHY_CONDITION, /* that the instruction, a branch, tests */
    SM5_WHY_BRANCH     /* `step` is the branch that led to the instruction; the value is what it tests */
};

/* A word that an instruction reads or writes. */
struct sm5_why_word {
    struct sm5_value value; /* named as sm5_debug_evaluate does */
    enum sm5_why_source source;
    enum sm5_why_role role;
    size_t step;       /* SM5_WHY_STEP: the step that wrote it */
    bool is_neighbour; /* read from another pixel of the quad, `instance` */
    uint32_t instance;
};

/* An instruction as one thread executed it. */
struct sm5_why_step {
    uint32_t instruction; /* numbered as in struct sm5_debug_position */
    uint32_t line;        /* of the assembly text, or 0 */
    const char *file;     /* HLSL file and line from debug information, or NULL and 0. The program's */
    uint32_t file_line;
    uint64_t time; /* the position before it */
    uint32_t group[3], thread[3];
    /* Stages other than compute, as in struct sm5_debug_position. */
    const char *item_name;
    uint64_t item;
    uint32_t instance;
    const char *instance_name, *phase;
    uint32_t phase_number;
    const struct sm5_why_word *results, *reads;
    size_t result_count, read_count;
    bool is_branch; /* a condition that led to another step */
    /* Iterations of a loop, or the same instructions in other threads, are folded except the first two and the last. */
    bool folded;
    uint64_t omitted, repeats; /* folded steps directly before this one, and the iterations that they are */
};

/* The steps: each follows those that it reads from, and the steps of a thread are consecutive as far as that allows. */
SM5_API size_t sm5_why_count(const struct sm5_why *why);
/* False past the end. The arrays belong to `why`. */
SM5_API bool sm5_why_at(const struct sm5_why *why, size_t index, struct sm5_why_step *step);
/* The values of the expression. */
SM5_API const struct sm5_why_word *sm5_why_words(const struct sm5_why *why, size_t *count);
/* Instructions before those of the result are missing: max_steps. */
SM5_API bool sm5_why_is_cut(const struct sm5_why *why);

#ifdef __cplusplus
}
#endif
#endif
