/* Bytes of raw views and of structures of one word: a word is loaded at an address without its low two bits, and shifted by
   these times eight. Code can load the bytes of consecutive threads as a vector of bytes. */
#include "ir/ir_facts.h"

static const struct ir_value *arg_of(const struct ir_function *f, const struct ir_value *v, uint32_t i)
{
    return &f->values[ir_arg(f, v, i)];
}

static bool is_constant(const struct ir_function *f, ir_ref ref, uint32_t word)
{
    return f->values[ref].kind == IR_CONST && f->values[ref].word == word;
}

/* The other arg of an operation on two where one is the constant; 0: another operation. */
static ir_ref beside(const struct ir_function *f, const struct ir_value *v, uint16_t op, uint32_t word)
{
    if (v->kind != IR_LANE || v->op != op || v->count != 2)
        return 0;
    if (is_constant(f, ir_arg(f, v, 1), word))
        return ir_arg(f, v, 0);
    return op != ISA_ISHL && is_constant(f, ir_arg(f, v, 0), word) ? ir_arg(f, v, 1) : 0;
}

static bool is_address_or_low_bits(const struct ir_function *f, ir_ref ref, ir_ref address)
{
    return ref && (ref == address || beside(f, &f->values[ref], ISA_AND, 3) == address);
}

/* Eight times the address's low two bits, in the five bits that shifts use. */
static bool is_shift(const struct ir_function *f, ir_ref shift, ir_ref address)
{
    enum { BITS = 2, AT = 3 };
    const struct ir_value *v = &f->values[shift];
    if (v->kind == IR_LANE && v->op == ISA_BFI)
        return is_constant(f, ir_arg(f, v, 0), BITS) && is_constant(f, ir_arg(f, v, 1), AT) &&
               ir_arg(f, v, 2) == address && is_constant(f, ir_arg(f, v, 3), 0);
    ir_ref low = beside(f, v, ISA_ISHL, AT);
    if (v->kind == IR_PART && v->part == 1) {
        const struct ir_value *whole = arg_of(f, v, 0);
        low = beside(f, whole, whole->op == ISA_UMUL ? ISA_UMUL : ISA_IMUL, 1u << AT);
    }
    return is_address_or_low_bits(f, low, address);
}

/* Of the byte; 0: not known. */
static ir_ref address_of(const struct ir_function *f, const struct ir_value *load)
{
    const struct ir_value *index = arg_of(f, load, 0);
    bool is_quarter =
        index->kind == IR_LANE && index->op == ISA_USHR && is_constant(f, ir_arg(f, index, 1), 2);
    if (load->access == IR_STRUCTURED)
        return is_quarter ? ir_arg(f, index, 0) : 0;
    ir_ref whole = beside(f, index, ISA_AND, ~3u);
    return whole ? whole : ir_arg(f, load, 0);
}

static bool has_words(const struct ir_function *f, const struct ir_value *v)
{
    const struct program_resource *r = &f->program->decls.resources[v->slot];
    return v->access == IR_RAW ||
           (v->access == IR_STRUCTURED && r->stride == 4 && is_constant(f, ir_arg(f, v, 1), 0));
}

/* Nothing stores to the view. Only one value uses the word. */
static bool is_loaded_word(const struct ir_function *f, const struct ir_value *v)
{
    return v->kind == IR_LOAD && v->view != IR_NONE && has_words(f, v) && v->component == 0 && v->uses == 1 &&
           v->shape == IR_VARYING && !v->stream && !f->alias && ir_arg(f, v, 0) &&
           f->program->decls.resources[v->slot].file == ISA_FILE_SRV;
}

/* The warp's bytes are consecutive, in rows of four or more. */
static bool is_in_rows(const struct ir_function *f, ir_ref address)
{
    enum { SHORTEST = 4 };
    const struct ir_value *v = &f->values[address];
    return v->shape == IR_AFFINE ? v->stride == 1 : v->speculated_lanes >= SHORTEST && v->speculated == 1;
}

static bool is_byte(struct ir_function *f, struct ir_value *v, ir_ref word, ir_ref shift)
{
    if (!word || !shift || !is_loaded_word(f, &f->values[word]))
        return false;
    ir_ref address = address_of(f, &f->values[word]);
    if (!address || !is_in_rows(f, address) || !is_shift(f, shift, address))
        return false;
    v->byte_of = word;
    v->byte_at = address;
    return f->values[word].is_folded = true;
}

static void find_byte(struct ir_function *f, struct ir_value *v)
{
    enum { BITS = 8, MASK = 255 };
    struct ir_value *shifted = &f->values[beside(f, v, ISA_AND, MASK)];
    if (v->op == ISA_UBFE && v->count == 3 && is_constant(f, ir_arg(f, v, 0), BITS))
        (void)is_byte(f, v, ir_arg(f, v, 2), ir_arg(f, v, 1));
    else if (shifted->kind == IR_LANE && shifted->op == ISA_USHR && shifted->uses == 1)
        shifted->is_folded = is_byte(f, v, ir_arg(f, shifted, 0), ir_arg(f, shifted, 1));
}

void ir_find_bytes(struct ir_function *f)
{
    for (ir_ref i = 1; i < f->value_count; i++)
        f->values[i].byte_of = 0, f->values[i].is_folded = false;
    for (ir_ref i = 1; i < f->value_count; i++)
        if (f->values[i].kind == IR_LANE)
            find_byte(f, &f->values[i]);
}
