/* A container that reads, with code that decodes, is written as the bytes that were read but for a wrong
   checksum; a new container made of its program, and the program put into it, read again. */
#include "dxbc/dxbc.h"
#include "fuzz.h"

enum { SUMMED = 20 /* first byte that the checksum covers */ };

/* `out` holds a container with exactly this code and a good checksum. */
static void check_made(const struct strbuf *out, struct bytes code)
{
    struct sm5_program *made = program_new();
    struct bytes made_code;
    FUZZ_CHECK(dxbc_read((struct bytes){(const uint8_t *)out->text, out->length}, made, &made_code, NULL) ==
               SM5_OK);
    FUZZ_CHECK(made->container.checksum_ok);
    FUZZ_CHECK(made_code.size == code.size && memcmp(made_code.data, code.data, code.size) == 0);
    program_free(made);
}

static void check_same_file(const struct sm5_program *program, struct bytes code)
{
    struct strbuf out = {0};
    FUZZ_CHECK(dxbc_write(program, code, &out) == SM5_OK);
    struct bytes file = program->container.file;
    FUZZ_CHECK(out.length == file.size &&
               memcmp(out.text + SUMMED, file.data + SUMMED, file.size - SUMMED) == 0);
    check_made(&out, code);
    strbuf_free(&out);
}

static void check_new_file(const struct sm5_program *program, struct bytes code)
{
    struct strbuf out = {0};
    FUZZ_CHECK(dxbc_make(program, code, &out) == SM5_OK);
    check_made(&out, code);
    strbuf_free(&out);
}

/* Other code than the file has, so that it is not given back as it was. */
static void check_patched_file(const struct sm5_program *program, struct bytes old)
{
    const uint32_t words[] = {0x00050050, 4, ISA_NOP | 1u << ISA_TOKEN_LENGTH_SHIFT,
                              ISA_RET | 1u << ISA_TOKEN_LENGTH_SHIFT};
    struct bytes code = {(const uint8_t *)words, sizeof words};
    if (old.size == code.size && memcmp(old.data, code.data, code.size) == 0)
        return;
    static const struct program_signature *const kept[PROGRAM_SIGNATURE_KINDS];
    struct strbuf out = {0};
    FUZZ_CHECK(dxbc_patch(program, program, code, kept, &out) == SM5_OK);
    check_made(&out, code);
    strbuf_free(&out);
}

/* Signatures, bindings and structures come from the file: printing visits all of them. */
static void check_program(const struct sm5_program *program)
{
    struct program_tokens words;
    struct bytes code = fuzz_encode(program, &words);
    check_same_file(program, code);
    check_new_file(program, code);
    check_patched_file(program, code);
    struct strbuf text = fuzz_print(program);
    program_free(fuzz_parse_again(&text));
    strbuf_free(&text);
    free(words.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sm5_program *program = program_new();
    struct sm5_diags *diags = fuzz_diags();
    struct bytes code;
    enum sm5_status status = dxbc_read((struct bytes){data, size}, program, &code, diags);
    if (!status)
        status = bytecode_decode(code, program, diags);
    if (!status)
        status = dxbc_lines_read(program, diags);
    fuzz_check_diags(diags, status);
    if (!status)
        check_program(program);
    sm5_diags_free(diags);
    program_free(program);
    return 0;
}
