/* Constants by name: --set and the key `set` of test cases. */
#ifndef SM5_CLI_SET_H
#define SM5_CLI_SET_H

#include "cli/cli.h"

/* The constant that a name such as "cb0.dt", "Params.lights[2].color" or "dt" selects. */
struct cli_constant {
    int resource; /* index for sm5_resource_at */
    struct sm5_slot slot;
    struct cli_layout layout;
    char member[256]; /* "lights[2].color"; "": the whole buffer */
};

/* Finds the constant buffer by its slot, by its name, or as the only one that has the member. */
bool cli_constant_find(const struct sm5_program *program, const struct cli_texts *structs, const char *name,
                       struct cli_constant *out, struct io_error *error);
void cli_constant_free(struct cli_constant *constant);
/* A buffer with the default values that RDEF has, else zeros; NULL when memory is out. */
struct sm5_buffer *cli_constant_buffer(const struct sm5_program *program,
                                       const struct cli_constant *constant);
/* Stores values separated by '/' into the contents of the constant buffer. */
bool cli_constant_set(const struct cli_constant *constant, const char *values, void *data, size_t size,
                      struct io_error *error);

/* The values of --set, in order: into what is bound, or into new buffers where nothing is. */
bool cli_sets_apply(struct cli_resources *resources, const struct cli_texts *sets);

#endif
