/* Resolves a caller's view to the bytes that an engine may access. All rules of D3D11.3 5.3.9 for views are
   checked here. */
#include "view.h"
#include "base/base.h"
#include "runtime/region.h"
#include "runtime/runtime_diag.h"

alignas(64) const uint8_t region_zeros[4096];

enum {
    RAW_ALIGN = 16,           /* bytes, D3D11.3 5.3.9.2 */
    RAW_ALIGN_SM4_UAV = 256,  /* D3D11.3 18.7.2.2 */
    CBUFFER_FIRST_ALIGN = 16, /* rows, D3D11.3 5.3.4.3.2 */
    ROW_BYTES = 16,
};

struct resolver {
    const struct view_request *request;
    const struct program_resource *resource;
    const struct sm5_view *view;
    struct runtime_view *out;
    struct sm5_diags *diags;
};

#define WARN(r, id, ...) diag_add((r)->diags, id, DIAG_NOWHERE, (r)->request->name, ##__VA_ARGS__)
#define FAIL(r, id, ...) (WARN(r, id, ##__VA_ARGS__), false)

/* The view does not match the declaration: an error, or a mark in lenient mode. */
#define MISMATCH(r, id, ...) ((r)->request->lenient ? (r)->out->mismatch = true : FAIL(r, id, ##__VA_ARGS__))

static const char *const kind_names[] = {"nothing", "structured", "raw", "typed", "cbuffer", "texture"};

static bool is_uav(const struct resolver *r)
{
    return r->resource->file == ISA_FILE_UAV;
}

/* The kind of view that the declaration requires, VIEW_NONE for an unknown one. */
static enum view_kind declared_kind(const struct program_resource *resource)
{
    if (resource->file == ISA_FILE_CBUFFER)
        return VIEW_CBUFFER;
    if (resource->file == ISA_FILE_SAMPLER)
        return VIEW_SAMPLER;
    switch (resource->dimension) {
    case ISA_DIM_STRUCTURED: return VIEW_STRUCTURED;
    case ISA_DIM_RAW: return VIEW_RAW;
    case ISA_DIM_BUFFER: return VIEW_TYPED;
    case ISA_DIM_UNKNOWN: return VIEW_NONE;
    default: return VIEW_TEXTURE;
    }
}

static bool resolve_kind(struct resolver *r)
{
    static const uint8_t kinds[] = {
        [SM5_VIEW_DECLARED] = VIEW_NONE,   [SM5_VIEW_STRUCTURED] = VIEW_STRUCTURED,
        [SM5_VIEW_RAW] = VIEW_RAW,         [SM5_VIEW_TYPED] = VIEW_TYPED,
        [SM5_VIEW_CBUFFER] = VIEW_CBUFFER, [SM5_VIEW_TEXTURE] = VIEW_TEXTURE};
    if (r->view->kind >= BASE_COUNT(kinds))
        return FAIL(r, BIND_VIEW_KIND, (uint32_t)r->view->kind);
    if (r->view->texture.kind > SM5_TEXTURE_3D)
        return FAIL(r, BIND_TEXTURE_VALUE, (uint32_t)r->view->texture.kind);
    enum view_kind declared = declared_kind(r->resource);
    bool is_texture = r->view->texture.kind != SM5_TEXTURE_NONE;
    if (declared == VIEW_NONE || declared == VIEW_SAMPLER || (declared == VIEW_TEXTURE && !is_texture)) {
        const char *what = isa_name(ISA_NAMES_DIMENSION, r->resource->dimension);
        return FAIL(r, BIND_TEXTURE, declared == VIEW_SAMPLER ? "sampler" : what ? what : "unknown kind");
    }
    if (is_texture && declared != VIEW_TEXTURE)
        return FAIL(r, BIND_KIND, kind_names[declared], kind_names[VIEW_TEXTURE]);
    enum view_kind kind = kinds[r->view->kind];
    bool fits = r->view->kind == SM5_VIEW_DECLARED || kind == declared;
    r->out->kind = (uint8_t)(fits ? declared : kind);
    return fits || MISMATCH(r, BIND_KIND, kind_names[declared], kind_names[kind]);
}

static bool resolve_structured(struct resolver *r)
{
    uint32_t stride = r->view->stride ? r->view->stride : r->resource->stride;
    if (stride == 0 || stride % 4 || stride > LIMIT_STRIDE)
        return FAIL(r, BIND_STRIDE_VALUE, stride, LIMIT_STRIDE);
    r->out->stride = stride;
    bool is_declared = r->resource->dimension == ISA_DIM_STRUCTURED;
    return !is_declared || stride == r->resource->stride ||
           MISMATCH(r, BIND_STRIDE, r->resource->stride, stride);
}

static bool resolve_raw(struct resolver *r)
{
    uint64_t align = is_uav(r) && r->request->program->major < 5 ? RAW_ALIGN_SM4_UAV : RAW_ALIGN;
    /* Direct3D rejects such a view, but accesses to it are defined. */
    if (r->view->first % (align / 4))
        WARN(r, BIND_RAW_ALIGN, align, r->view->first);
    r->out->stride = 4;
    return true;
}

/* Normalised formats read as floats. */
bool view_type_fits(uint32_t declared, enum format_kind kind)
{
    switch (declared) {
    case ISA_RETURN_UNORM: return kind == FORMAT_UNORM;
    case ISA_RETURN_SNORM: return kind == FORMAT_SNORM;
    case ISA_RETURN_SINT: return kind == FORMAT_SINT;
    case ISA_RETURN_UINT: return kind == FORMAT_UINT;
    case ISA_RETURN_FLOAT: return kind == FORMAT_FLOAT || kind == FORMAT_UNORM || kind == FORMAT_SNORM;
    default: return true;
    }
}

bool view_format_has_atomics(const struct format_info *format)
{
    return format->bits[0] == 32 && format->bytes == 4 && format->kind != FORMAT_FLOAT;
}

static bool resolve_typed(struct resolver *r)
{
    const struct format_info *format = format_info(r->view->format);
    uint32_t declared = r->resource->return_types & 15;
    if (!format && r->view->format == 0)
        return FAIL(r, BIND_NO_FORMAT);
    if (!format || !format->buffer)
        return FAIL(r, BIND_FORMAT_UNKNOWN, r->view->format);
    if (is_uav(r) && !format->uav)
        return FAIL(r, BIND_FORMAT_UAV, format->name);
    r->out->format = format;
    r->out->stride = format->bytes;
    if (!view_type_fits(declared, format->kind) &&
        !MISMATCH(r, BIND_FORMAT_TYPE, isa_name(ISA_NAMES_RETURN_TYPE, declared), format->name))
        return false;
    bool supports = !r->request->slot->typed_atomic || view_format_has_atomics(format);
    return supports || MISMATCH(r, BIND_FORMAT_ATOMIC, format->name);
}

static bool resolve_cbuffer(struct resolver *r)
{
    if (r->view->first % CBUFFER_FIRST_ALIGN)
        WARN(r, BIND_CBUFFER_FIRST, CBUFFER_FIRST_ALIGN, r->view->first);
    if (r->view->count != SM5_COUNT_REST && r->view->count > LIMIT_CBUFFER_ROWS)
        return FAIL(r, BIND_CBUFFER_COUNT, LIMIT_CBUFFER_ROWS, r->view->count);
    r->out->stride = ROW_BYTES;
    return true;
}

static bool resolve_elements(struct resolver *r)
{
    switch ((enum view_kind)r->out->kind) {
    case VIEW_STRUCTURED: return resolve_structured(r);
    case VIEW_RAW: return resolve_raw(r);
    case VIEW_TYPED: return resolve_typed(r);
    case VIEW_CBUFFER: return resolve_cbuffer(r);
    case VIEW_TEXTURE:
    case VIEW_SAMPLER:
    case VIEW_NONE: break;
    }
    return false;
}

/* Elements that the buffer holds. The last row of a constant buffer may be partial: the words that exist
   are read. */
static uint64_t elements_in(const struct resolver *r, uint64_t bytes)
{
    return r->out->kind == VIEW_CBUFFER ? bytes / ROW_BYTES + (bytes % ROW_BYTES != 0)
                                        : bytes / r->out->stride;
}

static bool resolve_range(struct resolver *r)
{
    struct sm5_buffer *buffer = r->view->buffer;
    uint64_t have = elements_in(r, buffer->size), first = r->view->first, count = r->view->count;
    bool is_rest = count == SM5_COUNT_REST;
    if (first > have || (!is_rest && count > have - first)) {
        if (is_rest)
            return FAIL(r, BIND_FIRST, have, first);
        return FAIL(r, BIND_RANGE, have, first, count);
    }
    if (is_rest)
        count = have - first;
    if (is_rest && r->out->kind != VIEW_CBUFFER && buffer->size % r->out->stride)
        WARN(r, BIND_PARTIAL, buffer->size, r->out->stride, buffer->size % r->out->stride);
    if (r->out->kind == VIEW_CBUFFER && count > LIMIT_CBUFFER_ROWS)
        count = LIMIT_CBUFFER_ROWS;
    if (count > UINT32_MAX)
        return FAIL(r, BIND_COUNT, count);
    if (count == 0 && buffer->size)
        WARN(r, BIND_EMPTY, have);
    uint64_t start = first * r->out->stride, bytes = count * r->out->stride;
    start = start < buffer->size ? start : buffer->size;
    /* Words are accessed whole, hence must be aligned. Only a typed view of small elements that is bound to
       another kind of register can start inside a word: the register stays unbound. */
    if (r->out->kind == VIEW_TYPED && r->resource->dimension != ISA_DIM_BUFFER && start % 4)
        return true;
    r->out->base = buffer->data + start;
    r->out->start = start;
    r->out->bytes = bytes < buffer->size - start ? bytes : buffer->size - start;
    r->out->count = (uint32_t)count;
    r->out->buffer = buffer;
    return true;
}

/* D3D11.3 5.3.10, 22.3.44: COUNTER and APPEND views are structured u#; a program that uses the counter
   requires one. */
static bool check_counter(const struct resolver *r)
{
    const struct sm5_view *view = r->view;
    const struct sm5_buffer *home = view->counter_buffer;
    bool has = view->has_counter || home;
    if (has && (!is_uav(r) || r->out->kind != VIEW_STRUCTURED))
        return FAIL(r, BIND_COUNTER_KIND);
    if (!has && (r->resource->counted || r->resource->opc) && !MISMATCH(r, BIND_NO_COUNTER))
        return false;
    if (home && (view->counter_offset % 4 || home->size < 4 || view->counter_offset > home->size - 4))
        return FAIL(r, BIND_COUNTER_PLACE, home->size, view->counter_offset);
    return true;
}

static bool check_slices(const struct resolver *r)
{
    bool is_plain = r->out->kind == VIEW_STRUCTURED || r->out->kind == VIEW_RAW || r->out->kind == VIEW_TYPED;
    bool is_slice = r->view->buffer->is_slice && !is_plain;
    bool counts = r->view->counter_buffer && r->view->counter_buffer->is_slice;
    return (!is_slice && !counts) || FAIL(r, BIND_SLICE);
}

enum sm5_status view_resolve(const struct view_request *request, struct runtime_view *out,
                             struct texture_view *texture, struct sm5_diags *diags)
{
    struct runtime_view made = {0};
    struct resolver r = {request, request->slot->resource, request->view, &made, diags};
    if (!request->view->buffer) {
        *out = runtime_unbound;
        return SM5_OK;
    }
    if (!resolve_kind(&r) || !check_slices(&r))
        return SM5_ERR_BINDING;
    if (made.kind == VIEW_TEXTURE) {
        made.buffer = request->view->buffer;
        if (!check_counter(&r) || !view_texture_resolve(request, texture, diags))
            return SM5_ERR_BINDING;
        *out = made;
        return SM5_OK;
    }
    if (!resolve_elements(&r) || !resolve_range(&r) || !check_counter(&r))
        return SM5_ERR_BINDING;
    *out = made;
    return SM5_OK;
}
