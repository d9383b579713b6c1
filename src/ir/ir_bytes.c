/* Bytes of raw views and of structures of one word: a word is loaded at an address without its low two bits, and shifted by
   these times eight. Code can load the bytes of consecutive threads as a vector of bytes, and words at such addresses
   (ir_unaligned.c) as one of words. */
#include "ir/ir_facts.h"

static bool is_constant(const struct ir_function *f, ir_ref ref, uint32_t word)
{
    return f->values[ref].kind == IR_CONST && f->values[ref].word == word;
}

ir_ref ir_beside(const struct ir_function *f, ir_ref ref, uint16_t op, uint32_t word)
{
    const struct ir_value *v = &f->values[ref];
    if (v->kind != IR_LANE || v->op != op || v->count != 2)
        return 0;
    if (is_constant(f, ir_arg(f, v, 1), word))
        return ir_arg(f, v, 0);
    return op != ISA_ISHL && is_constant(f, ir_arg(f, v, 0), word) ? ir_arg(f, v, 1) : 0;
}

/* Eight times a value, mod 2^32; 0: another operation. */
static ir_ref eighth(const struct ir_function *f, ir_ref ref)
{
    enum { AT = 3 };
    const struct ir_value *v = &f->values[ref];
    if (v->kind != IR_PART || v->part != 1)
        return ir_beside(f, ref, ISA_ISHL, AT);
    ir_ref whole = ir_arg(f, v, 0);
    return ir_beside(f, whole, f->values[whole].op == ISA_UMUL ? ISA_UMUL : ISA_IMUL, 1u << AT);
}

/* Eight times the address's low two bits; `is_low`: and nothing else. */
static bool is_eightfold(const struct ir_function *f, ir_ref ref, ir_ref address, bool is_low)
{
    enum { BITS = 2, AT = 3 };
    const struct ir_value *v = &f->values[ref];
    if (v->kind == IR_LANE && v->op == ISA_BFI)
        return is_constant(f, ir_arg(f, v, 0), BITS) && is_constant(f, ir_arg(f, v, 1), AT) &&
               ir_arg(f, v, 2) == address && is_constant(f, ir_arg(f, v, 3), 0);
    ir_ref kept = ir_beside(f, ref, ISA_AND, 3u << AT), low = eighth(f, kept ? kept : ref);
    return low && (ir_beside(f, low, ISA_AND, 3) == address || ((kept || !is_low) && low == address));
}

bool ir_is_byte_shift(const struct ir_function *f, ir_ref shift, ir_ref address)
{
    return is_eightfold(f, shift, address, false);
}

bool ir_is_low_bits(const struct ir_function *f, ir_ref ref, ir_ref address)
{
    return ir_beside(f, ref, ISA_AND, 3) == address || is_eightfold(f, ref, address, true);
}

ir_ref ir_byte_address(const struct ir_function *f, const struct ir_value *load)
{
    ir_ref index = ir_arg(f, load, 0);
    const struct ir_value *v = &f->values[index];
    bool is_quarter = v->kind == IR_LANE && v->op == ISA_USHR && is_constant(f, ir_arg(f, v, 1), 2);
    if (load->access == IR_STRUCTURED)
        return is_quarter ? ir_arg(f, v, 0) : 0;
    ir_ref whole = ir_beside(f, index, ISA_AND, ~3u);
    return whole ? whole : index;
}

bool ir_loads_words(const struct ir_function *f, const struct ir_value *v)
{
    if (v->kind != IR_LOAD || v->view == IR_NONE || f->alias || !ir_arg(f, v, 0))
        return false;
    const struct program_resource *r = &f->program->decls.resources[v->slot];
    bool has_words = v->access == IR_RAW ||
                     (v->access == IR_STRUCTURED && r->stride == 4 && is_constant(f, ir_arg(f, v, 1), 0));
    return has_words && r->file == ISA_FILE_SRV;
}

/* Only so many values use the word. */
static bool is_loaded_word(const struct ir_function *f, const struct ir_value *v, uint32_t uses)
{
    return ir_loads_words(f, v) && v->component == 0 && v->uses == uses && v->shape == IR_VARYING &&
           !v->stream;
}

static bool is_byte(struct ir_function *f, struct ir_value *v, ir_ref word, ir_ref shift)
{
    if (!word || !shift || !is_loaded_word(f, &f->values[word], 1))
        return false;
    ir_ref address = ir_byte_address(f, &f->values[word]);
    if (!address || !ir_byte_step(&f->values[address], f->lanes) || !ir_is_byte_shift(f, shift, address))
        return false;
    v->byte_of = word;
    v->byte_at = address;
    return f->values[word].is_folded = true;
}

static void find_byte(struct ir_function *f, ir_ref ref)
{
    enum { BITS = 8, MASK = 255 };
    struct ir_value *v = &f->values[ref], *shifted = &f->values[ir_beside(f, ref, ISA_AND, MASK)];
    if (v->op == ISA_UBFE && v->count == 3 && is_constant(f, ir_arg(f, v, 0), BITS))
        (void)is_byte(f, v, ir_arg(f, v, 2), ir_arg(f, v, 1));
    else if (shifted->kind == IR_LANE && shifted->op == ISA_USHR && shifted->uses == 1)
        shifted->is_folded = is_byte(f, v, ir_arg(f, shifted, 0), ir_arg(f, shifted, 1));
}

/* Nothing else uses the two words around an address. */
static bool is_alone(const struct ir_function *f, const struct ir_unaligned *word)
{
    const struct ir_value *joined = &f->values[word->joined], *high = &f->values[word->high];
    for (unsigned i = 0; i < 2; i++)
        if (f->values[ir_arg(f, joined, i)].uses != 1)
            return false;
    return joined->uses == 1 && is_loaded_word(f, &f->values[word->low], 2) && high->uses == 1 &&
           !high->stream;
}

static void find_word(struct ir_function *f, ir_ref ref)
{
    struct ir_unaligned word;
    if (!ir_is_unaligned(f, ref, &word) || !is_alone(f, &word))
        return;
    const ir_ref folded[] = {word.low, word.high, word.joined, ir_arg(f, &f->values[word.joined], 0),
                             ir_arg(f, &f->values[word.joined], 1)};
    for (unsigned i = 0; i < sizeof folded / sizeof *folded; i++)
        f->values[folded[i]].is_folded = true;
    f->values[ref].byte_of = word.low;
    f->values[ref].byte_at = word.at;
    f->values[ref].byte_next = word.high;
}

void ir_find_bytes(struct ir_function *f)
{
    for (ir_ref i = 1; i < f->value_count; i++)
        f->values[i].byte_of = f->values[i].byte_next = 0, f->values[i].is_folded = false;
    for (ir_ref i = 1; i < f->value_count; i++)
        if (f->values[i].kind == IR_LANE) {
            find_byte(f, i);
            find_word(f, i);
        }
}
