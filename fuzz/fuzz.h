/* What the fuzz targets share. Each target is one property that must hold for any bytes. */
#ifndef SM5_FUZZ_H
#define SM5_FUZZ_H

#include <stdio.h>
#include <stdlib.h>

#include "bytecode/bytecode.h"
#include "sm5/program.h"
#include "text/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Stops the fuzzer, which keeps the input, when a property does not hold. */
#define FUZZ_CHECK(condition) ((condition) ? (void)0 : fuzz_broken(#condition, __FILE__, __LINE__))

static inline void fuzz_broken(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
    abort();
}

/* fuzz.c */

/* A list of diagnostics, empty; each entry of a used one is formatted, with every kind of place. */
struct sm5_diags *fuzz_diags(void);
void fuzz_check_diags(struct sm5_diags *diags, enum sm5_status status);

/* The program of a container or of the payload of SHDR or SHEX; NULL: rejected. */
struct sm5_program *fuzz_read(const uint8_t *bytes, size_t size);
/* The program's code; the caller frees words->data. */
struct bytes fuzz_encode(const struct sm5_program *program, struct program_tokens *words);
/* Lossless text of the program; the caller frees it. */
struct strbuf fuzz_print(const struct sm5_program *program);
/* The program parsed from text that the library printed, which must work; NULL when the program's blocks (if,
   loop, switch) do not close in order, which the assembler refuses. */
struct sm5_program *fuzz_parse_again(const struct strbuf *text);

#endif
