/* Keys of test cases of the stages other than compute. */
#include <string.h>

#include "base/base.h"
#include "case/case_reader.h"

#define FAIL READER_FAIL

/* ---- registers: inputs, and outputs with what is expected ---- */

READER_FIELD(register_slot, case_register, slot, reader_text)
READER_FIELD(register_file, case_register, file, reader_data)
READER_FIELD(register_count, case_register, records, reader_u64)
READER_FIELD(register_bytes, case_register, bytes_per_run, reader_u32)
READER_FIELD(register_compare, case_register, compare, reader_text)
READER_FIELD(register_type, case_register, type, reader_text)

static const struct reader_entry register_keys[] = {{"slot", register_slot},
                                                    {"file", register_file},
                                                    {"vertices", register_count},
                                                    {"bytes_per_run", register_bytes},
                                                    {"compare", register_compare},
                                                    {"type", register_type},
                                                    {"semantic", NULL},
                                                    {"clear", NULL},
                                                    {"note", NULL},
                                                    {0}};

static bool read_register(struct reader *r, const case_node *node, void *item)
{
    struct case_register *made = item;
    made->line = case_node_line(node);
    if (!reader_map(r, node, register_keys, item))
        return false;
    return (made->slot && made->file.present) || FAIL(r, node, "a register needs 'slot' and 'file'");
}

static bool read_registers(struct reader *r, const case_node *node, struct case_registers *out)
{
    return reader_list(r, node, sizeof *out->list, read_register, (void **)&out->list, &out->count);
}

bool case_stage_inputs(struct reader *r, const case_node *node, void *object)
{
    return read_registers(r, node, &((struct case_spec *)object)->stage_case.inputs);
}

bool case_stage_outputs(struct reader *r, const case_node *node, void *object)
{
    struct case_stage_spec *stage = &((struct case_spec *)object)->stage_case;
    if (stage->outputs.count)
        return FAIL(r, node, "a case has either 'outputs' or 'stage_outputs'");
    return read_registers(r, node, &stage->outputs);
}

/* ---- patch constants by semantic ---- */

static bool read_constant(struct reader *r, const case_node *node, struct case_constant *out)
{
    if (case_node_kind(node) != CASE_NODE_LIST)
        return FAIL(r, node, "expected a list of numbers");
    out->mark = case_node_start(node);
    out->count = case_node_count(node);
    out->values = case_memory_alloc(r->test->memory, out->count + 1, sizeof *out->values);
    for (size_t i = 0; out->values && i < out->count; i++)
        if (!reader_real(r, case_node_item(r->yaml, node, i), &out->values[i]))
            return false;
    return out->values || reader_memory(r);
}

bool case_stage_constants(struct reader *r, const case_node *node, void *object)
{
    struct case_stage_spec *stage = &((struct case_spec *)object)->stage_case;
    if (!reader_is_map(r, node, "numbers by semantic"))
        return false;
    stage->constant_count = case_node_count(node);
    stage->constants =
        case_memory_alloc(r->test->memory, stage->constant_count + 1, sizeof *stage->constants);
    for (size_t i = 0; stage->constants && i < stage->constant_count; i++)
        if (!reader_key(r, case_node_key(r->yaml, node, i), &stage->constants[i].semantic) ||
            !read_constant(r, case_node_value(r->yaml, node, i), &stage->constants[i]))
            return false;
    return stage->constants || reader_memory(r);
}

/* ---- what a geometry shader emits ---- */

READER_FIELD(emitted_stream, case_emitted, stream, reader_u32)

static bool emitted_vertices(struct reader *r, const case_node *node, void *object)
{
    struct case_emitted *emitted = object;
    emitted->has_vertices = true;
    emitted->vertices_mark = case_node_start(node);
    return reader_u64(r, node, &emitted->vertices);
}

static bool emitted_outputs(struct reader *r, const case_node *node, void *object)
{
    return read_registers(r, node, &((struct case_emitted *)object)->outputs);
}

static bool read_strip(struct reader *r, const case_node *node, void *item)
{
    return reader_u32(r, node, item);
}

static bool emitted_strips(struct reader *r, const case_node *node, void *object)
{
    struct case_emitted *emitted = object;
    emitted->has_strips = true;
    emitted->strips_mark = case_node_start(node);
    return reader_list(r, node, sizeof *emitted->strips, read_strip, (void **)&emitted->strips,
                       &emitted->strip_count);
}

static const struct reader_entry emitted_keys[] = {{"stream", emitted_stream},
                                                   {"vertices", emitted_vertices},
                                                   {"strips", emitted_strips},
                                                   {"outputs", emitted_outputs},
                                                   {"note", NULL},
                                                   {0}};

static bool read_emitted(struct reader *r, const case_node *node, void *item)
{
    return reader_map(r, node, emitted_keys, item);
}

bool case_stage_emitted(struct reader *r, const case_node *node, void *object)
{
    struct case_stage_spec *stage = &((struct case_spec *)object)->stage_case;
    if (case_node_kind(node) == CASE_NODE_LIST)
        return reader_list(r, node, sizeof *stage->emitted, read_emitted, (void **)&stage->emitted,
                           &stage->emitted_count);
    stage->emitted_count = 1;
    stage->emitted = case_memory_alloc(r->test->memory, 1, sizeof *stage->emitted);
    return stage->emitted ? read_emitted(r, node, stage->emitted) : reader_memory(r);
}

/* ---- domain points, pixels ---- */

static bool read_point(struct reader *r, const case_node *node, void *item)
{
    double *point = item;
    size_t count = case_node_kind(node) == CASE_NODE_LIST ? case_node_count(node) : 0;
    if (count < 2 || count > 3)
        return FAIL(r, node, "expected [u, v] or [u, v, w]");
    for (size_t i = 0; i < count; i++)
        if (!reader_real(r, case_node_item(r->yaml, node, i), &point[i]))
            return false;
    return true;
}

bool case_stage_points(struct reader *r, const case_node *node, void *object)
{
    struct case_stage_spec *stage = &((struct case_spec *)object)->stage_case;
    return reader_list(r, node, sizeof *stage->points, read_point, (void **)&stage->points,
                       &stage->point_count);
}

READER_FIELD(pixels_samples, case_pixels, samples, reader_u32)
READER_FIELD(pixels_coverage, case_pixels, coverage, reader_data)
READER_FIELD(pixels_written, case_pixels, written, reader_data)

static bool pixels_rect(struct reader *r, const case_node *node, void *object)
{
    struct case_pixels *pixels = object;
    if (case_node_kind(node) != CASE_NODE_LIST || case_node_count(node) != 4)
        return FAIL(r, node, "expected [left, top, width, height]");
    for (size_t i = 0; i < 4; i++)
        if (!reader_u32(r, case_node_item(r->yaml, node, i), &pixels->rect[i]))
            return false;
    for (size_t i = 0; i < 4; i++)
        if (pixels->rect[i] % 2 || pixels->rect[i] > 4096)
            return FAIL(r, node, "expected even numbers up to 4096: pixels run in quads");
    return true;
}

static const struct reader_entry pixels_keys[] = {{"rect", pixels_rect},
                                                  {"samples", pixels_samples},
                                                  {"coverage", pixels_coverage},
                                                  {"written", pixels_written},
                                                  {0}};

bool case_stage_pixels(struct reader *r, const case_node *node, void *object)
{
    struct case_stage_spec *stage = &((struct case_spec *)object)->stage_case;
    stage->has_pixels = true;
    return reader_map(r, node, pixels_keys, &stage->pixels);
}

READER_FIELD(read_runs, case_stage_spec, runs, reader_u32)
READER_FIELD(read_primitives, case_stage_spec, primitives, reader_u64)

bool case_stage_runs(struct reader *r, const case_node *node, void *object)
{
    return read_runs(r, node, &((struct case_spec *)object)->stage_case);
}

bool case_stage_primitives(struct reader *r, const case_node *node, void *object)
{
    return read_primitives(r, node, &((struct case_spec *)object)->stage_case);
}

bool case_stage_expects(const struct case_stage_spec *stage)
{
    return stage->outputs.count || stage->constant_count || stage->emitted_count ||
           stage->pixels.written.present;
}
