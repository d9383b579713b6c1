/* Each finding has to stand where the bug was planted, and one of them has to be of its kind. */
#include "checked.h"

#include <stdio.h>
#include <string.h>

#include "run.h"

/* A race may show as any of its classes: which one is a matter of the accesses that meet there. */
static bool right_kind(const struct plant *plant, const struct sm5_finding *found)
{
    const char *kind = sm5_finding_kind_name(found->kind);
    if (plant->kind == PLANT_RACE)
        return strncmp(kind, "race", 4) == 0;
    return strcmp(kind, plant->finding) == 0;
}

static bool right_place(const struct plant *plant, const struct sm5_finding *found)
{
    for (unsigned i = 0; i < plant->pair_count; i++) {
        uint32_t first = plant->pairs[i].first, second = plant->pairs[i].second;
        if (plant->kind != PLANT_RACE && found->instruction == first)
            return true;
        if (plant->kind == PLANT_RACE && found->has_other &&
            ((found->instruction == first && found->other_instruction == second) ||
             (found->instruction == second && found->other_instruction == first)))
            return true;
    }
    return false;
}

static void tell(const struct prog *prog, const struct plant *plant, const char *what,
                 const struct sm5_finding *found)
{
    printf("seed %llu, %s planted: %s", (unsigned long long)prog->seed, plant->finding, what);
    if (found)
        printf(" %s at instruction %u, other %u", sm5_finding_kind_name(found->kind), found->instruction,
               found->has_other ? found->other_instruction : UINT32_MAX);
    printf("\n");
}

bool checked_plant(const struct prog *prog, const struct plant *plant)
{
    struct sm5_findings *findings = run_checked(prog);
    bool hit = false, clean = findings != NULL;
    for (size_t i = 0; findings && i < sm5_findings_count(findings); i++) {
        const struct sm5_finding *found = sm5_findings_at(findings, i);
        if (!right_place(plant, found)) {
            tell(prog, plant, "found elsewhere:", found);
            clean = false;
        }
        hit |= right_place(plant, found) && right_kind(plant, found);
    }
    if (!hit)
        tell(prog, plant, "not found", NULL);
    sm5_findings_free(findings);
    return hit && clean;
}
