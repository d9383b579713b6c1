/* sm5 run: targets of the columns of a stage's inputs, and missing columns. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_stage.h"

/* ---- what a column names ---- */

bool stage_is(const struct stage_job *s, const char *stage)
{
    return strcmp(s->info.stage, stage) == 0;
}

/* The component of the letter after the dot; -1: none. */
static int letter_of(const char *suffix)
{
    static const char letters[] = "xyzwrgba";
    const char *found = suffix[0] && !suffix[1] ? strchr(letters, suffix[0]) : NULL;
    return found ? (int)((found - letters) % 4) : -1;
}

/* "TEXCOORD1" is index 1 of TEXCOORD, "POSITION" is index 0. */
static bool names_element(const char *name, size_t length, const struct sm5_stage_element *e)
{
    char full[96];
    if (!e->semantic)
        return false;
    snprintf(full, sizeof full, "%.80s%u", e->semantic, e->index);
    bool indexed = strlen(full) == length && strncasecmp(full, name, length) == 0;
    bool plain =
        e->index == 0 && strlen(e->semantic) == length && strncasecmp(e->semantic, name, length) == 0;
    return indexed || plain;
}

/* The letter counts the components of the element, wherever they are in the register. */
static bool place_in_element(const struct sm5_stage_element *e, int letter, struct stage_place *place)
{
    int seen = 0;
    for (uint32_t c = 0; c < 4; c++) {
        if (!(e->mask >> c & 1) || seen++ != (letter < 0 ? 0 : letter))
            continue;
        bool alone = (e->mask & (e->mask - 1)) == 0;
        *place = (struct stage_place){TARGET_REGISTER, place->part, e->reg, c, e->type};
        return letter >= 0 || alone;
    }
    return false;
}

static bool find_semantic(const struct stage_job *s, enum sm5_stage_part part, const char *name,
                          size_t length, int letter, struct stage_place *place)
{
    struct sm5_stage_element e;
    place->part = part;
    for (uint32_t i = 0; sm5_stage_element_at(s->job->program, part, i, &e); i++)
        if (names_element(name, length, &e) && place_in_element(&e, letter, place))
            return true;
    return false;
}

/* "v3.x", "vicp3.x", "vpc1.y". */
static bool find_register(const struct stage_job *s, const char *name, size_t length, int letter,
                          struct stage_place *place)
{
    size_t letters = strcspn(name, "0123456789");
    char *end;
    unsigned long reg = strtoul(name + letters, &end, 10);
    bool is_input = (letters == 1 && name[0] == 'v') || (letters == 4 && strncmp(name, "vicp", 4) == 0) ||
                    (letters == 3 && strncmp(name, "vcp", 3) == 0);
    bool is_constant = letters == 3 && strncmp(name, "vpc", 3) == 0;
    if (letters >= length || end != name + length || reg > 31 || letter < 0 || (!is_input && !is_constant))
        return false;
    enum sm5_stage_part part = is_constant ? SM5_STAGE_CONSTANTS : SM5_STAGE_INPUTS;
    struct sm5_stage_element e;
    *place = (struct stage_place){TARGET_REGISTER, part, (uint32_t)reg, (uint32_t)letter, 'f'};
    for (uint32_t i = 0; sm5_stage_element_at(s->job->program, part, i, &e); i++)
        if (e.reg == reg && (e.mask >> letter & 1))
            place->type = e.type;
    return true;
}

static bool equals_either(const char *name, size_t length, const char *a, const char *b)
{
    return (strlen(a) == length && strncasecmp(name, a, length) == 0) ||
           (strlen(b) == length && strncasecmp(name, b, length) == 0);
}

struct stage_place stage_place_of(const struct stage_job *s, const char *name)
{
    const char *dot = strrchr(name, '.');
    int letter = dot ? letter_of(dot + 1) : -1;
    size_t length = letter >= 0 ? (size_t)(dot - name) : strlen(name);
    struct stage_place place = {TARGET_NOTHING, SM5_STAGE_INPUTS, 0, letter < 0 ? 0 : (uint32_t)letter, 'u'};
    if (stage_is(s, "ds") && equals_either(name, length, "SV_DomainLocation", "vDomain") && letter < 3) {
        place.target = TARGET_LOCATION;
        place.type = 'f';
        return place;
    }
    if (stage_is(s, "ds") && strcmp(name, "patch") == 0) {
        place.target = TARGET_PATCH;
        return place;
    }
    if (!stage_is(s, "ps") && !stage_is(s, "vs") && equals_either(name, length, "SV_PrimitiveID", "vPrim")) {
        place.target = TARGET_PRIMITIVE_ID;
        return place;
    }
    if (stage_is(s, "ps") && equals_either(name, length, "SV_Coverage", "vCoverage")) {
        place.target = TARGET_COVERAGE;
        return place;
    }
    if (find_register(s, name, length, letter, &place) ||
        find_semantic(s, SM5_STAGE_INPUTS, name, length, letter, &place) ||
        (stage_is(s, "ds") && find_semantic(s, SM5_STAGE_CONSTANTS, name, length, letter, &place)))
        return place;
    return (struct stage_place){TARGET_NOTHING, SM5_STAGE_INPUTS, 0, 0, 'f'};
}

enum stage_rows stage_rows_of(const struct stage_job *s, const struct stage_place *place)
{
    switch (place->target) {
    case TARGET_LOCATION:
    case TARGET_PATCH: return STAGE_ROWS_POINTS;
    case TARGET_PRIMITIVE_ID: return STAGE_ROWS_PATCHES;
    case TARGET_REGISTER:
        return place->part == SM5_STAGE_CONSTANTS && stage_is(s, "ds") ? STAGE_ROWS_PATCHES
                                                                       : STAGE_ROWS_INPUTS;
    default: return STAGE_ROWS_INPUTS;
    }
}

/* ---- what is missing ---- */

void cli_stage_column_name(const struct sm5_stage_element *e, char out[96])
{
    if (e->semantic && e->index)
        snprintf(out, 96, "%.80s%" PRIu32, e->semantic, e->index);
    else if (e->semantic)
        snprintf(out, 96, "%.80s", e->semantic);
    else
        snprintf(out, 96, "%.16s%" PRIu32, e->file, e->reg);
}

static void add_missing(FILE *list, const struct sm5_stage_element *e, uint32_t mask, bool *any)
{
    char column[96];
    for (uint32_t c = 0; c < 4; c++) {
        if (!(e->mask & mask & 1u << c))
            continue;
        host_stage_column(column, sizeof column, e, c);
        fprintf(list, "%s%s", *any ? ", " : "", column);
        *any = true;
    }
}

static bool list_missing(const struct stage_job *s, FILE *list)
{
    struct sm5_stage_element e;
    bool any = false;
    for (int part = 0; part < 2; part++) {
        enum sm5_stage_part which = part ? SM5_STAGE_CONSTANTS : SM5_STAGE_INPUTS;
        for (uint32_t i = 0; sm5_stage_element_at(s->job->program, which, i, &e); i++) {
            bool wanted = e.reg < 32 && (part == 0 ? !sm5_stage_element_is_generated(s->job->program, &e)
                                                   : stage_is(s, "ds"));
            if (wanted)
                add_missing(list, &e, e.used & ~(uint32_t)s->given[part][e.reg], &any);
        }
    }
    return any;
}

bool stage_check_missing(const struct stage_job *s)
{
    char *text = NULL;
    size_t size;
    if (s->options->missing == STAGE_MISSING_ZERO)
        return true;
    FILE *list = open_memstream(&text, &size);
    if (!list)
        return host_error("out of memory");
    bool any = list_missing(s, list);
    fclose(list);
    if (any)
        host_error(
            "%s: missing inputs: %s; expected columns of these names in a file of -i, or --missing zero",
            s->job->options->verb, text);
    free(text);
    return !any;
}
