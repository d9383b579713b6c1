/* Findings: one for each instruction, kind and register; repeats are counted. */
#include "check/check.h"

static const struct {
    const char *name, *message, *clause;
} kinds[] = {
    [SM5_FINDING_OOB_ADDRESS] = {"oob-address",
                                 "past the end of the view: loads give 0 and stores are dropped, in Direct3D "
                                 "and here",
                                 "D3D11.3 22.4.10-22.4.13"},
    [SM5_FINDING_OOB_OFFSET] =
        {"oob-offset",
         "past the end of the structure: undefined in Direct3D for a load, and for the "
         "whole UAV after a store; here words outside read 0 and are not written",
         "D3D11.3 22.4.12, 22.4.13"},
    [SM5_FINDING_OOB_TGSM] = {"oob-tgsm",
                              "outside the g#: undefined in Direct3D for a load, and for all shared memory "
                              "after a store; here words outside read 0 and are not written",
                              "D3D11.3 22.4.10-22.4.13"},
    [SM5_FINDING_OOB_CBUFFER] = {"oob-cbuffer", "row past the end of the buffer: reads 0", "D3D11.3 7.5"},
    [SM5_FINDING_OOB_TEMP] = {"oob-temp",
                              "index past the declared size: undefined in Direct3D; here a read gives 0 and "
                              "a write is dropped",
                              "D3D11.3 7.3, 22.3.36"},
    [SM5_FINDING_OOB_TYPED] = {"oob-typed",
                               "texel past the end of the view: a load gives the format's defaults, a store "
                               "is dropped",
                               "D3D11.3 22.4.6, 22.4.8, 22.4.9"},
    [SM5_FINDING_MISALIGNED] =
        {"misaligned",
         "byte offset that is not a multiple of 4: undefined in Direct3D; here its low "
         "two bits are ignored",
         "D3D11.3 7.13"},
    [SM5_FINDING_UNBOUND] = {"unbound", "nothing is bound: loads give 0 and stores are dropped",
                             "D3D11.3 7.5, 7.11.2, 22.4.6"},
    [SM5_FINDING_COUNTER] = {"counter",
                             "the hidden counter gave an index outside the view: stores to it are dropped, "
                             "loads give 0",
                             "D3D11.3 5.3.10"},
    [SM5_FINDING_BARRIER] = {"barrier",
                             "a live thread of the group does not reach this sync: undefined in Direct3D; "
                             "here the group ends, and the run fails after the other groups",
                             "D3D11.3 22.17.7"},
    [SM5_FINDING_BUDGET] = {"budget", "the step or time limit was reached here, and the run was stopped", ""},
    [SM5_FINDING_VIEW_MISMATCH] =
        {"view-mismatch",
         "the bound view has another kind or stride than the declaration: undefined "
         "in Direct3D; here the view's bytes are accessed as declared",
         "D3D11.3 22.3.43, 22.3.44, 22.3.48"},
    [SM5_FINDING_RACE] =
        {"race",
         "two threads access one word, at least one of them writes, and nothing orders them: "
         "the value read or left in memory is undefined",
         "D3D11.3 7.14, 18.6.7"},
    [SM5_FINDING_RACE_UNFENCED] = {"race-unfenced",
                                   "a barrier separates the two accesses, but its flags do not cover this "
                                   "memory: the second may not see the effect of the first",
                                   "D3D11.3 22.17.7"},
    [SM5_FINDING_RACE_SAME_VALUE] = {"race-same-value",
                                     "two threads write the same value to one word, and nothing orders them",
                                     "D3D11.3 7.14"},
    [SM5_FINDING_RACE_ATOMIC_STORE] =
        {"race-atomic-store",
         "an atomic and a plain store to one word, and nothing orders them: the "
         "store is not atomic with respect to it",
         "D3D11.3 7.14, 22.17.8"},
    [SM5_FINDING_ATOMIC_ORDERED] =
        {"atomic-ordered",
         "atomics and sync_uglobal may order these accesses of two groups, in a way "
         "that is not analysed",
         "D3D11.3 7.14"},
    [SM5_FINDING_UNINITIALISED] =
        {"uninitialised",
         "an uninitialised value affects a branch, an address, an output or a store: "
         "undefined in Direct3D; here it is 0",
         "D3D11.3 7.3, 18.6.6"},
    [SM5_FINDING_NUMBER] = {"number",
                            "a NaN or an infinity computed from finite values, a division by zero, or a "
                            "conversion that clamps",
                            "D3D11.3 3.1.3"},
    [SM5_FINDING_ORDER] = {"order",
                           "the result depends on the order in which threads or groups run, which Direct3D "
                           "does not define",
                           "D3D11.3 7.14"},
};

const char *sm5_finding_kind_name(enum sm5_finding_kind kind)
{
    return (size_t)kind < BASE_COUNT(kinds) ? kinds[kind].name : NULL;
}

const char *sm5_finding_kind_message(enum sm5_finding_kind kind)
{
    return (size_t)kind < BASE_COUNT(kinds) ? kinds[kind].message : NULL;
}

const char *sm5_finding_kind_clause(enum sm5_finding_kind kind)
{
    return (size_t)kind < BASE_COUNT(kinds) ? kinds[kind].clause : NULL;
}

void check_set_defaults(struct sm5_finding *finding)
{
    if (!finding->message)
        finding->message = kinds[finding->kind].message;
    if (!finding->clause)
        finding->clause = kinds[finding->kind].clause;
}

/* The list that a finding is in: that of the lower instruction of a pair. */
static uint32_t bucket_of(const struct check *check, uint32_t at, uint32_t other)
{
    uint32_t place = at < other ? at : other;
    return place == CHECK_NOWHERE ? check->program->instr_count : place;
}

static bool same_place(const struct check_finding *known, uint32_t at, uint32_t other)
{
    return (known->at == at && known->other == other) || (known->at == other && known->other == at);
}

static struct check_finding *find(struct check *check, uint32_t at, uint32_t other,
                                  const struct sm5_finding *finding)
{
    for (uint32_t i = check->first[bucket_of(check, at, other)]; i > 0;) {
        struct check_finding *known = &check->findings.data[i - 1];
        if (known->finding.kind == finding->kind && same_place(known, at, other) &&
            strcmp(known->finding.reg, finding->reg) == 0)
            return known;
        i = known->next;
    }
    return NULL;
}

uint32_t check_lanes_of_patch(const struct sm5_program *program, uint32_t at)
{
    const struct program_stage *stage = &program->decls.stage;
    for (uint32_t i = 0; i < stage->phase_count; i++) {
        const struct program_phase *phase = &stage->phases[i];
        if (at >= phase->first && at < phase->end)
            return phase->kind == PROGRAM_PHASE_POINTS ? stage->points_out : phase->instances;
    }
    return 1;
}

/* Stages other than compute: the number of the invocation; hull shaders: of the patch and of the control
   point or instance. */
static void name_invocation(const struct check *check, const struct check_site *site, uint32_t id[3])
{
    uint64_t first = site->group * STAGE_BATCH;
    id[0] = (uint32_t)first + site->thread;
    id[1] = id[2] = 0;
    if (check->program->stage != ISA_HULL)
        return;
    uint32_t each = check_lanes_of_patch(check->program, site->at);
    id[0] = (uint32_t)first + (each ? site->thread / each : 0);
    id[1] = each ? site->thread % each : 0;
}

static void name_thread(const struct check *check, const struct check_site *site, uint32_t thread[3],
                        uint32_t group[3])
{
    memset(group, 0, 3 * sizeof *group);
    if (check->program->stage != ISA_COMPUTE) {
        name_invocation(check, site, thread);
        return;
    }
    runtime_thread_id(check->program, site->thread, thread);
    runtime_group_id(check->run, site->group, group);
}

static uint32_t number_of(const struct sm5_program *program, uint32_t at)
{
    return at == CHECK_NOWHERE ? UINT32_MAX : program_instr_number(program, at);
}

void check_describe_line(const struct sm5_program *program, uint32_t at, uint32_t *line, const char **file)
{
    if (at == CHECK_NOWHERE)
        return;
    const struct program_instr *instr = &program->instrs[at];
    *file = instr->line ? NULL : program_origin_file(program, instr);
    *line = *file ? instr->origin_line : instr->line;
}

void check_describe_site(const struct check *check, const struct check_site *site, struct sm5_finding *f)
{
    f->instruction = number_of(check->program, site->at);
    check_describe_line(check->program, site->at, &f->line, &f->file);
    name_thread(check, site, f->thread, f->group);
}

static void describe_other(const struct check *check, const struct check_site *other, struct sm5_finding *f)
{
    f->has_other = true;
    f->other_instruction = number_of(check->program, other->at);
    check_describe_line(check->program, other->at, &f->other_line, &f->other_file);
    f->has_other_thread = other->group != UINT64_MAX;
    if (!f->has_other_thread)
        return;
    name_thread(check, other, f->other_thread, f->other_group);
}

struct sm5_finding *check_add_pair(struct check *check, const struct check_site *site,
                                   const struct check_site *other, const struct sm5_finding *finding)
{
    uint32_t other_at = other ? other->at : CHECK_NOWHERE;
    struct check_finding *known = find(check, site->at, other_at, finding);
    if (known) {
        known->finding.count++;
        return NULL;
    }
    uint32_t bucket = bucket_of(check, site->at, other_at);
    struct check_finding made = {.finding = *finding,
                                 .at = site->at,
                                 .other = other_at,
                                 .next = check->first[bucket],
                                 .time = check->operations};
    made.finding.count = 1;
    check_describe_site(check, site, &made.finding);
    if (other)
        describe_other(check, other, &made.finding);
    check_set_defaults(&made.finding);
    if (!VEC_PUSH(&check->findings, made)) {
        check->failed = true;
        return NULL;
    }
    check->first[bucket] = (uint32_t)check->findings.count;
    return &check->findings.data[check->findings.count - 1].finding;
}

struct sm5_finding *check_add(struct check *check, const struct check_site *site,
                              const struct sm5_finding *finding)
{
    return check_add_pair(check, site, NULL, finding);
}

void check_prefix_message(struct check *check, struct sm5_finding *finding, struct strbuf *text)
{
    if (finding) {
        char *message = arena_printf(&check->messages, "%s; %s", strbuf_text(text), finding->message);
        check->failed |= text->failed || !message;
        finding->message = message ? message : finding->message;
    }
    strbuf_free(text);
}

void check_print_thread(const struct check *check, uint32_t flat, struct strbuf *out)
{
    uint32_t id[3];
    runtime_thread_id(check->program, flat, id);
    strbuf_printf(out, "(%u,%u,%u)", id[0], id[1], id[2]);
}
