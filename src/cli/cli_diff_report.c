/* The report of sm5 diff, as text and as JSON. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "case/case_run.h"
#include "cli/cli_diff.h"

/* ---- places ---- */

/* Elements are counted from the view's first one, unless some differ before it. */
static uint64_t first_of(const struct diff *d, const struct diff_resource *r)
{
    const struct cli_bound *bound = &d->job->resources.bound[r->binding];
    return r->first >= bound->view.first ? bound->view.first : 0;
}

/* "(3,5), layer 1, mip 2" of a byte of a texture; empty when it is in none of its mips. */
static void texel_text(const struct cli_bound *bound, uint64_t at, char *out, size_t size)
{
    const struct sm5_texture *t = &bound->view.texture;
    struct sm5_subresource s;
    out[0] = 0;
    for (uint32_t layer = 0; layer < (t->layers ? t->layers : 1); layer++)
        for (uint32_t mip = 0; sm5_texture_subresource(t, mip, layer, &s); mip++) {
            if (at < s.offset || at - s.offset >= s.bytes)
                continue;
            uint64_t in = at - s.offset, samples = t->samples ? t->samples : 1;
            uint64_t texel = in % s.row_bytes / bound->row_bytes;
            int n = snprintf(out, size, "(%" PRIu64, texel / samples);
            if (t->kind != SM5_TEXTURE_1D)
                n += snprintf(out + n, size - (size_t)n, ",%" PRIu64, in % s.slice_bytes / s.row_bytes);
            if (t->kind == SM5_TEXTURE_3D)
                n += snprintf(out + n, size - (size_t)n, ",%" PRIu64, in / s.slice_bytes);
            n += snprintf(out + n, size - (size_t)n, ")");
            if (t->layers > 1)
                n += snprintf(out + n, size - (size_t)n, ", layer %u", layer);
            if (t->mips > 1)
                n += snprintf(out + n, size - (size_t)n, ", mip %u", mip);
            if (samples > 1)
                snprintf(out + n, size - (size_t)n, ", sample %" PRIu64, texel % samples);
            return;
        }
}

/* The member, or channel, at the first difference; NULL when it has no name. */
static const char *member_of(const struct host_rows *rows, const struct diff_resource *r)
{
    uint32_t offset = (uint32_t)(r->at % rows->layout.row_bytes);
    for (size_t i = 0; rows->layout.row_bytes % 4 == 0 && i < rows->layout.count; i++)
        if (rows->layout.columns[i].offset == offset)
            return rows->layout.columns[i].name;
    return NULL;
}

/* ".position.y", "[1]", " byte 8", or empty for an element of one value. */
static void member_text(const struct host_rows *rows, const struct diff_resource *r, char *out, size_t size)
{
    const char *member = member_of(rows, r);
    out[0] = 0;
    if (member && member[0])
        snprintf(out, size, "%s%s", member[0] == '[' ? "" : ".", member);
    else if (rows->layout.row_bytes > 4)
        snprintf(out, size, " byte %" PRIu64, r->at % rows->layout.row_bytes);
}

/* "u0[3].position.y", "u0.counter", "u1(4,0), mip 1". */
static void place_text(const struct diff *d, const struct diff_resource *r, char *out, size_t size)
{
    const struct cli_bound *bound = &d->job->resources.bound[r->binding];
    char member[300], texel[128];
    if (r->is_counter) {
        snprintf(out, size, "%s.counter", bound->text);
        return;
    }
    struct host_rows rows = cli_rows_of(&d->job->resources, bound);
    member_text(&rows, r, member, sizeof member);
    host_rows_free(&rows);
    texel_text(bound, r->at, texel, sizeof texel);
    if (bound->view.texture.kind != SM5_TEXTURE_NONE && texel[0])
        snprintf(out, size, "%s%s%s%s", bound->text, texel, member[0] == '.' ? " " : "", member);
    else
        snprintf(out, size, "%s[%" PRIu64 "]%s", bound->text, r->first - first_of(d, r), member);
}

/* ---- values ---- */

/* The type of a value: of words without one, what both values look like. */
static char shown_type(const struct diff_resource *r)
{
    char first = case_likely_type((uint32_t)r->values[0]);
    if (r->type)
        return r->type;
    return first == case_likely_type((uint32_t)r->values[1]) ? first : 0;
}

static void print_value(FILE *out, char type, uint64_t bits)
{
    if (type == 'h' || type == 'c')
        fprintf(out, "%" PRIu64 " (0x%0*" PRIx64 ")", bits, type == 'h' ? 4 : 2, bits);
    else
        case_print_value(out, type, bits);
}

static bool has_ulp(const struct diff_resource *r, uint64_t *ulp)
{
    char type = shown_type(r), text[CASE_DISTANCE_BYTES];
    if (type != 'f' && type != 'd')
        return false;
    case_format_distance(text, type, r->values[0], r->values[1]);
    *ulp = type == 'd' ? case_ulp_double(r->values[0], r->values[1])
                       : case_ulp_float((uint32_t)r->values[0], (uint32_t)r->values[1]);
    return text[0] != 0; /* empty for NaN and infinities */
}

static void print_values(const struct diff *d, const struct diff_resource *r)
{
    char place[512], distance[CASE_DISTANCE_BYTES];
    place_text(d, r, place, sizeof place);
    printf("    %s: %s ", place, d->results[0].name);
    print_value(stdout, r->type, r->values[0]);
    printf(", %s ", d->results[r->results].name);
    print_value(stdout, r->type, r->values[1]);
    case_format_distance(distance, shown_type(r), r->values[0], r->values[1]);
    printf("%s%s\n", distance[0] ? ", " : "", distance);
}

/* ---- patterns ---- */

static const char *const pattern_names[] = {
    [DIFF_ONE] = "one",     [DIFF_ALL] = "all",       [DIFF_TAIL] = "tail",
    [DIFF_RANGE] = "range", [DIFF_STRIDE] = "stride", [DIFF_SCATTERED] = "scattered",
};

static void print_pattern(const struct diff *d, const struct diff_resource *r)
{
    uint64_t base = first_of(d, r), first = r->first - base, last = r->last - base;
    switch (r->pattern) {
    case DIFF_ALL: printf("all %" PRIu64 " element%s", r->elements, r->elements == 1 ? "" : "s"); break;
    case DIFF_ONE: printf("1 of %" PRIu64 " elements", r->elements); break;
    case DIFF_TAIL:
        printf("the last %" PRIu64 " of %" PRIu64 " elements, from %" PRIu64 " on", r->differing, r->elements,
               first);
        break;
    case DIFF_RANGE:
        printf("%" PRIu64 " of %" PRIu64 " elements, %" PRIu64 " to %" PRIu64, r->differing, r->elements,
               first, last);
        break;
    case DIFF_STRIDE:
        printf("%" PRIu64 " of %" PRIu64 " elements, with a stride of %" PRIu64 " from %" PRIu64
               " to %" PRIu64,
               r->differing, r->elements, r->step, first, last);
        break;
    case DIFF_SCATTERED:
        printf("%" PRIu64 " of %" PRIu64 " elements, scattered from %" PRIu64 " to %" PRIu64, r->differing,
               r->elements, first, last);
        break;
    }
}

static void print_head(const struct diff *d, const struct diff_resource *r)
{
    const struct cli_bound *bound = &d->job->resources.bound[r->binding];
    printf("%s%s: %s differs from %s", bound->text, r->is_counter ? ".counter" : "",
           d->results[r->results].name, d->results[0].name);
    if (!r->is_counter) {
        struct host_rows rows = cli_rows_of(&d->job->resources, bound);
        char member[300];
        member_text(&rows, r, member, sizeof member);
        host_rows_free(&rows);
        printf(" in ");
        print_pattern(d, r);
        if (r->same_member && r->differing > 1 && member[0])
            printf(", only in%s%s", member[0] == ' ' ? "" : " ", member);
    }
    printf("\n");
}

/* ---- causes ---- */

/* The instruction as assembly text, in a blob to be freed; empty when out of memory. */
static const char *instruction_text(const struct diff *d, uint32_t instruction, struct sm5_blob *blob)
{
    *blob = (struct sm5_blob){0};
    return sm5_instruction_text(d->job->program, instruction, blob) ? "" : (const char *)blob->data;
}

static void print_writer(const struct diff *d, const struct diff_resource *r)
{
    const struct sm5_writer *w = &r->causes.writer;
    char thread[96];
    struct sm5_blob text;
    if (r->is_counter)
        return;
    if (!w->found) {
        printf("    no instruction of the interpreter's run wrote it\n");
        return;
    }
    cli_thread_text(thread, "cs", w->thread, w->group);
    printf("    last written by %s, instruction %u", thread, w->instruction);
    if (w->line)
        printf(", %s:%u", w->file ? w->file : d->job->options->input.in, w->line);
    printf(": %s\n", instruction_text(d, w->instruction, &text));
    sm5_blob_free(&text);
}

static void print_finding(const struct sm5_finding *f, bool is_here)
{
    printf("    check%s: %s", is_here ? "" : " elsewhere", sm5_finding_kind_name(f->kind));
    if (f->reg[0])
        printf(" of %s", f->reg);
    if (f->has_element)
        printf(", first at element %" PRIu64, f->element);
    if (f->text)
        printf(", instruction %u: %s", f->instruction, f->text);
    printf("\n");
}

/* Prints the findings that apply. Without one, others may explain the value that was stored: the first ones. */
static void print_findings(const struct diff *d, const struct diff_resource *r)
{
    enum { ELSEWHERE = 4 };
    size_t here = 0, elsewhere = 0, count = d->findings ? sm5_findings_count(d->findings) : 0;
    for (size_t i = 0; i < count; i++)
        here += diff_finding_applies(d, r, sm5_findings_at(d->findings, i));
    for (size_t i = 0; i < count; i++) {
        const struct sm5_finding *f = sm5_findings_at(d->findings, i);
        bool is_here = diff_finding_applies(d, r, f);
        if (is_here || (!here && elsewhere++ < ELSEWHERE))
            print_finding(f, is_here);
    }
    if (elsewhere > ELSEWHERE)
        printf("    check elsewhere: %zu more\n", elsewhere - ELSEWHERE);
    if (count == 0)
        printf("    check: no finding\n");
}

static const char *profile_name(unsigned profile)
{
    const struct cli_word *word = cli_oob_words;
    while (word->value != profile + 1)
        word++;
    return word->word;
}

static void print_profiles(const struct diff *d, const struct diff_resource *r)
{
    const char *name = d->results[diff_explains_first(d, r) ? 0 : r->results].name;
    for (unsigned i = 0; i < DIFF_PROFILES; i++)
        if (r->causes.profile_first[i])
            printf("    --oob %s gives the value of %s here%s\n", profile_name(i), name,
                   r->is_counter              ? ""
                   : r->causes.profile_all[i] ? ", and everywhere in the resource"
                                              : ", but not everywhere in the resource");
}

/* ---- text ---- */

static void print_resource(const struct diff *d, const struct diff_resource *r)
{
    print_head(d, r);
    print_values(d, r);
    if (d->options->no_explain || d->is_stage)
        return;
    print_writer(d, r);
    print_findings(d, r);
    print_profiles(d, r);
}

static void print_summary(const struct diff *d, size_t results)
{
    size_t count = 0;
    for (size_t i = 0; i < d->list_count; i++)
        count += d->list[i].results == results;
    for (size_t i = 0; i < d->output_count; i++)
        count += d->outputs[i].results == results;
    const char *name = d->results[results].name, *first = d->results[0].name;
    if (d->results[results].stopped)
        printf("%s: stopped: %s; %s completed\n", name, sm5_status_name(d->results[results].stopped), first);
    else if (count)
        printf("%s: %zu difference%s from %s\n", name, count, count == 1 ? "" : "s", first);
    else
        printf("%s: as %s%s\n", name, first, d->tolerance.kind ? ", within the tolerance" : "");
}

/* "out: jit differs from interp in 3 of 12 records", and the first value. */
static void print_output(const struct diff *d, const struct diff_output *o)
{
    char distance[CASE_DISTANCE_BYTES];
    const char *name = d->results[o->results].name, *first = d->results[0].name;
    printf("%s: %s differs from %s ", o->name, name, first);
    if (o->count_of) {
        printf("in the number of %s: %s %" PRIu64 ", %s %" PRIu64 "\n", o->count_of, first, o->counts[0],
               name, o->counts[1]);
        return;
    }
    printf("in %" PRIu64 " of %" PRIu64 " records\n    %s[%" PRIu64 "].%s: %s ", o->differing, o->records,
           o->name, o->record, o->column, first);
    print_value(stdout, o->type, o->values[0]);
    printf(", %s ", name);
    print_value(stdout, o->type, o->values[1]);
    case_format_distance(distance, o->type, o->values[0], o->values[1]);
    printf("%s%s\n", distance[0] ? ", " : "", distance);
}

void diff_print(const struct diff *d)
{
    for (size_t i = 0; i < d->output_count; i++)
        print_output(d, &d->outputs[i]);
    for (size_t i = 0; i < d->list_count; i++)
        print_resource(d, &d->list[i]);
    for (size_t i = 1; i < d->count; i++)
        print_summary(d, i);
}

/* ---- JSON ---- */

static void json_value(struct host_json *json, const char *key, char type, uint64_t bits)
{
    struct host_text text;
    if (!host_text_open(&text))
        return;
    print_value(text.out, type, bits);
    fclose(text.out);
    host_json_open(json, key, '{');
    host_json_text(json, "text", text.text);
    host_json_number(json, "bits", bits);
    host_json_close(json, '}');
    free(text.text);
}

static void json_place(const struct diff *d, struct host_json *json, const struct diff_resource *r)
{
    const struct cli_bound *bound = &d->job->resources.bound[r->binding];
    struct host_rows rows = cli_rows_of(&d->job->resources, bound);
    char texel[128];
    uint64_t base = first_of(d, r);
    texel_text(bound, r->at, texel, sizeof texel);
    host_json_number(json, "element", r->first - base);
    if (bound->view.texture.kind != SM5_TEXTURE_NONE && texel[0])
        host_json_text(json, "texel", texel);
    host_json_number(json, "byte_offset", r->at % bound->row_bytes);
    host_json_text(json, "member", member_of(&rows, r));
    host_json_number(json, "differing", r->differing);
    host_json_number(json, "elements", r->elements);
    host_json_text(json, "pattern", pattern_names[r->pattern]);
    host_json_number(json, "last", r->last - base);
    host_json_number_if(json, "step", r->pattern == DIFF_STRIDE, r->step);
    host_json_bool(json, "same_member", r->same_member);
    host_rows_free(&rows);
}

static void json_writer(const struct diff *d, struct host_json *json, const struct sm5_writer *w)
{
    struct sm5_blob text;
    if (!w->found) {
        host_json_text(json, "writer", NULL);
        return;
    }
    host_json_open(json, "writer", '{');
    host_json_number(json, "instruction", w->instruction);
    host_json_text(json, "text", instruction_text(d, w->instruction, &text));
    sm5_blob_free(&text);
    host_json_text(json, "file", w->file);
    host_json_number_if(json, "line", w->line != 0, w->line);
    host_json_numbers(json, "thread", w->thread, 3);
    host_json_numbers(json, "group", w->group, 3);
    host_json_close(json, '}');
}

static void json_findings(const struct diff *d, struct host_json *json, const struct diff_resource *r)
{
    host_json_open(json, "findings", '[');
    for (size_t i = 0; d->findings && i < sm5_findings_count(d->findings); i++) {
        const struct sm5_finding *f = sm5_findings_at(d->findings, i);
        host_json_open(json, NULL, '{');
        host_json_bool(json, "here", diff_finding_applies(d, r, f));
        host_json_text(json, "kind", sm5_finding_kind_name(f->kind));
        host_json_text(json, "register", f->reg[0] ? f->reg : NULL);
        host_json_number_if(json, "element", f->has_element, f->element);
        host_json_number_if(json, "instruction", f->text != NULL, f->instruction);
        host_json_close(json, '}');
    }
    host_json_close(json, ']');
}

static void json_profiles(struct host_json *json, const struct diff_resource *r)
{
    host_json_open(json, "profiles", '[');
    for (unsigned i = 0; i < DIFF_PROFILES; i++) {
        if (!r->causes.profile_first[i])
            continue;
        host_json_open(json, NULL, '{');
        host_json_text(json, "profile", profile_name(i));
        host_json_bool(json, "everywhere", r->causes.profile_all[i]);
        host_json_close(json, '}');
    }
    host_json_close(json, ']');
}

static void json_resource(const struct diff *d, struct host_json *json, const struct diff_resource *r)
{
    uint64_t ulp = 0;
    host_json_break(json);
    host_json_open(json, NULL, '{');
    host_json_text(json, "engine", d->results[r->results].name);
    host_json_text(json, "register", d->job->resources.bound[r->binding].text);
    host_json_bool(json, "counter", r->is_counter);
    if (!r->is_counter)
        json_place(d, json, r);
    json_value(json, "expected", r->type, r->values[0]);
    json_value(json, "value", r->type, r->values[1]);
    bool known = has_ulp(r, &ulp);
    host_json_number_if(json, "ulp", known, ulp);
    if (!d->options->no_explain && !d->is_stage) {
        if (!r->is_counter)
            json_writer(d, json, &r->causes.writer);
        json_findings(d, json, r);
        json_profiles(json, r);
    }
    host_json_close(json, '}');
}

static void json_output(const struct diff *d, struct host_json *json, const struct diff_output *o)
{
    host_json_break(json);
    host_json_open(json, NULL, '{');
    host_json_text(json, "engine", d->results[o->results].name);
    host_json_text(json, "output", o->name);
    if (o->count_of) {
        host_json_text(json, "number_of", o->count_of);
        host_json_number(json, "expected", o->counts[0]);
        host_json_number(json, "value", o->counts[1]);
    } else {
        host_json_text(json, "column", o->column);
        host_json_number(json, "record", o->record);
        host_json_number(json, "differing", o->differing);
        host_json_number(json, "records", o->records);
        json_value(json, "expected", o->type, o->values[0]);
        json_value(json, "value", o->type, o->values[1]);
    }
    host_json_close(json, '}');
}

bool diff_write_json(const struct diff *d, const char *path)
{
    struct host_text text;
    if (!host_text_open(&text))
        return false;
    struct host_json json = {.out = text.out};
    host_json_open(&json, NULL, '{');
    host_json_text(&json, "reference", d->results[0].name);
    host_json_open(&json, "compared", '[');
    for (size_t i = 1; i < d->count; i++) {
        host_json_open(&json, NULL, '{');
        host_json_text(&json, "engine", d->results[i].name);
        host_json_text(&json, "stopped",
                       d->results[i].stopped ? sm5_status_name(d->results[i].stopped) : NULL);
        host_json_close(&json, '}');
    }
    host_json_close(&json, ']');
    host_json_open(&json, "differences", '[');
    for (size_t i = 0; i < d->list_count; i++)
        json_resource(d, &json, &d->list[i]);
    host_json_close(&json, ']');
    host_json_open(&json, "outputs", '[');
    for (size_t i = 0; i < d->output_count; i++)
        json_output(d, &json, &d->outputs[i]);
    host_json_close(&json, ']');
    host_json_close(&json, '}');
    return host_text_write(&text, path);
}
