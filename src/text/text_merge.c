/* Merges the signatures of an edited text into those of the container that it was disassembled from. Rows
   that were not edited keep all fields of the container, including those that fxc's table does not print. */
#include "text/text_annotation.h"

/* The base's element that a row of the text was printed from, or NULL. Rows may have been inserted or
   removed, so it is searched by increasing distance from the same index. */
static const struct program_signature_element *find_original(const struct sm5_program *base,
                                                             enum program_signature_kind kind, uint32_t at,
                                                             const struct program_signature_element *row)
{
    enum { REACH = 64 };
    const struct program_signature *old = &base->signatures[kind];
    for (uint32_t i = 0; i <= 2 * REACH; i++) {
        uint32_t distance = (i + 1) / 2, place = i % 2 ? at + distance : at - distance;
        if (place >= old->count) /* also before the first */
            continue;
        const struct program_signature_element *element = &old->elements[place];
        if (text_element_equal(element, row) || text_row_reads_as(base, kind, element, row))
            return element;
    }
    return NULL;
}

/* Selects a chunk type that has the fields which the elements need: stream, minimum precision. */
static void widen_fourcc(struct program_signature *edited, enum program_signature_kind kind)
{
    static const char *const with_precision[] = {"ISG1", "OSG1", "PSG1"};
    bool has_stream = false, has_precision = false;
    for (uint32_t i = 0; i < edited->count; i++) {
        has_stream |= edited->elements[i].stream != 0;
        has_precision |= edited->elements[i].min_precision != 0;
    }
    if (has_precision)
        memcpy(edited->fourcc, with_precision[kind], 5);
    else if (has_stream && strcmp(edited->fourcc, "OSGN") == 0)
        memcpy(edited->fourcc, "OSG5", 5);
}

bool text_merge_signature(const struct sm5_program *program, const struct sm5_program *base,
                          enum program_signature_kind kind, struct arena *arena,
                          const struct program_signature **out)
{
    const struct program_signature *text = &program->signatures[kind], *old = &base->signatures[kind];
    struct program_signature *merged = arena_alloc(arena, sizeof *merged);
    *out = NULL;
    if (!text->present || (!old->present && text->count == 0))
        return true;
    struct program_signature_element *elements = arena_array(arena, text->count, sizeof *elements);
    if (!merged || !elements)
        return false;
    bool edited = text->count != old->count;
    for (uint32_t i = 0; i < text->count; i++) {
        const struct program_signature_element *original = find_original(base, kind, i, &text->elements[i]);
        elements[i] = original ? *original : text->elements[i];
        edited |= !original || original != &old->elements[i];
    }
    *merged = (struct program_signature){.present = true, .count = text->count, .elements = elements};
    memcpy(merged->fourcc, old->present ? old->fourcc : text->fourcc, 5);
    widen_fourcc(merged, kind);
    *out = edited ? merged : NULL;
    return true;
}
