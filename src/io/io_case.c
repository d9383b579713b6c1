/* Test cases: the keys of docs/test-format.md, from YAML or JSON. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "io.h"
#include "io_yaml.h"

/* What every reader of a part needs. */
struct reader {
    struct io_yaml *yaml;
    struct io_case *test;
    struct io_error *error;
};

#define FAIL(r, node, ...) io_yaml_fail((r)->yaml, (node), (r)->error, __VA_ARGS__)

static bool out_of_memory(struct reader *r)
{
    return io_fail(r->error, "out of memory");
}

/* ---- scalars ---- */

static bool read_text(struct reader *r, const io_node *node, const char **out)
{
    if (io_node_kind(node) != IO_NODE_SCALAR)
        return FAIL(r, node, "expected a word");
    *out = io_memory_string(r->test->memory, io_node_text(node), io_node_length(node));
    return *out || out_of_memory(r);
}

static bool read_u64(struct reader *r, const io_node *node, uint64_t *out)
{
    const char *text = io_node_text(node);
    char *end;
    errno = 0;
    bool hex = strncmp(text, "0x", 2) == 0;
    unsigned long long value = strtoull(text, &end, hex ? 16 : 10);
    if (io_node_kind(node) != IO_NODE_SCALAR || *end || end == text || errno || text[0] == '-')
        return FAIL(r, node, "'%s' is no whole number", text);
    *out = value;
    return true;
}

static bool read_u32(struct reader *r, const io_node *node, uint32_t *out)
{
    uint64_t value;
    if (!read_u64(r, node, &value))
        return false;
    if (value > UINT32_MAX)
        return FAIL(r, node, "%s is more than 32 bits hold", io_node_text(node));
    *out = (uint32_t)value;
    return true;
}

static bool read_real(struct reader *r, const io_node *node, double *out)
{
    const char *text = io_node_text(node);
    char *end;
    *out = strtod(text, &end);
    if (io_node_kind(node) != IO_NODE_SCALAR || *end || end == text || !isfinite(*out))
        return FAIL(r, node, "'%s' is no number", text);
    return true;
}

/* ---- lists ---- */

/* Calls `read` for each item with an element of a zeroed array of `size` bytes each. */
typedef bool read_item(struct reader *r, const io_node *node, void *item);

static bool read_list(struct reader *r, const io_node *node, size_t size, read_item *read, void **items,
                      size_t *count)
{
    if (io_node_kind(node) != IO_NODE_LIST)
        return FAIL(r, node, "expected a list");
    size_t n = io_node_count(node);
    char *array = io_memory_alloc(r->test->memory, n, size);
    if (!array)
        return out_of_memory(r);
    for (size_t i = 0; i < n; i++)
        if (!read(r, io_node_item(r->yaml, node, i), array + i * size))
            return false;
    *items = array;
    *count = n;
    return true;
}

/* ---- maps ---- */

/* One key of a map: how it is read into the struct at `object`. NULL: known, and of no use to a runner. */
struct key {
    const char *name;
    bool (*read)(struct reader *r, const io_node *node, void *object);
};

static const char *nearest(const struct key *keys, const char *word)
{
    const char *best = NULL;
    unsigned distance = 4;
    for (; keys->name; keys++) {
        unsigned d = str_distance(keys->name, word);
        if (d < distance) {
            distance = d;
            best = keys->name;
        }
    }
    return best;
}

static bool read_map(struct reader *r, const io_node *node, const struct key *keys, void *object)
{
    if (io_node_kind(node) != IO_NODE_MAP)
        return FAIL(r, node, "expected keys and values");
    for (size_t i = 0; i < io_node_count(node); i++) {
        const char *name = io_node_key(r->yaml, node, i);
        const struct key *key = keys;
        while (key->name && strcmp(key->name, name) != 0)
            key++;
        const io_node *value = io_node_value(r->yaml, node, i);
        if (!key->name) {
            const char *near = nearest(keys, name);
            return FAIL(r, value, "unknown key '%s'%s%s%s", name, near ? "; did you mean '" : "",
                        near ? near : "", near ? "'?" : "");
        }
        if (key->read && !key->read(r, value, object))
            return false;
    }
    return true;
}

/* ---- contents ---- */

struct contents {
    const char *type;
    const io_node *values;
};

static bool contents_type(struct reader *r, const io_node *node, void *object)
{
    return read_text(r, node, &((struct contents *)object)->type);
}

static bool contents_values(struct reader *r, const io_node *node, void *object)
{
    (void)r;
    ((struct contents *)object)->values = node;
    return true;
}

static const struct key contents_keys[] = {{"type", contents_type}, {"values", contents_values}, {0}};

/* Words of hexadecimal digits, without 0x, two digits a byte. */
static bool add_hex(struct strbuf *out, const char *text)
{
    size_t n = strlen(text);
    if (n % 2 || strspn(text, "0123456789abcdefABCDEF") != n)
        return false;
    for (size_t i = 0; i < n; i += 2) {
        const char pair[3] = {text[i], text[i + 1], 0};
        strbuf_add_char(out, (char)strtoul(pair, NULL, 16));
    }
    return true;
}

static bool add_double(struct strbuf *out, const char *text)
{
    char *end;
    double value = strtod(text, &end);
    uint64_t bits = strncmp(text, "0x", 2) == 0 ? strtoull(text, &end, 16) : bits_of_double(value);
    strbuf_add_bytes(out, (const char *)&bits, 8);
    return *end == 0 && end != text;
}

static bool add_value(struct strbuf *out, const char *type, const char *text)
{
    if (strcmp(type, "hex") == 0)
        return add_hex(out, text);
    if (strcmp(type, "f64") == 0)
        return add_double(out, text);
    uint32_t word;
    if (!io_parse_word(text, strlen(text), type[0], &word))
        return false;
    strbuf_add_bytes(out, (const char *)&word, 4);
    return true;
}

static bool known_type(const char *type)
{
    static const char *const types[] = {"f32", "u32", "i32", "f64", "hex"};
    for (size_t i = 0; i < BASE_COUNT(types); i++)
        if (strcmp(types[i], type) == 0)
            return true;
    return false;
}

static bool collect_values(struct reader *r, const struct contents *contents, struct strbuf *bytes)
{
    if (io_node_kind(contents->values) == IO_NODE_SCALAR)
        return add_value(bytes, contents->type, io_node_text(contents->values)) ||
               FAIL(r, contents->values, "'%s' is no %s", io_node_text(contents->values), contents->type);
    if (io_node_kind(contents->values) != IO_NODE_LIST)
        return FAIL(r, contents->values, "expected a list of values");
    for (size_t i = 0; i < io_node_count(contents->values); i++) {
        const io_node *item = io_node_item(r->yaml, contents->values, i);
        if (io_node_kind(item) != IO_NODE_SCALAR || !add_value(bytes, contents->type, io_node_text(item)))
            return FAIL(r, item, "'%s' is no %s", io_node_text(item), contents->type);
    }
    return true;
}

static bool read_contents(struct reader *r, const io_node *node, struct io_data *data)
{
    struct contents contents = {0};
    if (!read_map(r, node, contents_keys, &contents))
        return false;
    if (!contents.type || !known_type(contents.type) || !contents.values)
        return FAIL(r, node, "expected a file name or {type: f32|u32|i32|f64|hex, values: [...]}");
    struct strbuf bytes = {0};
    bool ok = collect_values(r, &contents, &bytes);
    if (ok) {
        data->bytes = (const uint8_t *)io_memory_string(r->test->memory, strbuf_text(&bytes), bytes.length);
        data->size = bytes.length;
        ok = (data->bytes && !bytes.failed) || out_of_memory(r);
    }
    strbuf_free(&bytes);
    return ok;
}

static bool read_data(struct reader *r, const io_node *node, struct io_data *data)
{
    *data = (struct io_data){.present = true};
    return io_node_kind(node) == IO_NODE_SCALAR ? read_text(r, node, &data->file)
                                                : read_contents(r, node, data);
}

/* ---- bindings ---- */

#define READ(function, type, field, parse)                                                                   \
    static bool function(struct reader *r, const io_node *node, void *object)                                \
    {                                                                                                        \
        return parse(r, node, &((struct type *)object)->field);                                              \
    }
#define READ_FLAGGED(function, type, field, parse)                                                           \
    static bool function(struct reader *r, const io_node *node, void *object)                                \
    {                                                                                                        \
        ((struct type *)object)->has_##field = true;                                                         \
        return parse(r, node, &((struct type *)object)->field);                                              \
    }

READ(binding_slot, io_binding, slot, read_text)
READ(binding_kind, io_binding, kind, read_text)
READ(binding_format, io_binding, format, read_text)
READ(binding_buffer, io_binding, buffer, read_text)
READ(binding_array_index, io_binding, array_index, read_u32)
READ(binding_stride, io_binding, stride, read_u32)
READ(binding_byte_offset, io_binding, byte_offset, read_u64)
READ(binding_file, io_binding, file, read_data)
READ(binding_expect, io_binding, expect, read_data)
READ(binding_mask, io_binding, mask, read_data)
READ(counter_buffer, io_binding, counter_buffer, read_text)
READ(counter_offset, io_binding, counter_offset, read_u64)
READ_FLAGGED(binding_first, io_binding, first, read_u64)
READ_FLAGGED(binding_count, io_binding, count, read_u64)
READ_FLAGGED(binding_bytes, io_binding, bytes, read_u64)
READ_FLAGGED(binding_counter, io_binding, counter, read_u32)
READ_FLAGGED(binding_expect_counter, io_binding, expect_counter, read_u32)

static const struct key counter_at_keys[] = {
    {"buffer", counter_buffer}, {"byte_offset", counter_offset}, {0}};

static bool binding_counter_at(struct reader *r, const io_node *node, void *object)
{
    return read_map(r, node, counter_at_keys, object);
}

static bool compare_multiset(struct reader *r, const io_node *node, void *object)
{
    struct io_binding *binding = object;
    binding->compare = IO_COMPARE_MULTISET;
    if (io_node_kind(node) != IO_NODE_LIST || io_node_count(node) != 2)
        return FAIL(r, node, "expected [first, end]");
    return read_u32(r, io_node_item(r->yaml, node, 0), &binding->compare_first) &&
           read_u32(r, io_node_item(r->yaml, node, 1), &binding->compare_end);
}

static bool compare_zero(struct reader *r, const io_node *node, void *object)
{
    (void)r, (void)node;
    ((struct io_binding *)object)->compare = IO_COMPARE_EQUAL_OR_ZERO;
    return true;
}

static const struct key compare_keys[] = {
    {"multiset_dwords", compare_multiset}, {"each_dword_equal_or_zero", compare_zero}, {0}};

/* A word stands for the rule that takes no numbers. */
static bool binding_compare(struct reader *r, const io_node *node, void *object)
{
    if (io_node_kind(node) == IO_NODE_MAP)
        return read_map(r, node, compare_keys, object);
    if (strcmp(io_node_text(node), "each_dword_equal_or_zero") == 0)
        return compare_zero(r, node, object);
    return FAIL(r, node, "expected {multiset_dwords: [first, end]} or each_dword_equal_or_zero");
}

static const struct key binding_keys[] = {
    {"slot", binding_slot},
    {"kind", binding_kind},
    {"format", binding_format},
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
    /* of textures, samplers and other stages */
    {"width", NULL},
    {"height", NULL},
    {"depth", NULL},
    {"layers", NULL},
    {"mips", NULL},
    {"filter", NULL},
    {"address", NULL},
    {"bytes_per_run", NULL},
    {"note", NULL},
    {"allow", NULL},
    {0},
};

static bool read_binding(struct reader *r, const io_node *node, void *item)
{
    struct io_binding *binding = item;
    binding->line = io_node_line(node);
    if (!read_map(r, node, binding_keys, item))
        return false;
    return (binding->slot && binding->kind) || FAIL(r, node, "a binding needs 'slot' and 'kind'");
}

/* ---- buffers ---- */

READ(buffer_file, io_buffer, file, read_data)
READ(buffer_expect, io_buffer, expect, read_data)
READ(buffer_mask, io_buffer, mask, read_data)
READ(buffer_fill, io_buffer, fill, read_u32)
READ(buffer_bytes, io_buffer, bytes, read_u64)

static const struct key buffer_keys[] = {{"file", buffer_file},
                                         {"expect", buffer_expect},
                                         {"expect_mask", buffer_mask},
                                         {"fill_dword", buffer_fill},
                                         {"bytes", buffer_bytes},
                                         {"note", NULL},
                                         {0}};

static bool case_buffers(struct reader *r, const io_node *node, void *object)
{
    struct io_case *test = object;
    if (io_node_kind(node) != IO_NODE_MAP)
        return FAIL(r, node, "expected buffers by name");
    test->buffer_count = io_node_count(node);
    test->buffers = io_memory_alloc(test->memory, test->buffer_count, sizeof *test->buffers);
    if (!test->buffers)
        return out_of_memory(r);
    for (size_t i = 0; i < test->buffer_count; i++) {
        const char *name = io_node_key(r->yaml, node, i);
        test->buffers[i].name = io_memory_string(test->memory, name, strlen(name));
        if (!test->buffers[i].name)
            return out_of_memory(r);
        if (!read_map(r, io_node_value(r->yaml, node, i), buffer_keys, &test->buffers[i]))
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
    for (size_t i = 0; i < io_node_count(node); i++)
        if (!read_u32(r, io_node_item(r->yaml, node, i), &step->groups[i]))
            return false;
    return true;
}

READ(step_shader, io_step, shader, read_text)
READ(from_slot, io_step, from_slot, read_text)
READ(from_byte, io_step, from_byte, read_u64)

static const struct key from_keys[] = {{"slot", from_slot}, {"byte", from_byte}, {0}};

static bool step_from(struct reader *r, const io_node *node, void *object)
{
    return read_map(r, node, from_keys, object);
}

static bool step_sets(struct reader *r, const io_node *node, void *object)
{
    struct io_step *step = object;
    if (io_node_kind(node) != IO_NODE_MAP)
        return FAIL(r, node, "expected contents by slot");
    step->set_count = io_node_count(node);
    step->sets = io_memory_alloc(r->test->memory, step->set_count, sizeof *step->sets);
    for (size_t i = 0; step->sets && i < step->set_count; i++) {
        const char *slot = io_node_key(r->yaml, node, i);
        step->sets[i].slot = io_memory_string(r->test->memory, slot, strlen(slot));
        if (!step->sets[i].slot)
            return out_of_memory(r);
        if (!read_data(r, io_node_value(r->yaml, node, i), &step->sets[i].data))
            return false;
    }
    return step->sets || out_of_memory(r);
}

static bool step_checkpoints(struct reader *r, const io_node *node, void *object)
{
    struct io_step *step = object;
    if (io_node_kind(node) != IO_NODE_MAP)
        return FAIL(r, node, "expected values by SLOT.counter or SLOT[i]");
    step->checkpoint_count = io_node_count(node);
    step->checkpoints = io_memory_alloc(r->test->memory, step->checkpoint_count, sizeof *step->checkpoints);
    for (size_t i = 0; step->checkpoints && i < step->checkpoint_count; i++) {
        const char *key = io_node_key(r->yaml, node, i);
        step->checkpoints[i].key = io_memory_string(r->test->memory, key, strlen(key));
        if (!step->checkpoints[i].key)
            return out_of_memory(r);
        if (!read_u32(r, io_node_value(r->yaml, node, i), &step->checkpoints[i].value))
            return false;
    }
    return step->checkpoints || out_of_memory(r);
}

static const struct key step_keys[] = {{"groups", step_groups},
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
    return read_map(r, node, step_keys, item);
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
    return FAIL(r, node, "unknown tolerance '%s'", io_node_text(node));
}

READ(tolerance_rel, io_tolerance, rel, read_real)
READ(tolerance_abs, io_tolerance, abs, read_real)
READ(tolerance_ulp, io_tolerance, ulp, read_u32)
READ(tolerance_steps, io_tolerance, steps, read_u32)
READ(tolerance_fraction, io_tolerance, max_mismatch, read_real)
READ(tolerance_expr, io_tolerance, expr, read_text)

static const struct key tolerance_keys[] = {{"kind", tolerance_kind},
                                            {"rel", tolerance_rel},
                                            {"abs", tolerance_abs},
                                            {"ulp", tolerance_ulp},
                                            {"steps", tolerance_steps},
                                            {"max_mismatch", tolerance_fraction},
                                            {"expr", tolerance_expr},
                                            {"note", NULL},
                                            {0}};

static bool case_tolerance(struct reader *r, const io_node *node, void *object)
{
    struct io_tolerance *tolerance = &((struct io_case *)object)->tolerance;
    if (!read_map(r, node, tolerance_keys, tolerance))
        return false;
    return tolerance->kind != IO_INVARIANT || tolerance->expr || FAIL(r, node, "an invariant needs 'expr'");
}

/* ---- the case ---- */

READ(case_name, io_case, name, read_text)
READ(case_stage, io_case, stage, read_text)
READ(case_model, io_case, model, read_text)
READ(case_shader, io_case, shader, read_text)
READ(case_shader_text, io_case, shader_text, read_text)
READ(case_max_steps, io_case, max_steps, read_u64)

static bool case_steps(struct reader *r, const io_node *node, void *object)
{
    struct io_case *test = object;
    return read_list(r, node, sizeof *test->steps, read_step, (void **)&test->steps, &test->step_count);
}

static bool case_bindings(struct reader *r, const io_node *node, void *object)
{
    struct io_case *test = object;
    return read_list(r, node, sizeof *test->bindings, read_binding, (void **)&test->bindings,
                     &test->binding_count);
}

static bool case_classes(struct reader *r, const io_node *node, void *object)
{
    struct io_case *test = object;
    if (io_node_kind(node) != IO_NODE_MAP)
        return FAIL(r, node, "expected tables by interface, as in {fp0[0]: ft1}");
    test->class_count = io_node_count(node);
    test->classes = io_memory_alloc(test->memory, test->class_count, sizeof *test->classes);
    for (size_t i = 0; test->classes && i < test->class_count; i++) {
        const char *name = io_node_key(r->yaml, node, i);
        test->classes[i].interface = io_memory_string(test->memory, name, strlen(name));
        if (!test->classes[i].interface)
            return out_of_memory(r);
        if (!read_text(r, io_node_value(r->yaml, node, i), &test->classes[i].table))
            return false;
    }
    return test->classes || out_of_memory(r);
}

static const struct key case_keys[] = {
    {"name", case_name},
    {"stage", case_stage},
    {"model", case_model},
    {"shader", case_shader},
    {"shader_text", case_shader_text},
    {"dispatches", case_steps},
    {"bindings", case_bindings},
    {"buffers", case_buffers},
    {"classes", case_classes},
    {"tolerance", case_tolerance},
    {"max_steps", case_max_steps},
    /* where a case comes from, and what other stages need */
    {"origin", NULL},
    {"sha256", NULL},
    {"also_matches", NULL},
    {"lavapipe_differs", NULL},
    {"lavapipe_differs_runs", NULL},
    {"expected_derived", NULL},
    {"note", NULL},
    {"invocation", NULL},
    {"flags", NULL},
    {"runs", NULL},
    {"outputs", NULL},
    {"inputs", NULL},
    {"stage_outputs", NULL},
    {"patch_constants", NULL},
    {"emitted", NULL},
    {"control_points_in", NULL},
    {"control_points_out", NULL},
    {"domain", NULL},
    {"domain_points", NULL},
    {"input_primitive", NULL},
    {"primitives", NULL},
    {0},
};

/* A compute case that expects nothing can never fail: that is a mistake in the case. */
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
    return test->tolerance.kind == IO_INVARIANT;
}

static bool set_names(struct reader *r, const char *path)
{
    const char *slash = strrchr(path, '/');
    struct io_case *test = r->test;
    test->path = io_memory_string(test->memory, path, strlen(path));
    test->folder = slash ? io_memory_string(test->memory, path, (size_t)(slash - path)) : "";
    return (test->path && test->folder) || out_of_memory(r);
}

static bool check_case(struct reader *r, const io_node *root)
{
    struct io_case *test = r->test;
    if (!test->shader && !test->shader_text)
        return FAIL(r, root, "a case needs 'shader' or 'shader_text'");
    if (!test->stage)
        test->stage = "cs";
    if (strcmp(test->stage, "cs") != 0)
        return true;
    if (test->step_count == 0)
        return FAIL(r, root, "a compute case needs 'dispatches'");
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
        ok = set_names(&r, path) && read_map(&r, root, case_keys, out) && check_case(&r, root);
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
        char *path = io_join(test->folder, data->file);
        bool ok = path ? io_read_file(path, out, error) : io_fail(error, "out of memory");
        free(path);
        return ok;
    }
    out->data = malloc(data->size + 1);
    if (!out->data)
        return io_fail(error, "out of memory");
    memcpy(out->data, data->bytes, data->size);
    out->size = data->size;
    return true;
}
