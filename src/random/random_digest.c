#include "random_digest.h"

#include "run.h"
#include "sm5/check.h"

/* FNV-1a, by 64 bits. */
static void add(uint64_t *hash, uint64_t value)
{
    *hash = (*hash ^ value) * 0x100000001b3u;
    *hash ^= *hash >> 29;
}

static void add_bytes(uint64_t *hash, const void *data, uint64_t size)
{
    const uint8_t *bytes = data;
    add(hash, size);
    for (uint64_t i = 0; i < size; i++)
        add(hash, bytes[i]);
}

static void add_words(uint64_t *hash, const uint32_t *words, uint64_t count)
{
    add(hash, count);
    for (uint64_t i = 0; i < count; i++)
        add(hash, words[i]);
}

/* The container, and the container's text. */
static void add_forms(uint64_t *hash, const struct prog *prog)
{
    struct strbuf text = {0};
    struct sm5_program *program = NULL, *decoded = NULL;
    struct sm5_blob bytes = {0}, printed = {0};
    prog_text(prog, &text);
    enum sm5_status status = sm5_program_read(text.text, text.length, "random.asm", &program, NULL);
    if (!status)
        status = sm5_program_write(program, NULL, &bytes, NULL);
    if (!status)
        status = sm5_program_read(bytes.data, bytes.size, "random.dxbc", &decoded, NULL);
    if (!status)
        status = sm5_program_print(decoded, SM5_PRINT_LOSSLESS, &printed, NULL);
    add(hash, status);
    add_bytes(hash, text.text, text.length);
    add_bytes(hash, bytes.data, bytes.size);
    add_bytes(hash, printed.data, printed.size);
    sm5_blob_free(&printed);
    sm5_blob_free(&bytes);
    sm5_program_free(decoded);
    sm5_program_free(program);
    strbuf_free(&text);
}

static void add_records(uint64_t *hash, const struct sm5_records *records)
{
    add_words(hash, records->words, records->count * records->registers * 4);
}

static void add_outputs(uint64_t *hash, const struct sm5_stage_outputs *outputs)
{
    add_records(hash, &outputs->outputs);
    add_records(hash, &outputs->constants);
    if (outputs->written)
        add_bytes(hash, outputs->written, outputs->outputs.count);
    for (unsigned stream = 0; stream < 4; stream++) {
        add_records(hash, &outputs->streams[stream].vertices);
        add_words(hash, outputs->streams[stream].strips, outputs->streams[stream].strip_count);
    }
}

static void add_run(uint64_t *hash, const struct prog *prog)
{
    struct run_results results;
    add(hash, run_results_make(prog, &results));
    for (unsigned i = 0; i < prog->buffer_count; i++)
        if (results.buffers[i])
            add_bytes(hash, results.buffers[i], prog->buffers[i].bytes);
    add_words(hash, results.counters, prog->resource_count);
    add_outputs(hash, &results.outputs);
    run_results_free(&results);
}

static void add_findings(uint64_t *hash, const struct prog *prog)
{
    struct sm5_findings *findings = run_checked(prog);
    size_t count = findings ? sm5_findings_count(findings) : 0;
    add(hash, count);
    for (size_t i = 0; i < count; i++) {
        const struct sm5_finding *f = sm5_findings_at(findings, i);
        const uint64_t words[] = {f->kind,     f->count,       f->instruction,       f->line,
                                  f->element,  f->byte_offset, f->other_instruction, f->values[0],
                                  f->values[1]};
        for (unsigned k = 0; k < BASE_COUNT(words); k++)
            add(hash, words[k]);
        add_words(hash, f->thread, 3);
        add_words(hash, f->group, 3);
    }
    sm5_findings_free(findings);
}

uint64_t digest_of(const struct prog *prog)
{
    uint64_t hash = 0xcbf29ce484222325u;
    add_forms(&hash, prog);
    add_run(&hash, prog);
    if (prog->stage == ISA_COMPUTE)
        add_findings(&hash, prog);
    return hash;
}
