/* The instruction set as data. isa.def has a row an opcode, file.def a row a register file, names.def a row a
   value of the other enumerations; this header turns them into types. */
#ifndef SM5_ISA_H
#define SM5_ISA_H

#include <stdbool.h>
#include <stdint.h>

#include "limits.h"

/* ---- opcodes ---- */

enum isa_opcode {
#define OP(opcode, id, ...) ISA_##id = (opcode),
#include "isa.def"
#undef OP
    ISA_OPCODE_COUNT
};

enum isa_group {
    ISA_GROUP_RESERVED,
    ISA_GROUP_FLOAT,
    ISA_GROUP_COMPARE,
    ISA_GROUP_INTEGER,
    ISA_GROUP_BITWISE,
    ISA_GROUP_CONVERT,
    ISA_GROUP_MOVE,
    ISA_GROUP_DOUBLE,
    ISA_GROUP_FLOW,
    ISA_GROUP_MEMORY,
    ISA_GROUP_ATOMIC,
    ISA_GROUP_SYNC,
    ISA_GROUP_TEXTURE,
    ISA_GROUP_FEEDBACK,
    ISA_GROUP_DERIVATIVE,
    ISA_GROUP_PULL,
    ISA_GROUP_STREAM,
    ISA_GROUP_HULL,
    ISA_GROUP_DEBUG,
    ISA_GROUP_DECLARATION,
    ISA_GROUP_CUSTOM
};

enum isa_model {
    ISA_MODEL_NONE,
    ISA_MODEL_SM40,
    ISA_MODEL_SM41,
    ISA_MODEL_SM50,
    ISA_MODEL_SM50_EXT,
    ISA_MODEL_SM50_TILED
};

/* Numbered as the version token has them. */
enum isa_stage {
#define STAGE(value, id, ...) ISA_##id = (value),
#include "names.def"
    ISA_STAGE_COUNT
};

/* How a row executes; see the head of isa.def. */
enum isa_form {
    ISA_FORM_NONE,
    ISA_FORM_W_W,
    ISA_FORM_W_WW,
    ISA_FORM_W_WWW,
    ISA_FORM_W_WWWW,
    ISA_FORM_WW_W,
    ISA_FORM_WW_WW,
    ISA_FORM_WW_WWW,
    ISA_FORM_D_D,
    ISA_FORM_D_DD,
    ISA_FORM_D_DDD,
    ISA_FORM_D_W,
    ISA_FORM_D_WDD,
    ISA_FORM_W_D,
    ISA_FORM_W_DD,
    ISA_FORM_DP2,
    ISA_FORM_DP3,
    ISA_FORM_DP4,
    ISA_FORM_FLOW,
    ISA_FORM_MEMORY,
    ISA_FORM_ATOMIC,
    ISA_FORM_COUNTER,
    ISA_FORM_QUERY,
    ISA_FORM_SYNC,
    ISA_FORM_TEXTURE,
    ISA_FORM_DERIVATIVE,
    ISA_FORM_PULL,
    ISA_FORM_STREAM,
    ISA_FORM_DEBUG
};

/* What the opcode token's bits 23:11 hold, besides saturate, test and precise. */
enum isa_control {
    ISA_CONTROL_NONE,
    ISA_CONTROL_RESINFO,          /* 12:11 return form */
    ISA_CONTROL_SAMPLEINFO,       /* 11 _uint */
    ISA_CONTROL_SYNC,             /* 14:11 flags */
    ISA_CONTROL_INTERPOLATION,    /* 14:11 */
    ISA_CONTROL_SAMPLER_MODE,     /* 14:11 */
    ISA_CONTROL_DIMENSION,        /* 15:11 resource dimension, 22:16 sample count */
    ISA_CONTROL_UAV_DIMENSION,    /* 15:11 resource dimension, 16 glc, 17 rov */
    ISA_CONTROL_UAV,              /* 16 glc, 17 rov, 23 opc */
    ISA_CONTROL_CBUFFER_ACCESS,   /* 11 dynamicIndexed */
    ISA_CONTROL_INTERFACE,        /* 11 dynamically indexed */
    ISA_CONTROL_TOPOLOGY,         /* 17:11 */
    ISA_CONTROL_PRIMITIVE,        /* 16:11 */
    ISA_CONTROL_CONTROL_POINTS,   /* 16:11 */
    ISA_CONTROL_DOMAIN,           /* 12:11 */
    ISA_CONTROL_PARTITIONING,     /* 13:11 */
    ISA_CONTROL_OUTPUT_PRIMITIVE, /* 13:11 */
    ISA_CONTROL_GLOBAL_FLAGS,     /* 23:11 */
    ISA_CONTROL_CUSTOM            /* 31:11 class of custom data */
};

/* Role in control flow. A row with ISA_TEST is the conditional form: breakc is ISA_FLOW_BREAK too. */
enum isa_flow {
    ISA_FLOW_NONE,
    ISA_FLOW_IF,
    ISA_FLOW_ELSE,
    ISA_FLOW_ENDIF,
    ISA_FLOW_LOOP,
    ISA_FLOW_ENDLOOP,
    ISA_FLOW_SWITCH,
    ISA_FLOW_CASE,
    ISA_FLOW_DEFAULT,
    ISA_FLOW_ENDSWITCH,
    ISA_FLOW_BREAK,
    ISA_FLOW_CONTINUE,
    ISA_FLOW_RET,
    ISA_FLOW_CALL,
    ISA_FLOW_INTERFACE_CALL,
    ISA_FLOW_LABEL,
    ISA_FLOW_PHASE, /* begins a phase of a hull shader */
    ISA_FLOW_DISCARD,
    ISA_FLOW_ABORT
};

/* Declarations that the t#, u# or g# of an instruction may have; isa_resource() lists their dimensions. */
enum isa_resource {
    ISA_RESOURCE_NONE,
    ISA_RESOURCE_ANY,
    ISA_RESOURCE_LOADABLE,
    ISA_RESOURCE_TYPED_VIEW,
    ISA_RESOURCE_RAW,
    ISA_RESOURCE_STRUCTURED,
    ISA_RESOURCE_BUFFER,
    ISA_RESOURCE_TEXTURE,
    ISA_RESOURCE_MULTISAMPLED,
    ISA_RESOURCE_SAMPLED, /* multisampled, or the rasterizer */
    ISA_RESOURCE_FILTERABLE,
    ISA_RESOURCE_COMPARABLE,
    ISA_RESOURCE_GATHERABLE,
    ISA_RESOURCE_PLANE
};

/* What an instruction does with its t#, u# or g#. */
enum isa_access {
    ISA_ACCESS_NONE,
    ISA_ACCESS_LOAD,
    ISA_ACCESS_STORE,
    ISA_ACCESS_ATOMIC,
    ISA_ACCESS_COUNTER,
    ISA_ACCESS_SAMPLE,
    ISA_ACCESS_GATHER,
    ISA_ACCESS_LOD,
    ISA_ACCESS_SIZE, /* from here on: queries */
    ISA_ACCESS_SAMPLES,
    ISA_ACCESS_POSITION
};

enum isa_atomic {
    ISA_ATOMIC_NOTHING,
    ISA_ATOMIC_OP_IADD,
    ISA_ATOMIC_OP_AND,
    ISA_ATOMIC_OP_OR,
    ISA_ATOMIC_OP_XOR,
    ISA_ATOMIC_OP_IMAX,
    ISA_ATOMIC_OP_IMIN,
    ISA_ATOMIC_OP_UMAX,
    ISA_ATOMIC_OP_UMIN,
    ISA_ATOMIC_OP_EXCHANGE,
    ISA_ATOMIC_OP_COMPARE /* and exchange */
};

enum isa_derivative {
    ISA_DERIVATIVE_X_COARSE,
    ISA_DERIVATIVE_Y_COARSE,
    ISA_DERIVATIVE_X_FINE,
    ISA_DERIVATIVE_Y_FINE
};

/* Words of the STAT chunk. */
enum isa_stat {
    ISA_STAT_INSTRUCTIONS = 0,
    ISA_STAT_TEMPS = 1,
    ISA_STAT_ICB_ROWS = 2,
    ISA_STAT_DECLARATIONS = 3,
    ISA_STAT_FLOAT = 4,
    ISA_STAT_INT = 5,
    ISA_STAT_UINT = 6,
    ISA_STAT_STATIC_FLOW = 7,
    ISA_STAT_DYNAMIC_FLOW = 8,
    ISA_STAT_ARRAY_DWORDS = 10,
    ISA_STAT_ARRAY = 11,
    ISA_STAT_CUTS = 12,
    ISA_STAT_EMITS = 13,
    ISA_STAT_SAMPLES = 14,
    ISA_STAT_LOADS = 15,
    ISA_STAT_COMPARISONS = 16,
    ISA_STAT_BIASED = 17,
    ISA_STAT_GRADIENTS = 18,
    ISA_STAT_MOVC = 20,
    ISA_STAT_CONVERSIONS = 21,
    ISA_STAT_INPUT_PRIMITIVE = 23,
    ISA_STAT_GS_OUTPUT = 24,
    ISA_STAT_GS_MAX_VERTICES = 25,
    ISA_STAT_GATHER = 26,
    ISA_STAT_LOD = 27,
    ISA_STAT_SAMPLE_FREQUENCY = 28,
    ISA_STAT_GS_INSTANCES = 29,
    ISA_STAT_CONTROL_POINTS = 30,
    ISA_STAT_HS_OUTPUT_PRIMITIVE = 31,
    ISA_STAT_HS_PARTITIONING = 32,
    ISA_STAT_DOMAIN = 33,
    ISA_STAT_BARRIERS = 34,
    ISA_STAT_INTERLOCKED = 35,
    ISA_STAT_STORES = 36
};

enum isa_flag {
    ISA_SAT = 1 << 0,          /* saturate, bit 13 */
    ISA_PREC = 1 << 1,         /* precise mask, bits 22:19 */
    ISA_NEG = 1 << 2,          /* sources may be negated */
    ISA_ABS = 1 << 3,          /* sources may take the absolute value */
    ISA_TEST = 1 << 4,         /* _z / _nz, bit 18 */
    ISA_OFFSETS = 1 << 5,      /* may carry sample offsets (_aoffimmi) */
    ISA_TYPED = 1 << 6,        /* may carry dimension and return type (_indexable) */
    ISA_LIST = 1 << 7,         /* the last DWORD counts (its low 16 bits) a list of DWORDs that follow */
    ISA_DWORD_FIRST = 1 << 8,  /* the DWORDs precede the operands */
    ISA_COMMUTES = 1 << 9,     /* exchanging the first two sources changes no bit of a result */
    ISA_MAKES_NAN = 1 << 10,   /* a NaN result has the processor's bits, not canonical ones */
    ISA_QUAD = 1 << 11,        /* takes differences of a value between the pixels of a quad */
    ISA_COSTLY = 1 << 12,      /* tens of cycles: not worth executing for inactive lanes */
    ISA_LINEAR = 1 << 13,      /* affine sources give an affine result, modulo 2^32; products by a constant */
    ISA_RANGE_ALL = 1 << 14,   /* the result is bounded when all sources are */
    ISA_RANGE_ANY = 1 << 15,   /* the result is bounded when any source is */
    ISA_SHIFT = 1 << 16,       /* uses the low 5 bits of its second source */
    ISA_EMITS = 1 << 17,       /* emits a vertex */
    ISA_CUTS = 1 << 18,        /* ends a strip; after the vertex where it emits too */
    ISA_COMPUTE4 = 1 << 19,    /* exists in 4.x for compute shaders only (D3D11.3 18.7.2.4, 18.7.2.5) */
    ISA_NULL_ANY = 1 << 20,    /* either result may be null, but not both */
    ISA_NULL_SECOND = 1 << 21, /* the second result may be null */
    ISA_DECLARES_IN = 1 << 22, /* declares an input register */
    ISA_DECLARES_OUT = 1 << 23, /* declares an output register */
    ISA_GENERATED = 1 << 24,    /* ... with a system-generated value (_sgv) */
    ISA_INTERPRETED = 1 << 25,  /* ... with a system-interpreted value (_siv) */
    ISA_ONCE = 1 << 26,         /* at most one in a program; in a hull shader, in a phase */
    ISA_SIZES = 1 << 27         /* a declaration's DWORDs are sizes, after the number of an x# */
};

enum isa_role {
    ISA_ROLE_DST,       /* written */
    ISA_ROLE_SRC,       /* read */
    ISA_ROLE_ADDR,      /* read: address, offset or coordinate */
    ISA_ROLE_SRV,       /* t# */
    ISA_ROLE_UAV,       /* u# */
    ISA_ROLE_VIEW,      /* t# or u#, queried */
    ISA_ROLE_SAMPLED,   /* t# or rasterizer, queried */
    ISA_ROLE_MEM,       /* t#, u# or g#, read */
    ISA_ROLE_WMEM,      /* u# or g#, written */
    ISA_ROLE_SAMPLER,   /* s#, with one component chosen when count is 1 */
    ISA_ROLE_INPUT,     /* v# */
    ISA_ROLE_LABEL,     /* l# or fb# */
    ISA_ROLE_STREAM,    /* m# */
    ISA_ROLE_INTERFACE, /* fp#[][] */
    ISA_ROLE_DCL        /* the register a declaration declares; count holds its isa_file */
};

/* What a source means to the access of a resource. */
enum isa_meaning {
    ISA_MEANING_NONE,
    ISA_MEANING_VALUE,
    ISA_MEANING_INDEX, /* of a sample; of a mip */
    ISA_MEANING_OFFSET,
    ISA_MEANING_LOD,
    ISA_MEANING_BIAS,
    ISA_MEANING_CLAMP,
    ISA_MEANING_REFERENCE,
    ISA_MEANING_DDX,
    ISA_MEANING_DDY
};

/* How an operand's bits are interpreted: which modifiers apply, how an immediate is printed. */
enum isa_type { ISA_TYPE_NONE, ISA_TYPE_F, ISA_TYPE_I, ISA_TYPE_U, ISA_TYPE_B, ISA_TYPE_D, ISA_TYPE_ANY };

enum { ISA_COUNT_M = 0xf, ISA_MAX_OPERANDS = 8 };

struct isa_operand {
    uint8_t role, type, count; /* isa_role, isa_type, components read or ISA_COUNT_M */
    uint8_t meaning;           /* isa_meaning */
};

struct isa_op {
    const char *mnemonic; /* "" for reserved values */
    const char *clause;   /* of D3D11.3 that defines the instruction, as "22.10.1"; "" where none does */
    const char *meaning;  /* one line for people */
    uint8_t group, model, form, control;
    uint8_t stages; /* bit 1 << isa_stage */
    uint8_t dwords, dwords51;
    uint8_t operand_count;
    uint8_t flow, resource, access, atomic, derivative;
    uint8_t stat[2]; /* enum isa_stat, 0: none */
    uint32_t flags;
    struct isa_operand operands[ISA_MAX_OPERANDS];
};

/* The row of `opcode`, or NULL for a value that is reserved or too large. */
const struct isa_op *isa_op(uint32_t opcode);
/* Whether its row has any of the flags; its role: false, 0 for a value without row. */
bool isa_has(uint32_t opcode, uint32_t flags);
enum isa_flow isa_flow(uint32_t opcode);

/* if, loop, switch: the opcode that ends the block; else ISA_OPCODE_COUNT. */
uint16_t isa_block_closer(uint16_t opener);
/* else, case, default and closers: the opener of the block that directly contains it; else ISA_OPCODE_COUNT. */
uint16_t isa_block_opener(uint16_t opcode);

/* An instruction that executes, as opposed to a declaration, custom data or a hull phase marker. */
bool isa_is_executable(uint32_t opcode);
/* dcl_*, custom data, hs_decls. */
bool isa_is_declaration(uint32_t opcode);

/* How a lane form's operands map to components: the values that one call of its function works on. */
struct isa_shape {
    uint8_t dsts, sources; /* 0: no lane form */
    bool wide_dst;         /* destinations are doubles */
    uint8_t wide_src;      /* mask of the sources that are doubles */
    uint8_t dot;           /* components of a dot product */
};
const struct isa_shape *isa_shape(enum isa_form form);

/* Operand numbers of a row that accesses memory, by role. */
struct isa_layout {
    unsigned memory, address, offset, value, dst, status;
    unsigned addresses, values, dsts; /* how many there are */
};
struct isa_layout isa_layout(const struct isa_op *row);

/* ---- fields of the opcode token ---- */

enum {
    ISA_TOKEN_OPCODE = 0x7ff,
    ISA_TOKEN_CONTROLS = 0xfff800, /* bits 23:11 */
    ISA_TOKEN_LENGTH_SHIFT = 24,
    ISA_TOKEN_SATURATE = 0x2000,
    ISA_TOKEN_TEST_NZ = 0x40000,
    ISA_TOKEN_PRECISE_SHIFT = 19,
    ISA_TOKEN_GLC = 0x10000,
    ISA_TOKEN_ROV = 0x20000,
    ISA_TOKEN_OPC = 0x800000,
    ISA_TOKEN_DYNAMIC = 0x800,
    ISA_SYNC_T = 0x800,
    ISA_SYNC_G = 0x1000,
    ISA_SYNC_UGROUP = 0x2000,
    ISA_SYNC_UGLOBAL = 0x4000,
};
#define ISA_TOKEN_EXTENDED 0x80000000u

enum isa_extended { ISA_EXT_EMPTY, ISA_EXT_OFFSETS, ISA_EXT_DIMENSION, ISA_EXT_RETURN };

/* Value of control kind `control` in an opcode token: the field, shifted down. */
uint32_t isa_control_value(enum isa_control control, uint32_t token);
/* The mask of that field in the token, 0 for ISA_CONTROL_NONE. */
uint32_t isa_control_mask(enum isa_control control);

/* ---- register files (operand types of the token format) ---- */

enum isa_file {
#define FILE_ROW(number, id, ...) ISA_FILE_##id = (number),
#include "file.def"
#undef FILE_ROW
    ISA_FILE_COUNT,
    ISA_FILE_ANY = 0xff /* in a declaration's row: one of several files */
};

enum isa_use { ISA_USE_OBJECT = 0, ISA_USE_READ = 1, ISA_USE_WRITTEN = 2, ISA_USE_DECLARED = 4 };

struct isa_file_info {
    const char *text; /* as printed, without the index */
    uint8_t indices;  /* usual index dimension; SM5.1 and GS/HS inputs have one more */
    uint8_t stages;   /* bit 1 << isa_stage */
    uint8_t model;    /* enum isa_model */
    uint8_t components;
    uint8_t use; /* enum isa_use */
};

/* The row of a file number, or NULL. */
const struct isa_file_info *isa_file(uint32_t file);

/* The files that an operand of a role may name. */
struct isa_role_info {
    uint64_t files; /* bit 1 << isa_file */
    const char *expected;
};
struct isa_role_info isa_role(enum isa_role role);

struct isa_resource_info {
    uint16_t dimensions; /* bit 1 << isa_dimension */
    const char *expected;
};
const struct isa_resource_info *isa_resource(enum isa_resource resource);
/* Whether the row's t#, u# or g# may have this isa_dimension. */
bool isa_takes(const struct isa_op *row, uint8_t dimension);

/* ---- enumerations ---- */

enum isa_names {
    ISA_NAMES_DIMENSION,
    ISA_NAMES_RETURN_TYPE,
    ISA_NAMES_SAMPLER_MODE,
    ISA_NAMES_INTERPOLATION,
    ISA_NAMES_TOPOLOGY,
    ISA_NAMES_PRIMITIVE,
    ISA_NAMES_DOMAIN,
    ISA_NAMES_PARTITIONING,
    ISA_NAMES_OUTPUT_PRIMITIVE,
    ISA_NAMES_SYSTEM_VALUE,
    ISA_NAMES_GLOBAL_FLAG,   /* value = bit number */
    ISA_NAMES_MIN_PRECISION, /* operand field: min16f, ... */
    ISA_NAMES_STAGE,         /* ps, vs, ... */
    ISA_NAMES_FEATURE        /* SFI0, value = bit number: the sentence that fxc prints */
};

/* The name of a value, or NULL. */
const char *isa_name(enum isa_names table, uint32_t value);
/* The value of a name (any letter case), or -1. */
int isa_value(enum isa_names table, const char *name);
/* The i-th name of a table with its value, for completion and spelling help; NULL after the last. */
const char *isa_name_at(enum isa_names table, unsigned i, uint32_t *value);

enum isa_dimension {
#define DIMENSION(value, id, ...) ISA_DIM_##id = (value),
#include "names.def"
    ISA_DIM_COUNT = 32 /* of the token's field */
};

struct isa_dimension_info {
    uint8_t coordinates; /* of a location; of a cube a direction; of a structure its offset too */
    bool layers, is_cube, samples, is_texture; /* layers: one more coordinate */
};
/* By isa_dimension. */
extern const struct isa_dimension_info isa_dimensions[ISA_DIM_COUNT];

enum isa_return_type {
#define RETURN_TYPE(value, id, ...) ISA_RETURN_##id = (value),
#include "names.def"
};

enum isa_sampler_mode {
#define SAMPLER_MODE(value, id, ...) ISA_SAMPLER_MODE_##id = (value),
#include "names.def"
};

enum isa_interpolation {
#define INTERPOLATION(value, id, ...) ISA_INTERPOLATION_##id = (value),
#include "names.def"
    ISA_INTERPOLATION_COUNT
};

enum isa_topology {
#define TOPOLOGY(value, id, ...) ISA_TOPOLOGY_##id = (value),
#include "names.def"
};

enum isa_primitive {
#define PRIMITIVE(value, id, ...) ISA_PRIMITIVE_##id = (value),
#include "names.def"
};
/* Vertices of an input primitive; 0 for an undefined one. */
unsigned isa_primitive_vertices(uint32_t primitive);

enum isa_domain {
#define DOMAIN(value, id, ...) ISA_DOMAIN_##id = (value),
#include "names.def"
};

enum isa_partitioning {
#define PARTITIONING(value, id, ...) ISA_PARTITIONING_##id = (value),
#include "names.def"
};

enum isa_output_primitive {
#define OUTPUT_PRIMITIVE(value, id, ...) ISA_OUTPUT_PRIMITIVE_##id = (value),
#include "names.def"
};

enum isa_global_flag {
#define GLOBAL_FLAG(bit, id, ...) ISA_GLOBAL_##id = 1 << (bit),
#include "names.def"
};

enum isa_feature {
#define FEATURE(bit, id, ...) ISA_FEATURE_##id = 1 << (bit),
#include "names.def"
};

/* ---- system values ---- */

enum isa_system_value {
#define SYSTEM_VALUE(value, id, ...) ISA_SYSTEM_VALUE_##id = (value),
#include "names.def"
    ISA_SYSTEM_VALUE_COUNT
};

/* As signatures number them. */
enum isa_component_type { ISA_COMPONENT_UNKNOWN, ISA_COMPONENT_UINT, ISA_COMPONENT_INT, ISA_COMPONENT_FLOAT };

struct isa_system_value_info {
    const char *semantic;       /* NULL for ISA_SYSTEM_VALUE_UNDEFINED */
    const char *signature_name; /* in the listing of a signature */
    uint8_t semantic_index, signature_value;
    uint8_t type;            /* enum isa_component_type */
    uint8_t interpolation;   /* that fxc declares */
    uint32_t declared;       /* ISA_GENERATED or ISA_INTERPRETED */
    uint8_t inputs, outputs; /* stages that may declare it so, bit 1 << isa_stage */
    uint8_t computed;        /* stages whose inputs sm5_stage_make_system_values computes */
};
/* NULL for a value that does not exist. */
const struct isa_system_value_info *isa_system_value(uint32_t value);

/* An output of a pixel shader that is a register file. One register of the output record holds all of
   them. */
struct isa_special_output {
    uint8_t file;
    const char *semantic, *signature_name;
    uint8_t signature_value, type, component;
};
/* NULL for other files. */
const struct isa_special_output *isa_special_output(uint32_t file);
/* The i-th, NULL after the last. */
const struct isa_special_output *isa_special_output_at(unsigned i);

/* ---- other fields of tokens ---- */

enum isa_custom_class {
    ISA_CUSTOM_COMMENT,
    ISA_CUSTOM_DEBUG,
    ISA_CUSTOM_OPAQUE,
    ISA_CUSTOM_ICB,
    ISA_CUSTOM_MESSAGE,
    ISA_CUSTOM_CLIP_PLANES
};

enum isa_component_count { ISA_COMPS_0, ISA_COMPS_1, ISA_COMPS_4, ISA_COMPS_N };
enum isa_selection { ISA_SELECT_MASK, ISA_SELECT_SWIZZLE, ISA_SELECT_ONE };
enum isa_index_form {
    ISA_INDEX_IMM32,
    ISA_INDEX_IMM64,
    ISA_INDEX_RELATIVE,
    ISA_INDEX_IMM32_RELATIVE,
    ISA_INDEX_IMM64_RELATIVE
};
enum isa_modifier { ISA_MODIFIER_NONE, ISA_MODIFIER_NEG, ISA_MODIFIER_ABS, ISA_MODIFIER_ABS_NEG };

#endif
