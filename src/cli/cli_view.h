/* Pictures of data: sm5 view, and run --view. */
#ifndef SM5_CLI_VIEW_H
#define SM5_CLI_VIEW_H

#include "cli/cli.h"
#include "view/view.h"

extern const struct cli_word cli_view_forms[];
/* Parses LOW/HIGH, with LOW below HIGH. `option` is its name in messages. */
bool cli_view_range(const char *option, const char *text, struct view_request *request);

#endif
