#include "fuzz.h"

enum { WRAP_BYTES = 44 };

struct sm5_diags *fuzz_diags(void)
{
    struct sm5_diags *diags = sm5_diags_new();
    FUZZ_CHECK(diags != NULL);
    return diags;
}

/* A call that fails reports an error, and one that succeeds reports none. */
void fuzz_check_diags(struct sm5_diags *diags, enum sm5_status status)
{
    char text[1024];
    FUZZ_CHECK((status != SM5_OK) == (sm5_diags_errors(diags) > 0));
    for (size_t i = 0; i < sm5_diags_count(diags); i++)
        FUZZ_CHECK(sm5_diag_format(sm5_diags_at(diags, i), text, sizeof text) > 0);
}

struct bytes fuzz_encode(const struct sm5_program *program, struct program_tokens *words)
{
    *words = (struct program_tokens){0};
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

/* The assembler requires blocks to be closed in order; tokens need not. */
static bool is_block_error(const struct sm5_diag *diag)
{
    static const char *const codes[] = {"text-stray", "text-crossed", "text-unclosed"};
    for (size_t i = 0; i < BASE_COUNT(codes); i++)
        if (strcmp(diag->code, codes[i]) == 0)
            return true;
    return false;
}

/* Shows the text and its first error that is about something else than blocks. */
static void show_errors(const struct strbuf *text, const struct sm5_diags *diags)
{
    char line[1024];
    for (size_t i = 0; i < sm5_diags_count(diags); i++) {
        const struct sm5_diag *diag = sm5_diags_at(diags, i);
        if (diag->severity != SM5_ERROR || is_block_error(diag))
            continue;
        sm5_diag_format(diag, line, sizeof line);
        fprintf(stderr, "%s\n%s\n", strbuf_text(text), line);
        FUZZ_CHECK(!"printed text parses");
    }
}

struct sm5_program *fuzz_parse_again(const struct strbuf *text)
{
    struct sm5_program *program = program_new();
    struct sm5_diags *diags = fuzz_diags();
    FUZZ_CHECK(program != NULL);
    if (text_parse(strbuf_text(text), text->length, "again.asm", &bytecode_codec, program, diags)) {
        show_errors(text, diags);
        program_free(program);
        program = NULL;
    }
    sm5_diags_free(diags);
    return program;
}

/* The smallest container: a header and one chunk. Its checksum is wrong, which is worth a warning. */
static uint8_t *wrap(const uint8_t *code, size_t size, size_t *total)
{
    const uint32_t head[] = {
        0, 0, 0, 0, 0, 1, WRAP_BYTES + (uint32_t)size, 1, WRAP_BYTES - 8, 0, (uint32_t)size};
    uint8_t *file = malloc(WRAP_BYTES + size);
    FUZZ_CHECK(file != NULL);
    memcpy(file, head, WRAP_BYTES);
    memcpy(file, "DXBC", 4);
    memcpy(file + WRAP_BYTES - 8, "SHEX", 4);
    memcpy(file + WRAP_BYTES, code, size);
    *total = WRAP_BYTES + size;
    return file;
}

struct sm5_program *fuzz_read(const uint8_t *bytes, size_t size)
{
    struct sm5_program *program;
    struct sm5_diags *diags = fuzz_diags();
    size_t total = size;
    uint8_t *file = sm5_is_container(bytes, size) ? NULL : wrap(bytes, size, &total);
    enum sm5_status status = sm5_program_read(file ? file : bytes, total, "fuzz", &program, diags);
    free(file);
    fuzz_check_diags(diags, status);
    sm5_diags_free(diags);
    return program;
}
