/* The program in memory, 1:1 with its tokens. Codecs produce it; all other modules read it. Immutable once
   built, and allocated in its own arena. */
#ifndef SM5_PROGRAM_ROOM_H
#define SM5_PROGRAM_ROOM_H

#include "base/base.h"
#include "isa/isa.h"
#include "program/program_blocks.h"

/* ---- instructions ---- */

struct program_operand;

struct program_index {
    uint8_t form;                           /* enum isa_index_form */
    uint64_t imm;                           /* 0 for a purely relative index */
    const struct program_operand *relative; /* NULL for an immediate index */
};

/* A register (or immediate) with its selection and modifiers. */
struct program_operand {
    uint8_t file;      /* enum isa_file */
    uint8_t comps;     /* enum isa_component_count */
    uint8_t selection; /* enum isa_selection; meaningful with ISA_COMPS_4 */
    uint8_t select;    /* the 4-bit mask, the swizzle (2 bits a component, x lowest) or the component */
    uint8_t index_count;
    uint8_t modifier;      /* enum isa_modifier */
    uint8_t min_precision; /* values of ISA_NAMES_MIN_PRECISION */
    bool nonuniform;
    bool extended;      /* has an extended operand token, even an empty one */
    uint32_t spare;     /* bits that no field covers: operand token XOR the token encoded from the fields */
    uint32_t ext_spare; /* the same for the extended operand token */
    struct program_index index[3];
    uint32_t imm[4]; /* IMM32: 1 or 4 DWORDs; IMM64: two doubles, each low DWORD first */
};

/* One instruction, declaration or custom-data block, in token order. Its DWORDs, in order: opcode token,
   extended opcode tokens, operands and plain DWORDs (order from the row of isa.def), padding. */
struct program_instr {
    uint16_t opcode;       /* enum isa_opcode */
    uint8_t ext_count;     /* extended opcode tokens */
    uint8_t operand_count; /* that of the row; of a shader message the operands among its DWORDs */
    uint32_t controls;     /* opcode token & ISA_TOKEN_CONTROLS; custom data: see also `custom` */
    uint32_t ext[4];       /* raw extended opcode tokens, without the chain bit 31 */
    const struct program_operand *operands;
    const uint32_t
        *dwords; /* declarations: DWORDs after the operand; fcall: call site; custom data: its payload */
    uint32_t dword_count;
    const uint32_t *padding; /* DWORDs within the instruction's length that no field covers */
    uint32_t padding_count;
    uint32_t custom; /* custom data: class (bits 31:11 of the token, shifted down) */
    uint32_t
        custom_length; /* custom data: the original length DWORD (0 and 1 mean 2); long_length: bits 30:24 */
    bool
        long_length; /* bit 31 of dcl_interface, dcl_function_table: a DWORD with the actual length follows */
    uint32_t token_index;   /* from bytecode: DWORD index of the opcode token in the chunk; else 0 */
    uint32_t line;          /* from text: source line; else 0 */
    uint32_t source_at;     /* offset of that line in program->source */
    uint32_t source_body;   /* offset of the instruction itself, after indentation and numbering */
    uint32_t source_length; /* its bytes on that line, comment excluded */
    uint32_t origin_line;   /* line of the HLSL source, from debug information; else 0 */
    uint32_t origin_file;   /* index in program->origin_files */
    bool allows_race; /* `// sm5: allow-race`: races of the instruction or of what it declares are intended */
};

/* ---- declarations by kind ---- */

/* One declared t#, u#, s#, cb# or g# (a range of them in SM5.1). */
struct program_resource {
    uint8_t file;      /* ISA_FILE_SRV, _UAV, _SAMPLER, _CBUFFER, _TGSM */
    uint8_t dimension; /* enum isa_dimension; cbuffers, samplers: 0 */
    uint8_t glc, rov, opc;
    uint8_t sampler_mode, dynamic_index, sample_count;
    uint32_t id;           /* an operand's index 0: register number, or range id in SM5.1 */
    uint32_t lower, upper; /* registers of the range, inclusive; upper = UINT32_MAX when unbounded */
    uint32_t space;
    uint32_t return_types; /* typed: four 4-bit codes, x lowest */
    uint32_t stride;       /* structured: bytes; TGSM structured: bytes; raw: 0 */
    uint32_t count;        /* cbuffer: float4 rows (0 unknown); TGSM: structures, or 1 for raw */
    uint32_t bytes;        /* TGSM: size in bytes */
    uint32_t instr;        /* index of the declaration in program->instrs */
    bool counted;          /* u#: an instruction uses its hidden counter */
};

struct program_indexable {
    uint32_t reg, size, components;
    uint32_t instr; /* index of its first declaration in program->instrs */
};

/* Where a subroutine (l#) or function body (fb#) begins. */
struct program_label {
    uint8_t file;
    uint32_t id, instr;
};

struct program_function_table {
    uint32_t id, count;
    const uint32_t *bodies;
};

struct program_interface {
    uint32_t id, call_sites, array_length, table_count;
    bool dynamic;
    const uint32_t *tables; /* ids of function tables */
};

/* ---- declarations of stages other than compute (program_stage.c) ---- */

enum program_phase_kind { PROGRAM_PHASE_POINTS, PROGRAM_PHASE_FORK, PROGRAM_PHASE_JOIN };

/* A phase of a hull shader: instructions [first, end), its marker the first of them. */
struct program_phase {
    uint8_t kind; /* enum program_phase_kind */
    uint32_t first, end;
    uint32_t instances; /* fork, join */
};

/* One declared input or output register, or some of its components. */
struct program_register {
    uint8_t file; /* ISA_FILE_INPUT, _OUTPUT, _INPUT_CONTROL_POINT, _PRIMITIVE_ID, _OUTPUT_DEPTH, ... */
    uint8_t mask;
    uint8_t system_value;  /* a value of ISA_NAMES_SYSTEM_VALUE */
    uint8_t interpolation; /* pixel inputs: a value of ISA_NAMES_INTERPOLATION */
    uint8_t stream;        /* geometry outputs */
    bool output;
    uint32_t reg;   /* 0 for registers without a number */
    uint32_t phase; /* hull: index in phases */
    uint32_t instr; /* index of the declaration in program->instrs */
};

struct program_stage {
    uint32_t points_in, points_out;                 /* control points: hull, domain */
    uint8_t domain, partitioning, output_primitive; /* values of the name tables */
    uint8_t topologies[4];                          /* geometry: by stream */
    uint32_t vertices_in, max_vertices, instances;  /* geometry */
    uint32_t inputs, outputs;                       /* registers of a vertex, control point or pixel */
    uint32_t constants;                             /* registers of patch constants */
    uint32_t
        special; /* pixels: the output register that holds oDepth, oMask and oStencilRef, or UINT32_MAX */
    bool sample_frequency; /* pixels */
    struct program_phase *phases;
    uint32_t phase_count;
    struct program_register *registers; /* in the order of their declarations */
    uint32_t register_count;
};

/* An entry of the index that program_find searches. */
struct program_name {
    uint32_t file, id;
    uint32_t rank;  /* 1: an element of an interface array other than its first */
    uint32_t value; /* index of the declaration */
};

struct program_decls {
    uint32_t global_flags; /* enum isa_global_flag */
    uint32_t thread_group[3];
    uint32_t temps; /* the largest dcl_temps */
    struct program_resource *resources;
    uint32_t resource_count;
    struct program_indexable *indexables; /* the largest declaration of each x# */
    uint32_t indexable_count;
    const uint32_t *icb; /* 4 DWORDs a row */
    uint32_t icb_rows;
    struct program_function_table *tables;
    uint32_t table_count;
    struct program_interface *interfaces;
    uint32_t interface_count;
    struct program_label *labels; /* in program order */
    uint32_t label_count;
    const struct program_name *names; /* sorted */
    uint32_t name_count;
    uint32_t tgsm_bytes;  /* sum over all g# */
    uint32_t first_instr; /* index of the first instruction after the declarations */
    struct program_stage stage;
};

/* ---- signatures (ISGN, OSGN, PCSG and variants) ---- */

enum program_signature_kind {
    PROGRAM_SIGNATURE_INPUT,
    PROGRAM_SIGNATURE_OUTPUT,
    PROGRAM_SIGNATURE_PATCH,
    PROGRAM_SIGNATURE_KINDS
};

struct program_signature_element {
    const char *name;
    uint32_t semantic_index;
    uint32_t system_value;   /* numbered as D3D_NAME, see docs/container.md */
    uint32_t component_type; /* 0: unknown, 1: uint, 2: int, 3: float */
    uint32_t reg;            /* UINT32_MAX: none (oDepth and others without a number) */
    uint8_t mask, rw_mask;
    uint32_t stream;
    uint32_t min_precision;
};

struct program_signature {
    bool present;
    char fourcc[5]; /* ISGN, OSGN, OSG5, PCSG, ISG1, OSG1, PSG1 */
    uint32_t count;
    struct program_signature_element *elements;
};

/* ---- reflection (RDEF) ---- */

struct program_type;

struct program_member {
    const char *name;
    const struct program_type *type;
    uint32_t offset; /* bytes from the start of the structure or buffer */
};

/* Numbered as D3D_SHADER_VARIABLE_CLASS and D3D_SHADER_VARIABLE_TYPE:
   class  0 scalar           1 vector             2 matrix, rows   3 matrix, columns   4 object
          5 struct           6 interface class    7 interface pointer
   base   1 bool             2 int                3 float          19 uint             39 double */
struct program_type {
    uint16_t class, base, rows, columns, elements, member_count;
    const char *name; /* NULL when the file has none */
    struct program_member *members;
};

struct program_variable {
    const char *name;
    uint32_t offset, size, flags; /* bytes; flags 2 = used */
    const struct program_type *type;
    const uint8_t *default_value; /* `size` bytes, or NULL */
    uint32_t texture_start, texture_count, sampler_start, sampler_count;
};

struct program_buffer_info {
    const char *name;
    uint32_t size, flags, kind; /* kind 0: cbuffer, 1: tbuffer, 2: interface pointers, 3: resource binding */
    uint32_t variable_count;
    struct program_variable *variables;
};

struct program_binding_info {
    const char *name;
    uint32_t kind, return_type, dimension, sample_count, point, count, flags, space, id;
};

/* The layout of a resource from a comment of the text: a slot, and members in HLSL. */
struct program_struct {
    const char *slot, *text;
    uint32_t line, column; /* of `text` in the source */
    uint32_t source_at;    /* byte of program->source where that line starts */
};

struct program_reflection {
    bool present;
    uint8_t major, minor;
    uint16_t stage;
    uint32_t flags;
    const char *creator; /* set from a comment of the text too, when nothing else is present */
    uint32_t buffer_count, binding_count;
    struct program_buffer_info *buffers;
    struct program_binding_info *bindings;
};

/* ---- class linkage (IFCE) ---- */

struct program_class_type {
    const char *name;
    uint32_t id, cbuffer_stride, texture_count, sampler_count;
};

struct program_class_instance {
    const char *name;
    uint32_t type, cbuffer, cbuffer_offset, texture, sampler;
};

struct program_interface_slot {
    uint32_t slot_count, type_count;
    const uint32_t *type_ids, *table_ids;
};

struct program_linkage {
    bool present;
    uint32_t type_count, instance_count, slot_record_count, slot_count;
    struct program_class_type *types;
    struct program_class_instance *instances;
    struct program_interface_slot *slots;
};

/* ---- statistics and features ---- */

enum { PROGRAM_STAT_WORDS = 37 };

/* DWORDs of STAT by index, see docs/container.md. */
struct program_statistics {
    uint32_t words; /* 0: absent; else the length in the file: 29 (SM4), 37 (SM5) or another */
    uint32_t word[PROGRAM_STAT_WORDS];
};

/* ---- the container's chunks, in file order ---- */

struct program_chunk {
    char fourcc[5];
    uint32_t offset; /* in the file that was read; 0: made by sm5 */
    struct bytes payload;
};

struct program_container {
    bool present;      /* the program was read from a container */
    struct bytes file; /* the container's bytes: its declared total size */
    uint32_t chunk_count;
    struct program_chunk *chunks;
    uint32_t code_chunk; /* index of SHDR or SHEX */
    bool checksum_ok;
};

struct sm5_program {
    struct arena arena;
    enum isa_stage stage;
    uint8_t major, minor;
    uint32_t version_spare; /* bits 15:8 of the version token */
    char code_fourcc[5];    /* SHDR or SHEX */
    uint32_t token_count;   /* declared length of the code in DWORDs, 0 from text */
    struct bytes code_tail; /* bytes of the code chunk after the declared length */
    struct program_instr *instrs;
    uint32_t instr_count;
    struct program_decls decls;
    struct program_blocks blocks;
    struct program_signature signatures[PROGRAM_SIGNATURE_KINDS];
    struct program_reflection reflection;
    const struct program_struct *structs;
    uint32_t struct_count;
    struct program_linkage linkage;
    struct program_statistics statistics;
    bool has_features;
    uint64_t features; /* SFI0 */
    struct program_container container;
    const char *source_name;         /* file name from the caller, or NULL */
    const char *const *origin_files; /* HLSL files of the debug information, see program_instr.origin_line */
    uint32_t origin_file_count;
    struct bytes source; /* the assembly text, for messages; empty from bytecode */
};

/* program.c */

struct sm5_program *program_new(void);
void program_free(struct sm5_program *program);

/* program_decls.c */

/* Fills program->decls and program->blocks from program->instrs; the codecs call it last. Declarations past a
   limit are left out or clamped, so that any program can be printed and written: fails only with
   SM5_ERR_MEMORY. */
enum sm5_status program_collect_decls(struct sm5_program *program);

/* Reports declarations that cannot be executed as errors: more than 32768 bytes of g#, two declarations of
   one register, more than 4096 temporaries. Call it before building a kernel. */
enum sm5_status program_check_decls(const struct sm5_program *program, struct sm5_diags *diags);

/* Index in program->decls of the declaration of a register: in resources, indexables, tables, interfaces or
   labels, by its file; PROGRAM_NONE: undeclared. Of several declarations the first. Logarithmic time. */
uint32_t program_find(const struct sm5_program *program, uint32_t file, uint64_t id);

/* The files of decls.labels. */
bool program_is_label(uint8_t file);

/* The declaration that an operand's index 0 names; NULL: none, or the index is relative. */
const struct program_resource *program_resource_of(const struct sm5_program *program,
                                                   const struct program_operand *operand);
const struct program_indexable *program_indexable_of(const struct sm5_program *program,
                                                     const struct program_operand *operand);
/* The same for the label of a call, and of the body of a call site in a function table. */
const struct program_label *program_label_of(const struct sm5_program *program,
                                             const struct program_operand *operand);
const struct program_label *program_body_of(const struct sm5_program *program, uint32_t table, uint32_t site);

/* The interface array that contains function pointer fp#`number`, and the pointer's element of it; NULL:
   none. The elements of an array have consecutive numbers: fp4[4][2] declares fp4 to fp7 (D3D11.3 22.3.51,
   22.7.19). */
const struct program_interface *program_interface_of(const struct sm5_program *program, uint32_t number,
                                                     uint32_t *element);

/* The innermost block of an instruction; of an opener, closer, else, case or default that block itself. */
static inline const struct program_block *program_block_of(const struct sm5_program *program, uint32_t at)
{
    return &program->blocks.list.data[program->blocks.of.data[at]];
}

/* The hull phase that contains an instruction; NULL: none. */
const struct program_phase *program_phase_of(const struct sm5_program *program, uint32_t at);
/* The o# that are declared or written at an instruction are patch constants: those of fork and join
   phases. */
bool program_writes_patch(const struct sm5_program *program, uint32_t at);
/* Mask of the component of register stage.special that holds oDepth, oMask or oStencilRef; 0: other files. */
uint8_t program_special_mask(uint8_t file);

/* The program is SM5.1: resources are ranges with a space, operands name (id, register). */
static inline bool program_is_51(const struct sm5_program *program)
{
    return program->major == 5 && program->minor >= 1;
}

/* The place of messages about an instruction: its line of the source text, or its token. DIAG_NOWHERE after
   the last instruction. */
struct diag_place program_instr_place(const struct sm5_program *program, uint32_t at);

/* The line of an instruction of assembly text, with the caret under the instruction. False for bytecode. */
bool program_place_source(const struct sm5_program *program, const struct program_instr *instr,
                          struct diag_place *place);

/* The HLSL file that an instruction was compiled from; NULL: unknown. */
const char *program_origin_file(const struct sm5_program *program, const struct program_instr *instr);
/* Adds that file and line to a place. */
void program_place_add_origin(const struct sm5_program *program, const struct program_instr *instr,
                              struct diag_place *place);

/* Number of instrs[at], counted from 0 without declarations: how findings name an instruction. */
uint32_t program_instr_number(const struct sm5_program *program, uint32_t at);

/* ---- program_instr.c: properties of one instruction ---- */

/* Where in a pixel an input is evaluated. */
enum program_interpolation {
    PROGRAM_CONSTANT, /* not interpolated */
    PROGRAM_FROM_CENTRE,
    PROGRAM_FROM_CENTROID,
    PROGRAM_FROM_SAMPLE
};
/* Of a declaration's mode, a value of ISA_NAMES_INTERPOLATION. */
enum program_interpolation program_interpolation_mode(uint8_t mode);
/* Of the declaration of the v# component that an operand reads first. */
enum program_interpolation program_interpolation_of(const struct sm5_program *program,
                                                    const struct program_operand *operand);

/* The bit of _sat is set, and the instruction's control field does not use it. */
static inline bool instr_has_saturate_bit(const struct program_instr *instr)
{
    enum isa_control control = (enum isa_control)isa_op(instr->opcode)->control;
    return (instr->controls & ISA_TOKEN_SATURATE) && !(isa_control_mask(control) & ISA_TOKEN_SATURATE);
}

/* Includes arithmetic with float results for which the table has no _sat: itof, utof, f16tof32, dtof. */
static inline bool row_may_saturate(const struct isa_op *row)
{
    bool arithmetic = isa_shape((enum isa_form)row->form)->dsts != 0;
    return (row->flags & ISA_SAT) || (arithmetic && row->operands[0].type == ISA_TYPE_F);
}

/* The results are clamped. Those of double comparisons are masks, which _sat does not change (D3D11.3
   22.15.1, 22.19.1). */
static inline bool instr_saturates(const struct program_instr *instr)
{
    const struct isa_op *row = isa_op(instr->opcode);
    return instr_has_saturate_bit(instr) && row_may_saturate(row) && row->operands[0].type != ISA_TYPE_B;
}

/* _nz; else _z. */
static inline bool instr_tests_nz(const struct program_instr *instr)
{
    return instr->controls & ISA_TOKEN_TEST_NZ;
}

static inline uint32_t instr_precise_mask(const struct program_instr *instr)
{
    return (isa_op(instr->opcode)->flags & ISA_PREC) ? instr->controls >> ISA_TOKEN_PRECISE_SHIFT & 0xf : 0;
}

/* DWORD i of the instruction; 0 past the last. */
static inline uint32_t instr_dword(const struct program_instr *instr, uint32_t i)
{
    return i < instr->dword_count ? instr->dwords[i] : 0;
}

/* The extended opcode token of a kind, or NULL. */
const uint32_t *instr_extended(const struct program_instr *instr, enum isa_extended kind);

/* The constant part of index i; 0 without such an index. */
static inline uint64_t operand_index(const struct program_operand *operand, unsigned i)
{
    return i < operand->index_count ? operand->index[i].imm : 0;
}

/* The register number of an input or output, which is its last index. */
static inline uint64_t operand_register(const struct program_operand *operand)
{
    return operand->index_count ? operand->index[operand->index_count - 1].imm : 0;
}

/* Mask a destination writes: its mask, or x for scalar registers (oDepth...). 0 for null. */
uint32_t operand_write_mask(const struct program_operand *operand);

/* Component of the register that component `c` (0..3) of a source reads: by swizzle or select1; scalars:
   0. */
static inline unsigned operand_component(const struct program_operand *operand, unsigned c)
{
    if (operand->comps == ISA_COMPS_4 && operand->selection == ISA_SELECT_SWIZZLE)
        return operand->select >> (2 * c) & 3;
    if (operand->comps == ISA_COMPS_4 && operand->selection == ISA_SELECT_ONE)
        return operand->select & 3;
    if (operand->comps == ISA_COMPS_4)
        return c;
    return operand->file == ISA_FILE_IMM64 ? c & 1 : 0; /* d(1.5): both DWORDs of one double */
}

/* Its value is defined in inactive lanes too: an input, a constant buffer or an immediate, not indexed by a
   register. */
bool operand_ignores_mask(const struct program_operand *operand);

/* They encode to the same tokens. */
bool operand_equal(const struct program_operand *a, const struct program_operand *b);

struct program_tokens {
    uint32_t *data;
    size_t count, capacity;
};

/* The functions of bytecode/ that text/ needs; src/api/ passes them, as text/ may not include bytecode/. */
struct program_codec {
    /* Appends the tokens of an instruction; false when out of memory, or when its length field cannot hold
       the length. */
    bool (*encode)(const struct program_instr *instr, struct program_tokens *tokens);
    /* Reads one instruction of exactly `count` tokens; memory from `arena`. */
    enum sm5_status (*decode)(const uint32_t *tokens, size_t count, uint32_t major, uint32_t minor,
                              struct arena *arena, struct program_instr *out);
};

#endif
