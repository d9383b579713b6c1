/* Failing allocations in the functions of include/sm5/: what the scenarios of a header (api_HEADER.c) share with the
   program that runs them (api.c). */
#ifndef API_H
#define API_H

#include <string.h>

#include "fail.h"
#include "sm5/sm5.h"

/* What api.c made before the failures, and what a scenario returned. */
struct call {
    struct sm5_program *program; /* api_compute */
    struct sm5_layout *layout;   /* "float2 at; uint id" */
    struct sm5_blob file;        /* the program's container */
    struct sm5_diags *diags;
    enum sm5_engine engine;
    uint64_t digest; /* of the results */
    uint64_t max_memory, most_used;
};

struct api_scenario {
    const char *name;
    enum sm5_status (*call)(struct call *c);
    enum sm5_engine engine;
};

/* Those of a header. */
extern const struct api_scenario api_scenarios[];
extern const size_t api_scenario_count;
#define API_SCENARIOS(...)                                                                                   \
    const struct api_scenario api_scenarios[] = {__VA_ARGS__};                                               \
    const size_t api_scenario_count = sizeof api_scenarios / sizeof api_scenarios[0]

/* ---- api_subject.c ---- */

/* Layouts in comments, constants, textures, samplers, g#, counters; fcall; races; two stages. */
extern const char api_compute[], api_interfaces[], api_racing[], api_geometry[], api_pixel[];

/* A call whose limit is max_memory. */
enum sm5_status api_limited(struct call *c, enum sm5_status status);
#define LIMITED(c, called) (fail_mark(), api_limited(c, called))

/* Adds to the digest. */
void api_note(struct call *c, const void *bytes, size_t size);
void api_note_text(struct call *c, const char *text);
/* Frees the blob, too. */
void api_note_blob(struct call *c, struct sm5_blob *blob, enum sm5_status status);

enum sm5_status api_read(struct call *c, const char *text, struct sm5_program **program);

/* A program and its bindings. */
struct api_subject {
    struct sm5_program *program;
    struct sm5_bindings *bindings;
    struct sm5_buffer *buffers[2];
};
/* Binds a buffer of `bytes` bytes to register 0 of each of `kinds`, such as "tu". Close it after a failure, too. */
enum sm5_status api_open(struct call *c, struct api_subject *s, const char *text, const char *kinds,
                         uint64_t bytes);
enum sm5_status api_bind(struct call *c, struct api_subject *s, char kind, struct sm5_buffer *buffer);
void api_close(struct api_subject *s);

/* What api_compute is bound to. */
enum { API_BUFFERS = 6 };
struct api_resources {
    struct sm5_bindings *bindings;
    struct sm5_buffer *list[API_BUFFERS];
};
enum sm5_status api_bind_all(struct call *c, struct api_resources *r);
void api_free_all(struct api_resources *r);

#endif
