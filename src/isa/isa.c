#include "isa.h"

#include <stddef.h>
#include <strings.h>

/* Abbreviations of isa.def. */
#define IN(stage)     (1 << ISA_##stage)
#define STAGES_NONE   0
#define STAGES_C      IN(COMPUTE)
#define STAGES_G      IN(GEOMETRY)
#define STAGES_H      IN(HULL)
#define STAGES_P      IN(PIXEL)
#define STAGES_D      IN(DOMAIN)
#define STAGES_HD     (IN(HULL) | IN(DOMAIN))
#define STAGES_VHGP   (IN(VERTEX) | IN(HULL) | IN(GEOMETRY) | IN(PIXEL))
#define STAGES_HDG    (STAGES_HD | IN(GEOMETRY))
#define STAGES_VDG    (IN(VERTEX) | IN(DOMAIN) | IN(GEOMETRY))
#define STAGES_VHDG   (STAGES_VDG | IN(HULL))
#define STAGES_VHDGC  (STAGES_VHDG | IN(COMPUTE))
#define STAGES_VHDGP  (STAGES_VHDG | IN(PIXEL))
#define STAGES_V      IN(VERTEX)
#define STAGES_VP     (IN(VERTEX) | IN(PIXEL))
#define STAGES_HDGP   (STAGES_HDG | IN(PIXEL))
#define STAGES_VHDGPC (STAGES_VHDGP | IN(COMPUTE))

#define SAT          ISA_SAT
#define PREC         ISA_PREC
#define NEG          ISA_NEG
#define ABS          ISA_ABS
#define TEST         ISA_TEST
#define OFFSETS      ISA_OFFSETS
#define TYPED        ISA_TYPED
#define LIST         ISA_LIST
#define DWORD_FIRST  ISA_DWORD_FIRST
#define COMMUTES     ISA_COMMUTES
#define MAKES_NAN    ISA_MAKES_NAN
#define QUAD         ISA_QUAD
#define COSTLY       ISA_COSTLY
#define LINEAR       ISA_LINEAR
#define RANGE_ALL    ISA_RANGE_ALL
#define RANGE_ANY    ISA_RANGE_ANY
#define SHIFT        ISA_SHIFT
#define EMITS        ISA_EMITS
#define CUTS         ISA_CUTS
#define COMPUTE4     ISA_COMPUTE4
#define NULL_ANY     ISA_NULL_ANY
#define NULL_SECOND  ISA_NULL_SECOND
#define GENERATED    ISA_GENERATED
#define INTERPRETED  ISA_INTERPRETED
#define ONCE         ISA_ONCE
#define SIZES        ISA_SIZES
#define DECLARES_IN  ISA_DECLARES_IN
#define DECLARES_OUT ISA_DECLARES_OUT

#define PLAIN
#define FLOW(role)       .flow = ISA_FLOW_##role,
#define ON(what, action) .resource = ISA_RESOURCE_##what, .access = ISA_ACCESS_##action,
#define ATOMIC(what)     ON(ANY, ATOMIC).atomic = ISA_ATOMIC_OP_##what,
#define DERIVATIVE(kind) .derivative = ISA_DERIVATIVE_##kind,
#define STAT(word)       .stat = {ISA_STAT_##word},
#define STAT2(a, b)      .stat = {ISA_STAT_##a, ISA_STAT_##b},

#define M ISA_COUNT_M
#define OPERAND(role, t, n)                                                                                  \
    {                                                                                                        \
        ISA_ROLE_##role, ISA_TYPE_##t, (n), 0                                                                \
    }
#define DST(t, n)       OPERAND(DST, t, n)
#define SRC(t, n)       OPERAND(SRC, t, n)
#define ADDR(t, n)      OPERAND(ADDR, t, n)
#define SRV(t, n)       OPERAND(SRV, t, n)
#define UAV(t, n)       OPERAND(UAV, t, n)
#define VIEW(t, n)      OPERAND(VIEW, t, n)
#define SAMPLED(t, n)   OPERAND(SAMPLED, t, n)
#define MEM(t, n)       OPERAND(MEM, t, n)
#define WMEM(t, n)      OPERAND(WMEM, t, n)
#define SAMPLER(t, n)   OPERAND(SAMPLER, t, n)
#define INPUT(t, n)     OPERAND(INPUT, t, n)
#define LABEL(t, n)     OPERAND(LABEL, t, n)
#define STREAM(t, n)    OPERAND(STREAM, t, n)
#define INTERFACE(t, n) OPERAND(INTERFACE, t, n)
#define DCL(file)                                                                                            \
    {                                                                                                        \
        ISA_ROLE_DCL, ISA_TYPE_NONE, ISA_FILE_##file, 0                                                      \
    }
#define ARG(t, n, what)                                                                                      \
    {                                                                                                        \
        ISA_ROLE_SRC, ISA_TYPE_##t, (n), ISA_MEANING_##what                                                  \
    }

#define ROW_OPERANDS(...) (sizeof((struct isa_operand[]){__VA_ARGS__}) / sizeof(struct isa_operand))
#define OP(opcode, id, name, text, clause_, meaning_, group_, model_, stages_, form_, control_, flags_,      \
           dwords_, dwords51_, facts, ...)                                                                   \
    [opcode] = {                                                                                             \
        .mnemonic = (text),                                                                                  \
        .clause = (clause_),                                                                                 \
        .meaning = (meaning_),                                                                               \
        .group = ISA_GROUP_##group_,                                                                         \
        .model = ISA_MODEL_##model_,                                                                         \
        .form = ISA_FORM_##form_,                                                                            \
        .control = ISA_CONTROL_##control_,                                                                   \
        .stages = STAGES_##stages_,                                                                          \
        .dwords = (dwords_),                                                                                 \
        .dwords51 = (dwords51_),                                                                             \
        .operand_count = ROW_OPERANDS(__VA_ARGS__),                                                          \
        .flags = (flags_),                                                                                   \
        facts.operands = {__VA_ARGS__},                                                                      \
    },

static const struct isa_op ops[ISA_OPCODE_COUNT] = {
#include "isa.def"
};

const struct isa_op *isa_op(uint32_t opcode)
{
    if (opcode >= ISA_OPCODE_COUNT || ops[opcode].group == ISA_GROUP_RESERVED)
        return NULL;
    return &ops[opcode];
}

bool isa_has(uint32_t opcode, uint32_t flags)
{
    return opcode < ISA_OPCODE_COUNT && (ops[opcode].flags & flags);
}

enum isa_flow isa_flow(uint32_t opcode)
{
    return opcode < ISA_OPCODE_COUNT ? (enum isa_flow)ops[opcode].flow : ISA_FLOW_NONE;
}

uint16_t isa_block_closer(uint16_t opener)
{
    switch (opener) {
    case ISA_IF: return ISA_ENDIF;
    case ISA_LOOP: return ISA_ENDLOOP;
    case ISA_SWITCH: return ISA_ENDSWITCH;
    default: return ISA_OPCODE_COUNT;
    }
}

uint16_t isa_block_opener(uint16_t opcode)
{
    switch (opcode) {
    case ISA_ELSE:
    case ISA_ENDIF: return ISA_IF;
    case ISA_ENDLOOP: return ISA_LOOP;
    case ISA_CASE:
    case ISA_DEFAULT:
    case ISA_ENDSWITCH: return ISA_SWITCH;
    default: return ISA_OPCODE_COUNT;
    }
}

bool isa_is_declaration(uint32_t opcode)
{
    const struct isa_op *op = isa_op(opcode);
    return op &&
           (op->group == ISA_GROUP_DECLARATION || op->group == ISA_GROUP_CUSTOM || opcode == ISA_HS_DECLS);
}

bool isa_is_executable(uint32_t opcode)
{
    const struct isa_op *op = isa_op(opcode);
    return op && op->form != ISA_FORM_NONE;
}

static const uint32_t control_masks[] = {
    [ISA_CONTROL_NONE] = 0,
    [ISA_CONTROL_RESINFO] = 0x1800,
    [ISA_CONTROL_SAMPLEINFO] = 0x800,
    [ISA_CONTROL_SYNC] = 0x7800,
    [ISA_CONTROL_INTERPOLATION] = 0x7800,
    [ISA_CONTROL_SAMPLER_MODE] = 0x7800,
    [ISA_CONTROL_DIMENSION] = 0xf800,
    [ISA_CONTROL_UAV_DIMENSION] = 0xf800,
    [ISA_CONTROL_UAV] = 0,
    [ISA_CONTROL_CBUFFER_ACCESS] = 0x800,
    [ISA_CONTROL_INTERFACE] = 0x800,
    [ISA_CONTROL_TOPOLOGY] = 0x1f800,
    [ISA_CONTROL_PRIMITIVE] = 0x1f800,
    [ISA_CONTROL_CONTROL_POINTS] = 0x1f800,
    [ISA_CONTROL_DOMAIN] = 0x1800,
    [ISA_CONTROL_PARTITIONING] = 0x3800,
    [ISA_CONTROL_OUTPUT_PRIMITIVE] = 0x3800,
    [ISA_CONTROL_GLOBAL_FLAGS] = 0xfff800,
    [ISA_CONTROL_CUSTOM] = 0xfffff800,
};

uint32_t isa_control_mask(enum isa_control control)
{
    return control_masks[control];
}

uint32_t isa_control_value(enum isa_control control, uint32_t token)
{
    return (token & control_masks[control]) >> 11;
}

#define OBJECT   ISA_USE_OBJECT
#define READ     ISA_USE_READ
#define WRITTEN  ISA_USE_WRITTEN
#define DECLARED ISA_USE_DECLARED

static const struct isa_file_info files[ISA_FILE_COUNT] = {
#define FILE_ROW(number, id, text, indices, stages, model, components, use)                                  \
    [number] = {text, indices, STAGES_##stages, ISA_MODEL_##model, components, use},
#include "file.def"
#undef FILE_ROW
};

static const uint64_t readable = 0
#define FILE_ROW(number, id, text, indices, stages, model, components, use)                                  \
    | ((use)&READ ? UINT64_C(1) << (number) : 0)
#include "file.def"
#undef FILE_ROW
    ;
static const uint64_t writable = 0
#define FILE_ROW(number, id, text, indices, stages, model, components, use)                                  \
    | ((use)&WRITTEN ? UINT64_C(1) << (number) : 0)
#include "file.def"
#undef FILE_ROW
    ;

#define FILE_BIT(id) (UINT64_C(1) << ISA_FILE_##id)

static const struct isa_role_info roles[] = {
    [ISA_ROLE_DST] = {0, "a destination: r#, x#[], an output or null"},
    [ISA_ROLE_SRC] = {0, "a source: a register that holds values, or an immediate"},
    [ISA_ROLE_ADDR] = {0, "an address: a register that holds values, or an immediate"},
    [ISA_ROLE_SRV] = {FILE_BIT(SRV), "a shader resource t#"},
    [ISA_ROLE_UAV] = {FILE_BIT(UAV), "an unordered access view u#"},
    [ISA_ROLE_VIEW] = {FILE_BIT(SRV) | FILE_BIT(UAV), "t# or u#"},
    [ISA_ROLE_SAMPLED] = {FILE_BIT(SRV) | FILE_BIT(RASTERIZER), "t# or rasterizer"},
    [ISA_ROLE_MEM] = {FILE_BIT(SRV) | FILE_BIT(UAV) | FILE_BIT(TGSM), "memory: t#, u# or g#"},
    [ISA_ROLE_WMEM] = {FILE_BIT(UAV) | FILE_BIT(TGSM), "memory that can be written: u# or g#"},
    [ISA_ROLE_SAMPLER] = {FILE_BIT(SAMPLER), "a sampler s#"},
    [ISA_ROLE_INPUT] = {FILE_BIT(INPUT), "an input v#"},
    [ISA_ROLE_LABEL] = {FILE_BIT(LABEL) | FILE_BIT(FUNCTION_BODY), "a label l# or fb#"},
    [ISA_ROLE_STREAM] = {FILE_BIT(STREAM), "a stream m#"},
    [ISA_ROLE_INTERFACE] = {FILE_BIT(INTERFACE), "an interface fp#[][]"},
    [ISA_ROLE_DCL] = {~(FILE_BIT(IMM32) | FILE_BIT(IMM64)), "the register that is declared"},
};

struct isa_role_info isa_role(enum isa_role role)
{
    struct isa_role_info info = roles[role];
    if (role == ISA_ROLE_DST)
        info.files = writable;
    else if (role == ISA_ROLE_SRC || role == ISA_ROLE_ADDR)
        info.files = readable;
    return info;
}

enum {
    TYPED_BUFFER = 1 << ISA_DIM_BUFFER,
    RAW = 1 << ISA_DIM_RAW,
    STRUCTURED = 1 << ISA_DIM_STRUCTURED,
    MULTISAMPLED = 1 << ISA_DIM_TEXTURE2DMS | 1 << ISA_DIM_TEXTURE2DMSARRAY,
    CUBES = 1 << ISA_DIM_TEXTURECUBE | 1 << ISA_DIM_TEXTURECUBEARRAY,
    PLANES = 1 << ISA_DIM_TEXTURE2D | 1 << ISA_DIM_TEXTURE2DARRAY,
    LINES = 1 << ISA_DIM_TEXTURE1D | 1 << ISA_DIM_TEXTURE1DARRAY,
    GRIDS = LINES | PLANES | 1 << ISA_DIM_TEXTURE3D,
};

/* D3D11.3 22.4, 22.5, 22.17. */
static const struct isa_resource_info resources[] = {
    [ISA_RESOURCE_ANY] = {TYPED_BUFFER | GRIDS | RAW | STRUCTURED, "a buffer or a texture"},
    [ISA_RESOURCE_LOADABLE] = {TYPED_BUFFER | GRIDS,
                               "a typed buffer or a texture that is neither cube nor multisampled"},
    [ISA_RESOURCE_TYPED_VIEW] = {TYPED_BUFFER | GRIDS, "a typed view"},
    [ISA_RESOURCE_RAW] = {RAW, "a raw buffer"},
    [ISA_RESOURCE_STRUCTURED] = {STRUCTURED, "a structured buffer"},
    [ISA_RESOURCE_BUFFER] = {TYPED_BUFFER | RAW | STRUCTURED, "a buffer"},
    [ISA_RESOURCE_TEXTURE] = {GRIDS | CUBES | MULTISAMPLED, "a texture"},
    [ISA_RESOURCE_MULTISAMPLED] = {MULTISAMPLED, "a multisampled texture"},
    [ISA_RESOURCE_SAMPLED] = {MULTISAMPLED, "a multisampled texture or rasterizer"},
    [ISA_RESOURCE_FILTERABLE] = {GRIDS | CUBES, "a texture that can be sampled"},
    [ISA_RESOURCE_COMPARABLE] = {LINES | PLANES | CUBES, "a texture of one or two dimensions, or a cube"},
    [ISA_RESOURCE_GATHERABLE] = {PLANES | CUBES, "a texture2d, a cube, or an array of these"},
    [ISA_RESOURCE_PLANE] = {PLANES, "a texture2d or texture2darray"},
};

const struct isa_resource_info *isa_resource(enum isa_resource resource)
{
    return &resources[resource];
}

bool isa_takes(const struct isa_op *row, uint8_t dimension)
{
    return resources[row->resource].dimensions >> dimension & 1;
}

const struct isa_file_info *isa_file(uint32_t file)
{
    return file < ISA_FILE_COUNT ? &files[file] : NULL;
}

static const struct name_row {
    uint8_t table, value;
    const char *name;
} names[] = {
#define DIMENSION(value, id, name, ...)        {ISA_NAMES_DIMENSION, value, name},
#define RETURN_TYPE(value, id, name, ...)      {ISA_NAMES_RETURN_TYPE, value, name},
#define SAMPLER_MODE(value, id, name, ...)     {ISA_NAMES_SAMPLER_MODE, value, name},
#define INTERPOLATION(value, id, name, ...)    {ISA_NAMES_INTERPOLATION, value, name},
#define TOPOLOGY(value, id, name, ...)         {ISA_NAMES_TOPOLOGY, value, name},
#define PRIMITIVE(value, id, name, ...)        {ISA_NAMES_PRIMITIVE, value, name},
#define DOMAIN(value, id, name, ...)           {ISA_NAMES_DOMAIN, value, name},
#define PARTITIONING(value, id, name, ...)     {ISA_NAMES_PARTITIONING, value, name},
#define OUTPUT_PRIMITIVE(value, id, name, ...) {ISA_NAMES_OUTPUT_PRIMITIVE, value, name},
#define SYSTEM_VALUE(value, id, name, ...)     {ISA_NAMES_SYSTEM_VALUE, value, name},
#define GLOBAL_FLAG(value, id, name, ...)      {ISA_NAMES_GLOBAL_FLAG, value, name},
#define MIN_PRECISION(value, id, name, ...)    {ISA_NAMES_MIN_PRECISION, value, name},
#define STAGE(value, id, name, ...)            {ISA_NAMES_STAGE, value, name},
#define FEATURE(value, id, name, ...)          {ISA_NAMES_FEATURE, value, name},
#include "names.def"
};

enum { NAME_COUNT = sizeof names / sizeof names[0] };

const char *isa_name(enum isa_names table, uint32_t value)
{
    for (unsigned i = 0; i < NAME_COUNT; i++)
        if (names[i].table == table && names[i].value == value)
            return names[i].name;
    return NULL;
}

int isa_value(enum isa_names table, const char *name)
{
    for (unsigned i = 0; i < NAME_COUNT; i++)
        if (names[i].table == table && strcasecmp(names[i].name, name) == 0)
            return names[i].value;
    return -1;
}

const char *isa_name_at(enum isa_names table, unsigned i, uint32_t *value)
{
    for (unsigned at = 0; at < NAME_COUNT; at++) {
        if (names[at].table != table || i--)
            continue;
        *value = names[at].value;
        return names[at].name;
    }
    return NULL;
}

/* ---- attributes of enumerations ---- */

const struct isa_dimension_info isa_dimensions[ISA_DIM_COUNT] = {
#define LAYERS  1
#define CUBE    2
#define SAMPLES 4
#define TEXTURE 8
#define DIMENSION(value, id, name, coordinates, flags)                                                       \
    [value] = {coordinates, (flags)&LAYERS, ((flags)&CUBE) != 0, ((flags)&SAMPLES) != 0,                     \
               ((flags)&TEXTURE) != 0},
#include "names.def"
};

unsigned isa_primitive_vertices(uint32_t primitive)
{
    static const uint8_t counts[] = {
#define PRIMITIVE(value, id, name, vertices) [value] = (vertices),
#include "names.def"
    };
    return primitive < sizeof counts ? counts[primitive] : 0;
}

const struct isa_system_value_info *isa_system_value(uint32_t value)
{
    static const struct isa_system_value_info values[] = {
#define SYSTEM_VALUE(value, id, name, semantic, index, in_signature, signature_name, type, mode, declared,   \
                     inputs, outputs, computed)                                                              \
    [value] = {semantic,         signature_name,       index,                                                \
               in_signature,     ISA_COMPONENT_##type, ISA_INTERPOLATION_##mode,                             \
               declared,         STAGES_##inputs,      STAGES_##outputs,                                     \
               STAGES_##computed},
#include "names.def"
    };
    return value < ISA_SYSTEM_VALUE_COUNT ? &values[value] : NULL;
}

static const struct isa_special_output special_outputs[] = {
#define SPECIAL(file, semantic, value, name, type, component)                                                \
    {ISA_FILE_##file, semantic, name, value, ISA_COMPONENT_##type, component},
#include "names.def"
};

const struct isa_special_output *isa_special_output_at(unsigned i)
{
    return i < sizeof special_outputs / sizeof special_outputs[0] ? &special_outputs[i] : NULL;
}

const struct isa_special_output *isa_special_output(uint32_t file)
{
    const struct isa_special_output *found;
    for (unsigned i = 0; (found = isa_special_output_at(i)) && found->file != file;)
        i++;
    return found;
}

/* ---- operands by form and role ---- */

static const struct isa_shape shapes[] = {
    [ISA_FORM_W_W] = {1, 1, false, 0, 0},    [ISA_FORM_W_WW] = {1, 2, false, 0, 0},
    [ISA_FORM_W_WWW] = {1, 3, false, 0, 0},  [ISA_FORM_W_WWWW] = {1, 4, false, 0, 0},
    [ISA_FORM_WW_W] = {2, 1, false, 0, 0},   [ISA_FORM_WW_WW] = {2, 2, false, 0, 0},
    [ISA_FORM_WW_WWW] = {2, 3, false, 0, 0}, [ISA_FORM_D_D] = {1, 1, true, 1, 0},
    [ISA_FORM_D_DD] = {1, 2, true, 3, 0},    [ISA_FORM_D_DDD] = {1, 3, true, 7, 0},
    [ISA_FORM_D_W] = {1, 1, true, 0, 0},     [ISA_FORM_D_WDD] = {1, 3, true, 6, 0},
    [ISA_FORM_W_D] = {1, 1, false, 1, 0},    [ISA_FORM_W_DD] = {1, 2, false, 3, 0},
    [ISA_FORM_DP2] = {1, 2, false, 0, 2},    [ISA_FORM_DP3] = {1, 2, false, 0, 3},
    [ISA_FORM_DP4] = {1, 2, false, 0, 4},
};

const struct isa_shape *isa_shape(enum isa_form form)
{
    static const struct isa_shape none = {0, 0, false, 0, 0};
    return (size_t)form < sizeof shapes / sizeof shapes[0] ? &shapes[form] : &none;
}

struct isa_layout isa_layout(const struct isa_op *row)
{
    struct isa_layout at = {0};
    for (unsigned i = 0; i < row->operand_count; i++) {
        switch (row->operands[i].role) {
        case ISA_ROLE_DST: *(at.dsts++ ? &at.status : &at.dst) = i; break;
        case ISA_ROLE_ADDR: *(at.addresses++ ? &at.offset : &at.address) = i; break;
        case ISA_ROLE_SRC:
            if (!at.values++)
                at.value = i;
            break;
        default: at.memory = i; break;
        }
    }
    return at;
}
