/* Resources, views, formats, the address rules, bindings, and the dispatch of groups over a thread pool. Both
   engines stand on this room; neither is known to it. */
#ifndef SM5_RUNTIME_ROOM_H
#define SM5_RUNTIME_ROOM_H

#include <stdatomic.h>

#include "program/program.h"
#include "sm5/resource.h"
#include "sm5/run.h"

/* ---- buffer.c ---- */

/* Bytes of a resource. `data` is 64-byte aligned and readable (not part of the resource) up to a multiple of 64. */
struct sm5_buffer {
    uint8_t *data;
    uint64_t size;
};

/* ---- format.c: DXGI formats of buffer views; format.def is the table ---- */

enum format_kind { FORMAT_FLOAT, FORMAT_UNORM, FORMAT_SNORM, FORMAT_UINT, FORMAT_SINT };

struct format_info {
    const char *name;       /* "R32G32_FLOAT" */
    uint32_t dxgi;          /* DXGI_FORMAT value */
    uint8_t bytes;          /* of one element */
    uint8_t kind;           /* enum format_kind */
    uint8_t channels;       /* channels present, 1..4, in the order r g b a unless `bgra` */
    uint8_t bits[4];        /* of each channel r g b a; 0 = missing */
    uint8_t shift[4];       /* bit position of each channel in the little-endian element */
    uint8_t layout;         /* format_layout: plain channels or a packed special (r11g11b10, r9g9b9e5, ...) */
};

/* The row of a format value (a DXGI number), or NULL when no buffer view may have it. */
const struct format_info *format_info(sm5_format format);
/* Reads one element into four words with the conversion and default rules of D3D11.3 3.2 and 19.1.3.3 (missing
   components 0, alpha 1.0 or 1). `element` is 4-byte aligned relative to nothing: any alignment is fine. */
void format_load(const struct format_info *format, const uint8_t *element, uint32_t out[4]);
/* Writes four words as one element. Writes exactly `bytes` bytes. */
void format_store(const struct format_info *format, uint8_t *element, const uint32_t in[4]);

/* ---- view and address rules ---- */

enum view_kind { VIEW_NONE, VIEW_STRUCTURED, VIEW_RAW, VIEW_TYPED, VIEW_CBUFFER };

/* A view as an engine sees it: its own bytes and nothing else. VIEW_NONE (all zero) is an unbound slot: count and
   bytes are 0, so every access to it is out of bounds. */
struct runtime_view {
    uint8_t kind;
    uint8_t *base;   /* first byte of the view */
    uint64_t bytes;  /* of the view */
    uint32_t count;  /* structures, dwords (raw), texels (typed), float4 rows (cbuffer) */
    uint32_t stride; /* bytes of a structure or texel; 4 raw; 16 cbuffer */
    const struct format_info *format;  /* typed */
    _Atomic uint32_t *counter;         /* hidden counter, or NULL */
};

/* address.h holds the rules themselves, inline, one function a kind of access. */

/* ---- bindings.c ---- */

/* All views behind one declared resource: registers lower .. lower + count - 1. */
struct runtime_slot {
    const struct program_resource *resource;
    struct runtime_view *views;
    uint32_t count;
};

/* What is bound, resolved against one program: slots[i] belongs to program->decls.resources[i]. */
struct runtime_bindings {
    struct runtime_slot *slots;
    uint32_t slot_count;
    /* Interfaces: for fp `i` (index in decls.interfaces), element e: tables[interface_base[i] + e] is the id of the
       bound function table or UINT32_MAX, and instances[...] the four words of this[]. */
    uint32_t *interface_base;
    uint32_t *tables;
    uint32_t (*instances)[4];
};

/* The view an operand names: slot of the declaration, register as the operand's index counts it (absolute).
   Out of range gives an unbound view. Never NULL. */
const struct runtime_view *runtime_view_at(const struct runtime_slot *slot, uint32_t reg);

/* ---- dispatch.c, pool.c: groups over threads ---- */

struct runtime_run;

/* What an engine gives the runtime. A kernel is immutable and shared; a worker belongs to one thread. */
struct runtime_engine {
    const char *name;
    /* Makes a kernel. Programs that the engine has no meaning for fail here, by the opcode's name. */
    enum sm5_status (*kernel_new)(const struct sm5_program *program, void **kernel, struct sm5_diags *diags);
    void (*kernel_free)(void *kernel);
    /* All memory that running groups needs. */
    enum sm5_status (*worker_new)(const void *kernel, struct runtime_run *run, void **worker);
    void (*worker_free)(void *worker);
    /* Runs groups [first, first + count) in linear order x fastest. Stops early when the run has failed. */
    void (*run_groups)(void *worker, uint64_t first, uint64_t count);
    uint32_t (*lanes)(const void *kernel);
};

enum runtime_fault_kind {
    RUNTIME_FAULT_BARRIER,  /* sync not reached by every live thread */
    RUNTIME_FAULT_FCALL,    /* no body behind the interface, or index out of range */
    RUNTIME_FAULT_STEPS,
    RUNTIME_FAULT_SECONDS,
    RUNTIME_FAULT_ABORT     /* abort instruction */
};

struct runtime_fault {
    enum runtime_fault_kind kind;
    uint32_t instr; /* index in program->instrs */
    uint64_t group; /* linear */
    uint32_t thread, other_thread; /* flattened: one that did not arrive, one that did */
    uint32_t missing; /* how many threads did not arrive */
};

/* One dispatch while it runs. Shared by all workers. */
struct runtime_run {
    const struct sm5_program *program;
    const struct runtime_bindings *bindings;
    uint32_t groups[3];
    atomic_bool stop;           /* set by a fault; engines poll it at back edges */
    _Atomic uint64_t steps;     /* left, when limited */
    uint64_t max_steps;         /* 0: no limit */
    uint64_t deadline_ns;       /* CLOCK_MONOTONIC; 0: none */
    struct runtime_fault fault; /* the first (lowest group), under `lock` */
    bool failed;
    struct runtime_lock *lock;
};

/* Notes a fault and stops the run; thread-safe. When several groups fault the lowest group is kept. */
void runtime_fault(struct runtime_run *run, const struct runtime_fault *fault);

/* Spends one step (a loop back edge or a call of a group); false when the run must stop (budget, deadline, fault).
   Cheap: the clock is read once in many calls of a worker (`tick` is the worker's own counter). */
bool runtime_step(struct runtime_run *run, uint32_t *tick, uint32_t instr, uint64_t group);

/* x, y, z of a linear group number. */
void runtime_group_id(const struct runtime_run *run, uint64_t linear, uint32_t id[3]);

#endif
