/* Test cases: the keys of docs/test-format.md, from YAML or JSON. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "case/case_reader.h"

#define FAIL READER_FAIL
/* Offsets in struct OF of a row, and of its fields `has`, `mark` and `count`. */
#define AT(field)                   .offset = offsetof(struct OF, field)
#define HAS(field)                  .has = offsetof(struct OF, has_##field) + 1
#define MARK(field)                 .mark = offsetof(struct OF, field) + 1
#define COUNT(field)                .count = offsetof(struct OF, field) + 1
#define ITEMS(field, number, items) AT(field), COUNT(number), .shape = &(items)
#define THREE                       .min = 3, .max = 3, .expected = "[x, y, z]"
#define ROWS                        .rows = (const struct reader_row[])

/* ---- bindings ---- */

static bool read_multiset(struct reader *r, const case_node *node, void *object)
{
    struct case_binding *binding = object;
    binding->compare = CASE_COMPARE_MULTISET;
    if (case_node_kind(node) != CASE_NODE_LIST || case_node_count(node) != 2)
        return FAIL(r, node, "expected [first, end]");
    return reader_u32(r, case_node_item(r->yaml, node, 0), &binding->compare_first) &&
           reader_u32(r, case_node_item(r->yaml, node, 1), &binding->compare_end);
}

static bool read_equal_or_zero(struct reader *r, const case_node *node, void *object)
{
    (void)r, (void)node;
    ((struct case_binding *)object)->compare = CASE_COMPARE_EQUAL_OR_ZERO;
    return true;
}

static const struct reader_shape compare_shape = {ROWS{
    {"multiset_dwords", READ_CUSTOM, .custom = read_multiset},
    {"each_dword_equal_or_zero", READ_CUSTOM, .custom = read_equal_or_zero},
    {0},
}};

static bool read_compare(struct reader *r, const case_node *node, void *object)
{
    if (case_node_kind(node) == CASE_NODE_MAP)
        return reader_map(r, node, &compare_shape, object);
    if (strcmp(case_node_text(node), "each_dword_equal_or_zero") == 0)
        return read_equal_or_zero(r, node, object);
    return FAIL(r, node, "expected {multiset_dwords: [first, end]} or each_dword_equal_or_zero");
}

#define OF case_binding
static const struct reader_shape counter_shape = {ROWS{
    {"buffer", READ_TEXT, AT(counter_buffer)},
    {"byte_offset", READ_U64, AT(counter_offset)},
    {0},
}};

static void open_binding(void *object, const case_node *node)
{
    ((struct case_binding *)object)->line = case_node_line(node);
}

static bool check_binding(struct reader *r, const case_node *node, void *object)
{
    const struct case_binding *binding = object;
    return (binding->slot && binding->kind) || FAIL(r, node, "a binding needs 'slot' and 'kind'");
}

static const struct reader_shape binding_shape = {
    ROWS{
        {"slot", READ_TEXT, AT(slot)},
        {"kind", READ_TEXT, AT(kind)},
        {"format", READ_TEXT, AT(format)},
        {"struct", READ_TEXT, AT(members)},
        {"buffer", READ_TEXT, AT(buffer)},
        {"array_index", READ_U32, AT(array_index)},
        {"stride", READ_U32, AT(stride)},
        {"first", READ_U64, AT(first), HAS(first)},
        {"count", READ_U64, AT(count), HAS(count), .min = 1},
        {"byte_offset", READ_U64, AT(byte_offset)},
        {"bytes", READ_U64, AT(bytes), HAS(bytes)},
        {"file", READ_DATA, AT(file)},
        {"expect", READ_DATA, AT(expect)},
        {"expect_mask", READ_DATA, AT(mask)},
        {"counter", READ_U32, AT(counter), HAS(counter)},
        {"expect_counter", READ_U32, AT(expect_counter), HAS(expect_counter), MARK(counter_mark)},
        {"counter_at", READ_MAP, .shape = &counter_shape},
        {"compare", READ_CUSTOM, .custom = read_compare},
        {"bytes_per_run", READ_U32, AT(bytes_per_run)},
        /* textures */
        {"width", READ_U32, AT(texture.width)},
        {"height", READ_U32, AT(texture.height)},
        {"depth", READ_U32, AT(texture.depth)},
        {"layers", READ_U32, AT(texture.layers)},
        {"mips", READ_U32, AT(texture.mips)},
        {"samples", READ_U32, AT(texture.samples)},
        {"first_mip", READ_U32, AT(texture.first_mip)},
        {"view_mips", READ_U32, AT(texture.view_mips)},
        {"first_layer", READ_U32, AT(texture.first_layer)},
        {"view_layers", READ_U32, AT(texture.view_layers)},
        {"view_format", READ_TEXT, AT(view_format)},
        /* samplers: in the order of host_sampler_keys */
        {"filter", READ_TEXT, AT(sampler[0])},
        {"min", READ_TEXT, AT(sampler[1])},
        {"mag", READ_TEXT, AT(sampler[2])},
        {"mip", READ_TEXT, AT(sampler[3])},
        {"comparison", READ_TEXT, AT(sampler[4])},
        {"reduction", READ_TEXT, AT(sampler[5])},
        {"address", READ_TEXT, AT(sampler[6])},
        {"bias", READ_TEXT, AT(sampler[7])},
        {"min_lod", READ_TEXT, AT(sampler[8])},
        {"max_lod", READ_TEXT, AT(sampler[9])},
        {"border", READ_TEXT, AT(sampler[10])},
        {"anisotropy", READ_TEXT, AT(sampler[11])},
        {0},
    },
    .size = sizeof(struct case_binding),
    .open = open_binding,
    .check = check_binding,
};
#undef OF

/* ---- buffers, classes ---- */

#define OF case_buffer
static const struct reader_shape buffer_shape = {
    ROWS{
        {"file", READ_DATA, AT(file)},
        {"expect", READ_DATA, AT(expect)},
        {"expect_mask", READ_DATA, AT(mask)},
        {"fill_dword", READ_U32, AT(fill)},
        {"bytes", READ_U64, AT(bytes)},
        {0},
    },
    .size = sizeof(struct case_buffer),
};
#undef OF

static const struct reader_shape class_shape = {
    .item = {.kind = READ_TEXT, .offset = offsetof(struct case_class, table)},
    .size = sizeof(struct case_class)};

/* ---- steps ---- */

/* Whether a key is a slot: "t0", "u3@1", "cb2". Other keys are names of constants. */
static bool is_slot(const char *key)
{
    size_t letters = strncmp(key, "cb", 2) == 0 ? 2 : key[0] && strchr("tub", key[0]) ? 1 : 0;
    size_t digits = strspn(key + letters, "0123456789");
    return letters && digits && !strchr(key, '.');
}

static bool read_sets(struct reader *r, const case_node *node, void *object)
{
    struct case_step *step = object;
    if (!reader_is_map(r, node, "contents by slot, or values by constant"))
        return false;
    step->sets = arena_array(&r->test->arena, case_node_count(node) + 1, sizeof *step->sets);
    if (!step->sets)
        return reader_memory(r);
    for (size_t i = 0; i < case_node_count(node); i++) {
        const char *key = case_node_key(r->yaml, node, i);
        const case_node *value = case_node_value(r->yaml, node, i);
        struct case_set *set = &step->sets[step->set_count];
        bool slot = is_slot(key);
        if (slot ? !reader_copy(r, key, &set->slot) || !reader_data(r, value, &set->data)
                 : !reader_constants(r, key, value, &step->constants))
            return false;
        step->set_count += slot;
    }
    return true;
}

static const struct reader_shape checkpoint_shape = {
    .item = {.kind = READ_U32,
             .offset = offsetof(struct case_checkpoint, value),
             .mark = offsetof(struct case_checkpoint, mark) + 1},
    .size = sizeof(struct case_checkpoint)};

static void open_step(void *object, const case_node *node)
{
    (void)node;
    for (int i = 0; i < 3; i++)
        ((struct case_step *)object)->groups[i] = 1;
}

static bool check_step(struct reader *r, const case_node *node, void *object)
{
    const struct case_step *step = object;
    return step->has_groups || step->from_slot || FAIL(r, node, "a step needs 'groups' or 'groups_from'");
}

#define OF case_step
static const struct reader_shape from_shape = {ROWS{
    {"slot", READ_TEXT, AT(from_slot)},
    {"byte", READ_U64, AT(from_byte)},
    {0},
}};

static const struct reader_shape step_shape = {
    ROWS{
        {"groups", READ_U32S, AT(groups), HAS(groups), .min = 1, .max = 3, .expected = "[x, y, z]"},
        {"groups_from", READ_MAP, .shape = &from_shape},
        {"shader", READ_TEXT, AT(shader)},
        {"set", READ_CUSTOM, .custom = read_sets},
        {"checkpoint", READ_NAMED, ITEMS(checkpoints, checkpoint_count, checkpoint_shape),
         .expected = "values by SLOT.counter or SLOT[i]"},
        {0},
    },
    .size = sizeof(struct case_step),
    .open = open_step,
    .check = check_step,
};
#undef OF

/* ---- tolerance ---- */

static const char *const tolerance_kinds[] = {
    [CASE_EXACT] = "exact",         [CASE_FLOAT_ULP] = "float_ulp",
    [CASE_FLOAT_REL] = "float_rel", [CASE_UNORM_STEP] = "unorm_step",
    [CASE_FRACTION] = "fraction",   [CASE_EXACT_OR_REL] = "dword_exact_or_float_rel",
    [CASE_INVARIANT] = "invariant", NULL,
};

/* The kinds that use a key. */
static const struct {
    const char *key, *kinds;
    unsigned mask;
} tolerance_uses[] = {
    {"rel", "float_rel or dword_exact_or_float_rel", 1 << CASE_FLOAT_REL | 1 << CASE_EXACT_OR_REL},
    {"abs", "float_rel or dword_exact_or_float_rel", 1 << CASE_FLOAT_REL | 1 << CASE_EXACT_OR_REL},
    {"ulp", "float_ulp", 1 << CASE_FLOAT_ULP},
    {"steps", "unorm_step", 1 << CASE_UNORM_STEP},
    {"max_mismatch", "fraction", 1 << CASE_FRACTION},
    {"expr", "invariant", 1 << CASE_INVARIANT},
};

/* A number that the kind does not use would be ignored silently, so it is an error. */
static bool check_tolerance(struct reader *r, const case_node *node, void *object)
{
    const struct case_tolerance *tolerance = object;
    for (size_t i = 0; i < case_node_count(node); i++)
        for (size_t k = 0; k < BASE_COUNT(tolerance_uses); k++)
            if (strcmp(tolerance_uses[k].key, case_node_key(r->yaml, node, i)) == 0 &&
                !(tolerance_uses[k].mask >> tolerance->kind & 1))
                return FAIL(r, case_node_key_node(r->yaml, node, i), "'%s' requires kind: %s",
                            tolerance_uses[k].key, tolerance_uses[k].kinds);
    return tolerance->kind != CASE_INVARIANT || tolerance->expr || FAIL(r, node, "an invariant needs 'expr'");
}

#define OF case_tolerance
static const struct reader_shape tolerance_shape = {
    ROWS{
        {"kind", READ_CHOICE, AT(kind), .names = tolerance_kinds},
        {"rel", READ_REAL, AT(rel), .max = 1},
        {"abs", READ_REAL, AT(abs)},
        {"ulp", READ_U32, AT(ulp), .max = 1 << 23},
        {"steps", READ_U32, AT(steps)},
        {"max_mismatch", READ_REAL, AT(max_mismatch), .max = 1},
        {"expr", READ_TEXT, AT(expr)},
        {0},
    },
    .check = check_tolerance,
};
#undef OF

/* ---- the checker, and its findings ---- */

static bool check_finding(struct reader *r, const case_node *node, void *object)
{
    return ((struct case_finding *)object)->kind || FAIL(r, node, "a finding needs 'kind'");
}

#define OF case_finding
static const struct reader_shape finding_shape = {
    ROWS{
        {"kind", READ_TEXT, AT(kind)},
        {"register", READ_TEXT, AT(reg), HAS(reg)},
        {"instruction", READ_U32, AT(instruction), HAS(instruction)},
        {"other", READ_U32, AT(other), HAS(other)},
        {"element", READ_U64, AT(element), HAS(element)},
        {"byte_offset", READ_U32, AT(byte_offset), HAS(byte_offset)},
        {"count", READ_U64, AT(count), HAS(count)},
        {"thread", READ_U32S, AT(thread), HAS(thread), THREE},
        {"group", READ_U32S, AT(group), HAS(group), THREE},
        {"other_thread", READ_U32S, AT(other_thread), HAS(other_thread), THREE},
        {"other_group", READ_U32S, AT(other_group), HAS(other_group), THREE},
        {0},
    },
    .size = sizeof(struct case_finding),
    .check = check_finding,
};
#undef OF

static const struct reader_shape text_shape = {.item = {.kind = READ_TEXT}, .size = sizeof(const char *)};

#define OF case_checks
static const struct reader_shape checks_shape = {ROWS{
    {"allowed_races", READ_LIST, ITEMS(allowed_races, allowed_race_count, text_shape)},
    {"numbers", READ_BOOL, AT(numbers)},
    {"atomic_ordered", READ_BOOL, AT(atomic_ordered)},
    {"orders", READ_U32, AT(orders)},
    {"seed", READ_U64, AT(seed)},
    {0},
}};
#undef OF

/* ---- HLSL ---- */

static bool read_defines(struct reader *r, const case_node *node, void *object)
{
    struct case_hlsl *hlsl = object;
    if (!reader_is_map(r, node, "values by macro, as in {SIZE: 64}"))
        return false;
    hlsl->define_count = case_node_count(node);
    hlsl->defines = arena_array(&r->test->arena, hlsl->define_count + 1, sizeof *hlsl->defines);
    for (size_t i = 0; hlsl->defines && i < hlsl->define_count; i++) {
        const char *text, *name = case_node_key(r->yaml, node, i);
        if (!reader_text(r, case_node_value(r->yaml, node, i), &text))
            return false;
        if (!(hlsl->defines[i] = arena_printf(&r->test->arena, "%s=%s", name, text)))
            return reader_memory(r);
    }
    return hlsl->defines || reader_memory(r);
}

static bool read_folder(struct reader *r, const case_node *node, void *item)
{
    const char *text;
    if (!reader_text(r, node, &text))
        return false;
    char *path = io_join(r->test->folder, text);
    bool ok = path ? reader_copy(r, path, item) : reader_memory(r);
    free(path);
    return ok;
}

static const struct reader_shape folder_shape = {.item = {.kind = READ_CUSTOM, .custom = read_folder},
                                                 .size = sizeof(const char *)};

#define OF case_hlsl
static const struct reader_shape hlsl_shape = {ROWS{
    {"entry", READ_TEXT, AT(entry)},
    {"profile", READ_TEXT, AT(profile)},
    {"defines", READ_CUSTOM, .custom = read_defines},
    {"includes", READ_LIST, ITEMS(includes, include_count, folder_shape)},
    {0},
}};
#undef OF

/* ---- stages other than compute ---- */

static void open_register(void *object, const case_node *node)
{
    ((struct case_register *)object)->line = case_node_line(node);
}

static bool check_register(struct reader *r, const case_node *node, void *object)
{
    const struct case_register *made = object;
    return (made->slot && made->file.present) || FAIL(r, node, "a register needs 'slot' and 'file'");
}

#define OF case_register
static const struct reader_shape register_shape = {
    ROWS{
        {"slot", READ_TEXT, AT(slot)},
        {"file", READ_DATA, AT(file)},
        {"vertices", READ_U64, AT(records)},
        {"bytes_per_run", READ_U32, AT(bytes_per_run)},
        {"compare", READ_TEXT, AT(compare)},
        {"type", READ_TEXT, AT(type)},
        {0},
    },
    .size = sizeof(struct case_register),
    .open = open_register,
    .check = check_register,
};
#undef OF

static const struct reader_shape real_shape = {.item = {.kind = READ_REAL}, .size = sizeof(double)};

/* patch_constants: expected of a hull shader, inputs of a domain shader. */
#define OF case_constant
static const struct reader_shape constant_shape = {
    .item = {.kind = READ_LIST, AT(values), COUNT(count), MARK(mark), .shape = &real_shape},
    .size = sizeof(struct case_constant)};
#undef OF

static const struct reader_shape u32_shape = {.item = {.kind = READ_U32}, .size = sizeof(uint32_t)};

#define OF case_emitted
static const struct reader_shape emitted_shape = {
    ROWS{
        {"stream", READ_U32, AT(stream)},
        {"vertices", READ_U64, AT(vertices), HAS(vertices), MARK(vertices_mark)},
        {"strips", READ_LIST, ITEMS(strips, strip_count, u32_shape), HAS(strips), MARK(strips_mark)},
        {"outputs", READ_LIST, ITEMS(outputs.list, outputs.count, register_shape)},
        {0},
    },
    .size = sizeof(struct case_emitted),
};
#undef OF

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

static const struct reader_shape point_shape = {.item = {.kind = READ_CUSTOM, .custom = read_point},
                                                .size = sizeof(double[3])};

static bool check_pixels(struct reader *r, const case_node *node, void *object)
{
    const struct case_pixels *pixels = object;
    for (size_t i = 0; i < 4; i++)
        if (pixels->rect[i] % 2 || pixels->rect[i] > 4096)
            return FAIL(r, node, "invalid rect; expected even numbers up to 4096: pixels run in quads");
    return true;
}

#define OF case_pixels
static const struct reader_shape pixels_shape = {
    ROWS{
        {"rect", READ_U32S, AT(rect), .min = 4, .max = 4, .expected = "[left, top, width, height]"},
        {"samples", READ_U32, AT(samples)},
        {"coverage", READ_DATA, AT(coverage)},
        {"written", READ_DATA, AT(written)},
        {0},
    },
    .check = check_pixels,
};
#undef OF

/* ---- the case ---- */

static bool read_constants(struct reader *r, const case_node *node, void *object)
{
    struct case_spec *test = object;
    return reader_is_map(r, node, "values by constant, as in {Params.dt: 0.016}") &&
           reader_constants(r, "", node, &test->constants);
}

/* A case without expectations can never fail, which is a mistake in the case. */
static bool expects_something(const struct case_spec *test)
{
    const struct case_stage_spec *stage = &test->stage_case;
    for (size_t i = 0; i < test->binding_count; i++)
        if (test->bindings[i].expect.present || test->bindings[i].has_expect_counter)
            return true;
    for (size_t i = 0; i < test->buffer_count; i++)
        if (test->buffers[i].expect.present)
            return true;
    for (size_t i = 0; i < test->step_count; i++)
        if (test->steps[i].checkpoint_count)
            return true;
    return test->tolerance.kind == CASE_INVARIANT || test->has_findings || stage->outputs.count ||
           stage->constant_count || stage->emitted_count || stage->pixels.written.present;
}

static bool check_case(struct reader *r, const case_node *root, void *object)
{
    struct case_spec *test = object;
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

#define OF case_spec
static const struct reader_shape case_shape = {
    ROWS{
        {"name", READ_TEXT, AT(name)},
        {"stage", READ_TEXT, AT(stage)},
        {"shader", READ_TEXT, AT(shader)},
        {"shader_text", READ_TEXT, AT(shader_text)},
        {"hlsl", READ_MAP, AT(hlsl), HAS(hlsl), .shape = &hlsl_shape},
        {"set", READ_CUSTOM, .custom = read_constants},
        {"dispatches", READ_LIST, ITEMS(steps, step_count, step_shape)},
        {"bindings", READ_LIST, ITEMS(bindings, binding_count, binding_shape)},
        {"buffers", READ_NAMED, ITEMS(buffers, buffer_count, buffer_shape), .expected = "buffers by name"},
        {"classes", READ_NAMED, ITEMS(classes, class_count, class_shape),
         .expected = "tables by interface, as in {fp0[0]: ft1}"},
        {"tolerance", READ_MAP, AT(tolerance), .shape = &tolerance_shape},
        {"max_steps", READ_U64, AT(max_steps)},
        {"check", READ_MAP, AT(check), .shape = &checks_shape},
        {"findings", READ_LIST, ITEMS(findings, finding_count, finding_shape), HAS(findings)},
        /* stages other than compute */
        {"runs", READ_U32, AT(stage_case.runs)},
        {"inputs", READ_LIST, ITEMS(stage_case.inputs.list, stage_case.inputs.count, register_shape)},
        {"outputs", READ_LIST, ITEMS(stage_case.outputs.list, stage_case.outputs.count, register_shape)},
        {"stage_outputs", READ_LIST,
         ITEMS(stage_case.outputs.list, stage_case.outputs.count, register_shape)},
        {"patch_constants", READ_NAMED,
         ITEMS(stage_case.constants, stage_case.constant_count, constant_shape),
         .expected = "numbers by semantic"},
        {"emitted", READ_ONE_OR_LIST, ITEMS(stage_case.emitted, stage_case.emitted_count, emitted_shape)},
        {"domain_points", READ_LIST, ITEMS(stage_case.points, stage_case.point_count, point_shape)},
        {"pixels", READ_MAP, AT(stage_case.pixels), .has = offsetof(struct OF, stage_case.has_pixels) + 1,
         .shape = &pixels_shape},
        {"primitives", READ_U64, AT(stage_case.primitives)},
        {0},
    },
    .check = check_case,
};
#undef OF

static bool set_names(struct reader *r, const char *path)
{
    const char *slash = strrchr(path, '/');
    struct case_spec *test = r->test;
    test->path = arena_string(&test->arena, path, strlen(path));
    test->folder = slash ? arena_string(&test->arena, path, (size_t)(slash - path)) : "";
    return (test->path && test->folder) || reader_memory(r);
}

bool case_spec_parse(const char *path, const struct io_bytes *text, struct case_spec *out,
                     struct io_error *error)
{
    *out = (struct case_spec){0};
    struct reader r = {.yaml = case_yaml_parse(path, text, error), .test = out, .error = error};
    bool ok = r.yaml && set_names(&r, path) && reader_map(&r, case_yaml_root(r.yaml), &case_shape, out);
    case_yaml_free(r.yaml);
    if (!ok)
        case_spec_free(out);
    return ok;
}

bool case_spec_read(const char *path, struct case_spec *out, struct io_error *error)
{
    struct io_bytes text;
    if (!io_read_file(path, IO_PROGRAM_MOST, &text, error))
        return false;
    bool ok = case_spec_parse(path, &text, out, error);
    io_bytes_free(&text);
    return ok;
}

void case_spec_free(struct case_spec *test)
{
    arena_free(&test->arena);
    *test = (struct case_spec){0};
}

/* ---- queries on bindings ---- */

static const struct {
    const char *name;
    enum sm5_view_kind kind;
} kinds[] = {{"structured", SM5_VIEW_STRUCTURED},
             {"raw", SM5_VIEW_RAW},
             {"typed", SM5_VIEW_TYPED},
             {"cbuffer", SM5_VIEW_CBUFFER},
             {"null", SM5_VIEW_DECLARED},
             {"texture1d", SM5_VIEW_TEXTURE},
             {"texture1darray", SM5_VIEW_TEXTURE},
             {"texture2d", SM5_VIEW_TEXTURE},
             {"texture2darray", SM5_VIEW_TEXTURE},
             {"texture2dms", SM5_VIEW_TEXTURE},
             {"texture2dmsarray", SM5_VIEW_TEXTURE},
             {"texture3d", SM5_VIEW_TEXTURE},
             {"texturecube", SM5_VIEW_TEXTURE},
             {"texturecubearray", SM5_VIEW_TEXTURE}};

bool case_view_kind(const char *name, enum sm5_view_kind *kind)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].name, name) == 0) {
            *kind = kinds[i].kind;
            return true;
        }
    }
    return false;
}

bool case_is_input(const struct case_binding *binding)
{
    return strcmp(binding->kind, "input") == 0;
}

bool case_is_sampler(const struct case_binding *binding)
{
    return strcmp(binding->kind, "sampler") == 0;
}

uint32_t case_element_bytes(const struct case_binding *binding)
{
    enum sm5_view_kind kind = SM5_VIEW_DECLARED;
    case_view_kind(binding->kind, &kind);
    switch (kind) {
    case SM5_VIEW_STRUCTURED: return binding->stride;
    case SM5_VIEW_TEXTURE:
    case SM5_VIEW_TYPED: return binding->format ? sm5_format_bytes(sm5_format_find(binding->format)) : 0;
    case SM5_VIEW_CBUFFER: return 16;
    default: return 4;
    }
}

/* ---- contents ---- */

bool case_data_load(const struct case_spec *test, const struct case_data *data, struct io_bytes *out,
                    struct io_error *error)
{
    *out = (struct io_bytes){0};
    if (data->file) {
        char *path = io_join(test->folder, str_starts(data->file, "raw:") ? data->file + 4 : data->file);
        bool ok = path ? io_read_file(path, IO_MEMORY_MOST, out, error) : io_fail(error, "out of memory");
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
