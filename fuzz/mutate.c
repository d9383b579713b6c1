#include "fuzz/mutate.h"

#include <stdlib.h>

#include "bytecode/bytecode.h"
#include "fuzz/bound.h"
#include "text/text.h"
#include "validate/validate.h"

/* A decoded program that is changed: instructions of it and of `other`, operands copied before a change. */
struct edit {
    struct sm5_program *program, *other;
    VEC(struct program_instr) list;
    uint64_t seed;
};

static uint32_t below(struct edit *e, size_t limit)
{
    e->seed = bound_mix(e->seed + 0x9e3779b97f4a7c15u);
    return limit ? (uint32_t)((e->seed >> 16) % limit) : 0;
}

static struct sm5_program *decode(const uint8_t *data, size_t size)
{
    struct sm5_program *program = size ? program_new() : NULL;
    if (!program)
        return NULL;
    memcpy(program->code_fourcc, "SHEX", 5);
    if (bytecode_decode((struct bytes){data, size}, program, NULL)) {
        program_free(program);
        return NULL;
    }
    return program;
}

/* ---- places ---- */

static struct program_instr *any_instr(struct edit *e)
{
    return &e->list.data[below(e, e->list.count)];
}

/* Of the program, or of the other one. */
static const struct program_instr *any_source(struct edit *e)
{
    if (e->other && e->other->instr_count && below(e, 4) == 0)
        return &e->other->instrs[below(e, e->other->instr_count)];
    return any_instr(e);
}

static struct program_operand *own_operands(struct edit *e, struct program_instr *in)
{
    struct program_operand *own =
        arena_copy(&e->program->arena, in->operands, in->operand_count * sizeof *in->operands);
    in->operands = own;
    return own;
}

/* A random operand that may be changed, of an instruction that executes or, rarely, of a declaration;
   NULL: none was found. */
static struct program_operand *any_operand(struct edit *e)
{
    for (unsigned tries = 0; tries < 8; tries++) {
        struct program_instr *in = any_instr(e);
        if (!in->operand_count || (!isa_is_executable(in->opcode) && below(e, 8)))
            continue;
        return &own_operands(e, in)[below(e, in->operand_count)];
    }
    return NULL;
}

/* ---- instructions ---- */

static void insert(struct edit *e, size_t at, struct program_instr in)
{
    if (!VEC_PUSH(&e->list, in))
        return;
    memmove(&e->list.data[at + 1], &e->list.data[at], (e->list.count - 1 - at) * sizeof in);
    e->list.data[at] = in;
}

static void remove_instr(struct edit *e, size_t at)
{
    memmove(&e->list.data[at], &e->list.data[at + 1], (e->list.count - 1 - at) * sizeof *e->list.data);
    e->list.count--;
}

static void swap_instrs(struct edit *e)
{
    size_t i = below(e, e->list.count),
           k = below(e, 2) ? below(e, e->list.count) : i + (i + 1 < e->list.count);
    struct program_instr kept = e->list.data[i];
    e->list.data[i] = e->list.data[k];
    e->list.data[k] = kept;
}

static void copy_instrs(struct edit *e)
{
    size_t from = below(e, e->list.count), to = below(e, e->list.count + 1), count = 1 + below(e, 3);
    for (size_t i = 0; i < count && from + i < e->list.count; i++)
        insert(e, to + i, e->list.data[from + i]);
}

static void delete_instrs(struct edit *e)
{
    size_t count = 1 + (below(e, 4) == 0 ? below(e, 4) : 0);
    while (count-- > 0 && e->list.count > 1)
        remove_instr(e, below(e, e->list.count));
}

static void splice_instrs(struct edit *e)
{
    if (!e->other || !e->other->instr_count)
        return;
    size_t from = below(e, e->other->instr_count), to = below(e, e->list.count + 1), count = 1 + below(e, 8);
    for (size_t i = 0; i < count && from + i < e->other->instr_count; i++)
        if (isa_is_executable(e->other->instrs[from + i].opcode))
            insert(e, to++, e->other->instrs[from + i]);
}

static size_t first_executable(const struct edit *e)
{
    size_t at = 0;
    while (at < e->list.count && !isa_is_executable(e->list.data[at].opcode))
        at++;
    return at;
}

/* A source of an instruction that reads one. */
static const struct program_operand *any_condition(struct edit *e)
{
    for (unsigned tries = 0; tries < 16; tries++) {
        const struct program_instr *in = any_instr(e);
        if (isa_is_executable(in->opcode) && in->operand_count > 1)
            return &in->operands[1 + below(e, in->operand_count - 1u)];
    }
    return NULL;
}

/* if_nz ... endif, or loop ... breakc_nz endloop, around a few instructions. */
static void wrap_instrs(struct edit *e)
{
    const struct program_operand *condition = any_condition(e);
    size_t first = first_executable(e), room = e->list.count - first;
    if (!condition || room < 2)
        return;
    size_t begin = first + below(e, room - 1),
           end = begin + 1 + below(e, room < 12 ? room - (begin - first) : 8);
    end = end < e->list.count ? end : e->list.count - 1;
    bool is_loop = below(e, 3) == 0;
    struct program_instr test = {.opcode = is_loop ? ISA_BREAKC : ISA_IF,
                                 .controls = below(e, 2) ? ISA_TOKEN_TEST_NZ : 0,
                                 .operand_count = 1,
                                 .operands = condition};
    insert(e, end, (struct program_instr){.opcode = is_loop ? ISA_ENDLOOP : ISA_ENDIF});
    insert(e, is_loop ? end : begin, test);
    if (is_loop)
        insert(e, begin, (struct program_instr){.opcode = ISA_LOOP});
}

/* Another row with as many operands. */
static void change_opcode(struct edit *e)
{
    struct program_instr *in = any_instr(e);
    for (unsigned tries = 0; tries < 64; tries++) {
        uint16_t opcode = (uint16_t)below(e, ISA_OPCODE_COUNT);
        const struct isa_op *row = isa_op(opcode);
        bool fits = row && row->operand_count == in->operand_count &&
                    isa_is_executable(opcode) == isa_is_executable(in->opcode);
        if (!fits || in->dword_count)
            continue;
        in->opcode = opcode;
        return;
    }
}

static void change_controls(struct edit *e)
{
    struct program_instr *in = any_instr(e);
    in->controls ^= 1u << (11 + below(e, 13)) & ISA_TOKEN_CONTROLS;
}

/* ---- numbers ---- */

static const uint32_t numbers[] = {0,          1,          2,          3,          4,          7,
                                   8,          12,         15,         16,         31,         32,
                                   33,         63,         64,         65,         128,        255,
                                   256,        1024,       2048,       4095,       4096,       0x7fffffff,
                                   0x80000000, 0xfffffffc, 0xffffffff, 0x3f800000, 0x40000000, 0xbf800000,
                                   0x7f800000, 0x7fc00000, 0x00000001, 0x3f000000};

static uint32_t change_number(struct edit *e, uint32_t number)
{
    switch (below(e, 5)) {
    case 0: return number + 1;
    case 1: return number - 1;
    case 2: return number ^ 1u << below(e, 32);
    case 3: return number * 2;
    default: return numbers[below(e, BASE_COUNT(numbers))];
    }
}

/* Strides, sizes of groups, flags, counts, contents of the icb. */
static void change_declaration(struct edit *e)
{
    for (unsigned tries = 0; tries < 16; tries++) {
        struct program_instr *in = any_instr(e);
        if (!in->dword_count)
            continue;
        uint32_t *own = arena_copy(&e->program->arena, in->dwords, in->dword_count * sizeof *own);
        uint32_t at = below(e, in->dword_count);
        own[at] = below(e, 2) ? change_number(e, own[at]) : 1 + below(e, 16);
        in->dwords = own;
        return;
    }
}

/* ---- operands ---- */

/* What the operand's place in its row accepts. */
static uint8_t role_of(const struct program_instr *in, unsigned operand)
{
    const struct isa_op *row = isa_op(in->opcode);
    return row && operand < row->operand_count ? row->operands[operand].role : UINT8_MAX;
}

/* An operand from elsewhere, mostly from a place of the same role. */
static void copy_operand(struct edit *e)
{
    struct program_instr *to = any_instr(e);
    unsigned k = below(e, to->operand_count);
    for (unsigned tries = 0; to->operand_count && tries < 32; tries++) {
        const struct program_instr *from = any_source(e);
        unsigned i = below(e, from->operand_count);
        if (!from->operand_count || (role_of(from, i) != role_of(to, k) && below(e, 16)))
            continue;
        struct program_operand operand = from->operands[i];
        own_operands(e, to)[k] = operand;
        return;
    }
}

static void change_register(struct edit *e)
{
    struct program_operand *o = any_operand(e);
    if (!o || !o->index_count)
        return;
    struct program_index *index = &o->index[below(e, o->index_count)];
    index->imm = below(e, 3) ? (uint32_t)index->imm + (below(e, 2) ? 1u : ~0u) : below(e, 8);
    if (index->form == ISA_INDEX_RELATIVE)
        index->imm = 0;
    else if (index->form == ISA_INDEX_IMM32 || index->form == ISA_INDEX_IMM32_RELATIVE)
        index->imm = (uint32_t)index->imm;
}

/* An index by register: of another operand that has one, or one component of a source. */
static void change_index(struct edit *e)
{
    struct program_operand *o = any_operand(e);
    const struct program_operand *by = any_condition(e);
    if (!o || !o->index_count || !by)
        return;
    struct program_index *index = &o->index[o->index_count - 1];
    if (index->relative && below(e, 2)) {
        *index = (struct program_index){.form = ISA_INDEX_IMM32, .imm = below(e, 8)};
        return;
    }
    struct program_operand *relative = arena_copy(&e->program->arena, by, sizeof *by);
    if (relative->file != ISA_FILE_TEMP || relative->comps != ISA_COMPS_4)
        return;
    relative->selection = ISA_SELECT_ONE;
    relative->select = (uint8_t)below(e, 4);
    relative->modifier = 0;
    relative->extended = false;
    *index = (struct program_index){
        .form = ISA_INDEX_IMM32_RELATIVE, .imm = (uint32_t)index->imm, .relative = relative};
}

static void change_selection(struct edit *e)
{
    struct program_operand *o = any_operand(e);
    if (!o || o->comps != ISA_COMPS_4)
        return;
    if (o->selection == ISA_SELECT_MASK)
        o->select = (uint8_t)below(e, 16);
    else if (o->selection == ISA_SELECT_ONE)
        o->select = (uint8_t)below(e, 4);
    else
        o->select = (uint8_t)(below(e, 4) ? below(e, 256) : below(e, 4) * 0x55);
}

static void change_modifier(struct edit *e)
{
    struct program_operand *o = any_operand(e);
    if (!o)
        return;
    o->modifier = (uint8_t)below(e, 4);
    o->extended = o->modifier || o->min_precision || o->nonuniform;
    o->ext_spare = 0;
}

static void change_immediate(struct edit *e)
{
    for (unsigned tries = 0; tries < 16; tries++) {
        struct program_operand *o = any_operand(e);
        if (!o || (o->file != ISA_FILE_IMM32 && o->file != ISA_FILE_IMM64))
            continue;
        unsigned at = below(e, 4);
        o->imm[at] = change_number(e, o->imm[at]);
        return;
    }
}

/* ---- declarations that are missing ---- */

static bool declares(const struct program_instr *in, const struct program_operand *o)
{
    return isa_is_declaration(in->opcode) && in->operand_count && in->operands[0].file == o->file &&
           in->operands[0].index_count && o->index_count && in->operands[0].index[0].imm == o->index[0].imm;
}

/* x# are declared by DWORDs: the register is the first. */
static bool declares_array(const struct program_instr *in, const struct program_operand *o)
{
    return in->opcode == ISA_DCL_INDEXABLE_TEMP && o->file == ISA_FILE_INDEXABLE_TEMP && in->dword_count &&
           in->dwords[0] == o->index[0].imm;
}

static bool is_declared(const struct program_instr *list, size_t count, const struct program_operand *o,
                        const struct program_instr **found)
{
    for (size_t i = 0; i < count; i++)
        if (declares(&list[i], o) || declares_array(&list[i], o)) {
            *found = &list[i];
            return true;
        }
    return false;
}

static void complete_operand(struct edit *e, const struct program_operand *o, uint32_t *temps)
{
    const struct program_instr *found;
    if (o->file == ISA_FILE_TEMP && o->index_count && o->index[0].imm >= *temps && o->index[0].imm < 256)
        *temps = (uint32_t)o->index[0].imm + 1;
    if (e->other && o->index_count && o->file != ISA_FILE_TEMP &&
        !is_declared(e->list.data, e->list.count, o, &found) &&
        is_declared(e->other->instrs, e->other->instr_count, o, &found))
        insert(e, first_executable(e), *found);
}

static void declare_temps(struct edit *e, uint32_t temps)
{
    uint32_t *count = arena_copy(&e->program->arena, &temps, sizeof temps);
    for (size_t i = 0; i < e->list.count; i++) {
        struct program_instr *in = &e->list.data[i];
        if (in->opcode != ISA_DCL_TEMPS || !in->dword_count)
            continue;
        if (in->dwords[0] < temps)
            in->dwords = count;
        return;
    }
    if (temps)
        insert(e, first_executable(e),
               (struct program_instr){.opcode = ISA_DCL_TEMPS, .dwords = count, .dword_count = 1});
}

static void complete(struct edit *e)
{
    uint32_t temps = 0;
    for (size_t i = 0; i < e->list.count; i++) {
        const struct program_instr in = e->list.data[i];
        for (unsigned k = 0; isa_is_executable(in.opcode) && k < in.operand_count; k++) {
            size_t count = e->list.count;
            complete_operand(e, &in.operands[k], &temps);
            i += e->list.count - count;
        }
    }
    if (e->program->stage != ISA_HULL) /* where each phase has its own */
        declare_temps(e, temps);
}

/* ---- tokens ---- */

typedef void editor(struct edit *e);

static editor *const editors[] = {
    swap_instrs,        copy_instrs,      delete_instrs,   splice_instrs,   splice_instrs,   wrap_instrs,
    change_opcode,      change_opcode,    change_controls, copy_operand,    copy_operand,    change_register,
    change_declaration, change_selection, change_index,    change_modifier, change_immediate};

static size_t store(const struct sm5_program *program, uint8_t *data, size_t room)
{
    struct program_tokens tokens = {0};
    size_t size = 0;
    if (bytecode_encode(program, &tokens) == SM5_OK && tokens.count * sizeof *tokens.data <= room) {
        struct bytes bytes = bytecode_bytes(program, &tokens);
        memcpy(data, bytes.data, bytes.size);
        size = bytes.size;
    }
    free(tokens.data);
    return size;
}

size_t mutate_tokens(uint8_t *data, size_t size, size_t room, struct bytes other, uint64_t seed)
{
    struct edit e = {.program = decode(data, size), .seed = seed};
    size_t made = 0;
    if (!e.program)
        return 0;
    e.other = decode(other.data, other.size);
    for (uint32_t i = 0; i < e.program->instr_count; i++)
        (void)VEC_PUSH(&e.list, e.program->instrs[i]);
    for (uint32_t edits = 1 + below(&e, below(&e, 4) ? 3 : 12); edits > 0 && e.list.count; edits--)
        editors[below(&e, BASE_COUNT(editors))](&e);
    if (e.list.count && below(&e, 8))
        complete(&e);
    if (e.list.count) {
        struct sm5_program changed = *e.program;
        changed.instrs = e.list.data;
        changed.instr_count = (uint32_t)e.list.count;
        made = store(&changed, data, room);
    }
    VEC_FREE(&e.list);
    program_free(e.other);
    program_free(e.program);
    return made;
}

/* ---- text ---- */

struct line {
    const char *text;
    size_t length;
};

struct lines {
    VEC(struct line) list;
    struct strbuf made; /* lines that were changed refer to `kept` */
    struct arena kept;
    uint64_t seed;
};

static uint32_t text_below(struct lines *l, size_t limit)
{
    struct edit e = {.seed = l->seed};
    uint32_t number = below(&e, limit);
    l->seed = e.seed;
    return number;
}

static void split_lines(struct lines *l, const char *text, size_t size)
{
    while (size) {
        const char *end = memchr(text, '\n', size);
        size_t length = end ? (size_t)(end - text) + 1 : size;
        if (!VEC_PUSH(&l->list, ((struct line){text, length})))
            return;
        text += length;
        size -= length;
    }
}

static bool is_separator(char c)
{
    return c == ' ' || c == ',' || c == '(' || c == ')' || c == '[' || c == ']' || c == '\n' || c == '.';
}

/* The n-th word of a line; past the last an empty one. */
static struct line word_at(struct line line, uint32_t n)
{
    size_t at = 0;
    for (;;) {
        while (at < line.length && is_separator(line.text[at]))
            at++;
        size_t begin = at;
        while (at < line.length && !is_separator(line.text[at]))
            at++;
        if (n-- == 0 || begin == at)
            return (struct line){line.text + begin, at - begin};
    }
}

static uint32_t count_words(struct line line)
{
    uint32_t count = 0;
    while (word_at(line, count).length)
        count++;
    return count;
}

/* Replaces a word by one of another line, or by a number. */
static void replace_word(struct lines *l, size_t at)
{
    struct line *line = &l->list.data[at], from = l->list.data[text_below(l, l->list.count)];
    uint32_t words = count_words(*line), sources = count_words(from);
    char number[16];
    if (!words || !sources)
        return;
    uint32_t n = text_below(l, words);
    struct line old = word_at(*line, n),
                new = word_at(from, text_below(l, 2) && n < sources ? n : text_below(l, sources));
    if (text_below(l, 4) == 0) {
        uint32_t value = text_below(l, 2) ? text_below(l, 16) : numbers[text_below(l, BASE_COUNT(numbers))];
        new = (struct line){number, (size_t)snprintf(number, sizeof number, "%u", value)};
    }
    size_t before = (size_t)(old.text - line->text), after = line->length - before - old.length;
    size_t length = before + new.length + after;
    char *made = arena_alloc(&l->kept, length);
    if (!made)
        return;
    memcpy(made, line->text, before);
    memcpy(made + before, new.text, new.length);
    memcpy(made + before + new.length, old.text + old.length, after);
    *line = (struct line){made, length};
}

static void edit_lines(struct lines *l, struct line other)
{
    size_t at = text_below(l, l->list.count), to = text_below(l, l->list.count);
    struct line line = l->list.data[at];
    switch (text_below(l, 6)) {
    case 0: /* exchange */
        l->list.data[at] = l->list.data[to];
        l->list.data[to] = line;
        return;
    case 1: /* remove */
        memmove(&l->list.data[at], &l->list.data[at + 1], (l->list.count - at - 1) * sizeof line);
        l->list.count--;
        return;
    case 2: /* copy, from the other text if there is one */
        line = other.length ? other : line;
        if (VEC_PUSH(&l->list, line)) {
            memmove(&l->list.data[to + 1], &l->list.data[to], (l->list.count - 1 - to) * sizeof line);
            l->list.data[to] = line;
        }
        return;
    default: replace_word(l, at);
    }
}

size_t mutate_text(char *text, size_t size, size_t room, struct bytes other, uint64_t seed)
{
    struct lines l = {.seed = seed}, from = {.seed = seed};
    split_lines(&l, text, size);
    split_lines(&from, (const char *)other.data, other.size);
    for (uint32_t edits = 1 + text_below(&l, 4); edits > 0 && l.list.count; edits--) {
        struct line line = {NULL, 0};
        if (from.list.count)
            line = from.list.data[text_below(&l, from.list.count)];
        edit_lines(&l, line);
    }
    for (size_t i = 0; i < l.list.count; i++)
        strbuf_add_bytes(&l.made, l.list.data[i].text, l.list.data[i].length);
    size_t length = l.made.failed || l.made.length > room ? 0 : l.made.length;
    if (length)
        memcpy(text, l.made.text, length);
    strbuf_free(&l.made);
    arena_free(&l.kept);
    VEC_FREE(&l.list);
    VEC_FREE(&from.list);
    return length;
}

static bool print(struct bytes payload, struct strbuf *text)
{
    const struct text_print_options options = {.codec = &bytecode_codec};
    struct sm5_program *program = decode(payload.data, payload.size);
    bool good = program && text_print(program, &options, text) == SM5_OK && !text->failed;
    program_free(program);
    return good;
}

size_t mutate_tokens_as_text(uint8_t *data, size_t size, size_t room, struct bytes other, uint64_t seed)
{
    enum { TEXT_MOST = 1 << 18 };
    struct strbuf text = {0}, from = {0};
    struct sm5_program *program = NULL;
    size_t made = 0;
    char *changed = print((struct bytes){data, size}, &text) ? malloc(TEXT_MOST) : NULL;
    if (changed && text.length < TEXT_MOST && (program = program_new()) != NULL) {
        print(other, &from);
        memcpy(changed, text.text, text.length);
        struct bytes lines = {(const uint8_t *)strbuf_text(&from), from.length};
        size_t length = mutate_text(changed, text.length, TEXT_MOST, lines, seed);
        if (length && text_parse(changed, length, NULL, &bytecode_codec, program, NULL) == SM5_OK)
            made = store(program, data, room);
    }
    program_free(program);
    free(changed);
    strbuf_free(&text);
    strbuf_free(&from);
    return made;
}

static bool is_valid(const uint8_t *data, size_t size)
{
    const struct validate_options options = {
        .describe = text_print_instr, .before_run = true, .errors_only = true};
    struct sm5_program *program = decode(data, size);
    bool good = program && validate_program(program, &options, NULL) == SM5_OK;
    program_free(program);
    return good;
}

/* Most mutations break a rule: another is tried, except for one seed in eight. */
size_t mutate_any(uint8_t *data, size_t size, size_t room, struct bytes other, uint64_t seed)
{
    enum { TRIES = 8 };
    uint8_t *tried = malloc(room);
    size_t made = 0;
    for (unsigned tries = 0; tried && tries < TRIES; tries++) {
        uint64_t own = bound_mix(seed + tries * 0x9e3779b97f4a7c15u);
        memcpy(tried, data, size);
        made = own % 8 ? 0 : mutate_tokens_as_text(tried, size, room, other, own);
        made = made ? made : mutate_tokens(tried, size, room, other, own + 1);
        if (seed % 8 == 0 || (made && is_valid(tried, made)))
            break;
    }
    if (made)
        memcpy(data, tried, made);
    free(tried);
    return made;
}
