/* Test cases: the keys of docs/test-format.md, from YAML or JSON. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "case/case_reader.h"

#define FAIL READER_FAIL

/* ---- bindings ---- */

READER_FIELD(binding_slot, case_binding, slot, reader_text)
READER_FIELD(binding_kind, case_binding, kind, reader_text)
READER_FIELD(binding_format, case_binding, format, reader_text)
READER_FIELD(binding_members, case_binding, members, reader_text)
READER_FIELD(binding_buffer, case_binding, buffer, reader_text)
READER_FIELD(binding_array_index, case_binding, array_index, reader_u32)
READER_FIELD(binding_stride, case_binding, stride, reader_u32)
READER_FIELD(binding_byte_offset, case_binding, byte_offset, reader_u64)
READER_FIELD(binding_file, case_binding, file, reader_data)
READER_FIELD(binding_expect, case_binding, expect, reader_data)
READER_FIELD(binding_mask, case_binding, mask, reader_data)
READER_FIELD(counter_buffer, case_binding, counter_buffer, reader_text)
READER_FIELD(counter_offset, case_binding, counter_offset, reader_u64)
READER_FIELD(binding_bytes_per_run, case_binding, bytes_per_run, reader_u32)
READER_FLAGGED(binding_first, case_binding, first, reader_u64)
READER_FLAGGED(binding_count, case_binding, count, reader_positive)
READER_FLAGGED(binding_bytes, case_binding, bytes, reader_u64)
READER_FLAGGED(binding_counter, case_binding, counter, reader_u32)
READER_FLAGGED(read_expect_counter, case_binding, expect_counter, reader_u32)

static bool binding_expect_counter(struct reader *r, const case_node *node, void *object)
{
    ((struct case_binding *)object)->counter_mark = case_node_start(node);
    return read_expect_counter(r, node, object);
}

READER_FIELD(binding_width, case_binding, texture.width, reader_u32)
READER_FIELD(binding_height, case_binding, texture.height, reader_u32)
READER_FIELD(binding_depth, case_binding, texture.depth, reader_u32)
READER_FIELD(binding_layers, case_binding, texture.layers, reader_u32)
READER_FIELD(binding_mips, case_binding, texture.mips, reader_u32)
READER_FIELD(binding_samples, case_binding, texture.samples, reader_u32)
READER_FIELD(binding_first_mip, case_binding, texture.first_mip, reader_u32)
READER_FIELD(binding_view_mips, case_binding, texture.view_mips, reader_u32)
READER_FIELD(binding_first_layer, case_binding, texture.first_layer, reader_u32)
READER_FIELD(binding_view_layers, case_binding, texture.view_layers, reader_u32)
READER_FIELD(binding_view_format, case_binding, view_format, reader_text)

READER_FIELD(sampler_filter, case_binding, sampler[0], reader_text)
READER_FIELD(sampler_min, case_binding, sampler[1], reader_text)
READER_FIELD(sampler_mag, case_binding, sampler[2], reader_text)
READER_FIELD(sampler_mip, case_binding, sampler[3], reader_text)
READER_FIELD(sampler_compare, case_binding, sampler[4], reader_text)
READER_FIELD(sampler_reduction, case_binding, sampler[5], reader_text)
READER_FIELD(sampler_address, case_binding, sampler[6], reader_text)
READER_FIELD(sampler_bias, case_binding, sampler[7], reader_text)
READER_FIELD(sampler_min_lod, case_binding, sampler[8], reader_text)
READER_FIELD(sampler_max_lod, case_binding, sampler[9], reader_text)
READER_FIELD(sampler_border, case_binding, sampler[10], reader_text)
READER_FIELD(sampler_anisotropy, case_binding, sampler[11], reader_text)

static const struct reader_entry counter_at_keys[] = {
    {"buffer", counter_buffer}, {"byte_offset", counter_offset}, {0}};

static bool binding_counter_at(struct reader *r, const case_node *node, void *object)
{
    return reader_map(r, node, counter_at_keys, object);
}

static bool compare_multiset(struct reader *r, const case_node *node, void *object)
{
    struct case_binding *binding = object;
    binding->compare = CASE_COMPARE_MULTISET;
    if (case_node_kind(node) != CASE_NODE_LIST || case_node_count(node) != 2)
        return FAIL(r, node, "expected [first, end]");
    return reader_u32(r, case_node_item(r->yaml, node, 0), &binding->compare_first) &&
           reader_u32(r, case_node_item(r->yaml, node, 1), &binding->compare_end);
}

static bool compare_zero(struct reader *r, const case_node *node, void *object)
{
    (void)r, (void)node;
    ((struct case_binding *)object)->compare = CASE_COMPARE_EQUAL_OR_ZERO;
    return true;
}

static const struct reader_entry compare_keys[] = {
    {"multiset_dwords", compare_multiset}, {"each_dword_equal_or_zero", compare_zero}, {0}};

/* A word stands for the rule that takes no numbers. */
static bool binding_compare(struct reader *r, const case_node *node, void *object)
{
    if (case_node_kind(node) == CASE_NODE_MAP)
        return reader_map(r, node, compare_keys, object);
    if (strcmp(case_node_text(node), "each_dword_equal_or_zero") == 0)
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

static bool read_binding(struct reader *r, const case_node *node, void *item)
{
    struct case_binding *binding = item;
    binding->line = case_node_line(node);
    if (!reader_map(r, node, binding_keys, item))
        return false;
    return (binding->slot && binding->kind) || FAIL(r, node, "a binding needs 'slot' and 'kind'");
}

/* ---- buffers ---- */

READER_FIELD(buffer_file, case_buffer, file, reader_data)
READER_FIELD(buffer_expect, case_buffer, expect, reader_data)
READER_FIELD(buffer_mask, case_buffer, mask, reader_data)
READER_FIELD(buffer_fill, case_buffer, fill, reader_u32)
READER_FIELD(buffer_bytes, case_buffer, bytes, reader_u64)

static const struct reader_entry buffer_keys[] = {{"file", buffer_file},
                                                  {"expect", buffer_expect},
                                                  {"expect_mask", buffer_mask},
                                                  {"fill_dword", buffer_fill},
                                                  {"bytes", buffer_bytes},
                                                  {"note", NULL},
                                                  {0}};

static bool case_buffers(struct reader *r, const case_node *node, void *object)
{
    struct case_spec *test = object;
    if (!reader_is_map(r, node, "buffers by name"))
        return false;
    test->buffer_count = case_node_count(node);
    test->buffers = case_memory_alloc(test->memory, test->buffer_count, sizeof *test->buffers);
    if (!test->buffers)
        return reader_memory(r);
    for (size_t i = 0; i < test->buffer_count; i++) {
        struct case_buffer *buffer = &test->buffers[i];
        if (!reader_key(r, case_node_key(r->yaml, node, i), &buffer->name) ||
            !reader_map(r, case_node_value(r->yaml, node, i), buffer_keys, buffer))
            return false;
    }
    return true;
}

/* ---- steps ---- */

static bool step_groups(struct reader *r, const case_node *node, void *object)
{
    struct case_step *step = object;
    if (case_node_kind(node) != CASE_NODE_LIST || case_node_count(node) < 1 || case_node_count(node) > 3)
        return FAIL(r, node, "expected [x, y, z]");
    step->has_groups = true;
    for (size_t i = 0; i < case_node_count(node); i++)
        if (!reader_u32(r, case_node_item(r->yaml, node, i), &step->groups[i]))
            return false;
    return true;
}

READER_FIELD(step_shader, case_step, shader, reader_text)
READER_FIELD(from_slot, case_step, from_slot, reader_text)
READER_FIELD(from_byte, case_step, from_byte, reader_u64)

static const struct reader_entry from_keys[] = {{"slot", from_slot}, {"byte", from_byte}, {0}};

static bool step_from(struct reader *r, const case_node *node, void *object)
{
    return reader_map(r, node, from_keys, object);
}

static bool step_sets(struct reader *r, const case_node *node, void *object)
{
    struct case_step *step = object;
    if (!reader_is_map(r, node, "contents by slot, or values by constant"))
        return false;
    step->sets = case_memory_alloc(r->test->memory, case_node_count(node), sizeof *step->sets);
    if (!step->sets)
        return reader_memory(r);
    for (size_t i = 0; i < case_node_count(node); i++) {
        const char *key = case_node_key(r->yaml, node, i);
        const case_node *value = case_node_value(r->yaml, node, i);
        struct case_set *set = &step->sets[step->set_count];
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

static bool step_checkpoints(struct reader *r, const case_node *node, void *object)
{
    struct case_step *step = object;
    if (!reader_is_map(r, node, "values by SLOT.counter or SLOT[i]"))
        return false;
    step->checkpoint_count = case_node_count(node);
    step->checkpoints = case_memory_alloc(r->test->memory, step->checkpoint_count, sizeof *step->checkpoints);
    for (size_t i = 0; step->checkpoints && i < step->checkpoint_count; i++) {
        if (!reader_key(r, case_node_key(r->yaml, node, i), &step->checkpoints[i].key) ||
            !reader_u32(r, case_node_value(r->yaml, node, i), &step->checkpoints[i].value))
            return false;
        step->checkpoints[i].mark = case_node_start(case_node_value(r->yaml, node, i));
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

static bool read_step(struct reader *r, const case_node *node, void *item)
{
    struct case_step *step = item;
    step->groups[0] = step->groups[1] = step->groups[2] = 1;
    if (!reader_map(r, node, step_keys, item))
        return false;
    return step->has_groups || step->from_slot || FAIL(r, node, "a step needs 'groups' or 'groups_from'");
}

/* ---- tolerance ---- */

static bool tolerance_kind(struct reader *r, const case_node *node, void *object)
{
    static const char *const kinds[] = {
        [CASE_EXACT] = "exact",         [CASE_FLOAT_ULP] = "float_ulp",
        [CASE_FLOAT_REL] = "float_rel", [CASE_UNORM_STEP] = "unorm_step",
        [CASE_FRACTION] = "fraction",   [CASE_EXACT_OR_REL] = "dword_exact_or_float_rel",
        [CASE_INVARIANT] = "invariant",
    };
    for (size_t i = 0; i < BASE_COUNT(kinds); i++) {
        if (strcmp(case_node_text(node), kinds[i]) == 0) {
            ((struct case_tolerance *)object)->kind = (enum case_tolerance_kind)i;
            return true;
        }
    }
    return FAIL(r, node,
                "unknown tolerance '%.40s'; expected exact, float_ulp, float_rel, unorm_step, fraction, "
                "dword_exact_or_float_rel or invariant",
                case_node_text(node));
}

READER_FIELD(tolerance_rel, case_tolerance, rel, reader_real)
READER_FIELD(tolerance_abs, case_tolerance, abs, reader_real)
READER_FIELD(tolerance_ulp, case_tolerance, ulp, reader_u32)
READER_FIELD(tolerance_steps, case_tolerance, steps, reader_u32)
READER_FIELD(tolerance_fraction, case_tolerance, max_mismatch, reader_real)
READER_FIELD(tolerance_expr, case_tolerance, expr, reader_text)

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
    enum case_tolerance_kind kind[2];
    double most;
} tolerance_limits[] = {
    {"rel", "float_rel or dword_exact_or_float_rel", {CASE_FLOAT_REL, CASE_EXACT_OR_REL}, 1},
    {"abs", "float_rel or dword_exact_or_float_rel", {CASE_FLOAT_REL, CASE_EXACT_OR_REL}, HUGE_VAL},
    {"ulp", "float_ulp", {CASE_FLOAT_ULP, CASE_FLOAT_ULP}, 1 << 23},
    {"steps", "unorm_step", {CASE_UNORM_STEP, CASE_UNORM_STEP}, HUGE_VAL},
    {"max_mismatch", "fraction", {CASE_FRACTION, CASE_FRACTION}, 1},
    {"expr", "invariant", {CASE_INVARIANT, CASE_INVARIANT}, HUGE_VAL},
};

/* A number that the kind does not use would be ignored, and the comparison would be exact instead. */
static bool check_tolerance_key(struct reader *r, const case_node *map, size_t index,
                                const struct case_tolerance *tolerance)
{
    const char *key = case_node_key(r->yaml, map, index);
    const case_node *value = case_node_value(r->yaml, map, index);
    for (size_t i = 0; i < BASE_COUNT(tolerance_limits); i++) {
        if (strcmp(tolerance_limits[i].key, key) != 0)
            continue;
        if (tolerance->kind != tolerance_limits[i].kind[0] && tolerance->kind != tolerance_limits[i].kind[1])
            return FAIL(r, case_node_key_node(r->yaml, map, index), "'%s' goes with kind: %s", key,
                        tolerance_limits[i].kinds);
        double number = strtod(case_node_text(value), NULL);
        if (tolerance->kind != CASE_INVARIANT && number > tolerance_limits[i].most)
            return FAIL(r, value, "%s: '%.40s' is out of range; expected 0 to %.9g", key,
                        case_node_text(value), tolerance_limits[i].most);
    }
    return true;
}

static bool case_tolerance(struct reader *r, const case_node *node, void *object)
{
    struct case_tolerance *tolerance = &((struct case_spec *)object)->tolerance;
    if (!reader_map(r, node, tolerance_keys, tolerance))
        return false;
    for (size_t i = 0; i < case_node_count(node); i++)
        if (!check_tolerance_key(r, node, i, tolerance))
            return false;
    return tolerance->kind != CASE_INVARIANT || tolerance->expr || FAIL(r, node, "an invariant needs 'expr'");
}

/* ---- the case ---- */

READER_FIELD(case_name, case_spec, name, reader_text)
READER_FIELD(case_stage, case_spec, stage, reader_text)
READER_FIELD(case_model, case_spec, model, reader_text)
READER_FIELD(case_shader, case_spec, shader, reader_text)
READER_FIELD(case_shader_text, case_spec, shader_text, reader_text)
READER_FIELD(case_max_steps, case_spec, max_steps, reader_u64)

static bool case_steps(struct reader *r, const case_node *node, void *object)
{
    struct case_spec *test = object;
    return reader_list(r, node, sizeof *test->steps, read_step, (void **)&test->steps, &test->step_count);
}

static bool case_bindings(struct reader *r, const case_node *node, void *object)
{
    struct case_spec *test = object;
    return reader_list(r, node, sizeof *test->bindings, read_binding, (void **)&test->bindings,
                       &test->binding_count);
}

static bool case_classes(struct reader *r, const case_node *node, void *object)
{
    struct case_spec *test = object;
    if (!reader_is_map(r, node, "tables by interface, as in {fp0[0]: ft1}"))
        return false;
    test->class_count = case_node_count(node);
    test->classes = case_memory_alloc(test->memory, test->class_count, sizeof *test->classes);
    for (size_t i = 0; test->classes && i < test->class_count; i++) {
        if (!reader_key(r, case_node_key(r->yaml, node, i), &test->classes[i].interface) ||
            !reader_text(r, case_node_value(r->yaml, node, i), &test->classes[i].table))
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
static bool expects_something(const struct case_spec *test)
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
    return test->tolerance.kind == CASE_INVARIANT || test->has_findings ||
           case_stage_expects(&test->stage_case);
}

static bool set_names(struct reader *r, const char *path)
{
    const char *slash = strrchr(path, '/');
    struct case_spec *test = r->test;
    test->path = case_memory_string(test->memory, path, strlen(path));
    test->folder = slash ? case_memory_string(test->memory, path, (size_t)(slash - path)) : "";
    return (test->path && test->folder) || reader_memory(r);
}

static bool check_case(struct reader *r, const case_node *root)
{
    struct case_spec *test = r->test;
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

bool case_spec_parse(const char *path, const struct io_bytes *text, struct case_spec *out,
                     struct io_error *error)
{
    *out = (struct case_spec){.memory = case_memory_new()};
    if (!out->memory)
        return io_fail(error, "out of memory");
    struct reader r = {.yaml = case_yaml_parse(path, text, error), .test = out, .error = error};
    bool ok = false;
    if (r.yaml) {
        const case_node *root = case_yaml_root(r.yaml);
        ok = set_names(&r, path) && reader_map(&r, root, case_keys, out) && check_case(&r, root);
    }
    case_yaml_free(r.yaml);
    if (!ok)
        case_spec_free(out);
    return ok;
}

bool case_spec_read(const char *path, struct case_spec *out, struct io_error *error)
{
    struct io_bytes text;
    if (!io_read_file(path, &text, error))
        return false;
    bool ok = case_spec_parse(path, &text, out, error);
    io_bytes_free(&text);
    return ok;
}

void case_spec_free(struct case_spec *test)
{
    case_memory_free(test->memory);
    *test = (struct case_spec){0};
}

bool case_data_load(const struct case_spec *test, const struct case_data *data, struct io_bytes *out,
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
