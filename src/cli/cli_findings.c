/* Findings of a checked run, as text and as JSON. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

/* ---- JSON ---- */

/* An instruction, and its line: of the program's text, or of the file that it was compiled from. */
struct place {
    uint32_t instruction, line;
    const char *text, *file;
};

static struct place place_of(const struct sm5_finding *f)
{
    return (struct place){f->instruction, f->line, f->text, f->file};
}

static struct place other_of(const struct sm5_finding *f)
{
    return (struct place){f->other_instruction, f->other_line, f->other_text, f->other_file};
}

static void json_place(struct host_json *json, const char *name, struct place place)
{
    if (!place.text) {
        host_json_text(json, name, NULL);
        return;
    }
    host_json_open(json, name, '{');
    host_json_number(json, "index", place.instruction);
    host_json_text(json, "text", place.text);
    host_json_number_if(json, "line", place.line != 0, place.line);
    if (place.file)
        host_json_text(json, "file", place.file);
    host_json_close(json, '}');
}

static void json_id(struct host_json *json, const char *name, bool known, const uint32_t id[3])
{
    if (known)
        host_json_numbers(json, name, id, 3);
    else
        host_json_text(json, name, NULL);
}

static void json_finding(struct host_json *json, const struct sm5_finding *f, const char *member)
{
    host_json_break(json);
    host_json_open(json, NULL, '{');
    host_json_text(json, "kind", sm5_finding_kind_name(f->kind));
    host_json_number(json, "count", f->count);
    json_place(json, "instruction", place_of(f));
    json_place(json, "other", other_of(f));
    host_json_text(json, "register", f->reg[0] ? f->reg : NULL);
    host_json_number_if(json, "element", f->has_element, f->element);
    host_json_number_if(json, "byte_offset", f->has_offset, f->byte_offset);
    host_json_text(json, "member", member);
    json_id(json, "thread", f->text != NULL, f->thread);
    json_id(json, "group", f->text != NULL, f->group);
    json_id(json, "other_thread", f->has_other_thread, f->other_thread);
    json_id(json, "other_group", f->has_other_thread, f->other_group);
    if (f->seed) {
        host_json_number(json, "seed", f->seed);
        host_json_numbers(json, "values", f->values, 2);
    }
    host_json_text(json, "message", f->message);
    host_json_text(json, "clause", f->clause);
    host_json_close(json, '}');
}

void cli_findings_json(const struct sm5_findings *findings, struct host_members *members,
                       const struct cli_profiles *profiles, FILE *out)
{
    struct host_json json = {.out = out};
    host_json_open(&json, NULL, '{');
    host_json_open(&json, "findings", '[');
    for (size_t i = 0; i < sm5_findings_count(findings); i++) {
        const struct sm5_finding *f = sm5_findings_at(findings, i);
        json_finding(&json, f, host_member_of(members, f));
    }
    host_json_close(&json, ']');
    cli_profiles_json(profiles, &json);
    host_json_close(&json, '}');
}

/* ---- text ---- */

/* Escape sequences, empty when not on a terminal; and the program's stage and file. */
struct style {
    const char *kind, *code, *faint, *plain, *stage, *path;
};

static const struct style coloured = {"\033[1;31m", "\033[1m", "\033[2m", "\033[0m", NULL, NULL},
                          uncoloured = {"", "", "", "", NULL, NULL};

void cli_thread_text(char out[96], const char *stage, const uint32_t thread[3], const uint32_t group[3])
{
    if (strcmp(stage, "cs") == 0)
        snprintf(out, 96, "thread (%u,%u,%u) of group (%u,%u,%u)", thread[0], thread[1], thread[2], group[0],
                 group[1], group[2]);
    else if (strcmp(stage, "hs") == 0)
        snprintf(out, 96, "invocation %u of patch %u", thread[1], thread[0]);
    else
        snprintf(out, 96, "invocation %u", thread[0]);
}

static void print_thread(const struct style *style, const uint32_t thread[3], const uint32_t group[3])
{
    char text[96];
    cli_thread_text(text, style->stage, thread, group);
    printf("%s", text);
}

/* Prints "FILE:LINE: ", which editors parse; "FILE: " when no line is known. */
static void print_place(struct place place, const struct style *style)
{
    printf("%s:", place.file ? place.file : style->path);
    if (place.line)
        printf("%u:", place.line);
    printf(" ");
}

static void print_other(const struct sm5_finding *f, const struct style *style)
{
    const char *how = !f->has_other_thread           ? "first read by"
                      : f->kind == SM5_FINDING_ORDER ? "there last written by"
                                                     : "with";
    printf("    ");
    if (f->other_line)
        print_place(other_of(f), style);
    printf("%s instruction %u: %s%s%s\n", how, f->other_instruction, style->code, f->other_text,
           style->plain);
    if (!f->has_other_thread)
        return;
    printf("    ");
    print_thread(style, f->other_thread, f->other_group);
    printf("\n");
}

static void print_target(const struct sm5_finding *f, const char *member, const struct style *style)
{
    printf("    ");
    if (f->reg[0])
        printf("%s", f->reg);
    if (f->has_element)
        printf(", element %" PRIu64, f->element);
    if (f->has_offset)
        printf(", byte offset %u", f->byte_offset);
    if (member)
        printf(" (%s)", member);
    if (f->text) {
        printf("%s", f->reg[0] ? "; " : "");
        print_thread(style, f->thread, f->group);
    }
    if (f->count > 1)
        printf("; %" PRIu64 " times", f->count);
    printf("\n");
}

/* Prints the options that reproduce the finding; a run that stops has no values. */
static void print_order(const struct sm5_finding *f)
{
    printf("    ");
    if (f->has_element)
        printf("0x%08" PRIx32 " in the plain order, 0x%08" PRIx32 " with ", f->values[0], f->values[1]);
    printf("--orders 1 --seed %" PRIu64 "\n", f->seed);
}

static void print_finding(const struct sm5_finding *f, const char *member, const struct style *style)
{
    print_place(place_of(f), style);
    printf("%s%s%s:", style->kind, sm5_finding_kind_name(f->kind), style->plain);
    if (f->text)
        printf(" instruction %u: %s%s%s", f->instruction, style->code, f->text, style->plain);
    printf("\n");
    print_target(f, member, style);
    if (f->seed)
        print_order(f);
    if (f->has_other)
        print_other(f, style);
    printf("    %s", f->message);
    if (f->clause[0])
        printf(" %s[%s]%s", style->faint, f->clause, style->plain);
    printf("\n");
}

/* Prints "2 findings: 1 oob-address, 1 race". */
static void print_summary(const struct sm5_findings *findings, const struct style *style)
{
    enum { KINDS = SM5_FINDING_ORDER + 1 };
    size_t count = sm5_findings_count(findings), of[KINDS] = {0};
    for (size_t i = 0; i < count; i++)
        of[sm5_findings_at(findings, i)->kind]++;
    printf("%s: ", style->path);
    if (count == 0)
        printf("no findings\n");
    else
        printf("%zu finding%s", count, count == 1 ? "" : "s");
    const char *between = ": ";
    for (int kind = 0; kind < KINDS; kind++)
        if (of[kind]) {
            printf("%s%zu %s", between, of[kind], sm5_finding_kind_name((enum sm5_finding_kind)kind));
            between = ", ";
        }
    printf(count ? "\n" : "");
}

void cli_findings_print(const struct sm5_findings *findings, struct host_members *members, const char *path,
                        const char *stage)
{
    struct style style = host_has_colour(STDOUT_FILENO) ? coloured : uncoloured;
    style.stage = stage;
    style.path = strcmp(path, "-") == 0 ? "<stdin>" : path;
    for (size_t i = 0; i < sm5_findings_count(findings); i++) {
        const struct sm5_finding *f = sm5_findings_at(findings, i);
        print_finding(f, host_member_of(members, f), &style);
    }
    print_summary(findings, &style);
}
