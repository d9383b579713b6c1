/* The frame of a program: group shape, resources and their views, buffers, register files. */
#include "gen.h"
#include "runtime/runtime.h"

/* ---- groups ---- */

struct shape {
    uint16_t x, y, z;
};

static const struct shape shapes[] = {
    {1, 1, 1},  {7, 3, 1},  {64, 1, 1}, {100, 1, 1}, {33, 1, 1},  {8, 8, 2},   {8, 1, 1},
    {16, 1, 1}, {4, 4, 1},  {17, 1, 1}, {32, 1, 1},  {8, 8, 1},   {1, 24, 1},  {5, 1, 7},
    {3, 1, 1},  {16, 1, 1}, {64, 1, 1}, {8, 4, 1},   {12, 1, 1},  {24, 1, 1},  {32, 1, 1},
    {15, 1, 1}, {31, 1, 1}, {16, 2, 1}, {2, 2, 2},   {128, 1, 1}, {256, 1, 1}, {16, 16, 1},
    {4, 1, 1},  {12, 3, 1}, {10, 4, 1}, {6, 6, 1},   {13, 2, 2},  {30, 2, 1},
};

static const struct shape group_counts[] = {
    {1, 1, 1}, {2, 1, 1}, {3, 1, 1}, {2, 2, 1}, {4, 1, 1}, {1, 2, 2}, {5, 1, 1}, {1, 1, 2},
};

/* Of programs whose groups the JIT may merge. */
static const struct shape small_shapes[] = {
    {4, 4, 4}, {8, 8, 1}, {4, 4, 1},  {8, 1, 1}, {1, 1, 1},
    {2, 2, 2}, {3, 1, 1}, {12, 2, 1}, {1, 8, 1}, {4, 8, 2},
};

static const struct shape small_group_counts[] = {{4, 1, 1}, {16, 1, 1}, {2, 2, 1},
                                                  {8, 1, 2}, {4, 2, 2},  {3, 1, 1}};

static const struct shape wide_shapes[] = {
    {32, 1, 1}, {64, 1, 1}, {128, 1, 1}, {96, 1, 1}, {16, 4, 1}, {256, 1, 1}, {32, 1, 2}, {8, 8, 1},
};

static void choose_shape(struct gen *g)
{
    struct shape shape = shapes[rng_below(&g->rng, BASE_COUNT(shapes))];
    struct shape groups = group_counts[rng_below(&g->rng, BASE_COUNT(group_counts))];
    if (g->prog->small) {
        shape = small_shapes[rng_below(&g->rng, BASE_COUNT(small_shapes))];
        groups = small_group_counts[rng_below(&g->rng, BASE_COUNT(small_group_counts))];
    }
    if (g->prog->wide)
        shape = wide_shapes[rng_below(&g->rng, BASE_COUNT(wide_shapes))];
    if (g->prog->old)
        groups.z = 1;
    else if (!g->prog->small && !g->prog->wide && rng_once_in(&g->rng, 64))
        shape = (struct shape){1024, 1, 1}, groups = (struct shape){1, 1, 1};
    struct prog *prog = g->prog;
    prog->shape[0] = shape.x, prog->shape[1] = shape.y, prog->shape[2] = shape.z;
    prog->groups[0] = groups.x, prog->groups[1] = groups.y, prog->groups[2] = groups.z;
    prog->by_position = rng_percent(&g->rng, 30);
}

/* vThreadID.x is then the thread's number. */
static bool is_in_order(const struct prog *prog)
{
    return prog->stage == ISA_COMPUTE &&
           prog->shape[1] * prog->shape[2] * prog->groups[1] * prog->groups[2] == 1;
}

/* ---- buffers ---- */

enum { FILLS = 5 };

unsigned gen_add_buffer(struct gen *g, uint32_t bytes)
{
    struct prog_buffer *buffer = &g->prog->buffers[g->prog->buffer_count];
    *buffer = (struct prog_buffer){bytes, rng_next(&g->rng), (uint8_t)rng_below(&g->rng, FILLS)};
    return g->prog->buffer_count++;
}

struct prog_resource *gen_add_resource(struct gen *g, uint8_t file, uint32_t id)
{
    if (g->prog->resource_count == PROG_RESOURCES || g->prog->buffer_count == PROG_BUFFERS)
        return NULL;
    struct prog_resource *r = &g->prog->resources[g->prog->resource_count++];
    *r = (struct prog_resource){.file = file, .id = id, .bound = true, .each = 1, .array = 1};
    r->lower = 16 * id + rng_below(&g->rng, 8);
    r->space = rng_below(&g->rng, 3);
    r->in_order = is_in_order(g->prog);
    return r;
}

/* A buffer for the view, sometimes with more bytes before and after it. */
static void place_view(struct gen *g, struct prog_resource *r, uint32_t unit)
{
    if (rng_percent(&g->rng, 30))
        r->first = (r->dimension == ISA_DIM_RAW ? 4 : 1) * rng_below(&g->rng, 6);
    uint32_t padding = rng_percent(&g->rng, 40) ? rng_below(&g->rng, 80) : 0;
    r->buffer = gen_add_buffer(g, (r->first + r->count) * unit + padding);
    r->bound = g->clean || !rng_once_in(&g->rng, 40);
    if (!g->clean && g->prog->ranges && r->role == PROG_READ && rng_percent(&g->rng, 50))
        r->array = rng_between(&g->rng, 2, 4);
}

/* ---- kinds ---- */

/* Programs for devices keep the strides by which tests/device/random.txt knows them. */
static uint32_t some_stride(struct gen *g)
{
    enum { WORDS = 4 };
    static const uint8_t strides[] = {4,  4,  4,  4,  4,  4,  8,  8,  12, 16, 16, 20,
                                      24, 32, 36, 48, 64, 48, 28, 40, 44, 52, 56, 60};
    unsigned first = g->clean ? WORDS : 0;
    return strides[first + rng_below(&g->rng, BASE_COUNT(strides) - first)];
}

static uint8_t type_of(struct gen *g, const struct format_info *format)
{
    static const uint8_t types[] = {[FORMAT_FLOAT] = ISA_RETURN_FLOAT,
                                    [FORMAT_UNORM] = ISA_RETURN_UNORM,
                                    [FORMAT_SNORM] = ISA_RETURN_SNORM,
                                    [FORMAT_UINT] = ISA_RETURN_UINT,
                                    [FORMAT_SINT] = ISA_RETURN_SINT};
    bool normal = format->kind == FORMAT_UNORM || format->kind == FORMAT_SNORM;
    return normal && rng_percent(&g->rng, 60) ? ISA_RETURN_FLOAT : types[format->kind];
}

/* Conversions to and from floats may round, and stores to narrow channels saturate or wrap. */
static bool is_portable(const struct prog_resource *r, const struct format_info *format)
{
    bool integer = format->kind == FORMAT_UINT || format->kind == FORMAT_SINT;
    return integer && (r->file == ISA_FILE_SRV || format->bits[0] == 32);
}

static void choose_format(struct gen *g, struct prog_resource *r)
{
    unsigned count = 0;
    const struct format_info *format;
    while (format_at(count) && format_at(count)->buffer)
        count++;
    do
        format = format_at(rng_below(&g->rng, count));
    while ((r->file == ISA_FILE_UAV && !format->uav) || (g->prog->portable && !is_portable(r, format)));
    if (rng_percent(&g->rng, 30) || r->role == PROG_ATOMIC)
        format = format_info(42 + rng_below(&g->rng, 2)); /* R32_UINT, R32_SINT */
    r->format = format->dxgi;
    r->stride = format->bytes;
    r->type = type_of(g, format);
}

/* Dimension and stride; returns the bytes of one of `count`. */
static uint32_t choose_kind(struct gen *g, struct prog_resource *r)
{
    static const uint8_t dimensions[] = {ISA_DIM_STRUCTURED, ISA_DIM_STRUCTURED, ISA_DIM_RAW, ISA_DIM_BUFFER};
    r->dimension = dimensions[rng_below(&g->rng, BASE_COUNT(dimensions))];
    r->stride = some_stride(g);
    if (r->dimension == ISA_DIM_BUFFER)
        choose_format(g, r);
    return r->dimension == ISA_DIM_RAW ? 4 : r->stride;
}

/* As many elements as threads own, a few more, or too few. */
static uint32_t some_elements(struct gen *g, uint32_t wanted)
{
    uint32_t other = rng_below(&g->rng, 9);
    if (rng_percent(&g->rng, 60))
        return wanted;
    if (g->clean || rng_percent(&g->rng, 40))
        return wanted + other;
    return wanted > other ? wanted - other : 1;
}

static void set_elements(struct gen *g, struct prog_resource *r, uint32_t elements)
{
    r->elements = elements;
    r->count = elements;
    if (r->dimension != ISA_DIM_RAW)
        return;
    r->count = elements * (r->stride / 4);
    if (!g->clean && rng_percent(&g->rng, 20) && r->count > 3) /* ends inside a thread's range */
        r->count -= rng_between(&g->rng, 1, 3);
}

/* ---- the resources ---- */

/* Render targets and u# of a pixel shader share their slots. */
static uint32_t first_uav(const struct prog *prog)
{
    return prog->stage == ISA_PIXEL ? prog_record_registers(prog, ISA_FILE_OUTPUT) : 0;
}

static void add_results(struct gen *g)
{
    struct prog_resource *r = gen_add_resource(g, ISA_FILE_UAV, first_uav(g->prog));
    r->dimension = ISA_DIM_STRUCTURED;
    r->role = PROG_OWN;
    r->stride = 16 * g->general;
    r->elements = r->count = prog_threads(g->prog);
    r->buffer = gen_add_buffer(g, r->count * r->stride);
}

static void add_counter(struct gen *g, struct prog_resource *r)
{
    static const uint32_t starts[] = {0, 0, 1, 7, 0xfffffff0, 1000};
    r->counter = true;
    r->counts_down = rng_percent(&g->rng, 40);
    r->counter_start = starts[rng_below(&g->rng, BASE_COUNT(starts))];
}

static void add_own(struct gen *g, struct prog_resource *r)
{
    r->scheme = (uint8_t)(rng_below(&g->rng, 5) % 3);
    if (r->scheme != PROG_BACKWARDS && rng_percent(&g->rng, 40))
        r->each = rng_between(&g->rng, 2, 4);
    if (r->each > 1 && r->dimension == ISA_DIM_STRUCTURED && rng_percent(&g->rng, 30))
        r->stride = 4;
    if (!g->clean && r->scheme == PROG_BLOCKED && rng_percent(&g->rng, 60)) { /* for gen_fill */
        r->each = rng_between(&g->rng, 6, 24);
        bool is_word =
            r->dimension == ISA_DIM_RAW || (r->dimension == ISA_DIM_STRUCTURED && rng_percent(&g->rng, 50));
        r->stride = is_word ? 4 : r->stride;
    }
    set_elements(g, r, some_elements(g, r->each * prog_threads(g->prog)));
}

static uint32_t free_count(struct gen *g)
{
    static const uint8_t counts[] = {1, 2, 7, 16, 33, 64, 100};
    if (rng_percent(&g->rng, 50))
        return some_elements(g, prog_threads(g->prog));
    return counts[rng_below(&g->rng, BASE_COUNT(counts))];
}

static void add_uav(struct gen *g, uint32_t id)
{
    static const uint8_t roles[] = {PROG_OWN, PROG_OWN, PROG_OWN, PROG_READ, PROG_ATOMIC, PROG_PHASED};
    struct prog_resource *r = gen_add_resource(g, ISA_FILE_UAV, id);
    if (!r)
        return;
    r->role = roles[rng_below(&g->rng, BASE_COUNT(roles))];
    bool barriers = g->prog->stage == ISA_COMPUTE && !g->mood.plain;
    if (r->role == PROG_PHASED && !barriers)
        r->role = PROG_OWN;
    uint32_t unit = choose_kind(g, r);
    r->coherent = rng_percent(&g->rng, 15);
    switch ((enum prog_role)r->role) {
    case PROG_OWN:
        add_own(g, r);
        unit = r->dimension == ISA_DIM_STRUCTURED ? r->stride : unit;
        break;
    case PROG_PHASED: set_elements(g, r, some_elements(g, prog_threads(g->prog))); break;
    default: set_elements(g, r, free_count(g)); break;
    }
    if (r->role == PROG_ATOMIC)
        r->atomic = gen_commuting(g, r->constants);
    if (!g->clean && r->dimension == ISA_DIM_STRUCTURED && rng_percent(&g->rng, 25))
        add_counter(g, r);
    place_view(g, r, unit);
}

static void add_srv(struct gen *g, uint32_t id)
{
    struct prog_resource *r = gen_add_resource(g, ISA_FILE_SRV, id);
    if (!r)
        return;
    r->role = PROG_READ;
    uint32_t unit = choose_kind(g, r);
    set_elements(g, r, free_count(g));
    place_view(g, r, unit);
}

/* A second view of the same elements with the same role: writes through one are read through the other. */
static void add_alias(struct gen *g, uint8_t file, uint32_t id)
{
    unsigned of = rng_below(&g->rng, g->prog->resource_count);
    const struct prog_resource *first = &g->prog->resources[of];
    bool copies = first->file == ISA_FILE_UAV && (first->role == PROG_OWN || first->role == PROG_READ);
    if (!copies || !first->bound)
        return;
    struct prog_resource *r = gen_add_resource(g, file, id);
    if (!r)
        return;
    bool in_order = r->in_order;
    *r = g->prog->resources[of];
    r->file = file;
    r->id = id;
    r->lower = 16 * id;
    r->in_order = in_order;
    r->counter = false;
    r->coherent = file == ISA_FILE_UAV && r->coherent;
}

static void add_cbuffer(struct gen *g, uint32_t id)
{
    struct prog_resource *r = gen_add_resource(g, ISA_FILE_CBUFFER, id);
    if (!r)
        return;
    r->declared = rng_between(&g->rng, 1, 12);
    r->count = g->clean || rng_percent(&g->rng, 70) ? r->declared : rng_between(&g->rng, 1, r->declared);
    r->buffer = gen_add_buffer(
        g, 16 * r->count - (!g->clean && rng_percent(&g->rng, 15) ? 4 * rng_below(&g->rng, 4) : 0));
    r->bound = g->clean || !rng_once_in(&g->rng, 40);
    if (!g->clean && g->prog->ranges && rng_percent(&g->rng, 30))
        r->array = rng_between(&g->rng, 2, 3);
}

static void add_tgsm(struct gen *g, uint32_t id)
{
    enum { LIMIT = 32768, MOST = 2 };
    uint32_t threads = prog_group_threads(g->prog);
    struct prog_resource *r = gen_add_resource(g, ISA_FILE_TGSM, id);
    if (!r)
        return;
    r->role = PROG_PHASED;
    r->dimension = rng_percent(&g->rng, 70) ? ISA_DIM_STRUCTURED : ISA_DIM_RAW;
    r->stride = some_stride(g);
    while (r->stride * threads > LIMIT / MOST)
        r->stride = 4;
    r->elements = threads;
    if (g->prog->old) { /* D3D11.3 18.7.2.9: 16 bytes a thread are valid for every group */
        r->dimension = ISA_DIM_STRUCTURED;
        r->stride = 4 * rng_between(&g->rng, 1, 4);
    }
}

static void choose_registers(struct gen *g)
{
    struct prog *prog = g->prog;
    prog->temps = PROG_R_GENERAL + g->general + (prog->portable ? GEN_EXACT_REGISTERS : 0);
    /* tests/device/random.txt has seeds of portable programs. */
    bool has_arrays = !(prog->wide && prog->portable);
    prog->indexable_count =
        has_arrays && rng_percent(&g->rng, 40) ? rng_between(&g->rng, 1, PROG_INDEXABLES) : 0;
    for (unsigned i = 0; i < prog->indexable_count; i++) {
        prog->indexables[i].size = rng_between(&g->rng, 1, 9);
        prog->indexables[i].components = rng_percent(&g->rng, 70) ? 4 : rng_between(&g->rng, 1, 3);
    }
    prog->icb_rows = rng_percent(&g->rng, 40) ? rng_between(&g->rng, 1, PROG_ICB_ROWS) : 0;
    for (unsigned i = 0; i < 4 * prog->icb_rows; i++)
        prog->icb[i] = gen_number(g, ISA_TYPE_ANY);
}

/* The bodies of an interface are first: body i is routine i + 1. */
static void choose_routines(struct gen *g)
{
    struct prog *prog = g->prog;
    if (!g->mood.call)
        return;
    prog->routine_count = rng_between(&g->rng, 1, PROG_ROUTINES - 1);
    prog->tables = prog->routine_count >= 2 && !prog->old && rng_percent(&g->rng, 35) ? 2 : 0;
    for (unsigned i = 1; i <= prog->routine_count; i++) {
        prog->routines[i].is_body = i <= prog->tables;
        prog->routines[i].syncs = i > prog->tables && rng_percent(&g->rng, 35);
    }
}

void gen_setup(struct gen *g)
{
    uint32_t uavs = g->prog->old ? 0 : rng_below(&g->rng, 4), srvs = rng_below(&g->rng, 4),
             cbuffers = rng_below(&g->rng, 3);
    if (g->prog->stage == ISA_COMPUTE)
        choose_shape(g);
    else
        gen_frame(g);
    choose_registers(g);
    choose_routines(g);
    if (g->prog->stage == ISA_COMPUTE || !g->prog->old)
        add_results(g);
    for (uint32_t i = 0; i < uavs; i++)
        add_uav(g, first_uav(g->prog) + 1 + i);
    for (uint32_t i = 0; i < srvs; i++)
        add_srv(g, i);
    for (uint32_t i = 0; i < cbuffers; i++)
        add_cbuffer(g, i);
    if (rng_percent(&g->rng, 10))
        add_alias(g, ISA_FILE_SRV, GEN_ALIAS_SLOT);
    if (!g->prog->old && rng_percent(&g->rng, 8))
        add_alias(g, ISA_FILE_UAV, first_uav(g->prog) + 7);
    for (uint32_t i = 0; i < (g->prog->old ? 1u : 2u); i++)
        if (g->mood.sync && rng_percent(&g->rng, 60))
            add_tgsm(g, i);
    if (g->prog->textures)
        gen_textures(g);
}
