/* A program as a test case: its bindings, inputs, and the results of the reference configuration. */
#include <stdlib.h>

#include "gen.h"
#include "random_export.h"
#include "run_stage.h"

struct writer {
    const struct prog *prog;
    struct strbuf *out;
    const struct run_results *results;
};

static void add_hex(struct strbuf *out, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    strbuf_add(out, "{type: hex, values: '");
    for (size_t i = 0; i < size; i++)
        strbuf_printf(out, "%02x", at[i]);
    strbuf_add(out, "'}");
}

/* ---- program and memory ---- */

static void add_program(struct writer *w)
{
    struct strbuf text = {0};
    strbuf_printf(w->out, "stage: %s\nshader_text: |\n", isa_name(ISA_NAMES_STAGE, w->prog->stage));
    prog_text(w->prog, &text);
    for (const char *line = strbuf_text(&text); *line;) {
        size_t length = strcspn(line, "\n");
        strbuf_printf(w->out, "  %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    strbuf_free(&text);
}

static void add_buffers(struct writer *w)
{
    if (w->prog->buffer_count)
        strbuf_add(w->out, "buffers:\n");
    for (unsigned i = 0; i < w->prog->buffer_count; i++) {
        uint32_t bytes = w->prog->buffers[i].bytes;
        uint8_t *start = malloc(bytes + 1);
        strbuf_printf(w->out, "  b%u:\n    file: ", i);
        if (start)
            run_fill(&w->prog->buffers[i], start);
        add_hex(w->out, start, start ? bytes : 0);
        strbuf_add(w->out, "\n    expect: ");
        add_hex(w->out, w->results->buffers[i], bytes);
        strbuf_add_char(w->out, '\n');
        free(start);
    }
}

/* ---- bindings ---- */

static void add_sampler(struct strbuf *out, const struct sm5_sampler *s)
{
    static const char *const filters[] = {"point", "linear"};
    static const char *const reductions[] = {"standard", "comparison", "minimum", "maximum"};
    static const char *const addresses[] = {"wrap", "mirror", "clamp", "border", "mirror_once"};
    static const char *const comparisons[] = {"never",   "less",      "equal",         "less_equal",
                                              "greater", "not_equal", "greater_equal", "always"};
    strbuf_printf(out, ", kind: sampler, min: %s, mag: %s, mip: %s, reduction: %s, comparison: %s",
                  filters[s->min], filters[s->mag], filters[s->mip], reductions[s->reduction],
                  comparisons[s->comparison]);
    strbuf_printf(out, ", address: '%s/%s/%s', bias: '%.9g', min_lod: '%.9g', max_lod: '%.9g'",
                  addresses[s->address[0]], addresses[s->address[1]], addresses[s->address[2]],
                  (double)s->lod_bias, (double)s->min_lod, (double)s->max_lod);
    strbuf_printf(out, ", border: '%.9g/%.9g/%.9g/%.9g', anisotropy: '%u'", (double)s->border[0],
                  (double)s->border[1], (double)s->border[2], (double)s->border[3], s->max_anisotropy);
}

static void add_texture(struct strbuf *out, const struct prog_resource *r, const struct sm5_view *view)
{
    const struct sm5_texture *t = &r->texture;
    strbuf_printf(out, ", kind: %s, buffer: b%u, format: %s, width: %u, height: %u, depth: %u, layers: %u",
                  isa_name(ISA_NAMES_DIMENSION, r->dimension), r->buffer, sm5_format_name(t->format),
                  t->width, t->height, t->depth, t->layers);
    strbuf_printf(out, ", mips: %u, samples: %u, first_mip: %u, view_mips: %u, first_layer: %u", t->mips,
                  t->samples, view->first_mip, view->mips, view->first_layer);
    if (view->layers)
        strbuf_printf(out, ", view_layers: %u", view->layers);
    if (view->format)
        strbuf_printf(out, ", view_format: %s", sm5_format_name(view->format));
}

static void add_buffer(struct writer *w, const struct prog_resource *r, const struct sm5_view *view)
{
    static const char *const kinds[] = {[0] = "cbuffer",
                                        [ISA_DIM_BUFFER] = "typed",
                                        [ISA_DIM_RAW] = "raw",
                                        [ISA_DIM_STRUCTURED] = "structured"};
    strbuf_printf(w->out, ", kind: %s, buffer: b%u, first: %llu, count: %llu", kinds[r->dimension], r->buffer,
                  (unsigned long long)view->first, (unsigned long long)view->count);
    if (r->dimension == ISA_DIM_STRUCTURED)
        strbuf_printf(w->out, ", stride: %u", r->stride);
    if (view->format)
        strbuf_printf(w->out, ", format: %s", sm5_format_name(view->format));
    if (view->has_counter)
        strbuf_printf(w->out, ", counter: %u, expect_counter: %u", view->counter,
                      w->results->counters[r - w->prog->resources]);
}

static void add_binding(struct writer *w, const struct prog_resource *r, uint32_t element)
{
    struct sm5_slot slot;
    struct sm5_view view;
    char name[64];
    run_view(w->prog, r, element, &slot, &view);
    sm5_slot_format(&slot, name, sizeof name);
    strbuf_printf(w->out, "  - {slot: '%s'", name);
    if (!r->bound)
        strbuf_add(w->out, ", kind: 'null'");
    else if (r->file == ISA_FILE_SAMPLER)
        add_sampler(w->out, &r->sampler);
    else if (prog_is_texture(r))
        add_texture(w->out, r, &view);
    else
        add_buffer(w, r, &view);
    strbuf_add(w->out, "}\n");
}

static void add_bindings(struct writer *w)
{
    bool any = false;
    for (unsigned i = 0; i < w->prog->resource_count; i++) {
        const struct prog_resource *r = &w->prog->resources[i];
        bool is_slot = r->file != ISA_FILE_TGSM && !r->dropped && (r->bound || r->file != ISA_FILE_SAMPLER);
        if (is_slot && !any)
            strbuf_add(w->out, "bindings:\n");
        any |= is_slot;
        for (uint32_t element = 0; is_slot && element < r->array; element++)
            add_binding(w, r, element);
    }
    if (w->prog->tables)
        strbuf_add(w->out, "classes: {'fp0[0]': ft0, 'fp0[1]': ft1}\n");
}

/* ---- registers ---- */

/* Register `reg` of all records, or one component of it in x. */
static void add_register(struct strbuf *out, const char *slot, const struct sm5_records *records,
                         uint32_t reg, int component)
{
    uint32_t *words = calloc(records->count * 4 + 1, sizeof *words);
    for (uint64_t i = 0; words && i < records->count; i++) {
        const uint32_t *from = records->words + (i * records->registers + reg) * 4;
        if (component < 0)
            memcpy(words + 4 * i, from, 16);
        else
            words[4 * i] = from[component];
    }
    strbuf_printf(out, "{slot: %s, vertices: %llu%s, file: ", slot, (unsigned long long)records->count,
                  component < 0 ? "" : ", compare: x");
    add_hex(out, words, words ? records->count * 16 : 0);
    strbuf_add_char(out, '}');
    free(words);
}

static void add_registers(struct strbuf *out, const char *indent, const char *file,
                          const struct sm5_records *records, uint32_t count)
{
    for (uint32_t reg = 0; records->count && reg < count; reg++) {
        char slot[32];
        snprintf(slot, sizeof slot, "%s%u", file, reg);
        strbuf_printf(out, "%s- ", indent);
        add_register(out, slot, records, reg, -1);
        strbuf_add_char(out, '\n');
    }
}

static void add_inputs(struct writer *w, const struct run_inputs *inputs)
{
    const struct sm5_records *points = &inputs->run.inputs, *constants = &inputs->run.constants;
    if (points->registers || constants->registers)
        strbuf_add(w->out, "inputs:\n");
    add_registers(w->out, "  ", "v", points, points->registers);
    add_registers(w->out, "  ", "vpc", constants, constants->registers);
    if (w->prog->stage == ISA_HULL || w->prog->stage == ISA_GEOMETRY)
        strbuf_printf(w->out, "primitives: %u\n", w->prog->frame.count);
}

static void add_points(struct writer *w, const struct run_inputs *inputs)
{
    strbuf_add(w->out, "domain_points:\n");
    for (uint32_t i = 0; i < w->prog->frame.points; i++)
        strbuf_printf(w->out, "  - [%.9g, %.9g, %.9g]\n", (double)inputs->locations[i][0],
                      (double)inputs->locations[i][1], (double)inputs->locations[i][2]);
}

static void add_pixels(struct writer *w, const struct run_inputs *inputs)
{
    const uint32_t *rect = w->prog->frame.rect;
    const struct sm5_stage_outputs *out = &w->results->outputs;
    strbuf_printf(w->out, "pixels:\n  rect: [%u, %u, %u, %u]\n  samples: %u\n", rect[0], rect[1], rect[2],
                  rect[3], w->prog->frame.samples);
    if (inputs->coverage) {
        strbuf_add(w->out, "  coverage: ");
        add_hex(w->out, inputs->coverage, inputs->run.count * 4);
        strbuf_add_char(w->out, '\n');
    }
    strbuf_add(w->out, "  written: {type: u32, values: [");
    for (uint64_t i = 0; i < out->outputs.count; i++)
        strbuf_printf(w->out, "%s%u", i ? "," : "", out->written[i]);
    strbuf_add(w->out, "]}\n");
}

/* ---- what is expected ---- */

static void add_special(struct writer *w, uint8_t file, int component)
{
    const struct sm5_records *records = &w->results->outputs.outputs;
    for (unsigned i = 0; i < w->prog->frame.register_count; i++) {
        const struct prog_io *io = &w->prog->frame.registers[i];
        if (io->file != file || io->dropped)
            continue;
        strbuf_add(w->out, "  - ");
        add_register(w->out, isa_file(file)->text, records, records->registers - 1, component);
        strbuf_add_char(w->out, '\n');
    }
}

static void add_outputs(struct writer *w)
{
    const struct sm5_stage_outputs *out = &w->results->outputs;
    uint32_t registers = prog_record_registers(w->prog, ISA_FILE_OUTPUT);
    if (registers > out->outputs.registers || w->prog->stage == ISA_HULL)
        registers = out->outputs.registers;
    struct strbuf list = {0};
    struct writer own = {w->prog, &list, w->results};
    add_registers(&list, "  ", "o", &out->outputs, registers);
    add_registers(&list, "  ", "vpc", &out->constants, out->constants.registers);
    add_special(&own, ISA_FILE_OUTPUT_DEPTH, 0);
    add_special(&own, ISA_FILE_OUTPUT_DEPTH_GE, 0);
    add_special(&own, ISA_FILE_OUTPUT_DEPTH_LE, 0);
    add_special(&own, ISA_FILE_OUTPUT_MASK, 1);
    add_special(&own, ISA_FILE_OUTPUT_STENCIL_REF, 2);
    if (list.length)
        strbuf_printf(w->out, "stage_outputs:\n%s", strbuf_text(&list));
    strbuf_free(&list);
}

static void add_emitted(struct writer *w)
{
    strbuf_add(w->out, "emitted:\n");
    for (unsigned stream = 0; stream < 4; stream++) {
        const struct sm5_stage_stream *s = &w->results->outputs.streams[stream];
        strbuf_printf(w->out, "  - stream: %u\n    vertices: %llu\n    strips: [", stream,
                      (unsigned long long)s->vertices.count);
        for (uint64_t i = 0; i < s->strip_count; i++)
            strbuf_printf(w->out, "%s%u", i ? ", " : "", s->strips[i]);
        strbuf_add(w->out, "]\n");
        if (s->vertices.count)
            strbuf_add(w->out, "    outputs:\n");
        add_registers(w->out, "      ", "o", &s->vertices, s->vertices.registers);
    }
}

static void add_stage(struct writer *w)
{
    struct run_inputs inputs;
    run_inputs_make(w->prog, &inputs);
    add_inputs(w, &inputs);
    if (w->prog->stage == ISA_DOMAIN)
        add_points(w, &inputs);
    if (w->prog->stage == ISA_PIXEL)
        add_pixels(w, &inputs);
    if (w->prog->stage == ISA_GEOMETRY)
        add_emitted(w);
    else
        add_outputs(w);
    run_inputs_free(&inputs);
}

bool export_is_possible(const struct prog *prog)
{
    bool named = prog->stage == ISA_HULL || prog->stage == ISA_DOMAIN || prog->stage == ISA_GEOMETRY;
    return !(prog->frame.names && named);
}

bool export_case(const struct prog *prog, const char *folder, struct strbuf *name, struct io_error *error)
{
    struct strbuf text = {0};
    struct run_results results;
    struct writer w = {prog, &text, &results};
    bool good = run_results_make(prog, &results) == SM5_OK ||
                io_fail(error, "the interpreter does not run the program");
    strbuf_printf(name, "%s/%s-%llu.yaml", folder, gen_kind_name(gen_kind_of_program(prog)),
                  (unsigned long long)prog->seed);
    if (good) {
        add_program(&w);
        if (prog->stage == ISA_COMPUTE)
            strbuf_printf(&text, "dispatches: [{groups: [%u, %u, %u]}]\n", prog->groups[0], prog->groups[1],
                          prog->groups[2]);
        else
            add_stage(&w);
        add_buffers(&w);
        add_bindings(&w);
        strbuf_add(&text, "tolerance: {kind: exact}\n");
        good = io_write_file(strbuf_text(name), strbuf_text(&text), text.length, error);
    }
    run_results_free(&results);
    strbuf_free(&text);
    return good;
}
