/* The clean program has no finding. The planted one has the bug's, and no other: but that one barrier less
   may let more accesses meet than those that the oracle noted. */
#include "checked.h"

#include <stdio.h>
#include <string.h>

#include "gen.h"
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

static bool follows(const struct plant *plant, const struct sm5_finding *found)
{
    return plant->kind == PLANT_RACE && right_kind(plant, found);
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

static bool checked_clean(uint64_t seed, const struct plant *plant)
{
    struct prog prog;
    gen_clean_program(&prog, seed);
    struct sm5_findings *findings = run_checked(&prog);
    bool clean = findings && sm5_findings_count(findings) == 0;
    if (!clean)
        tell(&prog, plant, "the clean program has", findings ? sm5_findings_at(findings, 0) : NULL);
    sm5_findings_free(findings);
    prog_free(&prog);
    return clean;
}

bool checked_plant(const struct prog *prog, const struct plant *plant)
{
    struct sm5_findings *findings = run_checked(prog);
    bool hit = false, clean = findings != NULL;
    for (size_t i = 0; findings && i < sm5_findings_count(findings); i++) {
        const struct sm5_finding *found = sm5_findings_at(findings, i);
        if (!right_place(plant, found) && !follows(plant, found)) {
            tell(prog, plant, "found elsewhere:", found);
            clean = false;
        }
        hit |= right_place(plant, found) && right_kind(plant, found);
    }
    if (!hit)
        tell(prog, plant, "not found", NULL);
    sm5_findings_free(findings);
    return hit && clean && checked_clean(prog->seed, plant);
}
