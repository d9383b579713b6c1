/* Private to the verb `why`: how one word came to be, as text, JSON and Graphviz. */
#ifndef CLI_WHY_H
#define CLI_WHY_H

#include "cli/cli.h"

enum { WHY_THREAD = 120 }; /* bytes for why_thread */

/* What is printed. */
struct why_view {
    const struct sm5_program *program;
    const struct sm5_why *why;
    bool all;        /* folded steps, too */
    const char *row; /* that a pixel of --rect has in place of "out[INVOCATION]"; NULL: none */
};

/* ---- cli_why_text.c ---- */

void why_print(const struct why_view *view, FILE *out);
/* "thread (1,0,0) of group (0,0,0)", "vertex 3", "patch 2, instance 1 of fork phase 0". */
const char *why_thread(const struct sm5_why_step *step, char *out, size_t size);
/* The text of an instruction without indentation; freed by the caller. NULL after a failure. */
char *why_instruction(const struct sm5_program *program, uint32_t number);

/* The name of a value of the expression. */
void why_root_name(const struct why_view *view, const struct sm5_value *value, char *out, size_t size);

/* ---- cli_why_expect.c ---- */

/* Compares the word, an expression of the debugger, with --expect and prints where it stopped having that value. Moves
   the debugger. Returns an exit code. */
int why_expect(struct cli_job *job, struct sm5_debug *debug, const struct why_view *view,
               const char *expression, FILE *out);

/* ---- cli_why_engine.c ---- */

/* Finds the first instruction of the result that computes another value on the engine. `before` has the
   memory before the run. Returns an exit code. */
int why_against(struct cli_job *job, const struct sm5_why *why, const struct cli_copy *before,
                enum sm5_engine engine, const char *name, FILE *out);

/* ---- cli_why_json.c ---- */

void why_json(const struct why_view *view, FILE *out);

/* ---- cli_why_dot.c ---- */

void why_dot(const struct why_view *view, FILE *out);

#endif
