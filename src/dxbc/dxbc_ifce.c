/* IFCE: class types and interface slots of dynamic linkage. Layout worked out from fxc's listings:
   instance count, type count, slot record count, slot count, three offsets (instances, types, slot records).
 */
#include "dxbc/dxbc_parts.h"

enum { TYPE_BYTES = 12, SLOT_BYTES = 16 };

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

bool dxbc_ifce_read(struct dxbc_reader *reader, struct program_linkage *out)
{
    struct program_linkage read = {
        .present = true,
        .type_count = dxbc_u32(reader, 4),
        .slot_record_count = dxbc_u32(reader, 8),
        .slot_count = dxbc_u32(reader, 12),
    };
    uint32_t types = dxbc_u32(reader, 20), slots = dxbc_u32(reader, 24);
    if (reader->bad || !dxbc_fits(reader, types, read.type_count, TYPE_BYTES) ||
        !dxbc_fits(reader, slots, read.slot_record_count, SLOT_BYTES))
        return false;
    read.types = dxbc_array(reader, read.type_count, sizeof *read.types);
    read.slots = dxbc_array(reader, read.slot_record_count, sizeof *read.slots);
    if (!read.types || !read.slots)
        return false;
    for (uint32_t i = 0; i < read.type_count; i++)
        read_type(reader, types + (uint64_t)i * TYPE_BYTES, i, &read.types[i]);
    for (uint32_t i = 0; i < read.slot_record_count && !reader->bad; i++)
        read_slot(reader, slots + (uint64_t)i * SLOT_BYTES, &read.slots[i]);
    if (!reader->bad && !reader->no_memory)
        *out = read;
    return !reader->bad && !reader->no_memory;
}
