/* Each function of include/sm5/ that allocates, called with its n-th allocation failing, for all n until it succeeds:
   it returns SM5_ERR_MEMORY (or NULL) and a diagnostic, or the same result as without the failure; nothing leaks; and
   the next call succeeds. Then the same with every allocation from the n-th on failing.

   usage: fail-api [--most N]: at most N failures of a function and kind, evenly. */
#include <execinfo.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fail.h"
#include "sm5/sm5.h"

static const char compute[] =
    "cs_5_0\n// sm5: struct t0 float2 at; uint id\n// sm5: struct cb0 float scale; uint count; float2 "
    "offset\n"
    "dcl_globalFlags refactoringAllowed\n"
    "dcl_immediateConstantBuffer { { 1.0, 2.0, 3.0, 4.0}, { 5.0, 6.0, 7.0, 8.0} }\n"
    "dcl_constantbuffer CB0[1], immediateIndexed\ndcl_sampler s0, mode_default\n"
    "dcl_resource_structured t0, 12\ndcl_resource_texture2d (float,float,float,float) t1\n"
    "dcl_uav_structured u0, 12\ndcl_uav_raw u1\ndcl_uav_structured_opc u2, 4\n"
    "dcl_input vThreadIDInGroupFlattened\ndcl_input vThreadID.x\ndcl_temps 3\ndcl_indexableTemp x0[4], 4\n"
    "dcl_tgsm_structured g0, 4, 8\ndcl_thread_group 8, 1, 1\n"
    "ld_structured r0.xyz, vThreadID.x, l(0), t0.xyzx\nand r1.x, vThreadID.x, l(1)\n"
    "mul r0.x, r0.x, icb[r1.x + 0].y\nmov x0[r1.x + 1].x, r0.x\n"
    "sample_l r2.xyzw, r0.xyxx, t1.xyzw, s0, l(0.0)\nadd r0.x, r0.x, r2.x\n"
    "store_structured g0.x, vThreadIDInGroupFlattened.x, l(0), r0.x\nsync_g_t\nmov r2.xy, l(0, 0, 0, 0)\n"
    "loop\nuge r1.y, r2.x, l(8)\nbreakc_nz r1.y\nld_structured r1.z, r2.x, l(0), g0.xxxx\n"
    "add r2.y, r2.y, r1.z\niadd r2.x, r2.x, l(1)\nendloop\n"
    "mad r0.y, r2.y, cb0[0].x, x0[r1.x + 1].x\natomic_iadd u1, l(0), l(1)\nimm_atomic_alloc r1.x, u2\n"
    "store_structured u2.x, r1.x, l(0), l(7)\nstore_structured u0.xyz, vThreadID.x, l(0), r0.xyzx\nret\n";

static const char interfaces[] =
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_function_body fb0\ndcl_function_body fb1\n"
    "dcl_function_table ft0 = {fb0}\ndcl_function_table ft1 = {fb1}\n"
    "dcl_interface_dynamicindexed fp0[2][1] = {ft0, ft1}\ndcl_uav_structured u0, 4\ndcl_input vThreadID.x\n"
    "dcl_temps 1\ndcl_thread_group 4, 1, 1\nand r0.x, vThreadID.x, l(1)\nfcall fp0[r0.x + 0][0]\n"
    "store_structured u0.x, vThreadID.x, l(0), r0.y\nret\nlabel fb0\nmov r0.y, l(1)\nret\n"
    "label fb1\nmov r0.y, l(2)\nret\n";

static const char racing[] =
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_resource_structured t0, 4\ndcl_uav_structured u0, 4\n"
    "dcl_input vThreadID.x\ndcl_temps 2\ndcl_thread_group 4, 1, 1\nld_structured r0.x, l(99), l(0), t0.xxxx\n"
    "add r0.x, r0.x, vThreadID.x\nadd r0.x, r0.x, r1.x\nstore_structured u0.x, l(0), l(0), r0.x\nret\n";

static const char geometry[] =
    "gs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_input v[1][0].x\ndcl_inputprimitive point\n"
    "dcl_stream m0\ndcl_outputtopology linestrip\ndcl_output o0.x\ndcl_maxout 3\nmov o0.x, v[0][0].x\n"
    "emit_stream m0\nadd o0.x, v[0][0].x, l(0.500000)\nemit_then_cut_stream m0\nemit_stream m0\nret\n";

static const char pixel[] =
    "ps_5_0\ndcl_globalFlags refactoringAllowed\ndcl_input_ps linear v0.xy\ndcl_output o0.xyzw\n"
    "dcl_output oDepth\ndcl_temps 1\nmad r0.x, v0.x, l(10.0), v0.y\nmov o0.xy, v0.xyxx\nmov o0.z, r0.x\n"
    "deriv_rtx_coarse o0.w, r0.x\nlt r0.y, v0.x, l(1.0)\ndiscard_nz r0.y\nmov oDepth, v0.y\nret\n";

static const char rows_csv[] = "at.x,at.y,id\n1,2,3\n4,5,6\n7,8,9\n1,1,1\n";
static const char rows_json[] = "[{\"at\": [1, 2], \"id\": 3}, {\"at.x\": 4, \"at.y\": 5, \"id\": 6}]";
static const char members[] = "float2 at; uint id";

/* ---- one call ---- */

/* What a scenario made before the failures, and what it returned. */
struct call {
    struct sm5_program *program;
    struct sm5_layout *layout;
    struct sm5_blob file;
    struct sm5_diags *diags;
    enum sm5_engine engine;
    uint64_t digest; /* of the results */
    uint64_t max_memory, most_used;
};

/* A call whose limit is max_memory. */
static enum sm5_status limited(struct call *c, enum sm5_status status)
{
    uint64_t used = fail_peak();
    c->most_used = used > c->most_used ? used : c->most_used;
    return status;
}

#define LIMITED(c, called) (fail_mark(), limited(c, called))

static void note(struct call *c, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        c->digest = (c->digest ^ at[i]) * 0x100000001b3u;
}

static void note_blob(struct call *c, struct sm5_blob *blob, enum sm5_status status)
{
    if (!status)
        note(c, blob->data, blob->size);
    sm5_blob_free(blob);
}

static enum sm5_status read_text(struct call *c, const char *text, struct sm5_program **program)
{
    const struct sm5_read_options options = {.max_memory = c->max_memory};
    return LIMITED(c, sm5_program_read_with(text, strlen(text), "x.asm", &options, program, c->diags));
}

/* ---- programs ---- */

static enum sm5_status call_read(struct call *c)
{
    struct sm5_program *program;
    const struct sm5_read_options options = {.max_memory = c->max_memory};
    enum sm5_status status =
        LIMITED(c, sm5_program_read_with(c->file.data, c->file.size, "x", &options, &program, c->diags));
    if (!status) {
        struct sm5_info info;
        sm5_program_info(program, &info);
        note(c, &info.instructions, sizeof info.instructions);
    }
    sm5_program_free(program);
    return status;
}

static enum sm5_status call_parse(struct call *c)
{
    struct sm5_program *program;
    enum sm5_status status = read_text(c, compute, &program);
    sm5_program_free(program);
    return status;
}

static enum sm5_status call_parse_wrong(struct call *c)
{
    static const char text[] =
        "cs_5_0\ndcl_temps 1\ndcl_thread_group 1, 1, 1\nadd r9.x, r0.q, l(1\nfoo\nret\n";
    struct sm5_program *program;
    enum sm5_status status = read_text(c, text, &program);
    sm5_program_free(program);
    return status == SM5_ERR_INPUT ? SM5_OK : status;
}

static enum sm5_status call_write(struct call *c)
{
    struct sm5_blob file;
    enum sm5_status status = sm5_program_write(c->program, NULL, &file, c->diags);
    note_blob(c, &file, status);
    return status;
}

static enum sm5_status call_print(struct call *c)
{
    struct sm5_blob text;
    enum sm5_status status = sm5_program_print(c->program, 0, &text, c->diags);
    note_blob(c, &text, status);
    return status;
}

static enum sm5_status call_validate(struct call *c)
{
    return sm5_validate(c->program, NULL, c->diags);
}

static enum sm5_status call_instruction_text(struct call *c)
{
    struct sm5_blob text;
    enum sm5_status status = sm5_instruction_text(c->program, 3, &text);
    note_blob(c, &text, status);
    return status;
}

/* ---- layouts and data ---- */

static enum sm5_status call_layout_of(struct call *c)
{
    struct sm5_layout *layout = NULL;
    enum sm5_status status = SM5_OK;
    for (uint32_t i = 0; !status && i < 6; i++) {
        status = sm5_layout_of(c->program, i, &layout, c->diags);
        sm5_layout_free(layout);
    }
    return status;
}

static enum sm5_status call_layout_parse(struct call *c)
{
    struct sm5_layout *layout;
    enum sm5_status status = sm5_layout_parse("struct P { float3 at; uint id; }; P list[3]; double2 d",
                                              SM5_PACKING_STRUCTURED, "x", &layout, c->diags);
    sm5_layout_free(layout);
    return status;
}

static enum sm5_status read_rows(struct call *c, const void *bytes, size_t size, enum sm5_data_format format)
{
    struct sm5_buffer *buffer;
    enum sm5_status status = sm5_data_read(bytes, size, format, c->layout, "x", &buffer, c->diags);
    if (!status)
        note(c, sm5_buffer_data(buffer), sm5_buffer_size(buffer));
    sm5_buffer_free(buffer);
    return status;
}

static enum sm5_status call_read_csv(struct call *c)
{
    return read_rows(c, rows_csv, sizeof rows_csv - 1, SM5_DATA_CSV);
}

/* jansson reports a name that it has no memory for as a mistake in the file. */
static enum sm5_status call_read_json(struct call *c)
{
    enum sm5_status status = read_rows(c, rows_json, sizeof rows_json - 1, SM5_DATA_JSON);
    if (status != SM5_ERR_INPUT)
        return status;
    sm5_diags_clear(c->diags);
    return SM5_ERR_MEMORY;
}

static enum sm5_status write_rows(struct call *c, enum sm5_data_format format)
{
    static const uint32_t words[6] = {0x3f800000, 0x40000000, 7, 0, 0x40400000, 8};
    struct sm5_blob file;
    enum sm5_status status = sm5_data_write(words, sizeof words, format, c->layout, &file, c->diags);
    if (!status && format == SM5_DATA_NPY)
        status = read_rows(c, file.data, file.size, format);
    note_blob(c, &file, status);
    return status;
}

static enum sm5_status call_write_npy(struct call *c)
{
    return write_rows(c, SM5_DATA_NPY);
}

static enum sm5_status call_write_csv(struct call *c)
{
    return write_rows(c, SM5_DATA_CSV);
}

static enum sm5_status call_write_json(struct call *c)
{
    return write_rows(c, SM5_DATA_JSON);
}

static enum sm5_status call_set(struct call *c)
{
    uint32_t row[3] = {0};
    enum sm5_status status = sm5_data_set(c->layout, "at", "1/2", row, sizeof row, c->diags);
    if (!status)
        note(c, row, sizeof row);
    return status;
}

static enum sm5_status call_tessellate(struct call *c)
{
    const struct sm5_tessellation patch = {.domain = SM5_DOMAIN_TRI,
                                           .partitioning = SM5_PARTITIONING_INTEGER,
                                           .edges = {3, 4, 5},
                                           .inside = {4}};
    struct sm5_tessellated out;
    enum sm5_status status = sm5_tessellate(&patch, &out);
    if (!status)
        note(c, out.locations, out.count * sizeof *out.locations);
    sm5_tessellated_free(&out);
    return status;
}

/* ---- diagnostics ---- */

static enum sm5_status call_diags(struct call *c)
{
    (void)c;
    struct sm5_diags *diags = sm5_diags_new();
    sm5_diags_free(diags);
    return diags ? SM5_OK : SM5_ERR_MEMORY;
}

static enum sm5_status call_format(struct call *c)
{
    static const struct sm5_diag diag = {.severity = SM5_ERROR,
                                         .code = "x",
                                         .message = "the message",
                                         .file = "x.asm",
                                         .line = 1,
                                         .column = 2,
                                         .length = 3,
                                         .source_line = "abcdef",
                                         .offset = SM5_NO_OFFSET,
                                         .instruction = SM5_NO_OFFSET};
    char text[256];
    sm5_diag_format(&diag, text, sizeof text);
    (void)c;
    return strstr(text, "the message") ? SM5_OK : SM5_ERR_INPUT; /* the place may be missing */
}

/* ---- runs ---- */

enum { BUFFERS = 6 };

struct resources {
    struct sm5_bindings *bindings;
    struct sm5_buffer *list[BUFFERS];
};

static bool bind(struct call *c, struct resources *r, int at, char kind, uint32_t reg, uint64_t bytes,
                 enum sm5_status *status)
{
    const struct sm5_slot slot = {.kind = kind, .reg = reg};
    struct sm5_view view = {.has_counter = kind == 'u' && reg == 2};
    view.buffer = r->list[at] = sm5_buffer_new(bytes);
    if (kind == 't' && reg == 1)
        view.texture = (struct sm5_texture){.kind = SM5_TEXTURE_2D,
                                            .format = sm5_format_find("r8g8b8a8_unorm"),
                                            .width = 4,
                                            .height = 4,
                                            .depth = 1,
                                            .layers = 1,
                                            .mips = 1,
                                            .samples = 1};
    *status = view.buffer ? sm5_bind(r->bindings, &slot, &view, c->diags) : SM5_ERR_MEMORY;
    if (!*status)
        memset(sm5_buffer_data(view.buffer), 17, bytes);
    return !*status;
}

static enum sm5_status bind_all(struct call *c, struct resources *r)
{
    const struct sm5_slot slot = {.kind = 's'};
    struct sm5_sampler sampler;
    enum sm5_status status;
    sm5_sampler_default(&sampler);
    r->bindings = sm5_bindings_new(c->program);
    if (!r->bindings)
        return SM5_ERR_MEMORY;
    if (bind(c, r, 0, 't', 0, 192, &status) && bind(c, r, 1, 't', 1, 64, &status) &&
        bind(c, r, 2, 'u', 0, 192, &status) && bind(c, r, 3, 'u', 1, 4, &status) &&
        bind(c, r, 4, 'u', 2, 64, &status) && bind(c, r, 5, 'b', 0, 16, &status))
        status = sm5_bind_sampler(r->bindings, &slot, &sampler, c->diags);
    return status;
}

static void free_all(struct resources *r)
{
    sm5_bindings_free(r->bindings);
    for (int i = 0; i < BUFFERS; i++)
        sm5_buffer_free(r->list[i]);
}

static enum sm5_status call_bind(struct call *c)
{
    struct resources r = {0};
    enum sm5_status status = bind_all(c, &r);
    free_all(&r);
    return status;
}

static enum sm5_status call_dispatch(struct call *c)
{
    const struct sm5_dispatch_options how = {.groups = {2, 1, 1}, .threads = 2, .max_memory = c->max_memory};
    const struct sm5_kernel_options options = {
        .engine = c->engine, .no_cache = true, .max_memory = c->max_memory};
    struct resources r = {0};
    struct sm5_kernel *kernel = NULL;
    enum sm5_status status = LIMITED(c, sm5_kernel_new_with(c->program, &options, &kernel, c->diags));
    if (!status)
        status = bind_all(c, &r);
    for (int i = 0; !status && i < 2; i++)
        status = LIMITED(c, sm5_dispatch(kernel, r.bindings, &how, NULL, c->diags));
    for (int i = 2; !status && i < 5; i++)
        note(c, sm5_buffer_data(r.list[i]), sm5_buffer_size(r.list[i]));
    sm5_kernel_free(kernel);
    free_all(&r);
    return status;
}

/* After a failure the same kernel and bindings run again. */
static enum sm5_status call_again(struct call *c)
{
    const struct sm5_dispatch_options how = {.groups = {2, 1, 1}, .threads = 1, .order = 3};
    struct resources r = {0};
    struct sm5_kernel *kernel = NULL;
    enum sm5_status status = sm5_kernel_new(c->program, c->engine, &kernel, c->diags);
    if (!status)
        status = bind_all(c, &r);
    for (int tries = 0; kernel && r.list[5] && tries < 3 && (!tries || status == SM5_ERR_MEMORY); tries++)
        status = sm5_dispatch(kernel, r.bindings, &how, NULL, NULL);
    if (!status)
        note(c, sm5_buffer_data(r.list[3]), 4);
    sm5_kernel_free(kernel);
    free_all(&r);
    return status;
}

static enum sm5_status call_classes(struct call *c)
{
    const struct sm5_dispatch_options how = {.groups = {1, 1, 1}, .threads = 1};
    const struct sm5_slot slot = {.kind = 'u'};
    struct sm5_program *program;
    struct sm5_kernel *kernel = NULL;
    struct sm5_bindings *bindings = NULL;
    struct sm5_view view = {.buffer = sm5_buffer_new(16)};
    enum sm5_status status = read_text(c, interfaces, &program);
    if (!status)
        status = sm5_kernel_new(program, SM5_ENGINE_INTERP, &kernel, c->diags);
    if (!status)
        bindings = sm5_bindings_new(program);
    if (!status && (!bindings || !view.buffer))
        status = SM5_ERR_MEMORY;
    if (!status)
        status = sm5_bind(bindings, &slot, &view, c->diags);
    for (uint32_t i = 0; !status && i < 2; i++)
        status = sm5_bind_class(bindings, 0, i, i, NULL, c->diags);
    if (!status)
        status = sm5_dispatch(kernel, bindings, &how, NULL, c->diags);
    if (!status)
        note(c, sm5_buffer_data(view.buffer), 16);
    sm5_bindings_free(bindings);
    sm5_buffer_free(view.buffer);
    sm5_kernel_free(kernel);
    sm5_program_free(program);
    return status;
}

static enum sm5_status call_dump(struct call *c)
{
    struct sm5_blob text;
    enum sm5_status status = sm5_kernel_dump(c->program, NULL, SM5_FORM_IR, &text, c->diags);
    note_blob(c, &text, status);
    return status;
}

static enum sm5_status check_with(struct call *c, const char *text, uint32_t orders)
{
    const struct sm5_dispatch_options how = {.groups = {2, 1, 1}, .max_memory = c->max_memory};
    const struct sm5_check_options options = {.orders = orders, .numbers = true, .atomic_ordered = true};
    const struct sm5_slot slots[2] = {{.kind = 't'}, {.kind = 'u'}};
    struct sm5_program *program;
    struct sm5_bindings *bindings = NULL;
    struct sm5_findings *findings = NULL;
    struct sm5_blob taken = {0};
    struct sm5_view views[2] = {{.buffer = sm5_buffer_new(32)}, {.buffer = sm5_buffer_new(32)}};
    enum sm5_status status = read_text(c, text, &program);
    if (!status)
        bindings = sm5_bindings_new(program);
    if (!status && (!bindings || !views[0].buffer || !views[1].buffer))
        status = SM5_ERR_MEMORY;
    for (int i = 0; !status && i < 2; i++)
        status = sm5_bind(bindings, &slots[i], &views[i], c->diags);
    if (!status)
        status = LIMITED(c, sm5_check(program, bindings, &how, &options, &findings, c->diags));
    if (!status)
        status = sm5_findings_take_orders(findings, &taken, c->diags);
    if (!status)
        status = sm5_findings_merge_orders(findings, program, taken.data, taken.size, c->diags);
    sm5_blob_free(&taken);
    for (size_t i = 0; !status && i < sm5_findings_count(findings); i++)
        note(c, &sm5_findings_at(findings, i)->kind, sizeof(enum sm5_finding_kind));
    sm5_findings_free(findings);
    sm5_bindings_free(bindings);
    for (int i = 0; i < 2; i++)
        sm5_buffer_free(views[i].buffer);
    sm5_program_free(program);
    return status;
}

static enum sm5_status call_check(struct call *c)
{
    return check_with(c, racing, 0);
}

static enum sm5_status call_check_orders(struct call *c)
{
    return check_with(c, racing, 2);
}

static enum sm5_status call_writers(struct call *c)
{
    const struct sm5_dispatch_options how = {.groups = {2, 1, 1}};
    const struct sm5_slot slot = {.kind = 'u'};
    struct sm5_program *program;
    struct sm5_bindings *bindings = NULL;
    struct sm5_writer writer = {.buffer = sm5_buffer_new(32)};
    struct sm5_view view = {.buffer = (struct sm5_buffer *)writer.buffer};
    enum sm5_status status = read_text(c, racing, &program);
    if (!status)
        bindings = sm5_bindings_new(program);
    if (!status && (!bindings || !view.buffer))
        status = SM5_ERR_MEMORY;
    if (!status)
        status = sm5_bind(bindings, &slot, &view, c->diags);
    if (!status)
        status = sm5_find_writers(program, bindings, &how, &writer, 1, c->diags);
    if (!status)
        note(c, &writer.instruction, sizeof writer.instruction);
    sm5_bindings_free(bindings);
    sm5_buffer_free(view.buffer);
    sm5_program_free(program);
    return status;
}

/* A stop by a watched word, a step back, an assignment, findings. */
static enum sm5_status debug_in(struct call *c, struct sm5_debug *debug)
{
    static const struct sm5_break watch = {.kind = SM5_BREAK_WATCH, .expression = "u0[0]"};
    static const struct sm5_break line = {.kind = SM5_BREAK_LINE, .number = 8, .condition = "r0.x == 0"};
    static const struct sm5_break findings = {.kind = SM5_BREAK_FINDINGS};
    struct sm5_debug_stop stop;
    struct sm5_value value;
    size_t count;
    uint32_t id;
    enum sm5_status status = sm5_debug_break(debug, &watch, &id, c->diags);
    if (!status)
        status = sm5_debug_break(debug, &line, &id, c->diags);
    if (!status)
        status = sm5_debug_break(debug, &findings, &id, c->diags);
    for (int i = 0; !status && i < 4; i++)
        sm5_debug_run(debug, SM5_MOVE_CONTINUE, i == 3, &stop, c->diags);
    if (!status)
        status = sm5_debug_assign(debug, "r0.x", "r0.x + 1", c->diags);
    if (!status)
        status = sm5_debug_evaluate(debug, "r0.x", &value, 1, &count, c->diags);
    if (!status) {
        uint64_t hash = sm5_debug_hash(debug);
        note(c, &hash, sizeof hash);
        note(c, &stop.why, sizeof stop.why);
    }
    return status;
}

/* Two batches of a geometry shader: a focus, names of inputs and outputs, a log point, the outputs. */
static enum sm5_status debug_stage_in(struct call *c, struct sm5_debug *debug)
{
    static const struct sm5_break log = {.number = 1, .log = "{v[0][0].x} {o0}"};
    struct sm5_stage_outputs outputs = {0};
    struct sm5_debug_stop stop;
    uint32_t id;
    enum sm5_status status = sm5_debug_break(debug, &log, &id, c->diags);
    if (!status)
        status = sm5_debug_focus(debug, 33, UINT32_MAX, &stop, c->diags);
    if (!status)
        status = sm5_debug_assign_all(debug, "v[0][0].x", "v[0][0].x + 1", c->diags);
    if (!status)
        sm5_debug_run(debug, SM5_MOVE_CONTINUE, false, &stop, c->diags);
    if (!status && stop.why != SM5_STOP_END)
        status = SM5_ERR_MEMORY;
    if (!status)
        status = sm5_debug_outputs(debug, &outputs, c->diags);
    if (!status)
        note(c, outputs.streams[0].vertices.words, outputs.streams[0].vertices.count * 16);
    sm5_stage_outputs_free(&outputs);
    return status;
}

static void ignore_log(void *context, uint32_t breakpoint, const char *text)
{
    (void)context, (void)breakpoint, (void)text;
}

static enum sm5_status call_debug_stage(struct call *c)
{
    static uint32_t words[40 * 4];
    static const char text[] = "gs_5_0\ndcl_input v[1][0].x\ndcl_inputprimitive point\ndcl_stream m0\n"
                               "dcl_outputtopology pointlist\ndcl_output o0.xyzw\ndcl_maxout 1\n"
                               "mov o0.xyzw, v[0][0].xxxx\nemit_stream m0\nret\n";
    const struct sm5_stage_run run = {.count = 40, .inputs = {words, 40, 1}};
    struct sm5_program *program;
    struct sm5_bindings *bindings = NULL;
    struct sm5_debug *debug = NULL;
    enum sm5_status status = read_text(c, text, &program);
    if (!status)
        bindings = sm5_bindings_new(program);
    if (!status && !bindings)
        status = SM5_ERR_MEMORY;
    if (!status)
        status = sm5_debug_new_stage(program, bindings, &run, 0, &debug, c->diags);
    if (!status) {
        sm5_debug_on_log(debug, ignore_log, NULL);
        status = debug_stage_in(c, debug);
    }
    sm5_debug_free(debug);
    sm5_bindings_free(bindings);
    sm5_program_free(program);
    return status;
}

/* The slice of a word that several threads wrote, with conditions. */
static enum sm5_status why_in(struct call *c, struct sm5_debug *debug)
{
    static const struct sm5_why_options options = {.follow = SM5_WHY_CONDITIONS};
    struct sm5_debug_stop stop;
    struct sm5_why *why = NULL;
    sm5_debug_run(debug, SM5_MOVE_CONTINUE, false, &stop, c->diags);
    enum sm5_status status = sm5_why_new(debug, "u0[0]", &options, &why, c->diags);
    size_t count = status ? 0 : sm5_why_count(why);
    note(c, &count, sizeof count);
    sm5_why_free(why);
    return status;
}

static enum sm5_status call_debug(struct call *c)
{
    const struct sm5_debug_options options = {.dispatch = {.groups = {2, 1, 1}}};
    const struct sm5_slot slot = {.kind = 'u'};
    struct sm5_program *program;
    struct sm5_bindings *bindings = NULL;
    struct sm5_debug *debug = NULL;
    struct sm5_view view = {.buffer = sm5_buffer_new(32)};
    enum sm5_status status = read_text(c, racing, &program);
    if (!status)
        bindings = sm5_bindings_new(program);
    if (!status && (!bindings || !view.buffer))
        status = SM5_ERR_MEMORY;
    if (!status)
        status = sm5_bind(bindings, &slot, &view, c->diags);
    if (!status)
        status = sm5_debug_new(program, bindings, &options, &debug, c->diags);
    if (!status)
        status = debug_in(c, debug);
    if (!status)
        status = why_in(c, debug);
    sm5_debug_free(debug);
    sm5_bindings_free(bindings);
    sm5_buffer_free(view.buffer);
    sm5_program_free(program);
    return status;
}

/* A dispatch of two groups on what they access. */
static enum sm5_status call_slices(struct call *c)
{
    const struct sm5_dispatch_options how = {
        .groups = {4, 1, 1}, .first_group = 1, .group_count = 2, .threads = 1};
    const struct sm5_slot slot = {.kind = 'u'};
    struct sm5_program *program;
    struct sm5_bindings *bindings = NULL;
    struct sm5_kernel *kernel = NULL;
    struct sm5_view view = {.buffer = sm5_slice_new(32)};
    struct sm5_footprint footprint = {.buffer = view.buffer};
    enum sm5_status status = read_text(c, racing, &program);
    if (!status)
        bindings = sm5_bindings_new(program);
    if (!status && (!bindings || !view.buffer))
        status = SM5_ERR_MEMORY;
    if (!status)
        status = sm5_bind(bindings, &slot, &view, c->diags);
    if (!status)
        status = sm5_footprints(program, bindings, how.groups, 1, 2, &footprint, 1, c->diags);
    if (!status && !sm5_slice_hold(view.buffer, footprint.write_first, footprint.write_end))
        status = SM5_ERR_MEMORY;
    if (!status)
        status = sm5_bind(bindings, &slot, &view, c->diags);
    if (!status)
        status = sm5_kernel_new(program, c->engine, &kernel, c->diags);
    if (!status)
        status = sm5_dispatch(kernel, bindings, &how, NULL, c->diags);
    if (!status)
        note(c, &footprint.write_end, sizeof footprint.write_end);
    sm5_kernel_free(kernel);
    sm5_bindings_free(bindings);
    sm5_buffer_free(view.buffer);
    sm5_program_free(program);
    return status;
}

/* A dispatch on a copy of memory, its changes, and their merge. */
static enum sm5_status call_split(struct call *c)
{
    const struct sm5_dispatch_options how = {.groups = {4}, .first_group = 1, .group_count = 2, .threads = 1};
    const struct sm5_slot slot = {.kind = 'u'};
    struct sm5_program *program;
    struct sm5_bindings *bindings = NULL;
    struct sm5_split *split = NULL;
    struct sm5_kernel *kernel = NULL;
    struct sm5_split_conflict conflict;
    struct sm5_blob changes = {0};
    struct sm5_view view = {.buffer = sm5_buffer_new(32)};
    enum sm5_status status = read_text(c, racing, &program);
    if (!status)
        bindings = sm5_bindings_new(program);
    if (!status && (!bindings || !view.buffer))
        status = SM5_ERR_MEMORY;
    if (!status)
        status = sm5_bind(bindings, &slot, &view, c->diags);
    if (!status)
        status = sm5_kernel_new(program, c->engine, &kernel, c->diags);
    if (!status)
        status = sm5_split_new(program, bindings, false, &split, c->diags);
    if (!status)
        status = sm5_dispatch(kernel, bindings, &how, NULL, c->diags);
    if (!status)
        status = sm5_split_take(split, &changes, c->diags);
    if (!status) {
        sm5_split_restore(split, NULL);
        status = sm5_split_merge(split, changes.data, changes.size, &conflict, c->diags);
    }
    if (!status)
        note(c, changes.data, changes.size);
    sm5_blob_free(&changes);
    sm5_split_free(split);
    sm5_kernel_free(kernel);
    sm5_bindings_free(bindings);
    sm5_buffer_free(view.buffer);
    sm5_program_free(program);
    return status;
}

static enum sm5_status stage_with(struct call *c, const char *text, bool is_checked)
{
    uint32_t words[4 * 4];
    for (uint32_t i = 0; i < 16; i++)
        words[i] = 0x3f000000 + (i << 20);
    const struct sm5_stage_run run = {.count = 4,
                                      .threads = 1,
                                      .inputs = {.words = words, .count = 4, .registers = 1},
                                      .max_memory = c->max_memory};
    struct sm5_program *program;
    struct sm5_kernel *kernel = NULL;
    struct sm5_bindings *bindings = NULL;
    struct sm5_findings *findings = NULL;
    struct sm5_stage_outputs out = {0};
    enum sm5_status status = read_text(c, text, &program);
    if (!status)
        status = sm5_kernel_new(program, c->engine, &kernel, c->diags);
    if (!status && !(bindings = sm5_bindings_new(program)))
        status = SM5_ERR_MEMORY;
    if (!status)
        status =
            LIMITED(c, is_checked ? sm5_check_stage(program, bindings, &run, NULL, &out, &findings, c->diags)
                                  : sm5_run_stage(kernel, bindings, &run, &out, c->diags));
    if (!status && out.outputs.words)
        note(c, out.outputs.words, out.outputs.count * out.outputs.registers * 16);
    if (!status && out.streams[0].vertices.words)
        note(c, out.streams[0].vertices.words, out.streams[0].vertices.count * 16);
    sm5_stage_outputs_free(&out);
    sm5_findings_free(findings);
    sm5_bindings_free(bindings);
    sm5_kernel_free(kernel);
    sm5_program_free(program);
    return status;
}

static enum sm5_status call_pixels(struct call *c)
{
    return stage_with(c, pixel, false);
}

static enum sm5_status call_geometry(struct call *c)
{
    return stage_with(c, geometry, false);
}

static enum sm5_status call_check_pixels(struct call *c)
{
    return stage_with(c, pixel, true);
}

static enum sm5_status call_check_geometry(struct call *c)
{
    return stage_with(c, geometry, true);
}

/* ---- all failures of a call ---- */

static const struct {
    const char *name;
    enum sm5_status (*call)(struct call *c);
    enum sm5_engine engine;
} calls[] = {
    {"sm5_diags_new", call_diags, SM5_ENGINE_INTERP},
    {"sm5_diag_format", call_format, SM5_ENGINE_INTERP},
    {"sm5_program_read of text", call_parse, SM5_ENGINE_INTERP},
    {"sm5_program_read of wrong text", call_parse_wrong, SM5_ENGINE_INTERP},
    {"sm5_program_read of a container", call_read, SM5_ENGINE_INTERP},
    {"sm5_program_write", call_write, SM5_ENGINE_INTERP},
    {"sm5_program_print", call_print, SM5_ENGINE_INTERP},
    {"sm5_instruction_text", call_instruction_text, SM5_ENGINE_INTERP},
    {"sm5_validate", call_validate, SM5_ENGINE_INTERP},
    {"sm5_layout_of", call_layout_of, SM5_ENGINE_INTERP},
    {"sm5_layout_parse", call_layout_parse, SM5_ENGINE_INTERP},
    {"sm5_data_read of CSV", call_read_csv, SM5_ENGINE_INTERP},
    {"sm5_data_read of JSON", call_read_json, SM5_ENGINE_INTERP},
    {"sm5_data_write and read of NPY", call_write_npy, SM5_ENGINE_INTERP},
    {"sm5_data_write of CSV", call_write_csv, SM5_ENGINE_INTERP},
    {"sm5_data_write of JSON", call_write_json, SM5_ENGINE_INTERP},
    {"sm5_data_set", call_set, SM5_ENGINE_INTERP},
    {"sm5_tessellate", call_tessellate, SM5_ENGINE_INTERP},
    {"sm5_bind", call_bind, SM5_ENGINE_INTERP},
    {"sm5_dispatch", call_dispatch, SM5_ENGINE_INTERP},
    {"sm5_dispatch again", call_again, SM5_ENGINE_INTERP},
    {"sm5_bind_class", call_classes, SM5_ENGINE_INTERP},
    {"sm5_run_stage of pixels", call_pixels, SM5_ENGINE_INTERP},
    {"sm5_run_stage of a geometry shader", call_geometry, SM5_ENGINE_INTERP},
    {"sm5_check", call_check, SM5_ENGINE_INTERP},
    {"sm5_check of orders", call_check_orders, SM5_ENGINE_INTERP},
    {"sm5_find_writers", call_writers, SM5_ENGINE_INTERP},
    {"sm5_debug_run, sm5_why_new", call_debug, SM5_ENGINE_INTERP},
    {"sm5_debug_run of a stage", call_debug_stage, SM5_ENGINE_INTERP},
    {"sm5_split_new, take and merge", call_split, SM5_ENGINE_INTERP},
    {"sm5_footprints, and a dispatch on a slice", call_slices, SM5_ENGINE_INTERP},
    {"sm5_check_stage of pixels", call_check_pixels, SM5_ENGINE_INTERP},
    {"sm5_check_stage of a geometry shader", call_check_geometry, SM5_ENGINE_INTERP},
    {"sm5_kernel_dump", call_dump, SM5_ENGINE_JIT},
    {"sm5_dispatch on the JIT", call_dispatch, SM5_ENGINE_JIT},
    {"sm5_run_stage on the JIT", call_pixels, SM5_ENGINE_JIT},
};

static uint64_t runs, limits;
static int wrong;

static void complain(const char *name, uint64_t n, bool and_after, const char *what,
                     const struct fail_report *report)
{
    wrong++;
    printf("%s: allocation %" PRIu64 "%s: %s\n", name, n, and_after ? " and after" : "", what);
    if (report)
        backtrace_symbols_fd((void *const *)report->frames + 3, 8, STDOUT_FILENO);
}

static bool is_reported(const struct sm5_diags *diags, const char *code)
{
    size_t count = sm5_diags_count(diags);
    return count && strcmp(sm5_diags_at(diags, count - 1)->code, code) == 0;
}

/* LLVM ends the process when an allocation fails, so the JIT refuses to compile where memory is short. */
static bool is_refusal(const struct sm5_diags *diags)
{
    size_t count = sm5_diags_count(diags);
    return count && strstr(sm5_diags_at(diags, count - 1)->message, "memory");
}

struct outcome {
    enum sm5_status status;
    uint64_t digest;
    bool has_diagnostics, is_reported, is_refused, is_limit;
    struct fail_report report;
};

static struct outcome run(size_t which, struct call *c, uint64_t n, bool and_after)
{
    struct outcome o;
    c->diags = sm5_diags_new();
    c->engine = calls[which].engine;
    c->digest = 0xcbf29ce484222325u;
    fail_arm(FAIL_MEMORY, n, and_after);
    o.status = calls[which].call(c);
    o.digest = c->digest;
    o.has_diagnostics = sm5_diags_errors(c->diags) > 0;
    o.is_reported = is_reported(c->diags, "memory");
    o.is_limit = sm5_diags_errors(c->diags) == 1 && is_reported(c->diags, "api-memory-limit");
    o.is_refused = o.status == SM5_ERR_SUPPORT && is_refusal(c->diags);
    sm5_diags_free(c->diags);
    fail_disarm(&o.report);
    return o;
}

static const char *complaint(const struct outcome *o, const struct outcome *base)
{
    if (o->report.live > base->report.live)
        return "memory is not freed";
    if (o->status == SM5_ERR_MEMORY)
        return o->has_diagnostics && !o->is_reported ? "the diagnostic is another one" : NULL;
    if (o->status)
        return o->is_refused ? NULL : sm5_status_name(o->status);
    return o->digest == base->digest ? NULL : "another result";
}

static void fail_each(size_t which, struct call *c, bool and_after, uint64_t most)
{
    run(which, c, 0, false); /* fills caches */
    const struct outcome base = run(which, c, 0, false);
    uint64_t stride = (base.report.calls + most - 1) / most;
    if (base.status)
        complain(calls[which].name, 0, false, sm5_status_name(base.status), 0);
    for (uint64_t n = 1; !base.status; n += stride ? stride : 1) {
        const struct outcome o = run(which, c, n, and_after);
        if (!o.report.failed)
            break;
        const char *what = complaint(&o, &base);
        if (what)
            complain(calls[which].name, n, and_after, what, &o.report);
        runs++;
    }
    const struct outcome next = run(which, c, 0, false);
    if (next.status || next.digest != base.digest)
        complain(calls[which].name, 0, and_after, "the next call fails", NULL);
}

/* ---- all limits of a call ---- */

/* Allocators round requests up, the largest ones to pages; and the diagnostic of the limit is outside it. */
enum { ROUNDED = 7 * 4096 };

static const char *limit_complaint(const struct outcome *o, const struct outcome *base, const struct call *c)
{
    bool is_counted = c->engine != SM5_ENGINE_JIT; /* what the compiler allocates is not limited */
    if (o->report.live > base->report.live)
        return "memory is not freed";
    if (is_counted && c->max_memory && c->most_used > c->max_memory + ROUNDED)
        return "more memory than the limit";
    if (o->status == SM5_ERR_LIMIT)
        return o->is_limit ? NULL : "the diagnostic is another one";
    if (o->status)
        return o->status == SM5_ERR_SUPPORT && !is_counted ? NULL : sm5_status_name(o->status);
    return o->digest == base->digest ? NULL : "another result";
}

/* Limits from a byte to what the call needs. */
static void limit_each(size_t which, struct call *c)
{
    c->max_memory = c->most_used = 0;
    run(which, c, 0, false);
    const struct outcome base = run(which, c, 0, false);
    uint64_t needed = 2 * c->most_used + ROUNDED, refused = 0;
    if (c->engine == SM5_ENGINE_JIT)
        needed += 64 << 20;
    for (uint64_t most = 1; c->most_used && most < 2 * needed; most += most / 4 + 64) {
        c->max_memory = most;
        c->most_used = 0;
        const struct outcome o = run(which, c, 0, false);
        const char *what = limit_complaint(&o, &base, c);
        if (!what && o.status && most > needed)
            what = "less memory than the limit";
        if (what) {
            wrong++;
            printf("%s: limit %" PRIu64 ": %s\n", calls[which].name, most, what);
        }
        refused += o.status != SM5_OK;
        limits++;
    }
    if (c->max_memory && !refused) {
        wrong++;
        printf("%s: max_memory has no effect\n", calls[which].name);
    }
    c->max_memory = 0;
}

int main(int argc, char **argv)
{
    uint64_t most = argc == 3 && strcmp(argv[1], "--most") == 0 ? strtoull(argv[2], NULL, 10) : UINT32_MAX;
    const char *only = argc == 3 && strcmp(argv[1], "--only") == 0 ? argv[2] : "";
    bool has_jit = getenv("SM5_JIT_PLUGIN") != NULL;
    struct call c = {0};
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (sm5_program_read(compute, strlen(compute), "x.asm", &c.program, NULL) ||
        sm5_program_write(c.program, NULL, &c.file, NULL) ||
        sm5_layout_parse(members, SM5_PACKING_STRUCTURED, NULL, &c.layout, NULL))
        return 1;
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        if ((has_jit || calls[i].engine != SM5_ENGINE_JIT) && strstr(calls[i].name, only)) {
            for (int and_after = 0; and_after < 2; and_after++)
                fail_each(i, &c, and_after, most);
            limit_each(i, &c);
        }
    sm5_program_free(c.program);
    sm5_blob_free(&c.file);
    sm5_layout_free(c.layout);
    printf("%" PRIu64 " calls with a failing allocation, %" PRIu64 " with a limit of memory, %d wrong\n",
           runs, limits, wrong);
    return wrong != 0;
}
