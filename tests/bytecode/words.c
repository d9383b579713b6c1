#include "words.h"

struct decoded decode_bytes(const void *bytes, size_t size)
{
    struct decoded decoded = {.program = program_new(), .diags = sm5_diags_new()};
    assert_non_null(decoded.program);
    assert_non_null(decoded.diags);
    memcpy(decoded.program->code_fourcc, "SHEX", 4);
    decoded.status = bytecode_decode((struct bytes){bytes, size}, decoded.program, decoded.diags);
    return decoded;
}

/* The payload of one instruction; the caller frees it. */
static uint32_t *payload_of(uint32_t version, const uint32_t *instr, size_t count)
{
    uint32_t *words = calloc(count + 2, sizeof *words);
    assert_non_null(words);
    words[0] = version;
    words[1] = (uint32_t)count + 2;
    memcpy(words + 2, instr, count * sizeof *words);
    return words;
}

struct decoded decode_instr(uint32_t version, const uint32_t *instr, size_t count)
{
    uint32_t *words = payload_of(version, instr, count);
    struct decoded decoded = decode_bytes(words, (count + 2) * sizeof *words);
    free(words);
    return decoded;
}

void decoded_free(struct decoded *decoded)
{
    program_free(decoded->program);
    sm5_diags_free(decoded->diags);
}

void assert_same_bytes(const struct decoded *decoded, const void *bytes, size_t size)
{
    assert_int_equal(decoded->status, SM5_OK);
    struct program_tokens words = {0};
    assert_int_equal(bytecode_encode(decoded->program, &words), SM5_OK);
    struct bytes made = bytecode_bytes(decoded->program, &words);
    assert_int_equal(made.size, size);
    assert_memory_equal(made.data, bytes, size);
    free(words.data);
}

struct decoded keep_instr(uint32_t version, const uint32_t *instr, size_t count)
{
    uint32_t *words = payload_of(version, instr, count);
    struct decoded decoded = decode_bytes(words, (count + 2) * sizeof *words);
    assert_same_bytes(&decoded, words, (count + 2) * sizeof *words);
    assert_int_equal(decoded.program->instr_count, 1);
    free(words);
    return decoded;
}

void assert_refused(const struct decoded *decoded, const char *code, uint32_t token)
{
    assert_int_equal(decoded->status, SM5_ERR_INPUT);
    assert_int_equal(sm5_diags_errors(decoded->diags), 1);
    const struct sm5_diag *diag = sm5_diags_at(decoded->diags, 0);
    assert_string_equal(diag->code, code);
    assert_string_equal(diag->chunk, "SHEX");
    assert_int_equal(diag->offset, token);
}

void refuse_instr(const char *code, uint32_t token, uint32_t version, const uint32_t *instr, size_t count)
{
    struct decoded decoded = decode_instr(version, instr, count);
    assert_refused(&decoded, code, token);
    decoded_free(&decoded);
}
