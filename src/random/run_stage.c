/* Inputs of stages, word by word from the seed, so that fewer records are the same records; and outputs
 * compared. */
#include "run_stage.h"

#include <stdlib.h>

#include "random_rng.h"

/* ---- inputs ---- */

struct pixel {
    uint32_t x, y, sample;
};

/* Quads in rows; at sample frequency those of a pixel's samples follow one another. */
static struct pixel pixel_of(const struct prog *prog, uint32_t record)
{
    const uint32_t *rect = prog->frame.rect;
    uint32_t samples = prog_at_samples(prog) ? prog->frame.samples : 1, quad = record / (4 * samples);
    uint32_t wide = rect[2] / 2;
    return (struct pixel){rect[0] + 2 * (quad % wide) + (record & 1),
                          rect[1] + 2 * (quad / wide) + (record >> 1 & 1), record / 4 % samples};
}

static struct rng rng_of(const struct prog *prog, uint32_t record, uint32_t reg)
{
    struct rng rng = {prog->frame.seed + record * 0xd1342543de82ef95u + (uint64_t)reg * 0x2545f4914f6cdd1du};
    rng_next(&rng);
    return rng;
}

static float plane(const struct prog *prog, const struct prog_io *r, unsigned c, struct pixel at)
{
    struct rng rng = rng_of(prog, UINT32_MAX - c, r->reg);
    float start = (float)rng_below(&rng, 64) / 16 - 1;
    float dx = ((float)rng_below(&rng, 65) - 32) / 128, dy = ((float)rng_below(&rng, 65) - 32) / 128;
    return start + dx * (float)at.x + dy * (float)at.y;
}

static uint32_t word_of(const struct prog *prog, const struct prog_io *r, uint32_t record, unsigned c,
                        struct rng *rng)
{
    uint32_t any = run_number(rng, r->fill < PROG_FILL_PLANE ? r->fill : 4);
    bool pixels = prog->stage == ISA_PIXEL;
    struct pixel at = pixels ? pixel_of(prog, record) : (struct pixel){record, record / 8, 0};
    const float position[4] = {(float)at.x + 0.5f, (float)at.y + 0.5f, (float)(any >> 8) * 0x1p-24f, 1};
    switch (r->fill) {
    case PROG_FILL_PLANE: return bits_of_float(plane(prog, r, c, at));
    case PROG_FILL_NUMBER: return c ? any : record;
    case PROG_FILL_POSITION: return bits_of_float(position[c]);
    case PROG_FILL_FACE: return any & 1 ? UINT32_MAX : 0;
    case PROG_FILL_SAMPLE: return at.sample;
    case PROG_FILL_FACTOR: return bits_of_float(0.5f + (float)(any % 128) * 0.5f);
    default: return any;
    }
}

/* Records of a file: the registers that the program declares, and nothing in those that it does not. */
static struct sm5_records records(const struct prog *prog, uint64_t files, uint32_t count)
{
    struct sm5_records made = {.count = count};
    for (uint8_t file = 0; file < ISA_FILE_COUNT; file++)
        if (files >> file & 1 && prog_record_registers(prog, file) > made.registers)
            made.registers = prog_record_registers(prog, file);
    made.words = calloc((size_t)count * made.registers * 4 + 1, sizeof *made.words);
    prog_require_memory(made.words);
    for (unsigned k = 0; k < prog->frame.register_count; k++) {
        const struct prog_io *r = &prog->frame.registers[k];
        for (uint32_t i = 0; files >> r->file & 1 && i < count; i++) {
            struct rng rng = rng_of(prog, i, r->reg);
            for (unsigned c = 0; c < 4; c++)
                made.words[((size_t)i * made.registers + r->reg) * 4 + c] = word_of(prog, r, i, c, &rng);
        }
    }
    return made;
}

/* The points of all patches, interleaved. */
static void name_patches(const struct prog *prog, struct run_inputs *inputs)
{
    uint32_t count = prog->frame.count * prog->frame.points;
    inputs->patches = calloc(count + 1, sizeof *inputs->patches);
    prog_require_memory(inputs->patches);
    for (uint32_t i = 0; i < count; i++)
        inputs->patches[i] = i % prog->frame.count;
}

/* From another one on. */
static void name_primitives(const struct prog *prog, struct run_inputs *inputs)
{
    uint32_t count = prog->frame.count;
    inputs->primitive_ids = calloc(count + 1, sizeof *inputs->primitive_ids);
    prog_require_memory(inputs->primitive_ids);
    for (uint32_t i = 0; i < count; i++)
        inputs->primitive_ids[i] = (i + count / 2 + 1) % count;
    inputs->run.primitive_ids = inputs->primitive_ids;
}

static void make_locations(const struct prog *prog, struct run_inputs *inputs)
{
    const struct prog_frame *frame = &prog->frame;
    uint32_t count = frame->count * frame->points;
    inputs->locations = calloc(count + 1, sizeof *inputs->locations);
    prog_require_memory(inputs->locations);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t point = frame->names ? i / frame->count : i % frame->points;
        struct rng rng = rng_of(prog, point, 77);
        inputs->locations[i][0] = (float)point / (float)(1u << frame->points_log2);
        for (unsigned axis = 1; axis < 3; axis++)
            inputs->locations[i][axis] = (float)rng_below(&rng, 257) / 256;
    }
    inputs->run.count = count;
    inputs->run.points_per_patch = frame->names ? 0 : frame->points;
    inputs->run.patches = inputs->patches;
    inputs->run.locations = (const float(*)[3])inputs->locations;
    inputs->run.constants = records(prog, 1ull << ISA_FILE_PATCH_CONSTANT, frame->count);
}

static void make_coverage(const struct prog *prog, struct run_inputs *inputs)
{
    uint32_t count = prog_records(prog), samples = prog->frame.samples;
    if (!prog->frame.covers)
        return;
    inputs->coverage = calloc(count + 1, sizeof *inputs->coverage);
    prog_require_memory(inputs->coverage);
    for (uint32_t i = 0; i < count; i++) { /* the same in all samples of a pixel */
        struct pixel at = pixel_of(prog, i);
        struct rng rng = rng_of(prog, at.y << 16 | at.x, 78);
        uint32_t all = (1u << samples) - 1, how = rng_below(&rng, 8);
        inputs->coverage[i] = how < 2 ? 0 : how < 5 ? rng_word(&rng) : all;
    }
    inputs->run.coverage = inputs->coverage;
}

void run_inputs_make(const struct prog *prog, struct run_inputs *inputs)
{
    bool points = prog->stage == ISA_DOMAIN;
    *inputs = (struct run_inputs){.run = {.count = prog->frame.count}};
    inputs->run.inputs =
        records(prog, 1ull << ISA_FILE_INPUT_CONTROL_POINT | 1ull << ISA_FILE_INPUT, prog_records(prog));
    if (prog->frame.names && points)
        name_patches(prog, inputs);
    if (prog->frame.names && (points || prog->stage == ISA_HULL || prog->stage == ISA_GEOMETRY))
        name_primitives(prog, inputs);
    if (points)
        make_locations(prog, inputs);
    if (prog->stage == ISA_PIXEL) {
        inputs->run.count = prog_records(prog);
        inputs->run.samples = prog->frame.samples;
        make_coverage(prog, inputs);
    }
}

void run_inputs_free(struct run_inputs *inputs)
{
    free(inputs->run.inputs.words);
    free(inputs->run.constants.words);
    free(inputs->locations);
    free(inputs->coverage);
    free(inputs->primitive_ids);
    free(inputs->patches);
}

/* ---- outputs ---- */

static bool records_agree(const struct sm5_records *wanted, const struct sm5_records *got, const char *what,
                          const char *name, char *message, size_t size)
{
    uint64_t words = wanted->count * wanted->registers * 4, i = 0;
    if (wanted->count != got->count) {
        snprintf(message, size, "%s: %llu records, %s has %llu", what, (unsigned long long)wanted->count,
                 name, (unsigned long long)got->count);
        return false;
    }
    while (i < words && wanted->words[i] == got->words[i])
        i++;
    if (i == words)
        return true;
    uint64_t record = i / (4ull * wanted->registers);
    snprintf(message, size, "%s %u.%c of record %llu: 0x%08x, %s has 0x%08x", what,
             (unsigned)(i / 4 % wanted->registers), "xyzw"[i % 4], (unsigned long long)record,
             wanted -> words[i], name, got -> words[i]);
    return false;
}

static bool strips_agree(const struct sm5_stage_stream *wanted, const struct sm5_stage_stream *got,
                         unsigned stream, const char *name, char *message, size_t size)
{
    uint64_t i = 0;
    while (i < wanted->strip_count && i < got->strip_count && wanted->strips[i] == got->strips[i])
        i++;
    if (i == wanted->strip_count && i == got->strip_count)
        return true;
    snprintf(message, size, "strips of stream %u: %llu, %s has %llu, the first that differs is %llu", stream,
             (unsigned long long)wanted->strip_count, name, (unsigned long long)got->strip_count,
             (unsigned long long)i);
    return false;
}

static bool written_agrees(const struct sm5_stage_outputs *wanted, const struct sm5_stage_outputs *got,
                           const char *name, char *message, size_t size)
{
    uint64_t i = 0;
    while (wanted->written && i < wanted->outputs.count && wanted->written[i] == got->written[i])
        i++;
    if (!wanted->written || i == wanted->outputs.count)
        return true;
    snprintf(message, size, "pixel %llu: written is %u, %s has %u", (unsigned long long)i, wanted->written[i],
             name, got->written[i]);
    return false;
}

bool run_outputs_agree(const struct sm5_stage_outputs *wanted, const struct sm5_stage_outputs *got,
                       const char *name, char *message, size_t size)
{
    bool same = written_agrees(wanted, got, name, message, size) &&
                records_agree(&wanted->outputs, &got->outputs, "output", name, message, size) &&
                records_agree(&wanted->constants, &got->constants, "patch constant", name, message, size);
    for (unsigned stream = 0; same && stream < 4; stream++)
        same = strips_agree(&wanted->streams[stream], &got->streams[stream], stream, name, message, size) &&
               records_agree(&wanted->streams[stream].vertices, &got->streams[stream].vertices,
                             "emitted register", name, message, size);
    return same;
}
