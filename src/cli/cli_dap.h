/* Private to the verb `dap`. */
#ifndef CLI_DAP_H
#define CLI_DAP_H

#include "cli/cli.h"
#include "dap/dap.h"

/* The command line of `run` that the arguments of a launch describe. */
struct dap_arguments {
    char **list; /* of `count` texts, for cli_job_run; freed with dap_free_arguments */
    int count;
    bool stops_at_entry, stops_at_end, steps_group;
    const char *cwd; /* NULL: not given */
};

extern const struct cli_verb cli_dap_launch;

/* Messages of arguments that are not known go to standard error. False after a message for wrong ones. */
bool dap_read_arguments(const json_t *launch, struct dap_arguments *out);
void dap_free_arguments(struct dap_arguments *arguments);

#endif
