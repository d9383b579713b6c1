/* Findings as SARIF 2.1.0 (OASIS): one rule a kind, one result a finding. */
#include <inttypes.h>
#include <string.h>

#include "cli/cli.h"

/* What may be meant is a warning, and so is what has another cause most of the time. */
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

static void write_text(FILE *out, const char *text)
{
    fprintf(out, "{\"text\": ");
    host_json_string(out, text);
    fprintf(out, "}");
}

/* ---- rules ---- */

static void write_rule(FILE *out, enum sm5_finding_kind kind)
{
    fprintf(out, "{\"id\": \"%s\", \"shortDescription\": ", sm5_finding_kind_name(kind));
    write_text(out, sm5_finding_kind_message(kind));
    fprintf(out,
            ", \"defaultConfiguration\": {\"level\": \"%s\"}, \"properties\": {\"clause\": ", level_of(kind));
    host_json_string(out, sm5_finding_kind_clause(kind));
    fprintf(out, "}}");
}

static void write_tool(FILE *out)
{
    fprintf(out, "\"tool\": {\"driver\": {\"name\": \"sm5\", \"semanticVersion\": \"%s\", \"rules\": [",
            sm5_version());
    for (int kind = 0; sm5_finding_kind_name((enum sm5_finding_kind)kind); kind++) {
        fprintf(out, kind ? ",\n  " : "\n  ");
        write_rule(out, (enum sm5_finding_kind)kind);
    }
    fprintf(out, "]}},\n");
}

/* ---- places ---- */

/* Bytes of a URI reference (RFC 3986): other bytes than these are escaped. */
static void write_escaped(FILE *out, const char *path)
{
    static const char kept[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    for (; *path; path++)
        fprintf(out, strchr(kept, *path) ? "%c" : "%%%02X", (unsigned char)*path);
}

/* "C:/" or "C:\\": what compilers leave in debug information are paths of theirs. */
static bool has_drive(const char *path)
{
    bool letter = (path[0] >= 'a' && path[0] <= 'z') || (path[0] >= 'A' && path[0] <= 'Z');
    return letter && path[1] == ':' && (path[2] == '/' || path[2] == '\\');
}

static void write_uri(FILE *out, const char *path)
{
    fprintf(out, path[0] == '/' ? "\"file://" : "\"");
    if (has_drive(path)) {
        fprintf(out, "file:///%c:", path[0]);
        for (path += 2; *path; path++)
            write_escaped(out, *path == '\\' ? "/" : (const char[]){*path, 0});
    }
    write_escaped(out, path);
    fprintf(out, "\"");
}

/* The program's file, with the line when it is text; or the source's. */
static void write_physical(FILE *out, const char *path, uint32_t line)
{
    fprintf(out, "\"physicalLocation\": {\"artifactLocation\": {\"uri\": ");
    write_uri(out, path);
    fprintf(out, "}");
    if (line)
        fprintf(out, ", \"region\": {\"startLine\": %" PRIu32 "}", line);
    fprintf(out, "}");
}

struct place {
    const char *path; /* NULL: standard input */
    uint32_t line, instruction;
    const char *text; /* NULL: no instruction */
};

static void write_place(FILE *out, const struct place *place, const char *message)
{
    fprintf(out, "{");
    if (message) {
        fprintf(out, "\"id\": 1, \"message\": ");
        write_text(out, message);
    }
    if (place->path) {
        fprintf(out, message ? ", " : "");
        write_physical(out, place->path, place->line);
    }
    if (place->text) {
        fprintf(out, message || place->path ? ", " : "");
        fprintf(out, "\"logicalLocations\": [{\"kind\": \"instruction\", \"name\": ");
        host_json_string(out, place->text);
        fprintf(out, ", \"fullyQualifiedName\": \"instruction %" PRIu32 "\"", place->instruction);
        fprintf(out, "}]");
    }
    fprintf(out, "}");
}

/* ---- results ---- */

static void write_id(FILE *out, const char *name, const uint32_t id[3])
{
    fprintf(out, ", \"%s\": [%" PRIu32 ", %" PRIu32 ", %" PRIu32 "]", name, id[0], id[1], id[2]);
}

static void write_properties(FILE *out, const struct sm5_finding *f, const char *member)
{
    fprintf(out, "\"properties\": {\"clause\": ");
    host_json_string(out, f->clause);
    if (f->reg[0])
        fprintf(out, ", \"register\": \"%s\"", f->reg);
    if (f->has_element)
        fprintf(out, ", \"element\": %" PRIu64, f->element);
    if (f->has_offset)
        fprintf(out, ", \"byteOffset\": %" PRIu32, f->byte_offset);
    if (member) {
        fprintf(out, ", \"member\": ");
        host_json_string(out, member);
    }
    if (f->text) {
        write_id(out, "thread", f->thread);
        write_id(out, "group", f->group);
    }
    if (f->has_other_thread) {
        write_id(out, "otherThread", f->other_thread);
        write_id(out, "otherGroup", f->other_group);
    }
    if (f->seed)
        fprintf(out, ", \"seed\": %" PRIu64 ", \"values\": [%" PRIu32 ", %" PRIu32 "]", f->seed, f->values[0],
                f->values[1]);
    fprintf(out, "}");
}

/* Readers show the message alone: it says where. */
static void write_message(FILE *out, const struct sm5_finding *f, const char *member, const char *stage)
{
    char text[1024];
    size_t used = 0;
    text[0] = 0;
    if (f->reg[0])
        used += (size_t)snprintf(text, sizeof text, "%s", f->reg);
    if (f->has_element)
        used += (size_t)snprintf(text + used, sizeof text - used, ", element %" PRIu64, f->element);
    if (member && used)
        used += (size_t)snprintf(text + used, sizeof text - used, ", %.200s", member);
    if (f->text) {
        char thread[96];
        cli_thread_text(thread, stage, f->thread, f->group);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "", thread);
    }
    snprintf(text + used, sizeof text - used, "%s%s", used ? ": " : "", f->message);
    fprintf(out, "\"message\": ");
    write_text(out, text);
}

static void write_result(FILE *out, const struct sm5_finding *f, const char *member, const char *path,
                         const char *stage)
{
    const struct place place = {f->file ? f->file : path, f->line, f->instruction, f->text};
    fprintf(out, "{\"ruleId\": \"%s\", \"ruleIndex\": %d, \"level\": \"%s\", ",
            sm5_finding_kind_name(f->kind), (int)f->kind, level_of(f->kind));
    write_message(out, f, member, stage);
    if (place.path || f->text) {
        fprintf(out, ", \"locations\": [");
        write_place(out, &place, NULL);
        fprintf(out, "]");
    }
    if (f->other_text) {
        const struct place other = {f->other_file ? f->other_file : path, f->other_line, f->other_instruction,
                                    f->other_text};
        fprintf(out, ", \"relatedLocations\": [");
        write_place(out, &other, f->has_other_thread ? "the other access" : "where the value was first read");
        fprintf(out, "]");
    }
    fprintf(out, ", \"occurrenceCount\": %" PRIu64 ", ", f->count);
    write_properties(out, f, member);
    fprintf(out, "}");
}

void cli_sarif(const struct sm5_findings *findings, struct host_members *members, const char *path,
               const char *stage, FILE *out)
{
    const char *file = strcmp(path, "-") == 0 ? NULL : path;
    fprintf(out, "{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\", "
                 "\"runs\": [{\n");
    write_tool(out);
    fprintf(out, "\"results\": [");
    for (size_t i = 0; i < sm5_findings_count(findings); i++) {
        fprintf(out, i ? ",\n  " : "\n  ");
        const struct sm5_finding *f = sm5_findings_at(findings, i);
        write_result(out, f, host_member_of(members, f), file, stage);
    }
    fprintf(out, "]}]}\n");
}
