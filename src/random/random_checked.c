/* The clean program has no finding. The program with the seeded bug has that finding only, except that a removed
   barrier may cause more races than the oracle noted. */
#include "random_checked.h"

#include <stdio.h>
#include <string.h>

#include "gen.h"
#include "run.h"

/* A race may be reported as any of its classes: which one depends on the accesses that race. */
static bool right_kind(const struct seeded_bug *bug, const struct sm5_finding *found)
{
    const char *kind = sm5_finding_kind_name(found->kind);
    if (bug->kind == BUG_RACE)
        return strncmp(kind, "race", 4) == 0;
    return strcmp(kind, bug->finding) == 0;
}

static bool right_place(const struct seeded_bug *bug, const struct sm5_finding *found)
{
    for (unsigned i = 0; i < bug->pair_count; i++) {
        uint32_t first = bug->pairs[i].first, second = bug->pairs[i].second;
        if (bug->kind != BUG_RACE && found->instruction == first)
            return true;
        if (bug->kind == BUG_RACE && found->has_other &&
            ((found->instruction == first && found->other_instruction == second) ||
             (found->instruction == second && found->other_instruction == first)))
            return true;
    }
    return false;
}

static bool follows(const struct seeded_bug *bug, const struct sm5_finding *found)
{
    return bug->kind == BUG_RACE && right_kind(bug, found);
}

static void print_finding(const struct prog *prog, const struct seeded_bug *bug, const char *what,
                          const struct sm5_finding *found, FILE *out)
{
    fprintf(out, "seed %llu, seeded bug %s: %s", (unsigned long long)prog->seed, bug->finding, what);
    if (found)
        fprintf(out, " %s at instruction %u, other %u", sm5_finding_kind_name(found->kind),
                found->instruction, found->has_other ? found->other_instruction : UINT32_MAX);
    fputc('\n', out);
}

static bool checked_clean(uint64_t seed, const struct seeded_bug *bug, FILE *out)
{
    struct prog prog;
    gen_clean_program(&prog, seed);
    struct sm5_findings *findings = run_checked(&prog);
    bool clean = findings && sm5_findings_count(findings) == 0;
    if (!clean)
        print_finding(&prog, bug, "the clean program has", findings ? sm5_findings_at(findings, 0) : NULL,
                      out);
    sm5_findings_free(findings);
    prog_free(&prog);
    return clean;
}

bool checked_seeded_bug(const struct prog *prog, const struct seeded_bug *bug, FILE *out)
{
    struct sm5_findings *findings = run_checked(prog);
    bool hit = false, clean = findings != NULL;
    for (size_t i = 0; findings && i < sm5_findings_count(findings); i++) {
        const struct sm5_finding *found = sm5_findings_at(findings, i);
        if (!right_place(bug, found) && !follows(bug, found)) {
            print_finding(prog, bug, "found elsewhere:", found, out);
            clean = false;
        }
        hit |= right_place(bug, found) && right_kind(bug, found);
    }
    if (!hit)
        print_finding(prog, bug, "not found", NULL, out);
    sm5_findings_free(findings);
    return hit && clean && checked_clean(prog->seed, bug, out);
}
