/* Keys of test cases of the stages other than compute. */
#include <string.h>

#include "base/base.h"
#include "io_reader.h"

#define FAIL READER_FAIL

/* ---- registers: inputs, and outputs with what is expected ---- */

READER_FIELD(register_slot, io_register, slot, reader_text)
READER_FIELD(register_file, io_register, file, reader_data)
READER_FIELD(register_count, io_register, records, reader_u64)
READER_FIELD(register_bytes, io_register, bytes_per_run, reader_u32)
READER_FIELD(register_compare, io_register, compare, reader_text)
READER_FIELD(register_type, io_register, type, reader_text)

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

static bool read_register(struct reader *r, const io_node *node, void *item)
{
    struct io_register *made = item;
    made->line = io_node_line(node);
    if (!reader_map(r, node, register_keys, item))
        return false;
    return (made->slot && made->file.present) || FAIL(r, node, "a register needs 'slot' and 'file'");
}

static bool read_registers(struct reader *r, const io_node *node, struct io_registers *out)
{
    return reader_list(r, node, sizeof *out->list, read_register, (void **)&out->list, &out->count);
}

bool case_stage_inputs(struct reader *r, const io_node *node, void *object)
{
    return read_registers(r, node, &((struct io_case *)object)->stage_case.inputs);
}

bool case_stage_outputs(struct reader *r, const io_node *node, void *object)
{
    struct io_stage_case *stage = &((struct io_case *)object)->stage_case;
    if (stage->outputs.count)
        return FAIL(r, node, "a case has either 'outputs' or 'stage_outputs'");
    return read_registers(r, node, &stage->outputs);
}

/* ---- patch constants by semantic ---- */

static bool read_constant(struct reader *r, const io_node *node, struct io_constant *out)
{
    if (io_node_kind(node) != IO_NODE_LIST)
        return FAIL(r, node, "expected a list of numbers");
    out->mark = io_node_start(node);
    out->count = io_node_count(node);
    out->values = io_memory_alloc(r->test->memory, out->count + 1, sizeof *out->values);
    for (size_t i = 0; out->values && i < out->count; i++)
        if (!reader_real(r, io_node_item(r->yaml, node, i), &out->values[i]))
            return false;
    return out->values || reader_memory(r);
}

bool case_stage_constants(struct reader *r, const io_node *node, void *object)
{
    struct io_stage_case *stage = &((struct io_case *)object)->stage_case;
    if (!reader_is_map(r, node, "numbers by semantic"))
        return false;
    stage->constant_count = io_node_count(node);
    stage->constants = io_memory_alloc(r->test->memory, stage->constant_count + 1, sizeof *stage->constants);
    for (size_t i = 0; stage->constants && i < stage->constant_count; i++)
        if (!reader_key(r, io_node_key(r->yaml, node, i), &stage->constants[i].semantic) ||
            !read_constant(r, io_node_value(r->yaml, node, i), &stage->constants[i]))
            return false;
    return stage->constants || reader_memory(r);
}

/* ---- what a geometry shader emits ---- */

READER_FIELD(emitted_stream, io_emitted, stream, reader_u32)

static bool emitted_vertices(struct reader *r, const io_node *node, void *object)
{
    struct io_emitted *emitted = object;
    emitted->has_vertices = true;
    emitted->vertices_mark = io_node_start(node);
    return reader_u64(r, node, &emitted->vertices);
}

static bool emitted_outputs(struct reader *r, const io_node *node, void *object)
{
    return read_registers(r, node, &((struct io_emitted *)object)->outputs);
}

static bool read_strip(struct reader *r, const io_node *node, void *item)
{
    return reader_u32(r, node, item);
}

static bool emitted_strips(struct reader *r, const io_node *node, void *object)
{
    struct io_emitted *emitted = object;
    emitted->has_strips = true;
    emitted->strips_mark = io_node_start(node);
    return reader_list(r, node, sizeof *emitted->strips, read_strip, (void **)&emitted->strips,
                       &emitted->strip_count);
}

static const struct reader_entry emitted_keys[] = {{"stream", emitted_stream},
                                                   {"vertices", emitted_vertices},
                                                   {"strips", emitted_strips},
                                                   {"outputs", emitted_outputs},
                                                   {"note", NULL},
                                                   {0}};

static bool read_emitted(struct reader *r, const io_node *node, void *item)
{
    return reader_map(r, node, emitted_keys, item);
}

bool case_stage_emitted(struct reader *r, const io_node *node, void *object)
{
    struct io_stage_case *stage = &((struct io_case *)object)->stage_case;
    if (io_node_kind(node) == IO_NODE_LIST)
        return reader_list(r, node, sizeof *stage->emitted, read_emitted, (void **)&stage->emitted,
                           &stage->emitted_count);
    stage->emitted_count = 1;
    stage->emitted = io_memory_alloc(r->test->memory, 1, sizeof *stage->emitted);
    return stage->emitted ? read_emitted(r, node, stage->emitted) : reader_memory(r);
}

/* ---- domain points, pixels ---- */

static bool read_point(struct reader *r, const io_node *node, void *item)
{
    double *point = item;
    size_t count = io_node_kind(node) == IO_NODE_LIST ? io_node_count(node) : 0;
    if (count < 2 || count > 3)
        return FAIL(r, node, "expected [u, v] or [u, v, w]");
    for (size_t i = 0; i < count; i++)
        if (!reader_real(r, io_node_item(r->yaml, node, i), &point[i]))
            return false;
    return true;
}

bool case_stage_points(struct reader *r, const io_node *node, void *object)
{
    struct io_stage_case *stage = &((struct io_case *)object)->stage_case;
    return reader_list(r, node, sizeof *stage->points, read_point, (void **)&stage->points,
                       &stage->point_count);
}

READER_FIELD(pixels_samples, io_pixels, samples, reader_u32)
READER_FIELD(pixels_coverage, io_pixels, coverage, reader_data)
READER_FIELD(pixels_written, io_pixels, written, reader_data)

static bool pixels_rect(struct reader *r, const io_node *node, void *object)
{
    struct io_pixels *pixels = object;
    if (io_node_kind(node) != IO_NODE_LIST || io_node_count(node) != 4)
        return FAIL(r, node, "expected [left, top, width, height]");
    for (size_t i = 0; i < 4; i++)
        if (!reader_u32(r, io_node_item(r->yaml, node, i), &pixels->rect[i]))
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

bool case_stage_pixels(struct reader *r, const io_node *node, void *object)
{
    struct io_stage_case *stage = &((struct io_case *)object)->stage_case;
    stage->has_pixels = true;
    return reader_map(r, node, pixels_keys, &stage->pixels);
}

READER_FIELD(read_runs, io_stage_case, runs, reader_u32)
READER_FIELD(read_primitives, io_stage_case, primitives, reader_u64)

bool case_stage_runs(struct reader *r, const io_node *node, void *object)
{
    return read_runs(r, node, &((struct io_case *)object)->stage_case);
}

bool case_stage_primitives(struct reader *r, const io_node *node, void *object)
{
    return read_primitives(r, node, &((struct io_case *)object)->stage_case);
}

bool case_stage_expects(const struct io_stage_case *stage)
{
    return stage->outputs.count || stage->constant_count || stage->emitted_count ||
           stage->pixels.written.present;
}
