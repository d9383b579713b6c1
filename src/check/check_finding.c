/* Findings: kept by instruction, kind and register; repeats are counted. */
#include "check/check.h"

static const struct {
    const char *name, *message, *clause;
} kinds[] = {
    [SM5_FINDING_OOB_ADDRESS] = {"oob-address",
                                 "past the end of the view: loads give 0 and stores are dropped, in Direct3D "
                                 "and here",
                                 "D3D11.3 22.4.10-22.4.13"},
    [SM5_FINDING_OOB_OFFSET] = {"oob-offset",
                                "past the end of the structure: Direct3D leaves a load undefined and, behind "
                                "a store, the whole UAV; here words outside read 0 and are not written",
                                "D3D11.3 22.4.12, 22.4.13"},
    [SM5_FINDING_OOB_TGSM] = {"oob-tgsm",
                              "outside the g#: Direct3D leaves a load undefined and, behind a store, all of "
                              "shared memory; here words outside read 0 and are not written",
                              "D3D11.3 22.4.10-22.4.13"},
    [SM5_FINDING_OOB_CBUFFER] = {"oob-cbuffer", "row past the end of the buffer: reads 0",
                                 "D3D11.3 7.3, 7.5"},
    [SM5_FINDING_OOB_TEMP] = {"oob-temp",
                              "index past the declared size: undefined in Direct3D; here a read gives 0 and "
                              "a write is dropped",
                              "D3D11.3 22.3.36"},
    [SM5_FINDING_OOB_TYPED] = {"oob-typed",
                               "texel past the end of the view: a load gives the format's defaults, a store "
                               "is dropped",
                               "D3D11.3 22.4.6, 22.4.8, 22.4.9"},
    [SM5_FINDING_MISALIGNED] = {"misaligned",
                                "byte offset that is no multiple of 4: undefined in Direct3D; here its low "
                                "two bits are ignored",
                                "D3D11.3 7.13"},
    [SM5_FINDING_UNBOUND] = {"unbound", "nothing is bound: loads give 0 and stores are dropped",
                             "D3D11.3 22.4.6"},
    [SM5_FINDING_COUNTER] = {"counter",
                             "the hidden counter gave an index outside the view: what is stored there is "
                             "lost, what is loaded is 0",
                             "D3D11.3 5.3.10"},
    [SM5_FINDING_BARRIER] = {"barrier",
                             "a live thread of the group does not reach this sync: undefined in Direct3D; "
                             "here the run stops",
                             "D3D11.3 22.17.7"},
    [SM5_FINDING_BUDGET] = {"budget", "the limit that was set ran out here, and the run was stopped", ""},
};

const char *sm5_finding_kind_name(enum sm5_finding_kind kind)
{
    return (size_t)kind < BASE_COUNT(kinds) ? kinds[kind].name : "unknown";
}

void check_explain(struct sm5_finding *finding)
{
    finding->message = kinds[finding->kind].message;
    finding->clause = kinds[finding->kind].clause;
}

static bool same_mistake(const struct sm5_finding *a, const struct sm5_finding *b)
{
    return a->kind == b->kind && strcmp(a->reg, b->reg) == 0;
}

static struct check_finding *find(struct check *check, uint32_t at, const struct sm5_finding *says)
{
    for (uint32_t i = check->first[at]; i > 0; i = check->findings.data[i - 1].next)
        if (same_mistake(&check->findings.data[i - 1].says, says))
            return &check->findings.data[i - 1];
    return NULL;
}

static void thread_id(const struct sm5_program *program, uint32_t flat, uint32_t id[3])
{
    const uint32_t *size = program->decls.thread_group;
    id[0] = flat % size[0];
    id[1] = flat / size[0] % size[1];
    id[2] = flat / size[0] / size[1];
}

void check_add(struct check *check, const struct check_site *site, const struct sm5_finding *says)
{
    struct check_finding *known = find(check, site->at, says);
    if (known) {
        known->says.count++;
        return;
    }
    struct check_finding made = {.says = *says, .at = site->at, .next = check->first[site->at]};
    made.says.count = 1;
    made.says.instruction = program_instr_number(check->program, site->at);
    made.says.line = check->program->instrs[site->at].line;
    thread_id(check->program, site->thread, made.says.thread);
    runtime_group_id(check->run, site->group, made.says.group);
    check_explain(&made.says);
    if (VEC_PUSH(&check->findings, made))
        check->first[site->at] = (uint32_t)check->findings.count;
    else
        check->failed = true;
}
