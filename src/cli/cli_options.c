#include <string.h>

#include "cli/cli.h"

static const struct cli_option *find_option(const struct cli_verb *verb, const char *name, size_t length)
{
    for (const struct cli_option *option = verb->options; option->name; option++)
        if (strlen(option->name) == length && strncmp(option->name, name, length) == 0)
            return option;
    return NULL;
}

/* Letters that two names share at their start: enough to guess which option was meant. */
static size_t common(const char *a, const char *b)
{
    size_t n = 0;
    while (a[n] && a[n] == b[n])
        n++;
    return n;
}

static bool unknown_option(const struct cli_verb *verb, const char *name)
{
    const char *best = NULL;
    size_t most = 3;
    for (const struct cli_option *option = verb->options; option->name; option++) {
        if (common(option->name, name) > most) {
            most = common(option->name, name);
            best = option->name;
        }
    }
    if (best)
        return cli_say("%s: unknown option '%s'; did you mean '%s'?", verb->name, name, best);
    return cli_say("%s: unknown option '%s'; 'sm5 %s --help' lists them", verb->name, name, verb->name);
}

/* Takes argv[*at], and the one behind it when it is the value. */
static bool take_option(const struct cli_verb *verb, int argc, char **argv, int *at, void *options)
{
    const char *text = argv[*at], *equals = strncmp(text, "--", 2) == 0 ? strchr(text, '=') : NULL;
    const struct cli_option *option =
        find_option(verb, text, equals ? (size_t)(equals - text) : strlen(text));
    if (!option)
        return unknown_option(verb, text);
    if (!option->value)
        return equals ? cli_say("%s takes no value", option->name) : option->take(options, NULL);
    if (equals)
        return option->take(options, equals + 1);
    if (*at + 1 >= argc)
        return cli_say("%s needs a value: %s", option->name, option->value);
    return option->take(options, argv[++*at]);
}

void cli_help(const struct cli_verb *verb)
{
    printf("usage: sm5 %s %s\n\n%s.\n", verb->name, verb->arguments, verb->summary);
    if (verb->options->name)
        printf("\noptions:\n");
    for (const struct cli_option *option = verb->options; option->name; option++) {
        char head[64];
        snprintf(head, sizeof head, "%s %s", option->name, option->value ? option->value : "");
        printf(strlen(head) < 30 ? "  %-30s%s\n" : "  %s\n                                %s\n", head,
               option->help);
    }
    printf("  %-30s%s\n", "--help", "this text");
    if (verb->notes)
        printf("\n%s", verb->notes);
}

int cli_parse(const struct cli_verb *verb, int argc, char **argv, void *options)
{
    bool only_arguments = false;
    for (int i = 0; i < argc; i++) {
        bool is_option = !only_arguments && argv[i][0] == '-' && argv[i][1];
        if (is_option && strcmp(argv[i], "--help") == 0) {
            cli_help(verb);
            return CLI_GOOD;
        }
        if (is_option && strcmp(argv[i], "--") == 0)
            only_arguments = true;
        else if (!(is_option ? take_option(verb, argc, argv, &i, options) : verb->argument(options, argv[i])))
            return CLI_WRONG_COMMAND;
    }
    return -1;
}
