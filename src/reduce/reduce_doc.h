/* The program being reduced: instructions of the original that are deleted or changed, and the numbers
   beside it. */
#ifndef SM5_REDUCE_DOC_H
#define SM5_REDUCE_DOC_H

#include "program/program.h"
#include "reduce/reduce.h"

struct reduce_doc {
    struct program_instr *instrs;
    bool *deleted;
    uint32_t count;
    struct reduce_number *numbers;
    size_t number_count;
    bool bare;          /* without the chunks other than code and signatures */
    struct arena arena; /* operands and DWORDs that the latest edits made */
    bool no_memory;
};

/* ---- reduce_doc.c ---- */

/* False when out of memory. */
bool doc_open(struct reduce_doc *doc, const struct sm5_program *program, const struct reduce_number *numbers,
              size_t number_count);
/* A copy that shares operands with `from`. */
bool doc_copy(struct reduce_doc *doc, const struct reduce_doc *from);
void doc_free(struct reduce_doc *doc);
/* Removes deleted instructions: indices change. */
void doc_compact(struct reduce_doc *doc);
/* The program of the document, which refers to `original`. NULL when out of memory. */
struct sm5_program *doc_program(const struct reduce_doc *doc, const struct sm5_program *original);
/* Instructions without declarations. */
uint32_t doc_instructions(const struct reduce_doc *doc);

/* The operands of an instruction, to be changed; NULL when out of memory. */
struct program_operand *doc_operands(struct reduce_doc *doc, uint32_t at);
/* Its DWORDs. */
uint32_t *doc_dwords(struct reduce_doc *doc, uint32_t at);
/* Replaces an instruction by one with `count` operands and no other fields; returns the operands. */
struct program_operand *doc_replace(struct reduce_doc *doc, uint32_t at, uint16_t opcode, uint8_t count);

/* ---- reduce_edit.c ---- */

enum reduce_kind {
    REDUCE_BARE,
    REDUCE_NUMBER,
    REDUCE_DELETE,
    REDUCE_CUT, /* replaces an instruction by mov dst, 0 */
    REDUCE_UNWRAP,
    REDUCE_DECLARATION,
    REDUCE_INSTR,
    REDUCE_OPERAND,
    REDUCE_SIZE, /* of a declaration */
    REDUCE_TEMPS,
    REDUCE_KINDS
};

/* One edit; what `part`, `operand` and `value` are depends on the kind. */
struct reduce_edit {
    uint32_t at; /* instruction */
    uint8_t part, operand;
    uint64_t value;
};

struct reduce_edits {
    VEC(struct reduce_edit) list;
    bool no_memory;
};

/* A pass applies edits of one kind. */
struct reduce_pass {
    const char *name;
    bool backwards; /* from the last edit: what comes later depends on what comes first */
    bool repeats;   /* until none succeeds: the edits are steps of a search */
    void (*collect)(const struct reduce_doc *doc, struct reduce_edits *edits);
    /* False when the edit does not apply: it makes no progress in the document. `end` is the last
       instruction of the chunk that the edit is a part of, or UINT32_MAX for a single edit. */
    bool (*apply)(struct reduce_doc *doc, const struct reduce_edit *edit, uint32_t end);
};

extern const struct reduce_pass reduce_passes[REDUCE_KINDS];
void edits_add(struct reduce_edits *edits, struct reduce_edit edit);

/* ---- reduce_flow.c ---- */

void flow_collect(const struct reduce_doc *doc, struct reduce_edits *edits);
bool flow_delete(struct reduce_doc *doc, const struct reduce_edit *edit, uint32_t end);
void flow_collect_blocks(const struct reduce_doc *doc, struct reduce_edits *edits);
bool flow_unwrap(struct reduce_doc *doc, const struct reduce_edit *edit, uint32_t end);

/* ---- reduce_instr.c ---- */

void instr_collect_cuts(const struct reduce_doc *doc, struct reduce_edits *edits);
bool instr_cut(struct reduce_doc *doc, const struct reduce_edit *edit, uint32_t end);
void instr_collect(const struct reduce_doc *doc, struct reduce_edits *edits);
bool instr_simplify(struct reduce_doc *doc, const struct reduce_edit *edit, uint32_t end);

/* ---- reduce_operand.c ---- */

void operand_collect(const struct reduce_doc *doc, struct reduce_edits *edits);
bool operand_simplify(struct reduce_doc *doc, const struct reduce_edit *edit, uint32_t end);
/* l(0), or l(0, 0, 0, 0); of doubles d(0, 0). */
struct program_operand operand_zero(bool is_single, bool is_double);
/* Sources of the row are read by the destination's mask. */
bool operand_is_source(const struct isa_op *row, unsigned operand);

/* ---- reduce_declare.c ---- */

void declare_collect(const struct reduce_doc *doc, struct reduce_edits *edits);
bool declare_delete(struct reduce_doc *doc, const struct reduce_edit *edit, uint32_t end);
void declare_collect_sizes(const struct reduce_doc *doc, struct reduce_edits *edits);
bool declare_shrink(struct reduce_doc *doc, const struct reduce_edit *edit, uint32_t end);
void declare_collect_temps(const struct reduce_doc *doc, struct reduce_edits *edits);
bool declare_renumber(struct reduce_doc *doc, const struct reduce_edit *edit, uint32_t end);
/* Adds an edit for each value below `value` that a search for the least tests: `least`, then values that
   approach `value`. */
void edits_add_shrinks(struct reduce_edits *edits, struct reduce_edit edit, uint64_t value, uint64_t least,
                       uint64_t step);

#endif
