/* Pictures of data: sm5 view, and run --view. */
#ifndef SM5_CLI_VIEW_H
#define SM5_CLI_VIEW_H

#include "cli/cli.h"
#include "view/view.h"

extern const struct cli_word cli_view_forms[];
/* Parses LOW/HIGH, with LOW below HIGH. `option` is its name in messages. */
bool cli_view_range(const char *option, const char *text, struct view_request *request);

/* ---- cli_view_texels.c ---- */

/* Finds a channel of the format by its letter; NULL or "": the first one. False after a message that starts with `what`. */
bool cli_view_channel(const char *what, sm5_format format, const char *name, unsigned *channel);
/* The channel of all texels, malloc'ed; NULL when memory is exhausted. */
double *cli_view_texels(sm5_format format, const uint8_t *data, const struct sm5_subresource *place,
                        unsigned channel);
/* A channel of the first mip and layer; NULL: the first channel. */
bool cli_view_read_dds(const char *path, const char *column, struct view_values *out);

#endif
