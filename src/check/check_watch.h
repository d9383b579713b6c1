/* Dispatches that record the last writers of chosen bytes. */
#ifndef CHECK_WATCH_H
#define CHECK_WATCH_H

#include "check/check.h"

struct check_target {
    const uint8_t *byte;
    struct check_site last; /* `at` is CHECK_NOWHERE until an instruction writes the byte */
};

/* The kernel of check_watch_engine: a dispatch on another engine, one worker at a time. */
struct check_watch {
    const void *kernel;                  /* the interpreter's */
    const struct runtime_engine *engine; /* interp_engine or interp_order_engine */
    const struct runtime_run *run;
    struct check_target *targets; /* stores to texels are found on interp_engine only */
    size_t count;
    struct check_texels texels;
    uint32_t groups[3];
    struct runtime_fault fault; /* that stopped it */
    bool stopped;
};

extern const struct runtime_engine check_watch_engine;

#endif
