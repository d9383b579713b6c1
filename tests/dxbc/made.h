/* Programs from text, and the chunks that are made of them. */
#ifndef SM5_TEST_MADE_H
#define SM5_TEST_MADE_H

#include <string.h>

#include "bytecode/bytecode.h"
#include "dxbc/dxbc.h"
#include "test.h"
#include "text/text.h"

static inline struct sm5_program *program_of(const char *text)
{
    struct sm5_program *program = program_new();
    struct sm5_diags *diags = sm5_diags_new();
    enum sm5_status status = text_parse(text, strlen(text), "test.asm", &bytecode_codec, program, diags);
    for (size_t i = 0; i < sm5_diags_count(diags); i++)
        print_message("%s\n", sm5_diags_at(diags, i)->message);
    assert_int_equal(status, SM5_OK);
    sm5_diags_free(diags);
    return program;
}

/* The words of the program's code; freed with VEC_FREE. */
static inline struct program_tokens code_of(const struct sm5_program *program)
{
    struct program_tokens words = {0};
    assert_int_equal(bytecode_encode(program, &words), SM5_OK);
    return words;
}

static inline struct bytes bytes_of(const struct program_tokens *words)
{
    return (struct bytes){(const uint8_t *)words->data, words->count * 4};
}

/* Reads a container and decodes its code; there must be nothing to complain about. */
static inline struct sm5_program *read_back(const struct strbuf *file)
{
    struct sm5_program *program = program_new();
    struct sm5_diags *diags = sm5_diags_new();
    struct bytes code;
    assert_int_equal(
        dxbc_read((struct bytes){(const uint8_t *)file->text, file->length}, program, &code, diags), SM5_OK);
    assert_int_equal(bytecode_decode(code, program, diags), SM5_OK);
    assert_int_equal(sm5_diags_count(diags), 0);
    sm5_diags_free(diags);
    return program;
}

/* The container made of a text, read back. */
static inline struct sm5_program *made_of(const char *text)
{
    struct sm5_program *program = program_of(text);
    struct program_tokens words = code_of(program);
    struct strbuf file = {0};
    assert_int_equal(dxbc_make(program, bytes_of(&words), &file), SM5_OK);
    struct sm5_program *made = read_back(&file);
    strbuf_free(&file);
    VEC_FREE(&words);
    program_free(program);
    return made;
}

/* The chunks' names in their order, with blanks between. */
static inline void chunk_names(const struct sm5_program *program, struct strbuf *out)
{
    for (uint32_t i = 0; i < program->container.chunk_count; i++)
        strbuf_printf(out, "%s%s", i ? " " : "", program->container.chunks[i].fourcc);
}

static inline void assert_chunks(const struct sm5_program *program, const char *names)
{
    struct strbuf found = {0};
    chunk_names(program, &found);
    assert_string_equal(strbuf_text(&found), names);
    strbuf_free(&found);
}

#endif
