/* --oob all: repeats the dispatch under each profile, on copies of the bound memory, and compares results. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static const char *name_of(enum sm5_oob oob)
{
    const struct cli_word *word = cli_oob_words;
    while (word->value != oob)
        word++;
    return word->word;
}

/* ---- comparing ---- */

/* The differing word; of smaller texels, the texel. */
static uint32_t value_at(const uint8_t *bytes, uint64_t at, uint32_t width)
{
    uint32_t value = 0;
    memcpy(&value, bytes + at, width);
    return value;
}

static bool find_mismatch(const struct cli_bound *bound, const struct cli_copy *spec,
                          struct cli_mismatch *out)
{
    if (!bound->buffer || bound->row_bytes == 0)
        return false;
    uint64_t size = sm5_buffer_size(bound->buffer), at;
    uint32_t width = bound->row_bytes % 4 ? bound->row_bytes : 4;
    const uint8_t *got = sm5_buffer_data(bound->buffer);
    for (at = bound->view.first * bound->row_bytes; at + width <= size; at += width)
        if (memcmp(got + at, spec->bytes + at, width) != 0)
            break;
    if (at + width > size)
        return false;
    uint64_t in_view = at - bound->view.first * bound->row_bytes;
    out->element = in_view / bound->row_bytes;
    out->byte_offset = (uint32_t)(in_view % bound->row_bytes);
    out->spec = value_at(spec->bytes, at, width);
    out->got = value_at(got, at, width);
    return true;
}

static bool find_counter_mismatch(const struct cli_job *job, const struct cli_bound *bound,
                                  const struct cli_copy *spec, struct cli_mismatch *out)
{
    uint32_t value;
    if (!spec->has_counter || !sm5_counter_get(job->bindings, &bound->slot, &value) || value == spec->counter)
        return false;
    out->is_counter = true;
    out->spec = spec->counter;
    out->got = value;
    return true;
}

static bool add(struct cli_profiles *profiles, const struct cli_mismatch *mismatch)
{
    struct cli_mismatch *bigger = realloc(profiles->list, (profiles->count + 1) * sizeof *bigger);
    if (!bigger)
        return host_error("out of memory");
    profiles->list = bigger;
    profiles->list[profiles->count++] = *mismatch;
    return true;
}

static bool compare(struct cli_profiles *profiles, const struct cli_job *job, const struct cli_copy *spec,
                    enum sm5_oob oob)
{
    bool ok = true;
    for (size_t i = 0; i < job->resources.bound_count; i++) {
        const struct cli_bound *bound = &job->resources.bound[i];
        struct cli_mismatch mismatch = {.oob = oob, .bound = bound};
        if (bound->slot.kind != 'u')
            continue;
        if (find_mismatch(bound, &spec[i], &mismatch))
            ok &= add(profiles, &mismatch);
        mismatch = (struct cli_mismatch){.oob = oob, .bound = bound};
        if (find_counter_mismatch(job, bound, &spec[i], &mismatch))
            ok &= add(profiles, &mismatch);
    }
    return ok;
}

/* ---- telling ---- */

/* Prints a word as a float, or as an integer where the float would be zero, denormal or a NaN of small
   negative numbers. */
static void print_word(uint32_t word)
{
    char value[40];
    bool small = (word & 0x7f800000) == 0 || word >> 16 == 0xffff;
    io_format_value(value, &word, small ? 'i' : 'f');
    printf("0x%08x (%s)", word, value);
}

static void print_mismatch(const struct cli_mismatch *p)
{
    printf("%-8s %s", name_of(p->oob), p->bound->text);
    if (p->is_counter) {
        printf(".counter: %" PRIu32 ", spec %" PRIu32 "\n", p->got, p->spec);
        return;
    }
    printf("[%" PRIu64 "]", p->element);
    if (p->bound->row_bytes > 4)
        printf(" byte %" PRIu32, p->byte_offset);
    printf(": ");
    print_word(p->got);
    printf(", spec ");
    print_word(p->spec);
    putchar('\n');
}

void cli_profiles_json(const struct cli_profiles *profiles, struct host_json *json)
{
    if (!profiles->before)
        return;
    host_json_open(json, "oob", '[');
    for (size_t i = 0; i < profiles->count; i++) {
        const struct cli_mismatch *p = &profiles->list[i];
        host_json_open(json, NULL, '{');
        host_json_text(json, "profile", name_of(p->oob));
        host_json_text(json, "register", p->bound->text);
        if (p->is_counter) {
            host_json_bool(json, "counter", true);
        } else {
            host_json_number(json, "element", p->element);
            host_json_number(json, "byte_offset", p->byte_offset);
        }
        host_json_number(json, "spec", p->spec);
        host_json_number(json, "value", p->got);
        host_json_close(json, '}');
    }
    host_json_close(json, ']');
}

/* ---- the dispatches ---- */

bool cli_profiles_open(struct cli_profiles *profiles, const struct cli_job *job)
{
    if (!job->options->oob_all)
        return true;
    profiles->bound_count = job->resources.bound_count;
    profiles->before = cli_copy_memory(job);
    return profiles->before != NULL;
}

/* The first dispatch has printed the warnings. A run that stops has results too, which are compared. */
static bool run_profile(struct cli_profiles *profiles, const struct cli_job *job, const struct cli_copy *spec,
                        enum sm5_oob oob)
{
    struct sm5_dispatch_options how = job->plan.how;
    struct sm5_diags *diags = host_diags_new();
    if (!diags)
        return false;
    size_t first = profiles->count;
    how.oob = oob;
    how.progress = NULL;
    cli_restore_memory(job, profiles->before);
    enum sm5_status status = sm5_dispatch(job->kernel, job->bindings, &how, NULL, diags);
    if (status)
        host_report(diags, 0);
    sm5_diags_free(diags);
    if (status == SM5_ERR_MEMORY || !compare(profiles, job, spec, oob))
        return false;
    if (profiles->quiet)
        return true;
    for (size_t i = first; i < profiles->count; i++)
        print_mismatch(&profiles->list[i]);
    if (status)
        printf("%-8s stopped: %s\n", name_of(oob), sm5_status_name(status));
    else if (first == profiles->count)
        printf("%-8s as spec\n", name_of(oob));
    return true;
}

bool cli_profiles_compare(struct cli_profiles *profiles, const struct cli_job *job)
{
    if (!profiles->before)
        return true;
    struct cli_copy *spec = cli_copy_memory(job);
    bool ok = spec != NULL;
    for (enum sm5_oob oob = SM5_OOB_ELEMENT; ok && oob <= SM5_OOB_ROBUST2; oob++)
        ok = run_profile(profiles, job, spec, oob);
    if (spec)
        cli_restore_memory(job, spec);
    cli_free_copies(spec, job->resources.bound_count);
    return ok;
}

void cli_profiles_free(struct cli_profiles *profiles)
{
    cli_free_copies(profiles->before, profiles->bound_count);
    free(profiles->list);
    *profiles = (struct cli_profiles){0};
}
