/* Private to the verb `why`: how one word came to be, as text, JSON and Graphviz. */
#ifndef CLI_WHY_H
#define CLI_WHY_H

#include "cli/cli.h"

/* What is printed. */
struct why_view {
    const struct sm5_program *program;
    const struct sm5_why *why;
    bool all; /* folded steps, too */
};

/* ---- cli_why_text.c ---- */

void why_print(const struct why_view *view, FILE *out);
/* The text of an instruction without indentation; freed by the caller. NULL after a failure. */
char *why_instruction(const struct sm5_program *program, uint32_t number);

/* ---- cli_why_expect.c ---- */

/* Compares the word with --expect and prints where it stopped having that value. Moves the debugger. Returns an exit
   code. */
int why_expect(struct cli_job *job, struct sm5_debug *debug, const struct sm5_why *why, FILE *out);

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
