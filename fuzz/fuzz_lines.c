/* The payload of a debug chunk, SDBG or SPDB by the first byte, gives lines of files that exist, the same ones each time, or a
   warning. fuzz-container rarely gets as far: a PDB is a file of blocks inside the chunk. */
#include "dxbc/dxbc.h"
#include "dxbc/dxbc_lines.h"
#include "fuzz.h"

/* The program of seeds/container/lines_*.dxbc: tables assign lines to byte offsets in its code. */
static const char text[] = "cs_5_0\n"
                           "dcl_uav_raw u0\n"
                           "dcl_temps 1\n"
                           "dcl_thread_group 1, 1, 1\n"
                           "mov r0.x, l(1)\n"
                           "iadd r0.x, r0.x, l(2)\n"
                           "store_raw u0.x, l(0), r0.x\n"
                           "ret\n";

static void check_lines(const struct sm5_program *program)
{
    for (uint32_t i = 0; i < program->origin_file_count; i++)
        FUZZ_CHECK(strlen(program->origin_files[i]) <= LINES_NAME_MOST);
    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct program_instr *instr = &program->instrs[i];
        FUZZ_CHECK(!instr->origin_line || instr->origin_file < program->origin_file_count);
        const char *file = program_origin_file(program, instr);
        FUZZ_CHECK((file != NULL) == (instr->origin_line != 0));
    }
}

static struct sm5_program *read_lines(const struct program_chunk *chunk)
{
    struct sm5_program *program = program_new();
    struct sm5_diags *diags = fuzz_diags();
    FUZZ_CHECK(program != NULL);
    FUZZ_CHECK(text_parse(text, strlen(text), "lines.asm", &bytecode_codec, program, diags) == SM5_OK);
    struct program_chunk *chunks = arena_copy(&program->arena, chunk, sizeof *chunk);
    FUZZ_CHECK(chunks != NULL);
    program->container = (struct program_container){.present = true, .chunk_count = 1, .chunks = chunks};
    fuzz_check_diags(diags, dxbc_lines_read(program, diags));
    sm5_diags_free(diags);
    check_lines(program);
    return program;
}

static void check_same(const struct sm5_program *a, const struct sm5_program *b)
{
    FUZZ_CHECK(a->origin_file_count == b->origin_file_count && a->instr_count == b->instr_count);
    for (uint32_t i = 0; i < a->origin_file_count; i++)
        FUZZ_CHECK(strcmp(a->origin_files[i], b->origin_files[i]) == 0);
    for (uint32_t i = 0; i < a->instr_count; i++)
        FUZZ_CHECK(a->instrs[i].origin_line == b->instrs[i].origin_line &&
                   a->instrs[i].origin_file == b->instrs[i].origin_file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    struct program_chunk chunk = {.payload = {data + 1, size - 1}};
    memcpy(chunk.fourcc, data[0] & 1 ? "SPDB" : "SDBG", sizeof chunk.fourcc);
    struct sm5_program *first = read_lines(&chunk), *second = read_lines(&chunk);
    check_same(first, second);
    program_free(first);
    program_free(second);
    return 0;
}
