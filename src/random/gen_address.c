/* Addresses. They keep programs free of races: a thread writes only its own elements or out of bounds, for
   any values of its registers. */
#include "gen.h"

/* ---- computing into PROG_R_ADDRESS ---- */

enum { X, Y, Z, W };

static struct prog_operand address(unsigned component)
{
    return prog_one(ISA_FILE_TEMP, PROG_R_ADDRESS, component);
}

static struct prog_instr *compute(struct gen *g, struct prog_node *node, uint16_t opcode, unsigned component)
{
    struct prog_instr *instr = prog_instr_add(g->prog, &node->head, opcode);
    if (opcode == ISA_UDIV || opcode == ISA_IMUL)
        prog_operand_add(instr, prog_bare(ISA_FILE_NULL, 0));
    prog_operand_add(instr, prog_mask(ISA_FILE_TEMP, PROG_R_ADDRESS, 1u << component));
    return instr;
}

static struct prog_operand compute2(struct gen *g, struct prog_node *node, uint16_t opcode,
                                    unsigned component, struct prog_operand a, struct prog_operand b)
{
    struct prog_instr *instr = compute(g, node, opcode, component);
    prog_operand_add(instr, a);
    prog_operand_add(instr, b);
    return address(component);
}

/* a * b + c */
static struct prog_operand compute_mad(struct gen *g, struct prog_node *node, unsigned component,
                                       struct prog_operand a, uint32_t b, struct prog_operand c)
{
    /* Compilers write imad alone; umad negates nothing. */
    bool is_signed = rng_percent(&g->rng, 80) || g->prog->portable || c.modifier;
    if (!g->prog->portable && rng_percent(&g->rng, 25) &&
        (c.file != ISA_FILE_TEMP || c.index[0].imm != PROG_R_ADDRESS))
        return compute2(g, node, ISA_IADD, component, compute2(g, node, ISA_IMUL, component, a, prog_imm(b)),
                        c);
    struct prog_instr *instr = compute(g, node, is_signed ? ISA_IMAD : ISA_UMAD, component);
    prog_operand_add(instr, a);
    prog_operand_add(instr, prog_imm(b));
    prog_operand_add(instr, c);
    return address(component);
}

static bool is_power_of_two(uint32_t n)
{
    return n && (n & (n - 1)) == 0;
}

/* An arbitrary value, reduced below `limit`. */
static struct prog_operand below(struct gen *g, struct prog_node *node, unsigned component, uint32_t limit)
{
    struct prog_operand word = gen_word(g, ISA_TYPE_U, rng_percent(&g->rng, 25));
    if (is_power_of_two(limit) && rng_percent(&g->rng, 60))
        return compute2(g, node, ISA_AND, component, word, prog_imm(limit - 1));
    if (rng_percent(&g->rng, 25))
        return compute2(g, node, ISA_UMIN, component, word, prog_imm(limit - 1));
    return compute2(g, node, ISA_UDIV, component, word, prog_imm(limit));
}

/* ---- numbers of threads ---- */

static struct prog_operand thread_number(struct gen *g, const struct prog_resource *r)
{
    if (r->in_order && rng_percent(&g->rng, 60))
        return prog_one(ISA_FILE_THREAD_ID, 0, X);
    return prog_one(ISA_FILE_TEMP, PROG_R_ID, X);
}

static struct prog_operand number_in_group(struct gen *g)
{
    if (!g->prog->by_thread && (g->prog->old || rng_percent(&g->rng, 60)))
        return prog_one(ISA_FILE_THREAD_ID_IN_GROUP_FLATTENED, 0, X);
    return prog_one(ISA_FILE_TEMP, PROG_R_ID, Y);
}

/* ---- elements ---- */

static struct prog_operand own_element(struct gen *g, struct prog_node *node, const struct prog_resource *r)
{
    if (r->role == PROG_PHASED && r->file == ISA_FILE_TGSM)
        return number_in_group(g);
    if (r->role == PROG_PHASED)
        return compute2(g, node, ISA_IADD, X, prog_one(ISA_FILE_TEMP, PROG_R_ID, W), number_in_group(g));
    struct prog_operand number = thread_number(g, r);
    if (r->scheme == PROG_BACKWARDS) {
        number.modifier = ISA_MODIFIER_NEG;
        return compute2(g, node, ISA_IADD, X, number, prog_imm(prog_threads(g->prog) - 1));
    }
    if (r->each == 1)
        return number;
    uint32_t stride = r->scheme == PROG_STRIDED ? prog_threads(g->prog) : 1;
    uint32_t j = rng_below(&g->rng, r->each);
    if (is_power_of_two(r->each) && rng_percent(&g->rng, 40)) {
        struct prog_operand any = below(g, node, Y, r->each);
        return stride > 1 ? compute_mad(g, node, X, any, stride, number)
                          : compute_mad(g, node, X, number, r->each, any);
    }
    return stride > 1 ? compute2(g, node, ISA_IADD, X, number, prog_imm(j * stride))
                      : compute_mad(g, node, X, number, r->each, prog_imm(j));
}

/* A partner as in sorts, sums and transforms: the thread's number with some bits changed. */
static struct prog_operand partner(struct gen *g, struct prog_node *node, uint32_t threads)
{
    static const uint16_t ops[] = {ISA_XOR, ISA_AND, ISA_USHR, ISA_IADD, ISA_ISHL};
    uint16_t op = ops[rng_below(&g->rng, BASE_COUNT(ops))];
    uint32_t bit = rng_below(&g->rng, 6), by = 1u << bit;
    bool is_shift = op == ISA_USHR || op == ISA_ISHL;
    by = is_shift ? bit / 2 + 1 : op == ISA_IADD ? 0u - by : rng_percent(&g->rng, 50) ? by : by - 1;
    struct prog_operand element = compute2(g, node, op, X, number_in_group(g), prog_imm(by));
    return compute2(g, node, ISA_UMIN, X, element, prog_imm(threads - 1));
}

/* An element of any thread of this group. */
static struct prog_operand group_element(struct gen *g, struct prog_node *node, const struct prog_resource *r)
{
    uint32_t threads = prog_group_threads(g->prog);
    struct prog_operand element;
    switch (rng_below(&g->rng, 7)) {
    case 4:
    case 5:
    case 6: element = partner(g, node, threads); break;
    case 0:
        element = prog_imm(rng_between(&g->rng, 1, threads));
        element = compute2(g, node, ISA_IADD, X, number_in_group(g), element);
        element = compute2(g, node, ISA_UDIV, X, element, prog_imm(threads));
        break;
    case 1: element = prog_imm(rng_below(&g->rng, threads)); break;
    case 2:
        element = number_in_group(g);
        element.modifier = ISA_MODIFIER_NEG;
        element = compute2(g, node, ISA_IADD, X, element, prog_imm(threads - 1));
        break;
    default: element = below(g, node, X, threads); break;
    }
    if (r->file == ISA_FILE_TGSM)
        return element;
    return compute2(g, node, ISA_IADD, X, element, prog_one(ISA_FILE_TEMP, PROG_R_ID, W));
}

/* Far beyond every view, just after it, or where the product with the stride wraps into it. */
static struct prog_operand past(struct gen *g, struct prog_node *node, uint32_t end, uint32_t stride)
{
    uint64_t wrap = (1ull << 32) / stride * rng_between(&g->rng, 1, stride) + rng_below(&g->rng, 8);
    uint32_t words[] = {end,
                        end + rng_below(&g->rng, 16),
                        UINT32_MAX,
                        UINT32_MAX - rng_below(&g->rng, 32),
                        0x80000000u + rng_below(&g->rng, 64),
                        (uint32_t)wrap};
    uint32_t how = rng_below(&g->rng, 2 * BASE_COUNT(words));
    if (how < BASE_COUNT(words))
        return prog_imm(words[how] < end ? UINT32_MAX : words[how]);
    return compute2(g, node, ISA_OR, X, gen_word(g, ISA_TYPE_U, false), prog_imm(0x80000000u));
}

static struct prog_operand some_thread_number(struct gen *g)
{
    return prog_one(ISA_FILE_TEMP, PROG_R_ID, rng_below(&g->rng, 2));
}

/* As loops over a buffer compute it: counter * a + thread * b, the counter, or the counter from some start on. */
static struct prog_operand counted_number(struct gen *g, struct prog_node *node, uint32_t range)
{
    if (!g->flow.loops)
        return below(g, node, X, range);
    struct prog_operand counter = gen_counter(g, g->flow.loops - 1);
    if (rng_percent(&g->rng, 30))
        return counter;
    if (rng_percent(&g->rng, 30))
        return compute2(g, node, ISA_IADD, X, prog_one(ISA_FILE_TEMP, PROG_R_SMALL, rng_below(&g->rng, 4)),
                        counter);
    if (rng_percent(&g->rng, 50)) {
        struct prog_operand thread = some_thread_number(g);
        return compute_mad(g, node, X, counter, rng_between(&g->rng, 1, 9), thread);
    }
    uint32_t step = rng_between(&g->rng, 1, 12);
    return compute_mad(g, node, X, some_thread_number(g), step, counter);
}

static struct prog_operand inside_number(struct gen *g, struct prog_node *node, uint32_t count)
{
    return rng_percent(&g->rng, 20) ? prog_imm(rng_below(&g->rng, count)) : below(g, node, X, count);
}

/* The thread's position, or one next to it, in a box whose edges clamp it. */
static struct prog_operand neighbour(struct gen *g, struct prog_node *node)
{
    uint32_t box[3];
    unsigned moved = rng_below(&g->rng, 4);
    for (unsigned i = 0; i < 3; i++)
        box[i] = g->prog->shape[i] * g->prog->groups[i];
    for (unsigned i = 3; i-- > 0;) {
        struct prog_operand at = prog_one(ISA_FILE_THREAD_ID, 0, i);
        if (i == moved) {
            at = compute2(g, node, ISA_IADD, Y, at, prog_imm(rng_percent(&g->rng, 50) ? 1 : UINT32_MAX));
            at = compute2(g, node, ISA_IMAX, Y, at, prog_imm(0));
            at = compute2(g, node, ISA_IMIN, Y, at, prog_imm(box[i] - 1));
        }
        compute_mad(g, node, X, i == 2 ? prog_imm(0) : address(X), box[i], at);
    }
    return address(X);
}

/* n / width * pitch + n % width, or one of the two, where only the run knows the width. */
static struct prog_operand wrapped_number(struct gen *g, struct prog_node *node)
{
    struct prog_operand number = prog_one(ISA_FILE_TEMP, PROG_R_ID, rng_below(&g->rng, 2));
    struct prog_operand width = prog_one(ISA_FILE_TEMP, PROG_R_UNIFORM, rng_below(&g->rng, 4));
    if (g->prog->stage == ISA_COMPUTE && rng_percent(&g->rng, 60))
        number = prog_one(ISA_FILE_THREAD_ID, 0, X);
    width = compute2(g, node, ISA_AND, W, width, prog_imm(rng_percent(&g->rng, 70) ? 63 : UINT32_MAX));
    width = compute2(g, node, ISA_IADD, W, width, prog_imm(rng_below(&g->rng, 40)));
    if (rng_percent(&g->rng, 60))
        number =
            compute2(g, node, ISA_IADD, X, number, rng_percent(&g->rng, 50) ? width : prog_imm(UINT32_MAX));
    struct prog_instr *divide = prog_instr_add(g->prog, &node->head, ISA_UDIV);
    prog_operand_add(divide, prog_mask(ISA_FILE_TEMP, PROG_R_ADDRESS, 1u << X));
    prog_operand_add(divide, prog_mask(ISA_FILE_TEMP, PROG_R_ADDRESS, 1u << Y));
    prog_operand_add(divide, number);
    prog_operand_add(divide, width);
    if (rng_percent(&g->rng, 40))
        return address(rng_percent(&g->rng, 70) ? Y : X);
    return compute_mad(g, node, X, address(X), rng_below(&g->rng, 70), address(Y));
}

/* Threads in rows of a tile: n / width * pitch + n % width. */
static struct prog_operand tile_number(struct gen *g, struct prog_node *node)
{
    static const uint8_t widths[] = {2, 4, 6, 8, 12, 16, 18, 20, 32, 34, 48, 200};
    uint32_t width = widths[rng_below(&g->rng, BASE_COUNT(widths))];
    struct prog_operand number = prog_one(ISA_FILE_TEMP, PROG_R_ID, rng_below(&g->rng, 2));
    if (!g->prog->by_thread && g->prog->stage == ISA_COMPUTE && rng_percent(&g->rng, 50))
        number = prog_one(ISA_FILE_THREAD_ID_IN_GROUP_FLATTENED, 0, X);
    if (rng_percent(&g->rng, 40))
        number = compute2(g, node, ISA_IADD, Z, number, prog_imm(16 * rng_below(&g->rng, 4)));
    bool is_power = is_power_of_two(width) && rng_percent(&g->rng, 60);
    if (is_power) {
        compute2(g, node, ISA_USHR, X, number, prog_imm((uint32_t)__builtin_ctz(width)));
    } else {
        struct prog_instr *divide = prog_instr_add(g->prog, &node->head, ISA_UDIV);
        prog_operand_add(divide, prog_mask(ISA_FILE_TEMP, PROG_R_ADDRESS, 1u << X));
        prog_operand_add(divide, prog_bare(ISA_FILE_NULL, 0));
        prog_operand_add(divide, number);
        prog_operand_add(divide, prog_imm(width));
    }
    struct prog_operand rest =
        compute2(g, node, is_power ? ISA_AND : ISA_UDIV, Y, number, prog_imm(is_power ? width - 1 : width));
    return compute_mad(g, node, X, address(X), width + rng_below(&g->rng, 5), rest);
}

/* Rows that the warps of a group have in common where x is a coordinate in a warp: constant + x; or one each, by y. */
static struct prog_operand column_number(struct gen *g, struct prog_node *node)
{
    uint32_t file = rng_percent(&g->rng, 80) ? ISA_FILE_THREAD_ID_IN_GROUP : ISA_FILE_THREAD_ID;
    uint32_t start =
        g->prog->shape[0] * rng_below(&g->rng, 5) + (rng_percent(&g->rng, 20) ? rng_below(&g->rng, 3) : 0);
    struct prog_operand row = prog_imm(start);
    if (rng_percent(&g->rng, 40))
        row = compute2(g, node, ISA_IMUL, X, prog_one(ISA_FILE_THREAD_ID_IN_GROUP, 0, Y),
                       prog_imm(g->prog->shape[0] + rng_below(&g->rng, 2)));
    return compute2(g, node, ISA_IADD, X, prog_one((uint8_t)file, 0, X), row);
}

/* Inside, at the edges, outside; the same for all threads, in order, in steps, or anywhere. */
static struct prog_operand any_number(struct gen *g, struct prog_node *node, uint32_t count)
{
    uint32_t range = count ? count : 1;
    if (g->clean)
        return inside_number(g, node, range);
    if (g->prog->wide && !g->prog->portable && rng_percent(&g->rng, 25))
        return column_number(g, node); /* tests/device/random.txt has seeds of portable programs */
    switch (rng_below(&g->rng, 13)) {
    case 10: return tile_number(g, node);
    case 12: return wrapped_number(g, node);
    case 0: return prog_imm(rng_below(&g->rng, range + 2));
    case 1: return prog_imm(count - 2 + rng_below(&g->rng, 4));
    case 2: return gen_word(g, ISA_TYPE_U, true);
    case 3: return gen_word(g, ISA_TYPE_U, false);
    case 4:
        if (g->prog->stage != ISA_COMPUTE)
            return gen_word(g, ISA_TYPE_U, false);
        return prog_one(ISA_FILE_THREAD_ID, 0, rng_below(&g->rng, 3));
    case 5: return prog_one(ISA_FILE_TEMP, PROG_R_ID, rng_below(&g->rng, 4));
    case 6: {
        uint32_t start = rng_below(&g->rng, 9) - 4, step = rng_below(&g->rng, 6);
        return compute_mad(g, node, X, some_thread_number(g), step, prog_imm(start));
    }
    case 7: return prog_one(ISA_FILE_TEMP, PROG_R_SMALL, rng_below(&g->rng, 4));
    case 8: return counted_number(g, node, range);
    case 9:
        if (g->prog->stage == ISA_COMPUTE)
            return neighbour(g, node);
        return below(g, node, X, range);
    default: return below(g, node, X, range);
    }
}

/* ---- byte offsets ---- */

/* An offset at which `words` words fit into the structure. */
static struct prog_operand inside_offset(struct gen *g, struct prog_node *node, uint32_t stride,
                                         unsigned words)
{
    uint32_t last = stride / 4 - words;
    if (rng_percent(&g->rng, 70))
        return prog_imm(4 * rng_below(&g->rng, last + 1));
    return compute2(g, node, ISA_ISHL, Z, below(g, node, Z, last + 1), prog_imm(2));
}

/* In a structure: inside, at its end, beyond, unaligned, near 2^32; constant or not. */
static struct prog_operand any_offset(struct gen *g, struct prog_node *node, uint32_t stride,
                                      unsigned accessed)
{
    uint32_t words = stride / 4, word = 4 * rng_below(&g->rng, words);
    if (g->clean)
        return inside_offset(g, node, stride, accessed);
    switch (rng_below(&g->rng, 16)) {
    case 0: return prog_imm(word + rng_below(&g->rng, 4));
    case 1: return prog_imm(stride + 4 * rng_below(&g->rng, 4));
    case 2: return prog_imm(0u - 4 * rng_between(&g->rng, 1, 5));
    case 3: return prog_imm(gen_number(g, ISA_TYPE_U));
    case 4: return gen_word(g, ISA_TYPE_U, false);
    case 5: return gen_word(g, ISA_TYPE_U, true);
    case 6:
        return compute2(g, node, ISA_ISHL, Z, prog_one(ISA_FILE_TEMP, PROG_R_SMALL, rng_below(&g->rng, 4)),
                        prog_imm(2));
    case 7: return compute2(g, node, ISA_ISHL, Z, below(g, node, Z, words), prog_imm(2));
    case 8:
        if (g->flow.loops)
            return compute2(g, node, ISA_ISHL, Z, gen_counter(g, g->flow.loops - 1), prog_imm(2));
        return prog_imm(word);
    default: return prog_imm(word);
    }
}

/* Byte offset of a raw view: `words` DWORDs inside the range of `element`. */
static struct prog_operand raw_inside(struct gen *g, struct prog_node *node, struct prog_operand element,
                                      uint32_t stride, unsigned words)
{
    uint32_t last = stride / 4 - words; /* word that an access may start at */
    uint32_t off = 4 * rng_below(&g->rng, last + 1);
    if (!g->clean && rng_percent(&g->rng, 10))
        off += rng_below(&g->rng, 4);
    if (last > 0 && rng_percent(&g->rng, 20)) {
        struct prog_operand word = below(g, node, Z, last + 1);
        word = compute2(g, node, ISA_ISHL, Z, word, prog_imm(2));
        return compute_mad(g, node, X, element, stride, word);
    }
    if (off == 0 && is_power_of_two(stride))
        return compute2(g, node, ISA_ISHL, X, element, prog_imm((uint32_t)__builtin_ctz(stride)));
    return compute_mad(g, node, X, element, stride, prog_imm(off));
}

static struct prog_operand raw_any(struct gen *g, struct prog_node *node, uint32_t bytes)
{
    struct prog_operand number;
    switch (rng_below(&g->rng, 6)) {
    case 0: return any_number(g, node, bytes);
    case 1: return prog_imm(bytes - 16 + rng_below(&g->rng, 24));
    case 2: return prog_imm(0u - rng_between(&g->rng, 1, 20));
    default:
        number = any_number(g, node, bytes / 4);
        return compute2(g, node, ISA_ISHL, X, number, prog_imm(2));
    }
}

static struct prog_operand raw_address(struct gen *g, struct prog_node *node, const struct prog_resource *r,
                                       enum gen_reach reach, unsigned words)
{
    uint32_t bytes = r->file == ISA_FILE_TGSM ? r->stride * r->elements : 4 * r->count;
    switch (reach) {
    case GEN_ANY:
        if (g->clean)
            return raw_inside(g, node, inside_number(g, node, r->elements), r->stride, words);
        return raw_any(g, node, bytes);
    case GEN_OWN: return raw_inside(g, node, own_element(g, node, r), r->stride, words);
    case GEN_GROUP: return raw_inside(g, node, group_element(g, node, r), r->stride, words);
    default: return past(g, node, bytes, 1);
    }
}

static struct prog_operand element_address(struct gen *g, struct prog_node *node,
                                           const struct prog_resource *r, enum gen_reach reach)
{
    uint32_t count = r->file == ISA_FILE_TGSM ? r->elements : r->count;
    switch (reach) {
    case GEN_ANY: return any_number(g, node, count);
    case GEN_OWN: return own_element(g, node, r);
    case GEN_GROUP: return group_element(g, node, r);
    default: return past(g, node, count, r->stride);
    }
}

struct gen_address gen_address(struct gen *g, struct prog_node *node, const struct prog_resource *r,
                               enum gen_reach reach, unsigned words)
{
    struct gen_address out = {.has_offset = r->dimension == ISA_DIM_STRUCTURED};
    bool strict = g->prog->old && r->file == ISA_FILE_TGSM;
    if (!g->clean && !strict && reach == GEN_OWN && rng_percent(&g->rng, 6))
        reach = GEN_OUT;
    if (r->dimension == ISA_DIM_RAW)
        out.index = raw_address(g, node, r, reach, words);
    else
        out.index = element_address(g, node, r, reach);
    if (out.has_offset)
        out.offset = strict ? prog_imm(4 * rng_below(&g->rng, r->stride / 4 - (g->clean ? words - 1 : 0)))
                            : any_offset(g, node, r->stride, words);
    return out;
}

struct gen_address gen_scan_address(struct gen *g, struct prog_node *node, const struct prog_resource *r)
{
    struct gen_address out = {.has_offset = r->dimension == ISA_DIM_STRUCTURED};
    struct prog_operand counter = gen_counter(g, g->flow.loops - 1);
    if (rng_percent(&g->rng, 25))
        counter.modifier = ISA_MODIFIER_NEG;
    if (rng_percent(&g->rng, 40))
        out.index = compute2(g, node, ISA_IADD, X,
                             prog_one(ISA_FILE_TEMP, PROG_R_SMALL, rng_below(&g->rng, 4)), counter);
    else if (rng_percent(&g->rng, 50))
        out.index = compute2(g, node, ISA_IADD, X, below(g, node, X, r->count ? r->count : 1), counter);
    else {
        uint32_t step = rng_between(&g->rng, 1, 20);
        out.index = compute_mad(g, node, X, some_thread_number(g), step, counter);
    }
    if (out.has_offset)
        out.offset = prog_imm(4 * rng_below(&g->rng, r->stride / 4));
    else if (r->dimension == ISA_DIM_RAW)
        out.index = compute2(g, node, ISA_ISHL, X, out.index, prog_imm(rng_percent(&g->rng, 80) ? 2 : 3));
    return out;
}

/* A number that is known when the program runs only: (word | number) & number, of a word that all threads have. */
static struct prog_operand hidden(struct gen *g, struct prog_node *node, unsigned component, uint32_t number)
{
    struct prog_operand word = gen_word(g, ISA_TYPE_U, true);
    word = compute2(g, node, ISA_OR, component, word, prog_imm(number));
    return compute2(g, node, ISA_AND, component, word, prog_imm(number));
}

struct gen_address gen_block_address(struct gen *g, struct prog_node *node, const struct prog_resource *r,
                                     uint32_t j)
{
    struct gen_address out = {.has_offset = true, .offset = prog_imm(0)};
    out.index = compute_mad(g, node, X, thread_number(g, r), r->each, prog_imm(j));
    return out;
}

struct gen_address gen_hidden_block(struct gen *g, struct prog_node *node, const struct prog_resource *r)
{
    struct gen_address out = {.has_offset = true, .offset = prog_imm(0)};
    struct prog_operand each = hidden(g, node, Y, r->each);
    out.index = compute2(g, node, ISA_IMUL, X, thread_number(g, r), each);
    return out;
}

struct gen_address gen_near_address(struct gen *g, struct prog_node *node, const struct prog_resource *r)
{
    struct gen_address out = {.has_offset = r->dimension == ISA_DIM_STRUCTURED, .offset = prog_imm(0)};
    enum { DISTANCE_MOST = 9 };
    if (rng_percent(&g->rng, 30))
        out.index = below(g, node, X, r->count ? r->count : 1);
    else if (rng_percent(&g->rng, 40))
        out.index = some_thread_number(g);
    else if (rng_percent(&g->rng, 30))
        out.index = prog_one(ISA_FILE_TEMP, PROG_R_SMALL, rng_below(&g->rng, 4));
    else {
        struct prog_operand thread = some_thread_number(g);
        struct prog_operand distance = hidden(g, node, Y, rng_between(&g->rng, 1, DISTANCE_MOST));
        out.index = compute2(g, node, ISA_IMUL, X, thread, distance);
    }
    if (!out.has_offset)
        out.index = compute2(g, node, ISA_ISHL, X, out.index, prog_imm(2));
    return out;
}

struct prog_operand gen_further(struct gen *g, struct prog_node *node, struct prog_operand index, uint32_t by)
{
    return compute2(g, node, ISA_IADD, Z, index, prog_imm(by));
}

struct gen_address gen_fill_address(struct gen *g, struct prog_node *node, const struct prog_resource *r)
{
    struct gen_address out = {.has_offset = r->dimension == ISA_DIM_STRUCTURED, .offset = prog_imm(0)};
    struct prog_operand counter = gen_counter(g, g->flow.loops - 1);
    if (rng_percent(&g->rng, 25)) { /* from the last one on */
        counter.modifier = ISA_MODIFIER_NEG;
        counter = compute2(g, node, ISA_IADD, Y, counter, prog_imm(r->each - 1));
    }
    out.index = compute_mad(g, node, X, thread_number(g, r), r->each, counter);
    if (!out.has_offset)
        out.index = compute2(g, node, ISA_ISHL, X, out.index, prog_imm(2));
    return out;
}

struct prog_operand gen_compute(struct gen *g, struct prog_node *node, uint16_t opcode, unsigned component,
                                struct prog_operand a, struct prog_operand b)
{
    return compute2(g, node, opcode, component, a, b);
}

struct prog_operand gen_below(struct gen *g, struct prog_node *node, unsigned component, uint32_t limit)
{
    return below(g, node, component, limit);
}

struct prog_operand gen_own_element(struct gen *g, struct prog_node *node, const struct prog_resource *r)
{
    return own_element(g, node, r);
}

struct gen_address gen_own_address(struct gen *g, struct prog_node *node, const struct prog_resource *r,
                                   uint32_t offset)
{
    struct gen_address out = {.has_offset = r->dimension == ISA_DIM_STRUCTURED};
    out.index = own_element(g, node, r);
    if (out.has_offset)
        out.offset = prog_imm(offset);
    else
        out.index = compute_mad(g, node, X, out.index, r->stride, prog_imm(offset));
    return out;
}
