/* A code payload that decodes encodes to the same bytes; its text parses, and gives the same words again. The
   rules report errors, or none. */
#include "fuzz.h"
#include "validate/validate.h"

/* fxc's formatting, which is lossy, is printed but not parsed again. */
static void print_as_fxc(const struct sm5_program *program)
{
    const struct text_print_options options = {.fxc = true};
    struct strbuf text = {0};
    FUZZ_CHECK(text_print(program, &options, &text) == SM5_OK);
    strbuf_free(&text);
}

static void check_same(const struct sm5_program *again, struct bytes code, const struct strbuf *text)
{
    struct program_tokens words;
    struct bytes made = fuzz_encode(again, &words);
    bool same = made.size == code.size && memcmp(made.data, code.data, code.size) == 0;
    if (!same)
        fprintf(stderr, "%s\n", strbuf_text(text));
    FUZZ_CHECK(same);
    free(words.data);
}

static void check_text(const struct sm5_program *program, struct bytes code)
{
    struct strbuf text = fuzz_print(program);
    struct sm5_program *again = fuzz_parse_again(&text);
    if (again)
        check_same(again, code, &text);
    program_free(again);
    strbuf_free(&text);
}

static void check_rules(const struct sm5_program *program)
{
    const struct validate_options options = {.describe = text_print_instr};
    struct sm5_diags *diags = fuzz_diags();
    enum sm5_status status = validate_program(program, &options, diags);
    fuzz_check_diags(diags, status);
    sm5_diags_free(diags);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes code = {data, size};
    struct sm5_program *program = program_new();
    struct sm5_diags *diags = fuzz_diags();
    memcpy(program->code_fourcc, "SHEX", 4);
    enum sm5_status status = bytecode_decode(code, program, diags);
    fuzz_check_diags(diags, status);
    if (!status) {
        struct program_tokens words;
        struct bytes made = fuzz_encode(program, &words);
        FUZZ_CHECK(made.size == size && memcmp(made.data, data, size) == 0);
        free(words.data);
        print_as_fxc(program);
        check_rules(program);
        check_text(program, code);
    }
    sm5_diags_free(diags);
    program_free(program);
    return 0;
}
