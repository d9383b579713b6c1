/* Findings as SARIF 2.1.0 (OASIS): one rule for each kind, one result for each finding. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* Findings that may be intended, or usually have another cause, are warnings. */
static const char *level_of(enum sm5_finding_kind kind)
{
    switch (kind) {
    case SM5_FINDING_RACE_SAME_VALUE:
    case SM5_FINDING_ATOMIC_ORDERED:
    case SM5_FINDING_UNBOUND:
    case SM5_FINDING_BUDGET:
    case SM5_FINDING_NUMBER:
    case SM5_FINDING_ORDER: return "warning";
    default: return "error";
    }
}

static void write_message(struct host_json *json, const char *key, const char *text)
{
    host_json_open(json, key, '{');
    host_json_text(json, "text", text);
    host_json_close(json, '}');
}

/* ---- rules ---- */

static void write_rule(struct host_json *json, enum sm5_finding_kind kind)
{
    host_json_break(json);
    host_json_open(json, NULL, '{');
    host_json_text(json, "id", sm5_finding_kind_name(kind));
    write_message(json, "shortDescription", sm5_finding_kind_message(kind));
    host_json_open(json, "defaultConfiguration", '{');
    host_json_text(json, "level", level_of(kind));
    host_json_close(json, '}');
    host_json_open(json, "properties", '{');
    host_json_text(json, "clause", sm5_finding_kind_clause(kind));
    host_json_close(json, '}');
    host_json_close(json, '}');
}

static void write_tool(struct host_json *json)
{
    host_json_open(json, "tool", '{');
    host_json_open(json, "driver", '{');
    host_json_text(json, "name", "sm5");
    host_json_text(json, "semanticVersion", sm5_version());
    host_json_open(json, "rules", '[');
    for (int kind = 0; sm5_finding_kind_name((enum sm5_finding_kind)kind); kind++)
        write_rule(json, (enum sm5_finding_kind)kind);
    host_json_close(json, ']');
    host_json_close(json, '}');
    host_json_close(json, '}');
}

/* ---- places ---- */

/* "C:/" or "C:\\": paths in debug information are those of the compiler's machine. */
static bool has_drive(const char *path)
{
    bool letter = (path[0] >= 'a' && path[0] <= 'z') || (path[0] >= 'A' && path[0] <= 'Z');
    return letter && path[1] == ':' && (path[2] == '/' || path[2] == '\\');
}

/* The URI reference (RFC 3986) of a path, malloc'ed. */
static char *make_uri(const char *path)
{
    static const char kept[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    bool drive = has_drive(path);
    char *uri = malloc(3 * strlen(path) + 16), *at = uri;
    if (!uri)
        return NULL;
    at += sprintf(at, "%s", drive ? "file:///" : path[0] == '/' ? "file://" : "");
    for (size_t i = 0; path[i]; i++) {
        char c = drive && path[i] == '\\' ? '/' : path[i];
        bool plain = strchr(kept, c) || (drive && i == 1);
        at += sprintf(at, plain ? "%c" : "%%%02X", (unsigned char)c);
    }
    return uri;
}

/* Writes the program's file, with the line when it is text; or the source file. */
static void write_physical(struct host_json *json, const char *path, uint32_t line)
{
    char *uri = make_uri(path);
    host_json_open(json, "physicalLocation", '{');
    host_json_open(json, "artifactLocation", '{');
    host_json_text(json, "uri", uri ? uri : "");
    host_json_close(json, '}');
    if (line) {
        host_json_open(json, "region", '{');
        host_json_number(json, "startLine", line);
        host_json_close(json, '}');
    }
    host_json_close(json, '}');
    free(uri);
}

struct place {
    const char *path; /* NULL: standard input */
    uint32_t line, instruction;
    const char *text; /* NULL: no instruction */
};

static void write_places(struct host_json *json, const char *key, const struct place *place,
                         const char *message)
{
    host_json_open(json, key, '[');
    host_json_open(json, NULL, '{');
    if (message) {
        host_json_number(json, "id", 1);
        write_message(json, "message", message);
    }
    if (place->path)
        write_physical(json, place->path, place->line);
    if (place->text) {
        char name[32];
        snprintf(name, sizeof name, "instruction %" PRIu32, place->instruction);
        host_json_open(json, "logicalLocations", '[');
        host_json_open(json, NULL, '{');
        host_json_text(json, "kind", "instruction");
        host_json_text(json, "name", place->text);
        host_json_text(json, "fullyQualifiedName", name);
        host_json_close(json, '}');
        host_json_close(json, ']');
    }
    host_json_close(json, '}');
    host_json_close(json, ']');
}

/* ---- results ---- */

static void write_properties(struct host_json *json, const struct sm5_finding *f, const char *member)
{
    host_json_open(json, "properties", '{');
    host_json_text(json, "clause", f->clause);
    if (f->reg[0])
        host_json_text(json, "register", f->reg);
    if (f->has_element)
        host_json_number(json, "element", f->element);
    if (f->has_offset)
        host_json_number(json, "byteOffset", f->byte_offset);
    if (member)
        host_json_text(json, "member", member);
    if (f->text) {
        host_json_numbers(json, "thread", f->thread, 3);
        host_json_numbers(json, "group", f->group, 3);
    }
    if (f->has_other_thread) {
        host_json_numbers(json, "otherThread", f->other_thread, 3);
        host_json_numbers(json, "otherGroup", f->other_group, 3);
    }
    if (f->seed) {
        host_json_number(json, "seed", f->seed);
        host_json_numbers(json, "values", f->values, 2);
    }
    host_json_close(json, '}');
}

/* Viewers show the message alone, so that it contains the place. */
static void format_message(char text[1024], const struct sm5_finding *f, const char *member,
                           const char *stage)
{
    size_t used = 0, size = 1024;
    text[0] = 0;
    if (f->reg[0])
        used += (size_t)snprintf(text, size, "%s", f->reg);
    if (f->has_element)
        used += (size_t)snprintf(text + used, size - used, ", element %" PRIu64, f->element);
    if (member && used)
        used += (size_t)snprintf(text + used, size - used, ", %.200s", member);
    if (f->text) {
        char thread[96];
        cli_thread_text(thread, stage, f->thread, f->group);
        used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", thread);
    }
    snprintf(text + used, size - used, "%s%s", used ? ": " : "", f->message);
}

static void write_result(struct host_json *json, const struct sm5_finding *f, const char *member,
                         const char *path, const char *stage)
{
    const struct place place = {f->file ? f->file : path, f->line, f->instruction, f->text};
    char message[1024];
    format_message(message, f, member, stage);
    host_json_break(json);
    host_json_open(json, NULL, '{');
    host_json_text(json, "ruleId", sm5_finding_kind_name(f->kind));
    host_json_number(json, "ruleIndex", f->kind);
    host_json_text(json, "level", level_of(f->kind));
    write_message(json, "message", message);
    if (place.path || f->text)
        write_places(json, "locations", &place, NULL);
    if (f->other_text) {
        const struct place other = {f->other_file ? f->other_file : path, f->other_line, f->other_instruction,
                                    f->other_text};
        write_places(json, "relatedLocations", &other,
                     f->has_other_thread ? "the other access" : "where the value was first read");
    }
    host_json_number(json, "occurrenceCount", f->count);
    write_properties(json, f, member);
    host_json_close(json, '}');
}

void cli_sarif(const struct sm5_findings *findings, struct host_members *members, const char *path,
               const char *stage, FILE *out)
{
    const char *file = strcmp(path, "-") == 0 ? NULL : path;
    struct host_json json = {.out = out};
    host_json_open(&json, NULL, '{');
    host_json_text(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    host_json_text(&json, "version", "2.1.0");
    host_json_open(&json, "runs", '[');
    host_json_open(&json, NULL, '{');
    write_tool(&json);
    host_json_open(&json, "results", '[');
    for (size_t i = 0; i < sm5_findings_count(findings); i++) {
        const struct sm5_finding *f = sm5_findings_at(findings, i);
        write_result(&json, f, host_member_of(members, f), file, stage);
    }
    host_json_close(&json, ']');
    host_json_close(&json, '}');
    host_json_close(&json, ']');
    host_json_close(&json, '}');
}
