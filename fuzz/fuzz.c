#include "fuzz.h"

struct sm5_diags *fuzz_diags(void)
{
    struct sm5_diags *diags = sm5_diags_new();
    FUZZ_CHECK(diags != NULL);
    return diags;
}

/* A call that fails says why, and one that works reports no error. */
void fuzz_check_diags(struct sm5_diags *diags, enum sm5_status status)
{
    char text[1024];
    FUZZ_CHECK((status != SM5_OK) == (sm5_diags_errors(diags) > 0));
    for (size_t i = 0; i < sm5_diags_count(diags); i++)
        FUZZ_CHECK(sm5_diag_format(sm5_diags_at(diags, i), text, sizeof text) > 0);
}

struct bytes fuzz_encode(const struct sm5_program *program, struct program_words *words)
{
    *words = (struct program_words){0};
    FUZZ_CHECK(bytecode_encode(program, words) == SM5_OK);
    return bytecode_bytes(program, words);
}

struct strbuf fuzz_print(const struct sm5_program *program)
{
    const struct text_print_options options = {.codec = &bytecode_codec};
    struct strbuf text = {0};
    FUZZ_CHECK(text_print(program, &options, &text) == SM5_OK);
    return text;
}

struct sm5_program *fuzz_parse_again(const struct strbuf *text)
{
    struct sm5_program *program = program_new();
    FUZZ_CHECK(program != NULL);
    enum sm5_status status =
        text_parse(strbuf_text(text), text->length, "again.asm", &bytecode_codec, program, NULL);
    if (status)
        fprintf(stderr, "%s\n", strbuf_text(text));
    FUZZ_CHECK(status == SM5_OK);
    return program;
}
