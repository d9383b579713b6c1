/* The passes, and the edits of what is not an instruction. */
#include "reduce/reduce_doc.h"

void edits_add(struct reduce_edits *edits, struct reduce_edit edit)
{
    if (!VEC_PUSH(&edits->list, edit))
        edits->no_memory = true;
}

static void collect_bare(const struct reduce_doc *doc, struct reduce_edits *edits)
{
    if (!doc->bare)
        edits_add(edits, (struct reduce_edit){0});
}

static bool make_bare(struct reduce_doc *doc, const struct reduce_edit *edit, uint32_t end)
{
    (void)edit, (void)end;
    return !doc->bare && (doc->bare = true);
}

static void collect_numbers(const struct reduce_doc *doc, struct reduce_edits *edits)
{
    for (uint32_t i = 0; i < doc->number_count; i++) {
        const struct reduce_number *number = &doc->numbers[i];
        edits_add_shrinks(edits, (struct reduce_edit){.at = i}, number->value, number->least, number->step);
    }
}

static bool shrink_number(struct reduce_doc *doc, const struct reduce_edit *edit, uint32_t end)
{
    (void)end;
    uint64_t *value = &doc->numbers[edit->at].value;
    bool is_smaller = edit->value < *value;
    *value = is_smaller ? edit->value : *value;
    return is_smaller;
}

/* In this order: what makes tests faster first, then what deletes most. */
const struct reduce_pass reduce_passes[REDUCE_KINDS] = {
    [REDUCE_BARE] = {"metadata", false, false, collect_bare, make_bare},
    [REDUCE_NUMBER] = {"numbers", false, true, collect_numbers, shrink_number},
    [REDUCE_DELETE] = {"instructions", true, false, flow_collect, flow_delete},
    [REDUCE_CUT] = {"values", true, false, instr_collect_cuts, instr_cut},
    [REDUCE_UNWRAP] = {"blocks", false, false, flow_collect_blocks, flow_unwrap},
    [REDUCE_DECLARATION] = {"declarations", true, false, declare_collect, declare_delete},
    [REDUCE_INSTR] = {"modifiers", true, false, instr_collect, instr_simplify},
    [REDUCE_OPERAND] = {"operands", true, false, operand_collect, operand_simplify},
    [REDUCE_SIZE] = {"sizes", false, true, declare_collect_sizes, declare_shrink},
    [REDUCE_TEMPS] = {"temporaries", false, false, declare_collect_temps, declare_renumber},
};
