/* Programs and an engine made by hand, for tests of the runtime alone. */
#ifndef SM5_TEST_FAKE_H
#define SM5_TEST_FAKE_H

#include "runtime/runtime.h"

/* ---- programs that only declare ---- */

/* A compute program of a model (50: cs_5_0) with `count` declared resources; the array is the caller's. */
struct sm5_program fake_program(unsigned model, struct program_resource *resources, uint32_t count);

/* Declarations of register `reg`. */
struct program_resource fake_structured(uint8_t file, uint32_t reg, uint32_t stride);
struct program_resource fake_raw(uint8_t file, uint32_t reg);
struct program_resource fake_typed(uint8_t file, uint32_t reg, uint32_t return_type);
struct program_resource fake_cbuffer(uint32_t reg, uint32_t rows);

/* Binds `view` to the slot that `text` names. */
enum sm5_status fake_bind(struct sm5_bindings *bindings, const char *text, struct sm5_view view,
                          struct sm5_diags *diags);

/* True when the list holds exactly one entry, of that code. */
bool fake_says(const struct sm5_diags *diags, const char *code);

/* ---- an engine whose groups are a C function ---- */

struct fake_kernel {
    void (*group)(const struct fake_kernel *kernel, struct runtime_run *run, uint64_t group, uint32_t *tick);
    void *context;
    int workers_allowed; /* worker_new fails beyond that many; 0: no limit */
    bool resets_fail;
    _Atomic int workers_made, workers_alive;
};

extern const struct runtime_engine fake_engine;
/* The same, but its workers are kept from run to run. */
extern const struct runtime_engine fake_keeping_engine;

/* Dispatches x,y,z groups of the kernel over `threads` threads, with a program that declares nothing. */
enum sm5_status fake_dispatch(struct fake_kernel *kernel, const struct sm5_dispatch_options *options,
                              struct sm5_dispatch_result *result, struct sm5_diags *diags);
/* The same over a pool of the kernel. */
enum sm5_status fake_dispatch_in(struct pool *pool, struct fake_kernel *kernel,
                                 const struct sm5_dispatch_options *options,
                                 struct sm5_dispatch_result *result, struct sm5_diags *diags);

#endif
