/* A generated program as assembly text. Numbers are printed as hexadecimal bits, which is lossless. */
#include "prog.h"

static const char letters[] = "xyzw";

/* ---- operands ---- */

static void add_select(const struct prog_operand *operand, struct strbuf *out)
{
    if (operand->selection == PROG_BARE)
        return;
    strbuf_add_char(out, '.');
    for (unsigned c = 0; c < 4; c++) {
        if (operand->selection == PROG_MASK && operand->select >> c & 1)
            strbuf_add_char(out, letters[c]);
        if (operand->selection == PROG_SWIZZLE)
            strbuf_add_char(out, letters[operand->select >> 2 * c & 3]);
    }
    if (operand->selection == PROG_ONE)
        strbuf_add_char(out, letters[operand->select & 3]);
}

static void add_number(uint32_t word, struct strbuf *out)
{
    strbuf_printf(out, word < 10000 ? "%u" : "0x%08x", word);
}

/* In a float operand a decimal would be read as a float. */
static void add_words(const struct prog_operand *operand, struct strbuf *out)
{
    strbuf_add(out, operand->file == ISA_FILE_IMM64 ? "d(" : "l(");
    for (unsigned i = 0; i < (operand->file == ISA_FILE_IMM64 ? 2u : operand->words); i++) {
        strbuf_add(out, i ? ", " : "");
        if (operand->file == ISA_FILE_IMM64)
            strbuf_printf(out, "0x%08x%08x", operand->imm[2 * i + 1], operand->imm[2 * i]);
        else
            strbuf_printf(out, "0x%x", operand->imm[i]);
    }
    strbuf_add_char(out, ')');
}

static void add_index(const struct prog_index *index, bool bracket, struct strbuf *out)
{
    if (!bracket && !index->relative) {
        strbuf_printf(out, "%u", index->imm);
        return;
    }
    strbuf_add_char(out, '[');
    if (index->relative) {
        const struct isa_file_info *file = isa_file(index->file);
        strbuf_add(out, file->text);
        if (file->indices)
            strbuf_printf(out, "%u", index->reg);
        if (index->file == ISA_FILE_INDEXABLE_TEMP)
            strbuf_printf(out, "[%u]", index->element);
        strbuf_printf(out, ".%c + ", letters[index->component & 3]);
    }
    add_number(index->imm, out);
    strbuf_add_char(out, ']');
}

static void add_operand(const struct prog_operand *operand, struct strbuf *out)
{
    static const char *const before[] = {"", "-", "|", "-|"};
    bool point = operand->index_count == 2 &&
                 (operand->file == ISA_FILE_INPUT || operand->file == ISA_FILE_INPUT_CONTROL_POINT ||
                  operand->file == ISA_FILE_OUTPUT_CONTROL_POINT);
    bool brackets_first = point || operand->file == ISA_FILE_ICB || operand->file == ISA_FILE_THIS;
    strbuf_add(out, before[operand->modifier & 3]);
    if (operand->file == ISA_FILE_IMM32 || operand->file == ISA_FILE_IMM64) {
        add_words(operand, out);
    } else {
        strbuf_add(out, isa_file(operand->file)->text);
        for (unsigned i = 0; i < operand->index_count; i++)
            add_index(&operand->index[i], i > 0 || brackets_first, out);
        if (operand->file == ISA_FILE_INTERFACE)
            strbuf_add(out, "[0]"); /* the call site, the only one */
        add_select(operand, out);
    }
    if (operand->modifier & ISA_MODIFIER_ABS)
        strbuf_add_char(out, '|');
}

/* ---- instructions ---- */

static void add_sync(uint32_t flags, struct strbuf *out)
{
    strbuf_add(out, flags & ISA_SYNC_UGLOBAL ? "_uglobal" : "");
    strbuf_add(out, flags & ISA_SYNC_UGROUP ? "_ugroup" : "");
    strbuf_add(out, flags & ISA_SYNC_G ? "_g" : "");
    strbuf_add(out, flags & ISA_SYNC_T ? "_t" : "");
}

static void add_precise(unsigned mask, struct strbuf *out)
{
    strbuf_add(out, " [precise(");
    for (unsigned c = 0; c < 4; c++)
        if (mask >> c & 1)
            strbuf_add_char(out, letters[c]);
    strbuf_add(out, ")]");
}

static void add_types(const struct prog_resource *r, struct strbuf *out)
{
    bool typed = r->dimension != ISA_DIM_RAW && r->dimension != ISA_DIM_STRUCTURED;
    const char *type = isa_name(ISA_NAMES_RETURN_TYPE, typed ? r->type : ISA_RETURN_MIXED);
    strbuf_printf(out, "(%s,%s,%s,%s)", type, type, type, type);
}

/* _aoffimmi_indexable(1,0,0)(texture2d)(float,float,float,float)_uint */
static void add_texture_suffix(const struct prog *prog, const struct prog_instr *instr,
                               const struct isa_op *row, struct strbuf *out)
{
    static const char *const forms[] = {"", "_rcpfloat", "_uint"};
    bool offset = instr->offset[0] || instr->offset[1] || instr->offset[2];
    const struct prog_resource *r = instr->indexable ? &prog->resources[instr->indexable - 1] : NULL;
    strbuf_add(out, offset ? "_aoffimmi" : "");
    strbuf_add(out, r ? "_indexable" : "");
    if (offset)
        strbuf_printf(out, "(%d,%d,%d)", instr->offset[0], instr->offset[1], instr->offset[2]);
    if (r) {
        strbuf_printf(out, "(%s", isa_name(ISA_NAMES_DIMENSION, r->dimension));
        if (r->dimension == ISA_DIM_STRUCTURED)
            strbuf_printf(out, ", stride=%u", r->stride);
        strbuf_add_char(out, ')');
        add_types(r, out);
    }
    if (row->control == ISA_CONTROL_RESINFO || row->control == ISA_CONTROL_SAMPLEINFO)
        strbuf_add(out, forms[instr->form]);
}

void prog_text_instr(const struct prog *prog, const struct prog_instr *instr, struct strbuf *out)
{
    const struct isa_op *row = isa_op(instr->opcode);
    strbuf_add(out, row->mnemonic);
    if (instr->saturate)
        strbuf_add(out, "_sat");
    add_texture_suffix(prog, instr, row, out);
    if (row->flags & ISA_TEST)
        strbuf_add(out, instr->test_nz ? "_nz" : "_z");
    if (instr->opcode == ISA_SYNC)
        add_sync(instr->sync, out);
    if (instr->precise)
        add_precise(instr->precise, out);
    for (unsigned i = 0; i < instr->operand_count; i++) {
        strbuf_add(out, i ? ", " : " ");
        add_operand(&instr->operands[i], out);
    }
    strbuf_add_char(out, '\n');
}

/* ---- declarations ---- */

void prog_text_name(const struct prog *prog, const struct prog_resource *r, struct strbuf *out)
{
    strbuf_printf(out, " %s%u", isa_file(r->file)->text, r->id);
    if (prog->ranges)
        strbuf_printf(out, "[%u:%u]", r->lower, r->lower + r->array - 1);
}

static void end_view(const struct prog *prog, const struct prog_resource *r, struct strbuf *out)
{
    if (prog->ranges)
        strbuf_printf(out, ", space=%u", r->space);
    strbuf_add_char(out, '\n');
}

static void write_view(const struct prog *prog, const struct prog_resource *r, struct strbuf *out)
{
    bool srv = r->file == ISA_FILE_SRV;
    const char *coherent = r->coherent ? "_glc" : "", *counter = r->counter && !srv ? "_opc" : "";
    const char *type = isa_name(ISA_NAMES_RETURN_TYPE, r->type);
    strbuf_add(out, srv ? "dcl_resource" : "dcl_uav");
    if (r->dimension == ISA_DIM_BUFFER)
        strbuf_printf(out, "%s_buffer%s (%s,%s,%s,%s)", srv ? "" : "_typed", coherent, type, type, type,
                      type);
    else if (r->dimension == ISA_DIM_RAW)
        strbuf_printf(out, "_raw%s", coherent);
    else
        strbuf_printf(out, "_structured%s%s", coherent, counter);
    prog_text_name(prog, r, out);
    if (r->dimension == ISA_DIM_STRUCTURED)
        strbuf_printf(out, ", %u", r->stride);
    end_view(prog, r, out);
}

static void write_cbuffer(const struct prog *prog, const struct prog_resource *r, struct strbuf *out)
{
    strbuf_add(out, "dcl_constantbuffer");
    prog_text_name(prog, r, out);
    strbuf_printf(out, "[%u], %s", r->declared, prog->loose ? "immediateIndexed" : "dynamicIndexed");
    end_view(prog, r, out);
}

static void write_resource(const struct prog *prog, const struct prog_resource *r, struct strbuf *out)
{
    if (r->file == ISA_FILE_CBUFFER)
        write_cbuffer(prog, r, out);
    else if (prog_is_texture(r) || r->file == ISA_FILE_SAMPLER)
        prog_text_texture(prog, r, out);
    else if (r->file != ISA_FILE_TGSM)
        write_view(prog, r, out);
    else if (r->dimension == ISA_DIM_RAW)
        strbuf_printf(out, "dcl_tgsm_raw g%u, %u\n", r->id, r->stride * r->elements);
    else
        strbuf_printf(out, "dcl_tgsm_structured g%u, %u, %u\n", r->id, r->stride, r->elements);
}

static void write_icb(const struct prog *prog, struct strbuf *out)
{
    strbuf_add(out, "dcl_immediateConstantBuffer {");
    for (uint32_t row = 0; row < prog->icb_rows; row++) {
        const uint32_t *v = &prog->icb[4 * row];
        strbuf_printf(out, "%s{0x%x, 0x%x, 0x%x, 0x%x}", row ? ",\n  " : " ", v[0], v[1], v[2], v[3]);
    }
    strbuf_add(out, "}\n");
}

/* Function bodies are routines 1, 2 ..; table i holds body i. */
static void write_interface(const struct prog *prog, struct strbuf *out)
{
    for (unsigned i = 0; i < prog->tables; i++)
        strbuf_printf(out, "dcl_function_body fb%u\n", i);
    for (unsigned i = 0; i < prog->tables; i++)
        strbuf_printf(out, "dcl_function_table ft%u = {fb%u}\n", i, i);
    strbuf_add(out, "dcl_interface_dynamicindexed fp0[2][1] = {");
    for (unsigned i = 0; i < prog->tables; i++)
        strbuf_printf(out, "%sft%u", i ? ", " : "", i);
    strbuf_add(out, "}\n");
}

static void write_registers(const struct prog *prog, struct strbuf *out)
{
    strbuf_printf(out, "dcl_temps %u\n", prog->temps);
    for (uint32_t i = 0; i < prog->indexable_count; i++)
        strbuf_printf(out, "dcl_indexableTemp x%u[%u], %u\n", i, prog->indexables[i].size,
                      prog->indexables[i].components);
}

static void write_compute(const struct prog *prog, struct strbuf *out)
{
    strbuf_add(out, "dcl_input vThreadID.xyz\n");
    if (!prog->by_thread)
        strbuf_add(out, "dcl_input vThreadGroupID.xyz\ndcl_input vThreadIDInGroup.xyz\n"
                        "dcl_input vThreadIDInGroupFlattened\n");
    write_registers(prog, out);
    strbuf_printf(out, "dcl_thread_group %u, %u, %u\n", prog->shape[0], prog->shape[1], prog->shape[2]);
}

static void write_declarations(const struct prog *prog, struct strbuf *out)
{
    prog_text_head(prog, out);
    if (prog->icb_rows)
        write_icb(prog, out);
    for (unsigned i = 0; i < prog->resource_count; i++)
        write_resource(prog, &prog->resources[i], out);
    if (prog->tables)
        write_interface(prog, out);
    if (prog->stage == ISA_COMPUTE)
        write_compute(prog, out);
    else if (prog->stage != ISA_HULL) {
        prog_text_frame(prog, 0, out);
        write_registers(prog, out);
    }
}

/* ---- statements ---- */

struct writer {
    const struct prog *prog;
    struct strbuf *out;
    unsigned indent;
};

static void write_run(struct writer *w, const struct prog_run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        strbuf_add_repeat(w->out, ' ', 2 * (size_t)w->indent);
        prog_text_instr(w->prog, &run->data[i], w->out);
    }
}

static void write_list(struct writer *w, const struct prog_list *list);

static void write_node(struct writer *w, const struct prog_node *node)
{
    write_run(w, &node->head);
    if (!node->block)
        return;
    if (node->phase) {
        prog_text_frame(w->prog, node->phase, w->out);
        write_registers(w->prog, w->out);
        prog_text_numbers(w->prog, node->phase, w->out);
    }
    w->indent += !node->phase;
    write_list(w, &node->body);
    w->indent -= !node->phase;
    if (node->middle.count) {
        write_run(w, &node->middle);
        w->indent++;
        write_list(w, &node->other);
        w->indent--;
    }
    write_run(w, &node->tail);
}

static void write_list(struct writer *w, const struct prog_list *list)
{
    for (const struct prog_node *node = list->first; node; node = node->next)
        if (!node->left_out)
            write_node(w, node);
}

/* ---- the whole ---- */

/* PROG_R_ID */
static void write_numbers(const struct prog *prog, struct strbuf *out)
{
    const uint32_t *shape = prog->shape, *groups = prog->groups;
    if (prog->by_thread) {
        strbuf_printf(out, "udiv r1.xyz, r2.xyz, vThreadID.xyzx, l(%u, %u, %u, 1)\n", shape[0], shape[1],
                      shape[2]);
        strbuf_printf(out, "imad r0.y, r2.z, l(%u), r2.y\n", shape[1]);
        strbuf_printf(out, "imad r0.y, r0.y, l(%u), r2.x\n", shape[0]);
        strbuf_printf(out, "imad r0.z, r1.z, l(%u), r1.y\n", groups[1]);
        strbuf_printf(out, "imad r0.z, r0.z, l(%u), r1.x\n", groups[0]);
    } else {
        strbuf_add(out, "mov r0.y, vThreadIDInGroupFlattened.x\n");
        strbuf_printf(out, "imad r0.z, vThreadGroupID.z, l(%u), vThreadGroupID.y\n", groups[1]);
        strbuf_printf(out, "imad r0.z, r0.z, l(%u), vThreadGroupID.x\n", groups[0]);
    }
    strbuf_printf(out, "imul null, r0.w, r0.z, l(%u)\n", prog_group_threads(prog));
    if (!prog->by_position) {
        strbuf_add(out, "iadd r0.x, r0.w, r0.y\n");
        return;
    }
    strbuf_printf(out, "imad r0.x, vThreadID.z, l(%u), vThreadID.y\n", groups[1] * shape[1]);
    strbuf_printf(out, "imad r0.x, r0.x, l(%u), vThreadID.x\n", groups[0] * shape[0]);
}

uint32_t prog_text_first_statement(const struct prog *prog)
{
    return (prog->by_position ? 6 : 5) + (prog->by_thread ? 2 : 0);
}

void prog_text(const struct prog *prog, struct strbuf *out)
{
    if (prog->reduced) {
        strbuf_add(out, prog->reduced);
        return;
    }
    struct writer writer = {.prog = prog, .out = out};
    write_declarations(prog, out);
    if (prog->stage == ISA_COMPUTE)
        write_numbers(prog, out);
    else if (prog->stage != ISA_HULL)
        prog_text_numbers(prog, 0, out);
    write_list(&writer, &prog->main);
    if (prog->stage != ISA_HULL)
        strbuf_add(out, "ret\n");
    for (unsigned i = 1; i <= prog->routine_count; i++)
        write_node(&writer, prog->routines[i].node);
}
