/* Any expression of the debugger is evaluated or refused with a diagnostic, as condition, watched place and assigned
   value too; the state changes by an assignment only. */
#include "fuzz.h"
#include "sm5/sm5.h"

static const char code[] =
    "cs_5_0\n// sm5: struct u0 float3 at; uint id[2]; float2x2 m\n// sm5: struct cb0 float scale; double "
    "time\n"
    "dcl_globalFlags refactoringAllowed\ndcl_immediateConstantBuffer { { 1.0, 2.0, 3.0, 4.0} }\n"
    "dcl_constantbuffer CB0[2], immediateIndexed\ndcl_resource_raw t0\n"
    "dcl_resource_texture2d (float,float,float,float) t1\ndcl_uav_structured u0, 36\n"
    "dcl_uav_typed_buffer (uint,uint,uint,uint) u1\ndcl_input vThreadID.x\ndcl_temps 2\n"
    "dcl_indexableTemp x0[3], 4\ndcl_tgsm_raw g0, 16\ndcl_thread_group 2, 1, 1\n"
    "utof r0.x, vThreadID.x\nmov x0[1].x, r0.x\nstore_structured u0.x, vThreadID.x, l(0), r0.x\nret\n";

/* Two instances of three primitives. */
static const char stage[] =
    "gs_5_0\ndcl_constantbuffer CB0[2], immediateIndexed\ndcl_input v[2][0].xy\ndcl_input v[2][1].z\n"
    "dcl_input vPrim\ndcl_input vGSInstanceID\ndcl_gsinstances 2\ndcl_temps 2\ndcl_inputprimitive line\n"
    "dcl_stream m0\ndcl_outputtopology linestrip\ndcl_output o0.xy\ndcl_output o1.w\ndcl_maxout 2\n"
    "mov r0.x, v[1][0].y\nmov o0.xy, r0.xxxx\nemit_stream m0\nmov o1.w, l(1)\nret\n";

enum { BUFFERS = 5, BUFFER_BYTES = 144 };

struct subject {
    struct sm5_program *program;
    struct sm5_bindings *bindings;
    struct sm5_buffer *buffers[BUFFERS];
    struct sm5_debug *debug;
};

static void bind(struct subject *s, int at, const char *name, const char *format, bool is_texture)
{
    struct sm5_slot slot;
    struct sm5_view view = {.buffer = s->buffers[at] = sm5_buffer_new(BUFFER_BYTES)};
    FUZZ_CHECK(view.buffer && sm5_slot_parse(name, &slot));
    view.format = format ? sm5_format_find(format) : 0;
    if (is_texture)
        view.texture =
            (struct sm5_texture){.kind = SM5_TEXTURE_2D, .format = view.format, .width = 3, .height = 3};
    FUZZ_CHECK(sm5_bind(s->bindings, &slot, &view, NULL) == SM5_OK);
}

static void open_stage(struct subject *s)
{
    static uint32_t words[6 * 2 * 4];
    const struct sm5_stage_run run = {.count = 3, .inputs = {words, 6, 2}};
    struct sm5_debug_stop stop;
    FUZZ_CHECK(sm5_program_read(stage, sizeof stage - 1, NULL, &s->program, NULL) == SM5_OK);
    FUZZ_CHECK((s->bindings = sm5_bindings_new(s->program)) != NULL);
    bind(s, 0, "cb0", NULL, false);
    FUZZ_CHECK(sm5_debug_new_stage(s->program, s->bindings, &run, 0, &s->debug, NULL) == SM5_OK);
    sm5_debug_run(s->debug, SM5_MOVE_INSTRUCTION, false, &stop, NULL);
}

static void open_subject(struct subject *s)
{
    const struct sm5_debug_options options = {.dispatch = {.groups = {1}}};
    struct sm5_debug_stop stop;
    FUZZ_CHECK(sm5_program_read(code, sizeof code - 1, NULL, &s->program, NULL) == SM5_OK);
    FUZZ_CHECK((s->bindings = sm5_bindings_new(s->program)) != NULL);
    bind(s, 0, "t0", NULL, false);
    bind(s, 1, "t1", "r32g32b32a32_float", true);
    bind(s, 2, "u0", NULL, false);
    bind(s, 3, "u1", "r8g8b8a8_uint", false);
    bind(s, 4, "cb0", NULL, false);
    FUZZ_CHECK(sm5_debug_new(s->program, s->bindings, &options, &s->debug, NULL) == SM5_OK);
    sm5_debug_run(s->debug, SM5_MOVE_INSTRUCTION, false, &stop, NULL);
}

static void close_subject(struct subject *s)
{
    sm5_debug_free(s->debug);
    sm5_bindings_free(s->bindings);
    for (int i = 0; i < BUFFERS; i++)
        sm5_buffer_free(s->buffers[i]);
    sm5_program_free(s->program);
}

static bool evaluate(struct subject *s, const char *text, struct sm5_value *first)
{
    char shown[80];
    size_t count;
    struct sm5_diags *diags = fuzz_diags();
    enum sm5_status status = sm5_debug_evaluate(s->debug, text, first, 1, &count, diags);
    fuzz_check_diags(diags, status);
    sm5_diags_free(diags);
    FUZZ_CHECK(status == SM5_OK || status == SM5_ERR_INPUT);
    if (status || !count)
        return false;
    FUZZ_CHECK(sm5_value_format(first, 0, shown, sizeof shown) < sizeof shown);
    FUZZ_CHECK(strchr("fiubdx", first->type) && first->bytes == (first->type == 'd' ? 8 : 4));
    return count == 1;
}

static void add_breaks(struct subject *s, const char *text)
{
    const struct sm5_break requests[] = {{.kind = SM5_BREAK_INSTRUCTION, .number = 2, .condition = text},
                                         {.kind = SM5_BREAK_INSTRUCTION, .number = 3, .log = text},
                                         {.kind = SM5_BREAK_WATCH, .expression = text},
                                         {.kind = SM5_BREAK_WRITE, .expression = text},
                                         {.kind = SM5_BREAK_ACCESS, .expression = text}};
    struct sm5_debug_stop stop;
    uint32_t id;
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        struct sm5_diags *diags = fuzz_diags();
        enum sm5_status status = sm5_debug_break(s->debug, &requests[i], &id, diags);
        fuzz_check_diags(diags, status);
        sm5_diags_free(diags);
    }
    for (int i = 0; i < 4; i++)
        sm5_debug_run(s->debug, SM5_MOVE_CONTINUE, i == 3, &stop, NULL);
}

static void try_expression(const char *text, void (*open)(struct subject *s))
{
    struct subject s = {0};
    struct sm5_value value, after;
    open(&s);
    uint64_t before = sm5_debug_hash(s.debug);
    bool is_one = evaluate(&s, text, &value);
    FUZZ_CHECK(sm5_debug_hash(s.debug) == before);
    if (is_one && value.is_place) {
        FUZZ_CHECK(sm5_debug_assign(s.debug, text, text, NULL) == SM5_OK);
        FUZZ_CHECK(evaluate(&s, text, &after) && after.bits == value.bits);
        FUZZ_CHECK(sm5_debug_hash(s.debug) == before);
    }
    add_breaks(&s, text);
    close_subject(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = calloc(1, size + 1);
    FUZZ_CHECK(text != NULL);
    memcpy(text, data, size);
    try_expression(text, open_subject);
    try_expression(text, open_stage);
    free(text);
    return 0;
}
