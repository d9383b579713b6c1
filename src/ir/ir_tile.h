/* Shared by the passes that replace loads of tiles. A tile is a g# to which the threads of a group copy a part of a view,
   such as a picture's pixels with a border, in order to load each of them several times. */
#ifndef SM5_IR_TILE_H
#define SM5_IR_TILE_H

#include "ir/ir_facts.h"

/* Units: in an address in 3D the number of a group has two factors, width and height. */
enum { TILE_TERMS = 8, TILE_ARGS = 4, TILE_UNITS = 3 };

struct tile_copy;

/* The product of the units, inner and a factor. */
struct tile_term {
    ir_ref units[TILE_UNITS]; /* uniform across the group; 0: none. In ascending order */
    struct tile_copy *inner;  /* NULL: none */
    uint32_t *factors;        /* by word of the tile */
};

/* What the words of a tile are copies of, with the numbers that differ from word to word in tables: a sum, or an operation
   or a load whose args are sums. */
struct tile_copy {
    ir_ref
        like; /* such an operation or load, or the phi of an if, whose args are the condition and both values; 0: a sum */
    uint32_t shape; /* of `like` */
    unsigned count; /* terms or args */
    struct tile_term terms[TILE_TERMS];
    struct tile_copy *args[TILE_ARGS];
    uint32_t *
        bytes; /* of a load, by word of the tile: the offset in the structure, or what is added to the address */
};

struct tile {
    uint32_t first, words; /* in the group's memory */
    bool is_stored;        /* since the last barrier */
    uint32_t loads;
    bool failed;             /* its loads are not replaced */
    bool *defined;           /* by word */
    struct tile_copy *value; /* a sum; NULL: nothing is stored */
};

struct tile_load {
    ir_ref ref;
    uint32_t slot;
    struct ir_list *list; /* that contains it */
    const uint32_t *at;   /* by thread: word of the tile; IR_NONE: the thread does not execute it */
};

struct tiles {
    struct ir_function *f;
    struct arena scratch;
    uint32_t threads;           /* of the group */
    ir_ref systems[IR_SYSTEMS]; /* values of vThreadID, vThreadGroupID and vThreadIDInGroup */
    /* By value, of ir_tile_sum.c; 0: not known yet. */
    ir_ref *units; /* of a value that is uniform across the group the first that is equal */
    ir_ref *clones;
    const struct tile_sum **sums;
    uint32_t *shapes;
    uint32_t *owner;             /* by value: the if whose phi it is; IR_NONE: another value */
    bool *is_stored;             /* by slot: something stores to it */
    struct tile *tiles;          /* by slot */
    VEC(struct tile_load) loads; /* in the order of the code */
    uint32_t place;              /* items of the root's list before the loads */
    uint64_t tabulated;          /* words */
    bool no_memory;
};

/* ---- ir_tile_sum.c ---- */

/* As struct tile_term, by thread; inner 0: none. */
struct tile_product {
    ir_ref units[TILE_UNITS], inner;
    uint32_t *factors;
};

struct tile_sum {
    struct tile_product terms[TILE_TERMS];
    unsigned count;
};

/* Zeros; NULL: no memory, or too many words. */
uint32_t *tile_new_words(struct tiles *t, uint32_t count);
/* Fills t->units. False: no memory. */
bool tile_number_units(struct tiles *t);
/* The value is computed from the thread's number, uniform values and loads of views, by few operations. */
bool tile_may_be_copy(struct tiles *t, ir_ref ref);
/* NULL: it has too many terms, or is too deep. */
const struct tile_sum *tile_sum_of(struct tiles *t, ir_ref ref);
/* A hash of the operations and uniform values that it is computed with, whatever is computed from the thread's number. */
uint32_t tile_shape_of(struct tiles *t, ir_ref ref);
/* An operation that `ref` is a result of, and its args: of a load the address, of the phi of an if the condition and both values. */
const struct ir_value *tile_operation_of(const struct ir_function *f, ir_ref ref);
unsigned tile_arg_count(const struct ir_value *v);
ir_ref tile_arg_of(struct tiles *t, ir_ref ref, unsigned i);

/* ---- ir_tile_copy.c ---- */

/* Adds a store of `value`, by thread `at` the words `at` of the tile, to what is known of it. False: its loads cannot be
   replaced. */
bool tile_add_store(struct tiles *t, struct tile *tile, ir_ref value, const uint32_t *at);

/* first + the sum of by[i] * number of the thread in the group, of the threads that execute the load. */
struct tile_affine {
    uint32_t first, by[3];
};
bool tile_fit(const struct tiles *t, const struct tile_load *load, const uint32_t *words,
              struct tile_affine *affine);

/* ---- ir_tile_profit.c ---- */

enum { TILE_PARTS = 2 * TILE_TERMS };

/* A term for the threads of one load; an axis of `global` counts in vThreadID, not in vThreadIDInGroup. */
struct tile_part {
    ir_ref units[TILE_UNITS];
    const struct tile_copy *inner;
    struct tile_affine factor;
    unsigned global;
};

struct tile_parts {
    struct tile_part all[TILE_PARTS];
    unsigned count;
};

/* False: a number does not fit. */
bool tile_find_parts(const struct tiles *t, const struct tile_load *load, const struct tile_copy *sum,
                     struct tile_parts *parts);
bool tile_is_constant(const struct tile_affine *affine);
/* Computing its words for each load takes no longer than storing and loading them. */
bool tile_is_cheap(const struct tiles *t, const struct tile *tile);
/* At a border each load would decide what it loads, elsewhere none: special code (ir_assume.c), in which nothing is decided, can do
   without the tile, and the general code keeps it, unless merged groups are to fill cache lines. */
bool tile_is_better_special(const struct tiles *t, const struct tile *tile);
/* The numbers at the load's words fit, and loads of what they are copies of are along rows as well. */
bool tile_is_profitable(const struct tiles *t, const struct tile_load *load);

/* ---- ir_tile_emit.c ---- */

enum sm5_status tile_replace_loads(struct tiles *t);

#endif
