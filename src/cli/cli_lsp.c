/* sm5 lsp: a language server for assembly text on standard input and output. */
#include <signal.h>
#include <unistd.h>

#include "cli/cli.h"
#include "lsp/lsp.h"
#include "protocol/protocol.h"

enum { MESSAGE_LIMIT = 1 << 29 }; /* bytes: a document of the largest size, escaped */

struct options {
    bool stdio;
};

static const struct cli_option option_table[] = {
    {"--stdio", NULL, "use standard input and output: the default, which some editors ask for", OPTION_FLAG,
     .offset = offsetof(struct options, stdio)},
    {0},
};

static bool refuse_argument(void *options, const char *text)
{
    (void)options;
    return host_error("lsp: unexpected argument '%s'; expected options only", text);
}

static bool send_message(void *user, json_t *message)
{
    return protocol_send(user, message);
}

/* A client that vanishes ends the session as an exit without shutdown does. */
static int serve(struct protocol_channel *channel, struct lsp *lsp)
{
    json_t *message;
    bool more = true;
    while (more && (message = protocol_wait(channel)) != NULL) {
        more = lsp_receive(lsp, message);
        json_decref(message);
    }
    if (channel->error)
        host_error("%s", channel->error);
    return lsp_ended_well(lsp) ? HOST_OK : HOST_BAD_COMMAND;
}

static int run(int argc, char **argv)
{
    struct options options = {0};
    struct protocol_channel channel;
    int code = cli_parse(&cli_lsp, argc, argv, &options);
    if (code >= 0)
        return code;
    struct lsp *lsp = lsp_new(send_message, &channel);
    if (!lsp) {
        host_error("out of memory");
        return HOST_BAD_COMMAND;
    }
    signal(SIGPIPE, SIG_IGN);
    protocol_open(&channel, STDIN_FILENO, STDOUT_FILENO, MESSAGE_LIMIT);
    code = serve(&channel, lsp);
    protocol_close(&channel);
    lsp_free(lsp);
    return code;
}

static const char notes[] =
    "Editors start it: docs/editors.md has settings.\n"
    "Exit codes: 0 after shutdown and exit; 2 when the client left without them, or the command is wrong.\n";

const struct cli_verb cli_lsp = {
    .name = "lsp",
    .arguments = "[--stdio]",
    .summary = "is a language server for assembly text (Language Server Protocol)",
    .options = option_table,
    .argument = refuse_argument,
    .run = run,
    .notes = notes,
};
