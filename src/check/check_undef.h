/* Uninitialised values: the undefined bits of registers and g#, and the instruction that first read them.
   They are propagated with the data and reported where they affect a branch, an address, an output or a
   store. */
#ifndef CHECK_UNDEF_H
#define CHECK_UNDEF_H

#include "interp/interp_worker.h"

struct check;

/* The first read of an uninitialised register or word of g#. */
struct undef_origin {
    uint32_t at; /* instruction */
    uint8_t file;
    uint32_t reg;
    bool has_element;
    uint32_t element;
};

/* A word of g#. */
struct undef_word {
    uint32_t undefined; /* bits */
    uint32_t origin;    /* as `origins` */
};

struct check_undef {
    uint32_t lanes;
    uint32_t *masks;   /* by column and lane: undefined bits */
    uint32_t *origins; /* the same: index in `list` + 1, or 0 until it is read */
    uint8_t *dirty;    /* by column: some mask is not 0 */
    struct undef_word *tgsm;
    uint32_t *left; /* by slot of a g#: undefined words */
    VEC(struct undef_origin) list;
    uint32_t *slots; /* hash of the list: index + 1 */
    size_t slot_count;
    uint32_t *reported; /* by instruction of an origin: the reported use, as instruction + 1 */
};

bool check_undef_open(struct check *check, const struct interp_worker *worker);
void check_undef_close(struct check_undef *undef);

void check_undef_start(struct check *check, const struct interp_worker *worker);
void check_undef_operation(struct check *check, const struct interp_worker *worker, const struct plan_op *op);

/* ---- check_undef_bits.c ---- */

/* Undefined bits and values of the sources of one lane of a lane function, in the order of lane_args. */
struct undef_lane {
    uint32_t bits[8], value[8];
};

/* Undefined bits of the results. */
void undef_bits(uint16_t opcode, const struct undef_lane *in, uint32_t out[2]);
uint32_t undef_modified(uint8_t modifier, uint32_t bits);

#endif
