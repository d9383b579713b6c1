/* Runs test cases under the checker and compares findings. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "case/case_run.h"

bool case_is_checked(const struct case_runner *r)
{
    return r->options->check || r->test.has_findings;
}

static struct sm5_check_options options_of(const struct case_runner *r)
{
    const struct case_checks *checks = &r->test.check;
    return (struct sm5_check_options){.atomic_ordered = checks->atomic_ordered,
                                      .numbers = checks->numbers,
                                      .orders = checks->orders,
                                      .seed = checks->seed,
                                      .validation =
                                          SM5_VALIDATION_NONE, /* validated when the kernel was created */
                                      .allowed_races = checks->allowed_races,
                                      .allowed_race_count = checks->allowed_race_count};
}

static bool name_members(struct case_runner *r, const struct sm5_program *program, struct case_found *found)
{
    struct host_members members;
    size_t count = found->findings ? sm5_findings_count(found->findings) : 0;
    found->members = calloc(count + 1, sizeof *found->members);
    bool ok = host_members_open(&members, program, NULL) && found->members;
    for (size_t i = 0; ok && i < count; i++) {
        const char *member = host_member_of(&members, sm5_findings_at(found->findings, i));
        found->members[i] = member ? strdup(member) : NULL;
    }
    host_members_free(&members);
    return ok || case_stop(r, CASE_FAILED, "out of memory");
}

static struct case_found *add_findings(struct case_runner *r)
{
    struct case_found *bigger = realloc(r->findings, (r->findings_count + 1) * sizeof *bigger);
    if (!bigger) {
        case_stop(r, CASE_FAILED, "out of memory");
        return NULL;
    }
    r->findings = bigger;
    r->findings[r->findings_count] = (struct case_found){0};
    return &r->findings[r->findings_count++];
}

/* An error that stopped the run is among its findings. */
static bool check_status(struct case_runner *r, enum sm5_status status, const struct sm5_findings *findings)
{
    bool reported = findings && sm5_findings_count(findings);
    return !status || reported || case_stop_with_diags(r, status, "check");
}

bool case_check_step(struct case_runner *r, const struct sm5_program *program, struct sm5_bindings *bindings,
                     const struct sm5_dispatch_options *options)
{
    const struct sm5_check_options check = options_of(r);
    struct case_found *found = add_findings(r);
    if (!found)
        return false;
    enum sm5_status status = sm5_check(program, bindings, options, &check, &found->findings, r->diags);
    return check_status(r, status, found->findings) && name_members(r, program, found);
}

bool case_check_stage(struct case_runner *r, const struct case_kernel *step, const struct sm5_stage_run *run,
                      struct sm5_stage_outputs *outputs)
{
    const struct sm5_check_options check = options_of(r);
    struct case_found *found = add_findings(r);
    if (!found)
        return false;
    enum sm5_status status =
        sm5_check_stage(step->program, step->bindings, run, &check, outputs, &found->findings, r->diags);
    return check_status(r, status, found->findings) && name_members(r, step->program, found);
}

void case_free_findings(struct case_runner *r)
{
    for (size_t i = 0; i < r->findings_count; i++) {
        struct case_found *found = &r->findings[i];
        size_t count = found->findings ? sm5_findings_count(found->findings) : 0;
        for (size_t k = 0; found->members && k < count; k++)
            free(found->members[k]);
        free(found->members);
        sm5_findings_free(found->findings);
    }
    free(r->findings);
}

/* ---- comparing ---- */

static bool same_id(bool wanted, const uint32_t want[3], bool has, const uint32_t got[3])
{
    return !wanted || (has && memcmp(want, got, 3 * sizeof *want) == 0);
}

static bool same_number(bool wanted, uint64_t want, bool has, uint64_t got)
{
    return !wanted || (has && want == got);
}

static bool matches(const struct case_finding *want, const struct sm5_finding *got)
{
    return strcmp(want->kind, sm5_finding_kind_name(got->kind)) == 0 &&
           (!want->has_reg || strcmp(want->reg, got->reg) == 0) &&
           same_number(want->has_instruction, want->instruction, got->text, got->instruction) &&
           same_number(want->has_other, want->other, got->has_other, got->other_instruction) &&
           same_number(want->has_element, want->element, got->has_element, got->element) &&
           same_number(want->has_byte_offset, want->byte_offset, got->has_offset, got->byte_offset) &&
           same_number(want->has_count, want->count, true, got->count) &&
           same_id(want->has_thread, want->thread, got->text, got->thread) &&
           same_id(want->has_group, want->group, got->text, got->group) &&
           same_id(want->has_other_thread, want->other_thread, got->has_other_thread, got->other_thread) &&
           same_id(want->has_other_group, want->other_group, got->has_other_thread, got->other_group);
}

static bool stop_with_unexpected(struct case_runner *r, const struct sm5_finding *f, const char *member)
{
    char other[64] = "", element[160] = "";
    if (f->has_other)
        snprintf(other, sizeof other, " (with instruction %" PRIu32 ")", f->other_instruction);
    if (f->has_element)
        snprintf(element, sizeof element, ", element %" PRIu64 "%s%.100s%s", f->element, member ? " (" : "",
                 member ? member : "", member ? ")" : "");
    if (!f->text)
        return case_stop(r, CASE_FAILED, "found, not expected: %s of %s", sm5_finding_kind_name(f->kind),
                         f->reg);
    return case_stop(r, CASE_FAILED,
                     "found, not expected: %s at instruction %" PRIu32 "%s, %s%s, thread (%" PRIu32
                     ",%" PRIu32 ",%" PRIu32 "), %" PRIu64 " times: %s",
                     sm5_finding_kind_name(f->kind), f->instruction, other,
                     f->reg[0] ? f->reg : "no register", element, f->thread[0], f->thread[1], f->thread[2],
                     f->count, f->text);
}

/* Marks the first unused expectation that matches. */
static bool mark_expected(const struct case_runner *r, bool *used, const struct sm5_finding *got)
{
    for (size_t i = 0; i < r->test.finding_count; i++)
        if (!used[i] && matches(&r->test.findings[i], got))
            return used[i] = true;
    return false;
}

static bool compare(struct case_runner *r, bool *used)
{
    for (size_t step = 0; step < r->findings_count; step++) {
        const struct case_found *found = &r->findings[step];
        for (size_t i = 0; i < sm5_findings_count(found->findings); i++)
            if (!mark_expected(r, used, sm5_findings_at(found->findings, i)))
                return stop_with_unexpected(r, sm5_findings_at(found->findings, i), found->members[i]);
    }
    for (size_t i = 0; i < r->test.finding_count; i++) {
        const struct case_finding *want = &r->test.findings[i];
        if (!used[i] && want->has_instruction)
            return case_stop(r, CASE_FAILED, "expected, not found: %s at instruction %" PRIu32, want->kind,
                             want->instruction);
        if (!used[i])
            return case_stop(r, CASE_FAILED, "expected, not found: %s", want->kind);
    }
    return true;
}

bool case_compare_findings(struct case_runner *r)
{
    if (!r->findings)
        return true;
    bool *used = calloc(r->test.finding_count + 1, sizeof *used);
    bool ok = used ? compare(r, used) : case_stop(r, CASE_FAILED, "out of memory");
    free(used);
    return ok;
}
