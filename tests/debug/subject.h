/* A program of its own under the debugger, for tests. */
#ifndef SM5_TEST_SUBJECT_H
#define SM5_TEST_SUBJECT_H

#include "api/harness.h"

struct subject {
    struct harness harness;
    struct sm5_buffer *in, *out;
    struct sm5_debug *debug;
    struct sm5_debug_stop stop; /* of the last move */
};

/* Instruction numbers of the program of subject_open. */
enum {
    SUBJECT_LOAD,
    SUBJECT_STORE_SHARED,
    SUBJECT_SYNC,
    SUBJECT_START_LOOP,
    SUBJECT_LOOP,
    SUBJECT_COMPARE,
    SUBJECT_BREAK,
    SUBJECT_CALL,
    SUBJECT_NEXT,
    SUBJECT_ENDLOOP,
    SUBJECT_STORE,
    SUBJECT_RET,
    SUBJECT_LABEL,
    SUBJECT_DOUBLE,
    SUBJECT_ROUTINE_RET
};

/* Two groups of four threads: thread i of a group doubles its word of t0 i times and stores it to u0. */
void subject_open(struct subject *s, uint64_t snapshot_bytes);
void subject_close(struct subject *s);
/* Moves and checks why it stops and at which instruction (UINT32_MAX: the end). */
void subject_move(struct subject *s, enum sm5_debug_move move, bool backwards, enum sm5_stop why,
                  uint32_t instruction);
struct sm5_debug_position subject_position(const struct subject *s);
/* The first value of an expression. */
struct sm5_value subject_value(struct subject *s, const char *expression);
/* Checks that an expression is wrong and that the message contains a text. */
void subject_wrong(struct subject *s, const char *expression, const char *message);

#endif
