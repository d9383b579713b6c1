/* Programs that the scenarios run, and what they are bound to. */
#include "api.h"

const char api_compute[] =
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

const char api_interfaces[] =
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_function_body fb0\ndcl_function_body fb1\n"
    "dcl_function_table ft0 = {fb0}\ndcl_function_table ft1 = {fb1}\n"
    "dcl_interface_dynamicindexed fp0[2][1] = {ft0, ft1}\ndcl_uav_structured u0, 4\ndcl_input vThreadID.x\n"
    "dcl_temps 1\ndcl_thread_group 4, 1, 1\nand r0.x, vThreadID.x, l(1)\nfcall fp0[r0.x + 0][0]\n"
    "store_structured u0.x, vThreadID.x, l(0), r0.y\nret\nlabel fb0\nmov r0.y, l(1)\nret\n"
    "label fb1\nmov r0.y, l(2)\nret\n";

const char api_racing[] =
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_resource_structured t0, 4\ndcl_uav_structured u0, 4\n"
    "dcl_input vThreadID.x\ndcl_temps 2\ndcl_thread_group 4, 1, 1\nld_structured r0.x, l(99), l(0), t0.xxxx\n"
    "add r0.x, r0.x, vThreadID.x\nadd r0.x, r0.x, r1.x\nstore_structured u0.x, l(0), l(0), r0.x\nret\n";

const char api_geometry[] =
    "gs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_input v[1][0].x\ndcl_inputprimitive point\n"
    "dcl_stream m0\ndcl_outputtopology linestrip\ndcl_output o0.x\ndcl_maxout 3\nmov o0.x, v[0][0].x\n"
    "emit_stream m0\nadd o0.x, v[0][0].x, l(0.500000)\nemit_then_cut_stream m0\nemit_stream m0\nret\n";

const char api_pixel[] =
    "ps_5_0\ndcl_globalFlags refactoringAllowed\ndcl_input_ps linear v0.xy\ndcl_output o0.xyzw\n"
    "dcl_output oDepth\ndcl_temps 1\nmad r0.x, v0.x, l(10.0), v0.y\nmov o0.xy, v0.xyxx\nmov o0.z, r0.x\n"
    "deriv_rtx_coarse o0.w, r0.x\nlt r0.y, v0.x, l(1.0)\ndiscard_nz r0.y\nmov oDepth, v0.y\nret\n";

enum sm5_status api_limited(struct call *c, enum sm5_status status)
{
    uint64_t used = fail_peak();
    c->most_used = used > c->most_used ? used : c->most_used;
    return status;
}

void api_note(struct call *c, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        c->digest = (c->digest ^ at[i]) * 0x100000001b3u;
}

void api_note_blob(struct call *c, struct sm5_blob *blob, enum sm5_status status)
{
    if (!status)
        api_note(c, blob->data, blob->size);
    sm5_blob_free(blob);
}

enum sm5_status api_read(struct call *c, const char *text, struct sm5_program **program)
{
    const struct sm5_read_options options = {.max_memory = c->max_memory};
    return LIMITED(c, sm5_program_read_with(text, strlen(text), "x.asm", &options, program, c->diags));
}

void api_note_text(struct call *c, const char *text)
{
    if (text)
        api_note(c, text, strlen(text));
}

enum sm5_status api_bind(struct call *c, struct api_subject *s, char kind, struct sm5_buffer *buffer)
{
    const struct sm5_slot slot = {.kind = kind};
    const struct sm5_view view = {.buffer = buffer};
    return buffer ? sm5_bind(s->bindings, &slot, &view, c->diags) : SM5_ERR_MEMORY;
}

enum sm5_status api_open(struct call *c, struct api_subject *s, const char *text, const char *kinds,
                         uint64_t bytes)
{
    *s = (struct api_subject){0};
    enum sm5_status status = api_read(c, text, &s->program);
    if (!status && !(s->bindings = sm5_bindings_new(s->program)))
        status = SM5_ERR_MEMORY;
    for (size_t i = 0; !status && kinds[i]; i++) {
        s->buffers[i] = sm5_buffer_new(bytes);
        status = api_bind(c, s, kinds[i], s->buffers[i]);
    }
    return status;
}

void api_close(struct api_subject *s)
{
    sm5_bindings_free(s->bindings);
    for (int i = 0; i < 2; i++)
        sm5_buffer_free(s->buffers[i]);
    sm5_program_free(s->program);
}

static bool bind_one(struct call *c, struct api_resources *r, int at, char kind, uint32_t reg, uint64_t bytes,
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

enum sm5_status api_bind_all(struct call *c, struct api_resources *r)
{
    const struct sm5_slot slot = {.kind = 's'};
    struct sm5_sampler sampler;
    enum sm5_status status;
    sm5_sampler_default(&sampler);
    r->bindings = sm5_bindings_new(c->program);
    if (!r->bindings)
        return SM5_ERR_MEMORY;
    if (bind_one(c, r, 0, 't', 0, 192, &status) && bind_one(c, r, 1, 't', 1, 64, &status) &&
        bind_one(c, r, 2, 'u', 0, 192, &status) && bind_one(c, r, 3, 'u', 1, 4, &status) &&
        bind_one(c, r, 4, 'u', 2, 64, &status) && bind_one(c, r, 5, 'b', 0, 16, &status))
        status = sm5_bind_sampler(r->bindings, &slot, &sampler, c->diags);
    return status;
}

void api_free_all(struct api_resources *r)
{
    sm5_bindings_free(r->bindings);
    for (int i = 0; i < API_BUFFERS; i++)
        sm5_buffer_free(r->list[i]);
}
