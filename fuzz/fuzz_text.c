/* Text that parses gives a program; printed and parsed again it gives the same words. */
#include "fuzz.h"

static void check_again(const struct sm5_program *program)
{
    struct program_tokens words, words_again;
    struct bytes code = fuzz_encode(program, &words);
    struct strbuf text = fuzz_print(program);
    struct sm5_program *again = fuzz_parse_again(&text);
    FUZZ_CHECK(again != NULL);
    struct bytes code_again = fuzz_encode(again, &words_again);
    bool same = code.size == code_again.size && memcmp(code.data, code_again.data, code.size) == 0;
    if (!same)
        fprintf(stderr, "%s\n", strbuf_text(&text));
    FUZZ_CHECK(same);
    FUZZ_CHECK(strcmp(program->code_fourcc, again->code_fourcc) == 0);
    strbuf_free(&text);
    free(words.data);
    free(words_again.data);
    program_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sm5_program *program = program_new();
    struct sm5_diags *diags = fuzz_diags();
    enum sm5_status status =
        text_parse((const char *)data, size, "fuzz.asm", &bytecode_codec, program, diags);
    fuzz_check_diags(diags, status);
    if (!status)
        check_again(program);
    sm5_diags_free(diags);
    program_free(program);
    return 0;
}
