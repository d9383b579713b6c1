/* Deletes instructions with the blocks that they open, and unwraps blocks. */
#include "reduce/reduce_doc.h"

static enum isa_flow flow_at(const struct reduce_doc *doc, uint32_t at)
{
    return isa_flow(doc->instrs[at].opcode);
}

static bool opens(enum isa_flow flow)
{
    return flow == ISA_FLOW_IF || flow == ISA_FLOW_LOOP || flow == ISA_FLOW_SWITCH;
}

static bool closes(enum isa_flow flow)
{
    return flow == ISA_FLOW_ENDIF || flow == ISA_FLOW_ENDLOOP || flow == ISA_FLOW_ENDSWITCH;
}

static bool begins_routine(enum isa_flow flow)
{
    return flow == ISA_FLOW_LABEL || flow == ISA_FLOW_PHASE;
}

/* The next instruction at the nesting of `at` that `ends` selects; doc->count when there is none. */
static uint32_t find_end(const struct reduce_doc *doc, uint32_t at, bool (*ends)(enum isa_flow flow))
{
    unsigned depth = 0;
    for (uint32_t i = at + 1; i < doc->count; i++) {
        if (doc->deleted[i])
            continue;
        enum isa_flow flow = flow_at(doc, i);
        if (depth == 0 && ends(flow))
            return i;
        if (opens(flow))
            depth++;
        else if (closes(flow) && depth-- == 0)
            return doc->count; /* the end of a block around it */
    }
    return doc->count;
}

static bool ends_branch(enum isa_flow flow)
{
    return closes(flow) || flow == ISA_FLOW_ELSE;
}

static bool ends_case(enum isa_flow flow)
{
    return flow == ISA_FLOW_ENDSWITCH || flow == ISA_FLOW_CASE || flow == ISA_FLOW_DEFAULT;
}

static void delete_range(struct reduce_doc *doc, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end && i < doc->count; i++)
        doc->deleted[i] = true;
}

/* ---- deletion ---- */

void flow_collect(const struct reduce_doc *doc, struct reduce_edits *edits)
{
    for (uint32_t i = 0; i < doc->count; i++) {
        uint16_t opcode = doc->instrs[i].opcode;
        enum isa_flow flow = isa_flow(opcode);
        bool is_code = !isa_is_declaration(opcode) && (isa_is_executable(opcode) || begins_routine(flow));
        if (is_code && !closes(flow))
            edits_add(edits, (struct reduce_edit){.at = i});
    }
}

/* The instruction after what `at` begins: a block, a branch, a case, a routine, or the instruction alone. */
static uint32_t extent(const struct reduce_doc *doc, uint32_t at)
{
    enum isa_flow flow = flow_at(doc, at);
    uint32_t end = doc->count;
    if (begins_routine(flow))
        return find_end(doc, at, begins_routine);
    if (flow == ISA_FLOW_ELSE)
        return find_end(doc, at, closes);
    if (flow == ISA_FLOW_CASE || flow == ISA_FLOW_DEFAULT)
        return find_end(doc, at, ends_case);
    if (!opens(flow))
        return at + 1;
    end = find_end(doc, at, closes);
    return end < doc->count ? end + 1 : end;
}

bool flow_delete(struct reduce_doc *doc, const struct reduce_edit *edit, uint32_t end)
{
    if (doc->deleted[edit->at])
        return false;
    uint32_t after = extent(doc, edit->at);
    if (end != UINT32_MAX && after > edit->at + 1 && after - 1 > end)
        return false;
    delete_range(doc, edit->at, after);
    return true;
}

/* ---- unwrapping ---- */

enum { KEEP_FIRST, KEEP_ELSE };

void flow_collect_blocks(const struct reduce_doc *doc, struct reduce_edits *edits)
{
    for (uint32_t i = 0; i < doc->count; i++) {
        if (!opens(flow_at(doc, i)) && flow_at(doc, i) != ISA_FLOW_LABEL)
            continue;
        edits_add(edits, (struct reduce_edit){.at = i, .part = KEEP_FIRST});
        if (flow_at(doc, i) == ISA_FLOW_IF)
            edits_add(edits, (struct reduce_edit){.at = i, .part = KEEP_ELSE});
    }
}

/* Deletes the jumps in (first, end) that leave or continue the block that opens at `first`, and its cases. */
static void delete_jumps(struct reduce_doc *doc, uint32_t first, uint32_t end)
{
    bool is_loop = flow_at(doc, first) == ISA_FLOW_LOOP;
    unsigned loops = 0, switches = 0;
    for (uint32_t i = first + 1; i < end; i++) {
        if (doc->deleted[i])
            continue;
        enum isa_flow flow = flow_at(doc, i);
        loops += flow == ISA_FLOW_LOOP;
        switches += flow == ISA_FLOW_SWITCH;
        loops -= flow == ISA_FLOW_ENDLOOP;
        switches -= flow == ISA_FLOW_ENDSWITCH;
        bool breaks = flow == ISA_FLOW_BREAK && !loops && !switches;
        bool continues = is_loop && flow == ISA_FLOW_CONTINUE && !loops;
        bool is_case = !is_loop && !switches && (flow == ISA_FLOW_CASE || flow == ISA_FLOW_DEFAULT);
        doc->deleted[i] = breaks || continues || is_case;
    }
}

static bool unwrap_if(struct reduce_doc *doc, uint32_t at, uint32_t end, bool keeps_else)
{
    uint32_t middle = find_end(doc, at, ends_branch);
    if (keeps_else && middle == end)
        return false;
    if (keeps_else)
        delete_range(doc, at, middle + 1);
    else
        delete_range(doc, middle, end);
    doc->deleted[at] = doc->deleted[end] = true;
    return true;
}

/* Joins a routine to the one before it. */
static bool join_routine(struct reduce_doc *doc, uint32_t at)
{
    uint32_t before = at;
    while (before > 0 && doc->deleted[before - 1])
        before--;
    if (doc->deleted[at] || before == 0 || flow_at(doc, before - 1) != ISA_FLOW_RET)
        return false;
    return doc->deleted[at] = doc->deleted[before - 1] = true;
}

bool flow_unwrap(struct reduce_doc *doc, const struct reduce_edit *edit, uint32_t chunk)
{
    (void)chunk;
    uint32_t at = edit->at;
    if (flow_at(doc, at) == ISA_FLOW_LABEL)
        return join_routine(doc, at);
    uint32_t end = doc->deleted[at] ? doc->count : find_end(doc, at, closes);
    if (end == doc->count)
        return false;
    if (flow_at(doc, at) == ISA_FLOW_IF)
        return unwrap_if(doc, at, end, edit->part == KEEP_ELSE);
    delete_jumps(doc, at, end);
    doc->deleted[at] = doc->deleted[end] = true;
    return true;
}
