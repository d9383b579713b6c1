/* Any code payload that loads runs within its limits or is refused: it reads and writes nothing but what it
   was given, whatever the profile and the order of threads, and so under the checker. On the public headers
   alone. */
#include "fuzz.h"
#include "sm5/sm5.h"

enum { BUFFER_BYTES = 256, MAX_STEPS = 64, MAX_BUFFERS = 32, INVOCATIONS = 8, REGISTERS = 8 };

struct bound {
    struct sm5_buffer *buffers[MAX_BUFFERS];
    size_t count;
};

/* A buffer with small numbers, so that they serve as addresses in and out of bounds. */
static struct sm5_buffer *make_buffer(struct bound *bound)
{
    struct sm5_buffer *buffer = sm5_buffer_new(BUFFER_BYTES);
    FUZZ_CHECK(buffer != NULL);
    uint32_t *words = sm5_buffer_data(buffer);
    for (uint32_t i = 0; i < BUFFER_BYTES / 4; i++)
        words[i] = i % 3 ? i : i << 26;
    bound->buffers[bound->count++] = buffer;
    return buffer;
}

/* A texture of the declared kind that fits the buffer: 2 texels a side. */
static struct sm5_texture texture_of(const struct sm5_resource_info *info)
{
    const char *layout = info->layout;
    bool is_1d = strncmp(layout, "texture1d", 9) == 0, is_3d = strcmp(layout, "texture3d") == 0;
    struct sm5_texture t = {.kind = is_1d   ? SM5_TEXTURE_1D
                                    : is_3d ? SM5_TEXTURE_3D
                                            : SM5_TEXTURE_2D,
                            .format = sm5_format_find("r8g8b8a8_typeless"),
                            .width = 2,
                            .height = is_1d ? 1 : 2,
                            .depth = is_3d ? 2 : 1,
                            .layers = strstr(layout, "cube")    ? 6
                                      : strstr(layout, "array") ? 2
                                                                : 1,
                            .samples = strstr(layout, "ms") ? 4 : 1};
    t.mips = t.samples == 1 ? 2 : 1;
    return t;
}

static void bind_texture(struct sm5_bindings *bindings, const struct sm5_slot *slot,
                         const struct sm5_resource_info *info, struct sm5_buffer *buffer,
                         struct sm5_diags *diags)
{
    static const char *const formats[] = {"r8g8b8a8_unorm", "r32_uint", "r32_sint", "r8g8b8a8_snorm",
                                          "r32_float"};
    struct sm5_view view = {.buffer = buffer, .texture = texture_of(info)};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        view.format = sm5_format_find(formats[i]);
        if (sm5_bind(bindings, slot, &view, diags) == SM5_OK)
            break;
    }
}

static void bind_sampler(struct sm5_bindings *bindings, const struct sm5_slot *slot, struct sm5_diags *diags)
{
    struct sm5_sampler sampler;
    sm5_sampler_default(&sampler);
    for (unsigned i = 0; i < 3; i++)
        sampler.address[i] = (enum sm5_address)((slot->reg + i) % 5);
    sampler.max_anisotropy = slot->reg % 3;
    sampler.comparison = SM5_COMPARISON_LESS;
    sm5_bind_sampler(bindings, slot, &sampler, diags);
}

static void bind(struct sm5_bindings *bindings, const struct sm5_resource_info *info, struct bound *bound,
                 struct sm5_diags *diags)
{
    struct sm5_slot slot = {.kind = info->kind, .reg = info->reg, .space = info->space};
    if (info->kind == 's') {
        bind_sampler(bindings, &slot, diags);
        return;
    }
    struct sm5_view view = {.buffer = make_buffer(bound), .count = SM5_COUNT_REST};
    if (strncmp(info->layout, "texture", 7) == 0) {
        bind_texture(bindings, &slot, info, view.buffer, diags);
        return;
    }
    if (strcmp(info->layout, "buffer") == 0)
        view.format = sm5_format_find("r32_uint");
    view.has_counter = info->counter;
    sm5_bind(bindings, &slot, &view, diags); /* what does not fit stays unbound */
}

static void bind_all(const struct sm5_program *program, struct sm5_bindings *bindings, struct bound *bound,
                     struct sm5_diags *diags)
{
    struct sm5_resource_info info;
    for (uint32_t i = 0; bound->count < MAX_BUFFERS && sm5_resource_at(program, i, &info); i++)
        if (info.kind == 't' || info.kind == 'u' || info.kind == 'b' || info.kind == 's')
            bind(bindings, &info, bound, diags);
}

static struct sm5_records make_records(uint64_t count)
{
    struct sm5_records records = {malloc(count * REGISTERS * 16), count, REGISTERS};
    FUZZ_CHECK(records.words != NULL);
    for (uint64_t i = 0; i < count * REGISTERS * 4; i++)
        records.words[i] = i % 5 ? (uint32_t)(i & 63) : (uint32_t)i << 26;
    return records;
}

static const struct sm5_check_options all_checks = {
    .atomic_ordered = true, .numbers = true, .validation = SM5_VALIDATION_NONE};

/* What stops a checked run is a finding, or between instructions. */
static void format_findings(struct sm5_findings *findings, enum sm5_status status, struct sm5_diags *diags)
{
    fuzz_check_diags(diags, status);
    for (size_t i = 0; findings && i < sm5_findings_count(findings); i++) {
        const struct sm5_finding *finding = sm5_findings_at(findings, i);
        FUZZ_CHECK(sm5_finding_kind_name(finding->kind) && finding->message && finding->clause);
        FUZZ_CHECK(finding->count > 0 && finding->has_other == (finding->other_text != NULL));
    }
    sm5_findings_free(findings);
}

/* A few vertices, patches, points, primitives or quads. */
static void run_stage(const struct sm5_program *program, const struct sm5_kernel *kernel,
                      struct sm5_bindings *bindings, enum sm5_oob oob, struct sm5_diags *diags)
{
    static const float locations[INVOCATIONS][3] = {{1, 0, 0}, {0.5f, 0.25f, 0.25f}};
    static const uint32_t coverage[INVOCATIONS] = {1, 1, 0, 3};
    struct sm5_stage_info info;
    struct sm5_stage_outputs outputs;
    struct sm5_findings *findings;
    sm5_stage_info(program, &info);
    struct sm5_stage_run how = {.count = INVOCATIONS,
                                .points_per_patch = 3,
                                .locations = locations,
                                .coverage = coverage,
                                .samples = info.sample_frequency ? 2 : 1,
                                .threads = 1,
                                .max_steps = MAX_STEPS,
                                .max_seconds = 5,
                                .oob = oob};
    how.inputs = make_records((uint64_t)INVOCATIONS * (info.points_in ? info.points_in : 1));
    how.constants = make_records(INVOCATIONS);
    sm5_stage_make_system_values(program, &how, 0, 0, 1);
    enum sm5_status status = sm5_run_stage(kernel, bindings, &how, &outputs, diags);
    fuzz_check_diags(diags, status);
    sm5_stage_outputs_free(&outputs);
    sm5_diags_clear(diags);
    status = sm5_check_stage(program, bindings, &how, &all_checks, &outputs, &findings, diags);
    format_findings(findings, status, diags);
    sm5_stage_outputs_free(&outputs);
    free(how.inputs.words);
    free(how.constants.words);
}

static bool is_compute(const struct sm5_program *program)
{
    struct sm5_stage_info info;
    sm5_stage_info(program, &info);
    return strcmp(info.stage, "cs") == 0;
}

static void run_groups(const struct sm5_program *program, const struct sm5_kernel *kernel,
                       struct sm5_bindings *bindings, const struct sm5_dispatch_options *options,
                       struct sm5_diags *diags)
{
    struct sm5_check_options checks = all_checks;
    struct sm5_findings *findings;
    enum sm5_status status = sm5_dispatch(kernel, bindings, options, NULL, diags);
    fuzz_check_diags(diags, status);
    checks.orders = 2;
    checks.seed = options->order;
    sm5_diags_clear(diags);
    status = sm5_check(program, bindings, options, &checks, &findings, diags);
    format_findings(findings, status, diags);
}

/* The input has no room for choices: its length makes them. */
static void run(const struct sm5_program *program, const struct sm5_kernel *kernel, size_t words,
                struct sm5_diags *diags)
{
    struct sm5_bindings *bindings = sm5_bindings_new(program);
    FUZZ_CHECK(bindings != NULL);
    struct bound bound = {.count = 0};
    bind_all(program, bindings, &bound, diags);
    const struct sm5_dispatch_options options = {.groups = {2, 1, 1},
                                                 .threads = 1,
                                                 .max_steps = MAX_STEPS,
                                                 .max_seconds = 5,
                                                 .oob = (enum sm5_oob)(words % (SM5_OOB_ROBUST2 + 1)),
                                                 .order = words / 4 % 6};
    sm5_diags_clear(diags);
    if (is_compute(program))
        run_groups(program, kernel, bindings, &options, diags);
    else
        run_stage(program, kernel, bindings, options.oob, diags);
    sm5_bindings_free(bindings);
    for (size_t i = 0; i < bound.count; i++)
        sm5_buffer_free(bound.buffers[i]);
}

static void load_and_run(const struct sm5_program *program, size_t words, struct sm5_diags *diags)
{
    struct sm5_kernel *kernel;
    sm5_diags_clear(diags);
    const struct sm5_kernel_options options = {.engine = SM5_ENGINE_INTERP,
                                               .validation = SM5_VALIDATION_NONE};
    enum sm5_status status = sm5_kernel_new_with(program, &options, &kernel, diags);
    fuzz_check_diags(diags, status);
    if (!status) {
        run(program, kernel, words, diags);
        sm5_kernel_free(kernel);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sm5_diags *diags = fuzz_diags();
    struct sm5_program *program = fuzz_read(data, size);
    if (program) {
        load_and_run(program, size / 4, diags);
        sm5_program_free(program);
    }
    sm5_diags_free(diags);
    return 0;
}
