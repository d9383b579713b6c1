/* Runs, accesses that wait and words are forms of the same records: random programs whose threads race have the
   same findings when every access is recorded at once, for each word. */
#include "check/check.h"
#include "sm5/sm5.h"
#include "test.h"

enum { PROGRAMS = 1500, GROUPS = 3, BYTES = 1 << 16 };

/* ---- programs ---- */

struct source {
    uint64_t state;
    struct strbuf text;
    uint32_t threads, stride;
};

static uint32_t pick(struct source *s, uint32_t count)
{
    s->state ^= s->state << 13;
    s->state ^= s->state >> 7;
    s->state ^= s->state << 17;
    return (uint32_t)(s->state >> 33) % count;
}

/* r0.x: the element of u0, or with `limit` of g#. */
static void add_address(struct source *s, uint32_t limit)
{
    static const char *const forms[] = {
        "mov r0.x, r3.x",
        "mov r0.x, r3.x",
        "mov r0.x, vThreadIDInGroupFlattened",
        "ushr r0.x, r3.x, l(1)",
        "ishl r0.x, r3.x, l(1)",
        "imul null, r0.x, r3.x, l(3)",
        "xor r0.x, r3.x, l(5)",
        "mov r0.x, vThreadGroupID.x",
        "and r0.x, r3.x, l(7)",
        "imad r0.x, vThreadIDInGroup.y, l(24), vThreadIDInGroup.x",
        "mov r0.x, l(9)",
    };
    strbuf_printf(&s->text, "%s\n", forms[pick(s, BASE_COUNT(forms))]);
    if (pick(s, 4) == 0)
        strbuf_printf(&s->text, "iadd r0.x, r0.x, l(%u)\n", 1u << pick(s, 7));
    if (limit)
        strbuf_printf(&s->text, "and r0.x, r0.x, l(%u)\n", limit);
}

static void add_value(struct source *s)
{
    static const char *const forms[] = {"mov r1.xyzw, l(7,7,7,7)", "mov r1.xyzw, vThreadIDInGroupFlattened",
                                        "and r1.xyzw, r3.x, l(1,1,1,1)", "mov r1.xyzw, vThreadGroupID.x",
                                        "iadd r1.xyzw, r2.xyzw, l(1,2,3,4)"};
    strbuf_printf(&s->text, "%s\n", forms[pick(s, BASE_COUNT(forms))]);
}

static void add_access(struct source *s, const char *resource, uint32_t stride)
{
    uint32_t words = stride / 4, first = pick(s, words), left = words - first;
    uint32_t count = 1 + pick(s, left < 4 ? left : 4), kind = pick(s, 8);
    add_value(s);
    if (kind < 4)
        strbuf_printf(&s->text, "store_structured %s.%.*s, r0.x, l(%u), r1.xyzw\n", resource, (int)count,
                      "xyzw", 4 * first);
    else if (kind < 7)
        strbuf_printf(&s->text, "ld_structured r2.%.*s, r0.x, l(%u), %s.xyzw\n", (int)count, "xyzw",
                      4 * first, resource);
    else
        strbuf_printf(&s->text, "mov r0.y, l(%u)\natomic_iadd %s, r0.xyxx, r1.x\n", 4 * first, resource);
}

static void add_guarded(struct source *s, bool shared)
{
    static const char *const guards[] = {"ult r0.w, vThreadIDInGroupFlattened, l(21)", "and r0.w, r3.x, l(1)",
                                         "ilt r0.w, l(150), r3.x"};
    bool guarded = pick(s, 4) == 0;
    if (guarded)
        strbuf_printf(&s->text, "%s\nif_nz r0.w\n", guards[pick(s, BASE_COUNT(guards))]);
    add_address(s, shared ? 255 : 0);
    add_access(s, shared ? "g0" : "u0", shared ? 4 : s->stride);
    strbuf_add(&s->text, guarded ? "endif\n" : "");
}

static void write_program(struct source *s)
{
    static const uint32_t strides[] = {4, 8, 16, 36},
                          sizes[][2] = {{64, 1}, {8, 8}, {16, 16}, {5, 3}, {128, 1}};
    static const char *const syncs[] = {"sync_g_t", "sync_g_t", "sync_uglobal_t", "sync_uglobal_g_t",
                                        "sync_g"};
    const uint32_t *size = sizes[pick(s, BASE_COUNT(sizes))];
    bool loops = pick(s, 3) == 0;
    s->stride = strides[pick(s, BASE_COUNT(strides))];
    s->threads = size[0] * size[1];
    strbuf_printf(&s->text,
                  "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_structured%s u0, %u\n"
                  "dcl_input vThreadIDInGroupFlattened\ndcl_input vThreadIDInGroup.xy\n"
                  "dcl_input vThreadGroupID.x\ndcl_temps 4\ndcl_tgsm_structured g0, 4, 256\n"
                  "dcl_thread_group %u, %u, 1\n"
                  "imad r3.x, vThreadGroupID.x, l(%u), vThreadIDInGroupFlattened\nmov r3.y, l(0)\n",
                  pick(s, 2) ? "_glc" : "", s->stride, size[0], size[1], s->threads);
    strbuf_add(&s->text, loops ? "loop\nuge r3.z, r3.y, l(3)\nbreakc_nz r3.z\n" : "");
    for (uint32_t left = 1 + pick(s, 9); left > 0; left--)
        if (pick(s, 4) == 0)
            strbuf_printf(&s->text, "%s\n", syncs[pick(s, BASE_COUNT(syncs))]);
        else
            add_guarded(s, pick(s, 2));
    strbuf_add(&s->text, loops ? "iadd r3.y, r3.y, l(1)\nendloop\nret\n" : "ret\n");
}

/* ---- runs ---- */

static struct check *run_check(const struct sm5_program *program, struct sm5_buffer *buffer, bool by_word)
{
    const struct sm5_dispatch_options how = {.groups = {GROUPS, 1, 1}, .threads = 1};
    const struct sm5_view view = {.buffer = buffer, .count = SM5_COUNT_REST};
    struct sm5_diags *diags = sm5_diags_new();
    struct sm5_bindings *bindings = sm5_bindings_new(program);
    struct sm5_slot slot;
    struct check *check;
    memset(sm5_buffer_data(buffer), 0, BYTES);
    assert_true(sm5_slot_parse("u0", &slot));
    assert_int_equal(sm5_bind(bindings, &slot, &view, diags), SM5_OK);
    assert_int_equal(check_new(program, &check, diags), SM5_OK);
    check->race.by_word = by_word;
    const struct runtime_job job = {
        .engine = &check_engine, .kernel = check, .program = program, .bindings = bindings};
    assert_int_equal(runtime_dispatch(&job, &how, NULL, diags), SM5_OK);
    assert_false(check->failed);
    sm5_bindings_free(bindings);
    sm5_diags_free(diags);
    return check;
}

static bool same_finding(const struct check_finding *a, const struct check_finding *b)
{
    const struct sm5_finding *x = &a->finding, *y = &b->finding;
    return a->at == b->at && a->other == b->other && x->kind == y->kind && x->count == y->count &&
           strcmp(x->reg, y->reg) == 0 && x->element == y->element && x->byte_offset == y->byte_offset &&
           memcmp(x->thread, y->thread, sizeof x->thread) == 0 &&
           memcmp(x->group, y->group, sizeof x->group) == 0 && x->has_other_thread == y->has_other_thread &&
           memcmp(x->other_thread, y->other_thread, sizeof x->other_thread) == 0 &&
           memcmp(x->other_group, y->other_group, sizeof x->other_group) == 0;
}

static bool same_findings(const struct check *a, const struct check *b)
{
    bool same = a->findings.count == b->findings.count;
    for (size_t i = 0; same && i < a->findings.count; i++)
        same = same_finding(&a->findings.data[i], &b->findings.data[i]);
    return same;
}

static size_t compare_forms(uint64_t seed, struct sm5_buffer *buffer)
{
    struct source s = {.state = (seed + 1) * 0x9e3779b97f4a7c15u};
    struct sm5_diags *diags = sm5_diags_new();
    struct sm5_program *program;
    write_program(&s);
    const char *text = strbuf_text(&s.text);
    assert_int_equal(sm5_program_read(text, strlen(text), "forms.asm", &program, diags), SM5_OK);
    struct check *fast = run_check(program, buffer, false), *by_word = run_check(program, buffer, true);
    if (!same_findings(fast, by_word))
        fail_msg("program %u has other findings:\n%s", (unsigned)seed, text);
    size_t findings = fast->findings.count;
    check_free(fast);
    check_free(by_word);
    sm5_program_free(program);
    sm5_diags_free(diags);
    strbuf_free(&s.text);
    return findings;
}

static void test_the_forms_have_the_same_findings(void **state)
{
    struct sm5_buffer *buffer = sm5_buffer_new(BYTES);
    size_t with_findings = 0;
    for (uint64_t seed = 0; seed < PROGRAMS; seed++)
        with_findings += compare_forms(seed, buffer) > 0;
    assert_true(with_findings > PROGRAMS / 4 && with_findings < PROGRAMS);
    sm5_buffer_free(buffer);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_forms_have_the_same_findings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
