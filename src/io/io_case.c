/* Test cases: the keys of docs/test-format.md, from YAML or JSON. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "io_reader.h"

#define FAIL READER_FAIL

/* ---- bindings ---- */

READER_FIELD(binding_slot, io_binding, slot, reader_text)
READER_FIELD(binding_kind, io_binding, kind, reader_text)
READER_FIELD(binding_format, io_binding, format, reader_text)
READER_FIELD(binding_members, io_binding, members, reader_text)
READER_FIELD(binding_buffer, io_binding, buffer, reader_text)
READER_FIELD(binding_array_index, io_binding, array_index, reader_u32)
READER_FIELD(binding_stride, io_binding, stride, reader_u32)
READER_FIELD(binding_byte_offset, io_binding, byte_offset, reader_u64)
READER_FIELD(binding_file, io_binding, file, reader_data)
READER_FIELD(binding_expect, io_binding, expect, reader_data)
READER_FIELD(binding_mask, io_binding, mask, reader_data)
READER_FIELD(counter_buffer, io_binding, counter_buffer, reader_text)
READER_FIELD(counter_offset, io_binding, counter_offset, reader_u64)
READER_FIELD(binding_bytes_per_run, io_binding, bytes_per_run, reader_u32)
READER_FLAGGED(binding_first, io_binding, first, reader_u64)
READER_FLAGGED(binding_count, io_binding, count, reader_positive)
READER_FLAGGED(binding_bytes, io_binding, bytes, reader_u64)
READER_FLAGGED(binding_counter, io_binding, counter, reader_u32)
READER_FLAGGED(read_expect_counter, io_binding, expect_counter, reader_u32)

static bool binding_expect_counter(struct reader *r, const io_node *node, void *object)
{
    ((struct io_binding *)object)->counter_mark = io_node_start(node);
    return read_expect_counter(r, node, object);
}

READER_FIELD(binding_width, io_binding, texture.width, reader_u32)
READER_FIELD(binding_height, io_binding, texture.height, reader_u32)
READER_FIELD(binding_depth, io_binding, texture.depth, reader_u32)
READER_FIELD(binding_layers, io_binding, texture.layers, reader_u32)
READER_FIELD(binding_mips, io_binding, texture.mips, reader_u32)
READER_FIELD(binding_samples, io_binding, texture.samples, reader_u32)
READER_FIELD(binding_first_mip, io_binding, texture.first_mip, reader_u32)
READER_FIELD(binding_view_mips, io_binding, texture.view_mips, reader_u32)
READER_FIELD(binding_first_layer, io_binding, texture.first_layer, reader_u32)
READER_FIELD(binding_view_layers, io_binding, texture.view_layers, reader_u32)
READER_FIELD(binding_view_format, io_binding, view_format, reader_text)

/* In the order in which they are taken: a reduction that is given wins over the one that a comparison asks
 * for. */
const char *const io_sampler_keys[IO_SAMPLER_KEYS + 1] = {
    "filter", "min",     "mag",     "mip",    "comparison", "reduction", "address",
    "bias",   "min_lod", "max_lod", "border", "anisotropy", NULL};

READER_FIELD(sampler_filter, io_binding, sampler[0], reader_text)
READER_FIELD(sampler_min, io_binding, sampler[1], reader_text)
READER_FIELD(sampler_mag, io_binding, sampler[2], reader_text)
READER_FIELD(sampler_mip, io_binding, sampler[3], reader_text)
READER_FIELD(sampler_compare, io_binding, sampler[4], reader_text)
READER_FIELD(sampler_reduction, io_binding, sampler[5], reader_text)
READER_FIELD(sampler_address, io_binding, sampler[6], reader_text)
READER_FIELD(sampler_bias, io_binding, sampler[7], reader_text)
READER_FIELD(sampler_min_lod, io_binding, sampler[8], reader_text)
READER_FIELD(sampler_max_lod, io_binding, sampler[9], reader_text)
READER_FIELD(sampler_border, io_binding, sampler[10], reader_text)
READER_FIELD(sampler_anisotropy, io_binding, sampler[11], reader_text)

static const struct reader_entry counter_at_keys[] = {
    {"buffer", counter_buffer}, {"byte_offset", counter_offset}, {0}};

static bool binding_counter_at(struct reader *r, const io_node *node, void *object)
{
    return reader_map(r, node, counter_at_keys, object);
}

static bool compare_multiset(struct reader *r, const io_node *node, void *object)
{
    struct io_binding *binding = object;
    binding->compare = IO_COMPARE_MULTISET;
    if (io_node_kind(node) != IO_NODE_LIST || io_node_count(node) != 2)
        return FAIL(r, node, "expected [first, end]");
    return reader_u32(r, io_node_item(r->yaml, node, 0), &binding->compare_first) &&
           reader_u32(r, io_node_item(r->yaml, node, 1), &binding->compare_end);
}

static bool compare_zero(struct reader *r, const io_node *node, void *object)
{
    (void)r, (void)node;
    ((struct io_binding *)object)->compare = IO_COMPARE_EQUAL_OR_ZERO;
    return true;
}

static const struct reader_entry compare_keys[] = {
    {"multiset_dwords", compare_multiset}, {"each_dword_equal_or_zero", compare_zero}, {0}};

/* A word stands for the rule that takes no numbers. */
static bool binding_compare(struct reader *r, const io_node *node, void *object)
{
    if (io_node_kind(node) == IO_NODE_MAP)
        return reader_map(r, node, compare_keys, object);
    if (strcmp(io_node_text(node), "each_dword_equal_or_zero") == 0)
        return compare_zero(r, node, object);
    return FAIL(r, node, "expected {multiset_dwords: [first, end]} or each_dword_equal_or_zero");
}

static const struct reader_entry binding_keys[] = {
    {"slot", binding_slot},
    {"kind", binding_kind},
    {"format", binding_format},
    {"struct", binding_members},
    {"buffer", binding_buffer},
    {"array_index", binding_array_index},
    {"stride", binding_stride},
    {"first", binding_first},
    {"count", binding_count},
    {"byte_offset", binding_byte_offset},
    {"bytes", binding_bytes},
    {"file", binding_file},
    {"expect", binding_expect},
    {"expect_mask", binding_mask},
    {"counter", binding_counter},
    {"expect_counter", binding_expect_counter},
    {"counter_at", binding_counter_at},
    {"compare", binding_compare},
    /* textures */
    {"width", binding_width},
    {"height", binding_height},
    {"depth", binding_depth},
    {"layers", binding_layers},
    {"mips", binding_mips},
    {"samples", binding_samples},
    {"first_mip", binding_first_mip},
    {"view_mips", binding_view_mips},
    {"first_layer", binding_first_layer},
    {"view_layers", binding_view_layers},
    {"view_format", binding_view_format},
    /* samplers */
    {"filter", sampler_filter},
    {"min", sampler_min},
    {"mag", sampler_mag},
    {"mip", sampler_mip},
    {"reduction", sampler_reduction},
    {"comparison", sampler_compare},
    {"address", sampler_address},
    {"bias", sampler_bias},
    {"min_lod", sampler_min_lod},
    {"max_lod", sampler_max_lod},
    {"border", sampler_border},
    {"anisotropy", sampler_anisotropy},
    {"bytes_per_run", binding_bytes_per_run},
    {"note", NULL},
    {"allow", NULL},
    {0},
};

static bool read_binding(struct reader *r, const io_node *node, void *item)
{
    struct io_binding *binding = item;
    binding->line = io_node_line(node);
    if (!reader_map(r, node, binding_keys, item))
        return false;
    return (binding->slot && binding->kind) || FAIL(r, node, "a binding needs 'slot' and 'kind'");
}

/* ---- buffers ---- */

READER_FIELD(buffer_file, io_buffer, file, reader_data)
READER_FIELD(buffer_expect, io_buffer, expect, reader_data)
READER_FIELD(buffer_mask, io_buffer, mask, reader_data)
READER_FIELD(buffer_fill, io_buffer, fill, reader_u32)
READER_FIELD(buffer_bytes, io_buffer, bytes, reader_u64)

static const struct reader_entry buffer_keys[] = {{"file", buffer_file},
                                                  {"expect", buffer_expect},
                                                  {"expect_mask", buffer_mask},
                                                  {"fill_dword", buffer_fill},
                                                  {"bytes", buffer_bytes},
                                                  {"note", NULL},
                                                  {0}};

static bool case_buffers(struct reader *r, const io_node *node, void *object)
{
    struct io_case *test = object;
    if (!reader_is_map(r, node, "buffers by name"))
        return false;
    test->buffer_count = io_node_count(node);
    test->buffers = io_memory_alloc(test->memory, test->buffer_count, sizeof *test->buffers);
    if (!test->buffers)
        return reader_memory(r);
    for (size_t i = 0; i < test->buffer_count; i++) {
        struct io_buffer *buffer = &test->buffers[i];
        if (!reader_key(r, io_node_key(r->yaml, node, i), &buffer->name) ||
            !reader_map(r, io_node_value(r->yaml, node, i), buffer_keys, buffer))
            return false;
    }
    return true;
}

/* ---- steps ---- */

static bool step_groups(struct reader *r, const io_node *node, void *object)
{
    struct io_step *step = object;
    if (io_node_kind(node) != IO_NODE_LIST || io_node_count(node) < 1 || io_node_count(node) > 3)
        return FAIL(r, node, "expected [x, y, z]");
    step->has_groups = true;
    for (size_t i = 0; i < io_node_count(node); i++)
        if (!reader_u32(r, io_node_item(r->yaml, node, i), &step->groups[i]))
            return false;
    return true;
}

READER_FIELD(step_shader, io_step, shader, reader_text)
READER_FIELD(from_slot, io_step, from_slot, reader_text)
READER_FIELD(from_byte, io_step, from_byte, reader_u64)

static const struct reader_entry from_keys[] = {{"slot", from_slot}, {"byte", from_byte}, {0}};

static bool step_from(struct reader *r, const io_node *node, void *object)
{
    return reader_map(r, node, from_keys, object);
}

static bool step_sets(struct reader *r, const io_node *node, void *object)
{
    struct io_step *step = object;
    if (!reader_is_map(r, node, "contents by slot, or values by constant"))
        return false;
    step->sets = io_memory_alloc(r->test->memory, io_node_count(node), sizeof *step->sets);
    if (!step->sets)
        return reader_memory(r);
    for (size_t i = 0; i < io_node_count(node); i++) {
        const char *key = io_node_key(r->yaml, node, i);
        const io_node *value = io_node_value(r->yaml, node, i);
        struct io_set *set = &step->sets[step->set_count];
        if (!reader_is_slot(key) && !reader_constants(r, key, value, &step->constants))
            return false;
        if (!reader_is_slot(key))
            continue;
        if (!reader_key(r, key, &set->slot) || !reader_data(r, value, &set->data))
            return false;
        step->set_count++;
    }
    return true;
}

static bool step_checkpoints(struct reader *r, const io_node *node, void *object)
{
    struct io_step *step = object;
    if (!reader_is_map(r, node, "values by SLOT.counter or SLOT[i]"))
        return false;
    step->checkpoint_count = io_node_count(node);
    step->checkpoints = io_memory_alloc(r->test->memory, step->checkpoint_count, sizeof *step->checkpoints);
    for (size_t i = 0; step->checkpoints && i < step->checkpoint_count; i++) {
        if (!reader_key(r, io_node_key(r->yaml, node, i), &step->checkpoints[i].key) ||
            !reader_u32(r, io_node_value(r->yaml, node, i), &step->checkpoints[i].value))
            return false;
        step->checkpoints[i].mark = io_node_start(io_node_value(r->yaml, node, i));
    }
    return step->checkpoints || reader_memory(r);
}

static const struct reader_entry step_keys[] = {{"groups", step_groups},
                                                {"shader", step_shader},
                                                {"set", step_sets},
                                                {"groups_from", step_from},
                                                {"note", NULL},
                                                {"checkpoint", step_checkpoints},
                                                {0}};

static bool read_step(struct reader *r, const io_node *node, void *item)
{
    struct io_step *step = item;
    step->groups[0] = step->groups[1] = step->groups[2] = 1;
    if (!reader_map(r, node, step_keys, item))
        return false;
    return step->has_groups || step->from_slot || FAIL(r, node, "a step needs 'groups' or 'groups_from'");
}

/* ---- tolerance ---- */

static bool tolerance_kind(struct reader *r, const io_node *node, void *object)
{
    static const char *const kinds[] = {
        [IO_EXACT] = "exact",         [IO_FLOAT_ULP] = "float_ulp",
        [IO_FLOAT_REL] = "float_rel", [IO_UNORM_STEP] = "unorm_step",
        [IO_FRACTION] = "fraction",   [IO_EXACT_OR_REL] = "dword_exact_or_float_rel",
        [IO_INVARIANT] = "invariant",
    };
    for (size_t i = 0; i < BASE_COUNT(kinds); i++) {
        if (strcmp(io_node_text(node), kinds[i]) == 0) {
            ((struct io_tolerance *)object)->kind = (enum io_tolerance_kind)i;
            return true;
        }
    }
    return FAIL(r, node,
                "unknown tolerance '%.40s'; expected exact, float_ulp, float_rel, unorm_step, fraction, "
                "dword_exact_or_float_rel or invariant",
                io_node_text(node));
}

READER_FIELD(tolerance_rel, io_tolerance, rel, reader_real)
READER_FIELD(tolerance_abs, io_tolerance, abs, reader_real)
READER_FIELD(tolerance_ulp, io_tolerance, ulp, reader_u32)
READER_FIELD(tolerance_steps, io_tolerance, steps, reader_u32)
READER_FIELD(tolerance_fraction, io_tolerance, max_mismatch, reader_real)
READER_FIELD(tolerance_expr, io_tolerance, expr, reader_text)

static const struct reader_entry tolerance_keys[] = {{"kind", tolerance_kind},
                                                     {"rel", tolerance_rel},
                                                     {"abs", tolerance_abs},
                                                     {"ulp", tolerance_ulp},
                                                     {"steps", tolerance_steps},
                                                     {"max_mismatch", tolerance_fraction},
                                                     {"expr", tolerance_expr},
                                                     {"note", NULL},
                                                     {0}};

/* The kinds that a number of a tolerance belongs to, and the largest one that means something. */
static const struct {
    const char *key, *kinds;
    enum io_tolerance_kind kind[2];
    double most;
} tolerance_limits[] = {
    {"rel", "float_rel or dword_exact_or_float_rel", {IO_FLOAT_REL, IO_EXACT_OR_REL}, 1},
    {"abs", "float_rel or dword_exact_or_float_rel", {IO_FLOAT_REL, IO_EXACT_OR_REL}, HUGE_VAL},
    {"ulp", "float_ulp", {IO_FLOAT_ULP, IO_FLOAT_ULP}, 1 << 23},
    {"steps", "unorm_step", {IO_UNORM_STEP, IO_UNORM_STEP}, HUGE_VAL},
    {"max_mismatch", "fraction", {IO_FRACTION, IO_FRACTION}, 1},
    {"expr", "invariant", {IO_INVARIANT, IO_INVARIANT}, HUGE_VAL},
};

/* A number that the kind does not use would be ignored, and the comparison would be exact instead. */
static bool check_tolerance_key(struct reader *r, const io_node *map, size_t index,
                                const struct io_tolerance *tolerance)
{
    const char *key = io_node_key(r->yaml, map, index);
    const io_node *value = io_node_value(r->yaml, map, index);
    for (size_t i = 0; i < BASE_COUNT(tolerance_limits); i++) {
        if (strcmp(tolerance_limits[i].key, key) != 0)
            continue;
        if (tolerance->kind != tolerance_limits[i].kind[0] && tolerance->kind != tolerance_limits[i].kind[1])
            return FAIL(r, io_node_key_node(r->yaml, map, index), "'%s' goes with kind: %s", key,
                        tolerance_limits[i].kinds);
        double number = strtod(io_node_text(value), NULL);
        if (tolerance->kind != IO_INVARIANT && number > tolerance_limits[i].most)
            return FAIL(r, value, "%s: '%.40s' is out of range; expected 0 to %.9g", key, io_node_text(value),
                        tolerance_limits[i].most);
    }
    return true;
}

static bool case_tolerance(struct reader *r, const io_node *node, void *object)
{
    struct io_tolerance *tolerance = &((struct io_case *)object)->tolerance;
    if (!reader_map(r, node, tolerance_keys, tolerance))
        return false;
    for (size_t i = 0; i < io_node_count(node); i++)
        if (!check_tolerance_key(r, node, i, tolerance))
            return false;
    return tolerance->kind != IO_INVARIANT || tolerance->expr || FAIL(r, node, "an invariant needs 'expr'");
}

/* ---- the case ---- */

READER_FIELD(case_name, io_case, name, reader_text)
READER_FIELD(case_stage, io_case, stage, reader_text)
READER_FIELD(case_model, io_case, model, reader_text)
READER_FIELD(case_shader, io_case, shader, reader_text)
READER_FIELD(case_shader_text, io_case, shader_text, reader_text)
READER_FIELD(case_max_steps, io_case, max_steps, reader_u64)

static bool case_steps(struct reader *r, const io_node *node, void *object)
{
    struct io_case *test = object;
    return reader_list(r, node, sizeof *test->steps, read_step, (void **)&test->steps, &test->step_count);
}

static bool case_bindings(struct reader *r, const io_node *node, void *object)
{
    struct io_case *test = object;
    return reader_list(r, node, sizeof *test->bindings, read_binding, (void **)&test->bindings,
                       &test->binding_count);
}

static bool case_classes(struct reader *r, const io_node *node, void *object)
{
    struct io_case *test = object;
    if (!reader_is_map(r, node, "tables by interface, as in {fp0[0]: ft1}"))
        return false;
    test->class_count = io_node_count(node);
    test->classes = io_memory_alloc(test->memory, test->class_count, sizeof *test->classes);
    for (size_t i = 0; test->classes && i < test->class_count; i++) {
        if (!reader_key(r, io_node_key(r->yaml, node, i), &test->classes[i].interface) ||
            !reader_text(r, io_node_value(r->yaml, node, i), &test->classes[i].table))
            return false;
    }
    return test->classes || reader_memory(r);
}

static const struct reader_entry case_keys[] = {
    {"name", case_name},
    {"stage", case_stage},
    {"model", case_model},
    {"shader", case_shader},
    {"shader_text", case_shader_text},
    {"hlsl", reader_hlsl},
    {"set", case_constants},
    {"dispatches", case_steps},
    {"bindings", case_bindings},
    {"buffers", case_buffers},
    {"classes", case_classes},
    {"tolerance", case_tolerance},
    {"max_steps", case_max_steps},
    {"check", reader_checks},
    {"findings", reader_findings},
    /* where a case comes from */
    {"origin", NULL},
    {"sha256", NULL},
    {"also_matches", NULL},
    {"lavapipe_differs", NULL},
    {"lavapipe_differs_runs", NULL},
    {"expected_derived", NULL},
    {"note", NULL},
    {"invocation", NULL},
    {"flags", NULL},
    /* of other stages; what the program says itself is not read */
    {"runs", case_stage_runs},
    {"outputs", case_stage_outputs},
    {"inputs", case_stage_inputs},
    {"stage_outputs", case_stage_outputs},
    {"patch_constants", case_stage_constants},
    {"emitted", case_stage_emitted},
    {"domain_points", case_stage_points},
    {"pixels", case_stage_pixels},
    {"primitives", case_stage_primitives},
    {"control_points_in", NULL},
    {"control_points_out", NULL},
    {"domain", NULL},
    {"input_primitive", NULL},
    {0},
};

/* A case that expects nothing can never fail: that is a mistake in the case. */
static bool expects_something(const struct io_case *test)
{
    for (size_t i = 0; i < test->binding_count; i++)
        if (test->bindings[i].expect.present || test->bindings[i].has_expect_counter)
            return true;
    for (size_t i = 0; i < test->buffer_count; i++)
        if (test->buffers[i].expect.present)
            return true;
    for (size_t i = 0; i < test->step_count; i++)
        if (test->steps[i].checkpoint_count)
            return true;
    return test->tolerance.kind == IO_INVARIANT || test->has_findings ||
           case_stage_expects(&test->stage_case);
}

static bool set_names(struct reader *r, const char *path)
{
    const char *slash = strrchr(path, '/');
    struct io_case *test = r->test;
    test->path = io_memory_string(test->memory, path, strlen(path));
    test->folder = slash ? io_memory_string(test->memory, path, (size_t)(slash - path)) : "";
    return (test->path && test->folder) || reader_memory(r);
}

static bool check_case(struct reader *r, const io_node *root)
{
    struct io_case *test = r->test;
    if (!test->shader && !test->shader_text)
        return FAIL(r, root, "a case needs 'shader' or 'shader_text'");
    if (!test->stage)
        test->stage = "cs";
    bool compute = strcmp(test->stage, "cs") == 0;
    if (compute && test->step_count == 0)
        return FAIL(r, root, "a compute case needs 'dispatches'");
    if (!compute && test->step_count)
        return FAIL(r, root, "only a compute case has 'dispatches'");
    return expects_something(test) || FAIL(r, root, "a case needs something to 'expect'");
}

bool io_case_parse(const char *path, const struct io_bytes *text, struct io_case *out, struct io_error *error)
{
    *out = (struct io_case){.memory = io_memory_new()};
    if (!out->memory)
        return io_fail(error, "out of memory");
    struct reader r = {.yaml = io_yaml_parse(path, text, error), .test = out, .error = error};
    bool ok = false;
    if (r.yaml) {
        const io_node *root = io_yaml_root(r.yaml);
        ok = set_names(&r, path) && reader_map(&r, root, case_keys, out) && check_case(&r, root);
    }
    io_yaml_free(r.yaml);
    if (!ok)
        io_case_free(out);
    return ok;
}

bool io_case_read(const char *path, struct io_case *out, struct io_error *error)
{
    struct io_bytes text;
    if (!io_read_file(path, &text, error))
        return false;
    bool ok = io_case_parse(path, &text, out, error);
    io_bytes_free(&text);
    return ok;
}

void io_case_free(struct io_case *test)
{
    io_memory_free(test->memory);
    *test = (struct io_case){0};
}

bool io_data_load(const struct io_case *test, const struct io_data *data, struct io_bytes *out,
                  struct io_error *error)
{
    *out = (struct io_bytes){0};
    if (data->file) {
        char *path = io_join(test->folder, str_starts(data->file, "raw:") ? data->file + 4 : data->file);
        bool ok = path ? io_read_file(path, out, error) : io_fail(error, "out of memory");
        free(path);
        return ok;
    }
    if (data->cells)
        return io_fail(error,
                       "values by member; expected {type: ..., values: [...]} where no layout is known");
    out->data = malloc(data->size + 1);
    if (!out->data)
        return io_fail(error, "out of memory");
    memcpy(out->data, data->bytes, data->size);
    out->size = data->size;
    return true;
}
