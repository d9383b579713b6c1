/* Sources: the assembly text or HLSL file that lines are of, and a listing with one instruction a line, numbered by
   its instructions from 0, for programs without either. */
#include "dap/dap.h"

#include <stdlib.h>
#include <unistd.h>

enum {
    LISTING = 1,               /* sourceReference */
    FIRST_ADDRESS = 0x1000000, /* of instruction 0; each has one address */
    DISASSEMBLE_MAX = 100000,
};

/* ---- instructions ---- */

bool dap_instruction_text(const struct dap *dap, uint32_t number, char *out, size_t size)
{
    struct sm5_blob text;
    if (sm5_instruction_text(dap->target->program, number, &text))
        return false;
    const char *line = (const char *)text.data + strspn((const char *)text.data, " ");
    size_t length = strcspn(line, "\n");
    while (length && line[length - 1] == ' ')
        length--;
    snprintf(out, size, "%.*s", (int)length, line);
    sm5_blob_free(&text);
    return true;
}

void dap_instruction_reference(uint32_t number, char out[24])
{
    snprintf(out, 24, "0x%llx", (unsigned long long)FIRST_ADDRESS + number);
}

bool dap_parse_instruction(const char *reference, json_int_t offset, json_int_t *number)
{
    char *end;
    unsigned long long address = strtoull(reference, &end, 16);
    *number = (json_int_t)(address & INT32_MAX) - FIRST_ADDRESS + offset;
    return strncmp(reference, "0x", 2) == 0 && !*end && address <= INT32_MAX;
}

/* ---- sources ---- */

/* Debug information has paths of Windows. */
const char *dap_base_name(const char *path)
{
    const char *last = path;
    for (const char *at = path; *at; at++)
        last = *at == '/' || *at == '\\' ? at + 1 : last;
    return last;
}

static json_t *listing(const struct dap *dap)
{
    char name[300];
    snprintf(name, sizeof name, "%.280s (listing)", dap_base_name(dap->target->path));
    return json_pack("{s:s, s:i}", "name", name, "sourceReference", LISTING);
}

static json_t *file_source(const char *path)
{
    json_t *copy = json_string(path), *name = json_string(dap_base_name(path));
    return json_pack("{s:o, s:o}", "name", name ? name : json_null(), "path", copy ? copy : json_null());
}

/* The file of debug information: as it is named, or beside the program. False: it is not there. */
static bool find_file(const struct dap *dap, const char *name, char *out, size_t size)
{
    const char *path = dap->target->path;
    snprintf(out, size, "%s", name);
    if (name[0] == '/' && access(out, R_OK) == 0)
        return true;
    snprintf(out, size, "%.*s%s", (int)(dap_base_name(path) - path), path, dap_base_name(name));
    return access(out, R_OK) == 0;
}

/* A source that the lines of an instruction are of; NULL: the listing. */
static json_t *source_of(const struct dap *dap, const struct sm5_place *place, uint32_t *line)
{
    char path[4200];
    *line = place->line ? place->line : place->file_line;
    if (place->line)
        return file_source(dap->target->path);
    return place->file && find_file(dap, place->file, path, sizeof path) ? file_source(path) : NULL;
}

void dap_set_place(json_t *out, const char *key, const struct dap *dap, uint32_t number)
{
    struct sm5_place place;
    uint32_t line;
    sm5_debug_place(dap->target->debug, number, &place);
    json_t *source = source_of(dap, &place, &line);
    dap_set(out, "line", json_integer((json_int_t)(source ? line : number + 1) - dap->lines_from_0));
    dap_set(out, key, source ? source : listing(dap));
}

static json_t *print_listing(const struct dap *dap)
{
    struct strbuf text = {0};
    char line[1000];
    for (uint32_t i = 0; dap_instruction_text(dap, i, line, sizeof line); i++) {
        strbuf_add(&text, line);
        strbuf_add_char(&text, '\n');
    }
    json_t *out = text.failed ? NULL : json_string(strbuf_text(&text));
    strbuf_free(&text);
    return out;
}

bool dap_source(struct dap *dap, struct protocol_members *in, json_t *body)
{
    protocol_require(in, "sourceReference");
    json_int_t reference = protocol_integer(in, "sourceReference", 0, INT32_MAX, 0);
    if (in->error[0])
        return false;
    if (reference != LISTING)
        return dap_fail(dap, "no source with reference %d; expected 1, or a path to be read as a file",
                        (int)reference);
    dap_set(body, "content", print_listing(dap));
    dap_set(body, "mimeType", json_string("text/x-asm"));
    return true;
}

static bool contains(const json_t *list, const json_t *item)
{
    const json_t *other;
    size_t i;
    json_array_foreach((json_t *)list, i, other) if (json_equal(other, item)) return true;
    return false;
}

/* The listing, and each file that an instruction comes from. */
bool dap_loaded_sources(struct dap *dap, struct protocol_members *in, json_t *body)
{
    json_t *list = json_array();
    struct sm5_place place;
    uint32_t line;
    (void)in;
    json_array_append_new(list, listing(dap));
    for (uint32_t i = 0; sm5_debug_place(dap->target->debug, i, &place); i++) {
        json_t *source = source_of(dap, &place, &line);
        if (source && !contains(list, source))
            json_array_append(list, source);
        json_decref(source);
    }
    dap_set(body, "sources", list);
    return true;
}

/* ---- disassembly ---- */

static json_t *disassemble_one(const struct dap *dap, json_int_t number)
{
    char text[1000], address[24];
    bool exists =
        number >= 0 && number < UINT32_MAX && dap_instruction_text(dap, (uint32_t)number, text, sizeof text);
    json_int_t at = FIRST_ADDRESS + number;
    snprintf(address, sizeof address, "0x%llx", (unsigned long long)(at < 0 ? 0 : at));
    json_t *out = json_pack("{s:s, s:s}", "address", address, "instruction", exists ? text : "");
    if (!exists) {
        dap_set(out, "presentationHint", json_string("invalid"));
        return out;
    }
    dap_set_place(out, "location", dap, (uint32_t)number);
    return out;
}

bool dap_disassemble(struct dap *dap, struct protocol_members *in, json_t *body)
{
    protocol_require(in, "memoryReference");
    protocol_require(in, "instructionCount");
    const char *reference = protocol_text(in, "memoryReference", "");
    json_int_t offset = protocol_integer(in, "offset", INT32_MIN, INT32_MAX, 0);
    json_int_t first = protocol_integer(in, "instructionOffset", INT32_MIN, INT32_MAX, 0), number;
    json_int_t count = protocol_integer(in, "instructionCount", 0, DISASSEMBLE_MAX, 0);
    if (in->error[0])
        return false;
    if (!dap_parse_instruction(reference, offset, &number))
        return dap_fail(dap, "'%.40s' is not the address of an instruction", reference);
    json_t *list = json_array();
    for (json_int_t i = 0; i < count; i++)
        json_array_append_new(list, disassemble_one(dap, number + first + i));
    dap_set(body, "instructions", list);
    return true;
}
