/* IFCE: class types, class instances and interface slots of dynamic linkage; docs/container.md has the
 * layout. */
#include "dxbc/dxbc_chunk.h"

enum { TYPE_BYTES = 12, INSTANCE_BYTES = 16, SLOT_BYTES = 16 };

static void read_type(struct dxbc_reader *reader, uint64_t at, uint32_t id, struct program_class_type *out)
{
    *out = (struct program_class_type){
        .name = dxbc_string(reader, dxbc_u32(reader, at)),
        .id = id,
        .cbuffer_stride = dxbc_u16(reader, at + 6),
        .texture_count = dxbc_u16(reader, at + 8),
        .sampler_count = dxbc_u16(reader, at + 10),
    };
}

static void read_instance(struct dxbc_reader *reader, uint64_t at, struct program_class_instance *out)
{
    *out = (struct program_class_instance){
        .name = dxbc_string(reader, dxbc_u32(reader, at)),
        .type = dxbc_u16(reader, at + 4),
        .cbuffer = dxbc_u16(reader, at + 8),
        .cbuffer_offset = dxbc_u16(reader, at + 10),
        .texture = dxbc_u16(reader, at + 12),
        .sampler = dxbc_u16(reader, at + 14),
    };
}

/* Type ids are 16 bits wide, table ids 32. */
static const uint32_t *read_ids(struct dxbc_reader *reader, uint32_t at, uint32_t count, uint32_t width)
{
    if (!dxbc_fits(reader, at, count, width))
        return NULL;
    uint32_t *ids = dxbc_array(reader, count, sizeof *ids);
    for (uint32_t i = 0; ids && i < count; i++)
        ids[i] = width == 2 ? dxbc_u16(reader, at + 2 * (uint64_t)i) : dxbc_u32(reader, at + 4 * (uint64_t)i);
    return ids;
}

static void read_slot(struct dxbc_reader *reader, uint64_t at, struct program_interface_slot *out)
{
    out->slot_count = dxbc_u32(reader, at);
    out->type_count = dxbc_u32(reader, at + 4);
    out->type_ids = read_ids(reader, dxbc_u32(reader, at + 8), out->type_count, 2);
    out->table_ids = read_ids(reader, dxbc_u32(reader, at + 12), out->type_count, 4);
}

static void read_lists(struct dxbc_reader *reader, uint32_t instances, uint32_t types, uint32_t slots,
                       struct program_linkage *out)
{
    for (uint32_t i = 0; i < out->instance_count; i++)
        read_instance(reader, instances + (uint64_t)i * INSTANCE_BYTES, &out->instances[i]);
    for (uint32_t i = 0; i < out->type_count; i++)
        read_type(reader, types + (uint64_t)i * TYPE_BYTES, i, &out->types[i]);
    for (uint32_t i = 0; i < out->slot_record_count && !reader->bad; i++)
        read_slot(reader, slots + (uint64_t)i * SLOT_BYTES, &out->slots[i]);
}

bool dxbc_ifce_read(struct dxbc_reader *reader, struct program_linkage *out)
{
    struct program_linkage read = {
        .present = true,
        .instance_count = dxbc_u32(reader, 0),
        .type_count = dxbc_u32(reader, 4),
        .slot_record_count = dxbc_u32(reader, 8),
        .slot_count = dxbc_u32(reader, 12),
    };
    uint32_t instances = dxbc_u32(reader, 16), types = dxbc_u32(reader, 20), slots = dxbc_u32(reader, 24);
    if (reader->bad || !dxbc_fits(reader, instances, read.instance_count, INSTANCE_BYTES) ||
        !dxbc_fits(reader, types, read.type_count, TYPE_BYTES) ||
        !dxbc_fits(reader, slots, read.slot_record_count, SLOT_BYTES))
        return false;
    read.instances = dxbc_array(reader, read.instance_count, sizeof *read.instances);
    read.types = dxbc_array(reader, read.type_count, sizeof *read.types);
    read.slots = dxbc_array(reader, read.slot_record_count, sizeof *read.slots);
    if (reader->no_memory)
        return false;
    read_lists(reader, instances, types, slots, &read);
    if (!reader->bad && !reader->no_memory)
        *out = read;
    return !reader->bad && !reader->no_memory;
}
