/* RDEF: constant buffers, their variables and types, bindings. Types are shared by offset in the file and
   read once each, so that the time is linear. */
#include <stdlib.h>

#include "dxbc/dxbc_chunk.h"

enum {
    HEADER_4 = 28,
    BUFFER_BYTES = 24,
    BINDING_BYTES = 32,
    BINDING_51_BYTES = 40,
    VARIABLE_4 = 24,
    VARIABLE_5 = 40,
    TYPE_4 = 16,
    TYPE_5 = 36,
    MEMBER_BYTES = 12,
    DEPTH_LIMIT = 32,
};

struct rdef {
    struct dxbc_reader *reader;
    struct program_reflection *out;
    uint32_t variable_bytes, binding_bytes;
    const struct program_type **types; /* by offset / 4 */
    uint32_t depth;
};

static const struct program_type *read_type(struct rdef *rdef, uint32_t at);

static bool read_members(struct rdef *rdef, struct program_type *type, uint32_t at)
{
    struct dxbc_reader *reader = rdef->reader;
    if (type->member_count == 0)
        return true;
    if (!dxbc_fits(reader, at, type->member_count, MEMBER_BYTES))
        return false;
    type->members = dxbc_array(reader, type->member_count, sizeof *type->members);
    for (uint32_t i = 0; type->members && i < type->member_count && !reader->bad; i++) {
        uint64_t record = at + (uint64_t)i * MEMBER_BYTES;
        type->members[i].name = dxbc_string(reader, dxbc_u32(reader, record));
        type->members[i].type = read_type(rdef, dxbc_u32(reader, record + 4));
        type->members[i].offset = dxbc_u32(reader, record + 8);
    }
    return type->members && !reader->bad;
}

/* A type that is being read is in the table without members; the depth limit rejects a file whose types
   contain themselves. */
static const struct program_type *read_type(struct rdef *rdef, uint32_t at)
{
    struct dxbc_reader *reader = rdef->reader;
    bool is_5 = rdef->out->major >= 5;
    if (at % 4 || rdef->depth >= DEPTH_LIMIT || !dxbc_fits(reader, at, 1, is_5 ? TYPE_5 : TYPE_4)) {
        reader->bad = true;
        return NULL;
    }
    if (rdef->types[at / 4])
        return rdef->types[at / 4];
    struct program_type *type = dxbc_array(reader, 1, sizeof *type);
    if (!type)
        return NULL;
    *type = (struct program_type){
        .class = dxbc_u16(reader, at),
        .base = dxbc_u16(reader, at + 2),
        .rows = dxbc_u16(reader, at + 4),
        .columns = dxbc_u16(reader, at + 6),
        .elements = dxbc_u16(reader, at + 8),
        .member_count = dxbc_u16(reader, at + 10),
    };
    uint32_t name = is_5 ? dxbc_u32(reader, at + 32) : 0;
    type->name = name ? dxbc_string(reader, name) : NULL;
    rdef->depth++;
    bool ok = read_members(rdef, type, dxbc_u32(reader, at + 12));
    rdef->depth--;
    rdef->types[at / 4] = type;
    return ok ? type : NULL;
}

static void read_variable(struct rdef *rdef, uint64_t at, struct program_variable *out)
{
    struct dxbc_reader *reader = rdef->reader;
    *out = (struct program_variable){
        .name = dxbc_string(reader, dxbc_u32(reader, at)),
        .offset = dxbc_u32(reader, at + 4),
        .size = dxbc_u32(reader, at + 8),
        .flags = dxbc_u32(reader, at + 12),
        .type = read_type(rdef, dxbc_u32(reader, at + 16)),
    };
    uint32_t value = dxbc_u32(reader, at + 20);
    if (value && dxbc_fits(reader, value, out->size, 1))
        out->default_value = reader->payload.data + value;
    if (rdef->variable_bytes < VARIABLE_5)
        return;
    out->texture_start = dxbc_u32(reader, at + 24);
    out->texture_count = dxbc_u32(reader, at + 28);
    out->sampler_start = dxbc_u32(reader, at + 32);
    out->sampler_count = dxbc_u32(reader, at + 36);
}

static void read_buffer(struct rdef *rdef, uint64_t at, struct program_buffer_info *out)
{
    struct dxbc_reader *reader = rdef->reader;
    *out = (struct program_buffer_info){
        .name = dxbc_string(reader, dxbc_u32(reader, at)),
        .variable_count = dxbc_u32(reader, at + 4),
        .size = dxbc_u32(reader, at + 12),
        .flags = dxbc_u32(reader, at + 16),
        .kind = dxbc_u32(reader, at + 20),
    };
    uint32_t first = dxbc_u32(reader, at + 8);
    if (reader->bad || !dxbc_fits(reader, first, out->variable_count, rdef->variable_bytes))
        return;
    out->variables = dxbc_array(reader, out->variable_count, sizeof *out->variables);
    for (uint32_t i = 0; out->variables && i < out->variable_count && !reader->bad; i++)
        read_variable(rdef, first + (uint64_t)i * rdef->variable_bytes, &out->variables[i]);
}

static void read_binding(struct rdef *rdef, uint64_t at, struct program_binding_info *out)
{
    struct dxbc_reader *reader = rdef->reader;
    *out = (struct program_binding_info){
        .name = dxbc_string(reader, dxbc_u32(reader, at)),
        .kind = dxbc_u32(reader, at + 4),
        .return_type = dxbc_u32(reader, at + 8),
        .dimension = dxbc_u32(reader, at + 12),
        .sample_count = dxbc_u32(reader, at + 16),
        .point = dxbc_u32(reader, at + 20),
        .count = dxbc_u32(reader, at + 24),
        .flags = dxbc_u32(reader, at + 28),
    };
    if (rdef->binding_bytes < BINDING_51_BYTES)
        return;
    out->space = dxbc_u32(reader, at + 32);
    out->id = dxbc_u32(reader, at + 36);
}

static void read_lists(struct rdef *rdef, uint32_t buffers, uint32_t bindings)
{
    struct dxbc_reader *reader = rdef->reader;
    struct program_reflection *out = rdef->out;
    for (uint32_t i = 0; i < out->buffer_count && !reader->bad; i++)
        read_buffer(rdef, buffers + (uint64_t)i * BUFFER_BYTES, &out->buffers[i]);
    for (uint32_t i = 0; i < out->binding_count && !reader->bad; i++)
        read_binding(rdef, bindings + (uint64_t)i * rdef->binding_bytes, &out->bindings[i]);
}

static bool read_header(struct dxbc_reader *reader, struct program_reflection *out)
{
    uint32_t version = dxbc_u32(reader, 16);
    out->buffer_count = dxbc_u32(reader, 0);
    out->binding_count = dxbc_u32(reader, 8);
    out->minor = version & 0xff;
    out->major = version >> 8 & 0xff;
    out->stage = (uint16_t)(version >> 16);
    out->flags = dxbc_u32(reader, 20);
    out->creator = dxbc_string(reader, dxbc_u32(reader, 24));
    return !reader->bad;
}

bool dxbc_rdef_read(struct dxbc_reader *reader, struct program_reflection *out)
{
    struct program_reflection read = {.present = true};
    if (!read_header(reader, &read))
        return false;
    bool is_51 = read.major == 5 && read.minor >= 1;
    struct rdef rdef = {
        .reader = reader,
        .out = &read,
        .variable_bytes = read.major >= 5 ? VARIABLE_5 : VARIABLE_4,
        .binding_bytes = is_51 ? BINDING_51_BYTES : BINDING_BYTES,
    };
    uint32_t buffers = dxbc_u32(reader, 4), bindings = dxbc_u32(reader, 12);
    if (!dxbc_fits(reader, buffers, read.buffer_count, BUFFER_BYTES) ||
        !dxbc_fits(reader, bindings, read.binding_count, rdef.binding_bytes))
        return false;
    read.buffers = dxbc_array(reader, read.buffer_count, sizeof *read.buffers);
    read.bindings = dxbc_array(reader, read.binding_count, sizeof *read.bindings);
    rdef.types = calloc(reader->payload.size / 4 + 1, sizeof *rdef.types);
    reader->no_memory |= !rdef.types;
    if (read.buffers && read.bindings && rdef.types)
        read_lists(&rdef, buffers, bindings);
    free(rdef.types);
    if (!reader->bad && !reader->no_memory)
        *out = read;
    return !reader->bad && !reader->no_memory;
}
