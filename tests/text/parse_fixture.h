/* What the parser's tests share: text in, program and diagnostics out. */
#ifndef PARSE_FIXTURE_H
#define PARSE_FIXTURE_H

#include <stdio.h>
#include <string.h>

#include "bytecode/bytecode.h"
#include "test.h"
#include "text/text.h"

struct parsed {
    struct sm5_program *program;
    struct sm5_diags *diags;
    enum sm5_status status;
};

static inline struct parsed parse_bytes(const char *text, size_t length)
{
    struct parsed result = {program_new(), sm5_diags_new(), SM5_OK};
    result.status = text_parse(text, length, "test.asm", &bytecode_codec, result.program, result.diags);
    return result;
}

static inline struct parsed parse(const char *text)
{
    return parse_bytes(text, strlen(text));
}

static inline void drop(struct parsed *result)
{
    program_free(result->program);
    sm5_diags_free(result->diags);
}

/* The first diagnostic's code, "" when there is none. */
static inline const char *first_code(const struct parsed *result)
{
    return sm5_diags_count(result->diags) ? sm5_diags_at(result->diags, 0)->code : "";
}

static inline void print_diags(const struct parsed *result)
{
    for (size_t i = 0; i < sm5_diags_count(result->diags); i++) {
        char text[1024];
        sm5_diag_format(sm5_diags_at(result->diags, i), text, sizeof text);
        print_message("%s\n", text);
    }
}

/* Parses one line in a shader of `version`; its words go to `words`, their number is given (0: it failed). */
static inline size_t words_of(const char *version, const char *line, uint32_t *words, size_t capacity)
{
    char text[1024];
    snprintf(text, sizeof text, "%s\n%s\n", version, line);
    struct parsed result = parse(text);
    struct program_tokens encoded = {0};
    print_diags(&result);
    if (result.status == SM5_OK && result.program->instr_count == 1)
        assert_true(bytecode_codec.encode(&result.program->instrs[0], &encoded));
    assert_true(encoded.count <= capacity);
    if (encoded.count)
        memcpy(words, encoded.data, encoded.count * sizeof *words);
    size_t count = encoded.count;
    free(encoded.data);
    drop(&result);
    return count;
}

#endif
