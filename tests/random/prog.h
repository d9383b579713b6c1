/* A program of the generator: a tree of statements that can be cut down and printed as assembly text, and the
   buffers that it runs on. */
#ifndef SM5_TEST_PROG_H
#define SM5_TEST_PROG_H

#include "base/base.h"
#include "isa/isa.h"
#include "sm5/sm5.h"

/* ---- instructions ---- */

enum prog_look { PROG_BARE, PROG_MASK, PROG_SWIZZLE, PROG_ONE };

/* `imm`, or `imm` plus a component of a register. */
struct prog_index {
    uint32_t imm;
    bool relative;
    uint8_t file, component; /* of the register: r#, x# or a system value */
    uint32_t reg, element;   /* element: of an x# */
};

struct prog_operand {
    uint8_t file;     /* enum isa_file */
    uint8_t look;     /* enum prog_look */
    uint8_t select;   /* mask, swizzle (2 bits a component) or component */
    uint8_t modifier; /* enum isa_modifier */
    uint8_t index_count;
    uint8_t words; /* immediates: 1 or 4 */
    bool pinned;   /* what keeps the program valid or free of races: the reducer leaves it alone */
    struct prog_index index[3];
    uint32_t imm[4];
};

enum { PROG_OPERANDS = 5 };

struct prog_instr {
    uint16_t opcode; /* enum isa_opcode */
    bool saturate, test_nz;
    uint8_t precise; /* mask */
    uint32_t sync;   /* ISA_SYNC_* bits */
    uint8_t operand_count;
    struct prog_operand operands[PROG_OPERANDS];
};

/* ---- statements ---- */

/* Instructions that only make sense together. */
struct prog_run {
    struct prog_instr *data;
    size_t count, capacity;
};

struct prog_list {
    struct prog_node *first, *last;
};

/* A plain statement is its `head`. A block opens with `head`, closes with `tail`; `middle` (else) stands
   between its two bodies. */
struct prog_node {
    struct prog_node *next;
    struct prog_run head, middle, tail;
    struct prog_list body, other;
    bool block;
    bool has_other;
    bool fixed;     /* whatever else goes, this stays */
    bool sync;      /* a barrier: stays while a statement that `shares` is left */
    bool shares;    /* other threads may touch the same words on the other side of a barrier */
    bool deleted;   /* cut away by the reducer */
    bool unwrapped; /* a block of which only the bodies are left */
};

/* ---- what the program works on ---- */

/* Who may do what with the words of a u# or g#, which keeps the program free of races. */
enum prog_role {
    PROG_READ,   /* nobody writes it: all may read it */
    PROG_OWN,    /* each thread has elements of its own */
    PROG_ATOMIC, /* u#: all threads, by one commuting operation, and nobody looks */
    PROG_PHASED  /* g#, and u# by group: barriers part phases of the kinds below */
};

enum prog_phase { PROG_PHASE_OWN, PROG_PHASE_SHARED, PROG_PHASE_ATOMIC };

/* Which elements of a PROG_OWN resource belong to the thread numbered `id` of `total`. */
enum prog_scheme {
    PROG_BLOCKED,  /* id * each + j */
    PROG_STRIDED,  /* id + total * j */
    PROG_BACKWARDS /* total - 1 - id; each is 1 */
};

struct prog_resource {
    uint8_t file;      /* enum isa_file: SRV, UAV, CBUFFER, TGSM */
    uint8_t dimension; /* ISA_DIM_STRUCTURED, _RAW, _BUFFER; 0: cb# */
    uint8_t role, scheme;
    uint8_t type;          /* typed: enum isa_return_type */
    uint16_t atomic;       /* PROG_ATOMIC: the opcode without result, e.g. ISA_ATOMIC_IADD */
    uint32_t constants[2]; /* for atomics that commute only when all threads bring the same */
    bool coherent, counter, counts_down, bound;
    bool in_order; /* PROG_OWN: vThreadID.x is the thread's number */
    bool dropped;  /* the reducer has no use for it */
    uint32_t id;
    uint32_t lower, array, space; /* SM5.1: the first register of the range, how many, and its space */
    uint32_t stride;              /* bytes: of a structure; raw: of one thread's part; typed: of a texel */
    uint32_t each;                /* elements of one thread */
    uint32_t elements;     /* what roles count: structures, texels or parts of a raw view; g#: structures */
    uint32_t first, count; /* view, in its own units; cb#: rows */
    uint32_t declared;     /* cb#: rows */
    sm5_format format;
    uint32_t counter_start;
    unsigned buffer;
};

enum { PROG_RESOURCES = 16, PROG_BUFFERS = 16, PROG_ROUTINES = 4, PROG_ICB_ROWS = 8, PROG_INDEXABLES = 2 };

struct prog_buffer {
    uint32_t bytes;
    uint64_t seed;
    uint8_t fill; /* kind of numbers */
};

/* A subroutine, by label or behind an interface. */
struct prog_routine {
    struct prog_node *node;
    bool is_body; /* fb# */
    bool syncs;   /* has barriers: called from uniform control flow alone */
};

struct prog {
    struct arena arena;
    uint64_t seed;
    bool ranges; /* SM5.1: resources are ranges of registers */
    bool old;    /* SM4.1: one u#, no atomics, no doubles, g# that threads write their own element of alone */
    uint32_t shape[3], groups[3];
    uint32_t temps;
    uint32_t icb_rows, icb[4 * PROG_ICB_ROWS];
    uint32_t indexable_count;
    struct {
        uint32_t size, components;
    } indexables[PROG_INDEXABLES];
    bool by_position; /* a thread's number is computed from vThreadID instead of group and place in it */
    struct prog_resource resources[PROG_RESOURCES];
    unsigned resource_count;
    struct prog_buffer buffers[PROG_BUFFERS];
    unsigned buffer_count;
    struct prog_list main;
    struct prog_node *first_values; /* the last statement that gives registers their first values */
    struct prog_routine routines[PROG_ROUTINES]; /* [0] is unused: main */
    unsigned routine_count;
    uint32_t tables; /* function tables behind fp0; 0: no interface */
};

/* Registers with a meaning in every program. */
enum prog_register {
    PROG_R_ID, /* x: thread's number in the dispatch, y: in its group, z: group's number, w: its first thread
                */
    PROG_R_ADDRESS,  /* addresses and conditions, from one instruction to the next */
    PROG_R_SINK,     /* results that depend on the order of threads; never read */
    PROG_R_UNIFORM,  /* the same in all threads of a group */
    PROG_R_SMALL,    /* small numbers */
    PROG_R_COUNTERS, /* of loops, two registers a routine: counters and limits, a component each nesting depth
                      */
    PROG_R_GENERAL = PROG_R_COUNTERS + 2 * PROG_ROUTINES
};

static inline uint32_t prog_group_threads(const struct prog *prog)
{
    return prog->shape[0] * prog->shape[1] * prog->shape[2];
}

static inline uint32_t prog_group_count(const struct prog *prog)
{
    return prog->groups[0] * prog->groups[1] * prog->groups[2];
}

/* ---- prog.c ---- */

void prog_free(struct prog *prog);
struct prog_node *prog_node_add(struct prog *prog, struct prog_list *list);
/* Calls `visit` for every instruction that is left. */
void prog_each(const struct prog *prog, void (*visit)(void *context, const struct prog_instr *instr),
               void *context);
void prog_each_of_run(const struct prog_run *run,
                      void (*visit)(void *context, const struct prog_instr *instr), void *context);
/* Number of an instruction behind the declarations, as findings name it; UINT32_MAX when it is not in the
 * program.
 */
uint32_t prog_number(const struct prog *prog, const struct prog_instr *instr);
struct prog_instr *prog_instr_add(struct prog *prog, struct prog_run *run, uint16_t opcode);
struct prog_operand *prog_operand_add(struct prog_instr *instr, struct prog_operand operand);

struct prog_operand prog_imm(uint32_t word);
struct prog_operand prog_one(uint8_t file, uint32_t reg, unsigned component);
struct prog_operand prog_swizzle(uint8_t file, uint32_t reg, unsigned swizzle);
struct prog_operand prog_mask(uint8_t file, uint32_t reg, unsigned mask);
struct prog_operand prog_bare(uint8_t file, uint32_t reg);

/* ---- prog_text.c ---- */

/* Instructions that number the threads, before the first statement. */
uint32_t prog_text_first_statement(const struct prog *prog);
/* The program as assembly text. */
void prog_text(const struct prog *prog, struct strbuf *out);
void prog_text_instr(const struct prog_instr *instr, struct strbuf *out);

#endif
