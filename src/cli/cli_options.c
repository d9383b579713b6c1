#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* Options of the verb from 0 on; NULL behind the last. */
static const struct cli_option *option_at(const struct cli_verb *verb, size_t i)
{
    for (unsigned t = 0; t < sizeof verb->shared_options / sizeof verb->shared_options[0]; t++)
        for (const struct cli_option *option = verb->shared_options[t]; option && option->name; option++)
            if (i-- == 0)
                return option;
    for (const struct cli_option *option = verb->options; option->name; option++)
        if (i-- == 0)
            return option;
    return NULL;
}

static const struct cli_option *find_option(const struct cli_verb *verb, const char *name, size_t length)
{
    const struct cli_option *option;
    for (size_t i = 0; (option = option_at(verb, i)) != NULL; i++)
        if (strlen(option->name) == length && strncmp(option->name, name, length) == 0)
            return option;
    return NULL;
}

static bool unknown_option(const struct cli_verb *verb, const char *text, size_t length)
{
    const char *names[32] = {"--help"};
    for (size_t i = 0; i + 2 < sizeof names / sizeof names[0] && option_at(verb, i); i++)
        names[i + 1] = option_at(verb, i)->name;
    char *name = strndup(text, length);
    const char *near = name ? io_nearest(name, names) : NULL;
    free(name);
    if (near)
        return cli_say("%s: unknown option '%.*s'; did you mean '%s'?", verb->name, (int)length, text, near);
    return cli_say("%s: unknown option '%.*s'; 'sm5 %s --help' lists them", verb->name, (int)length, text,
                   verb->name);
}

/* Takes argv[*at], and the one behind it when it is the value: --name VALUE, --name=VALUE, -x VALUE, -xVALUE.
 */
static bool take_option(const struct cli_verb *verb, int argc, char **argv, int *at, void *options)
{
    const char *text = argv[*at];
    bool is_long = strncmp(text, "--", 2) == 0;
    size_t length = is_long ? strcspn(text, "=") : 2;
    const struct cli_option *option = find_option(verb, text, length);
    const char *value = !text[length] ? NULL : text + length + is_long;
    if (!option)
        return unknown_option(verb, text, is_long ? length : strlen(text));
    if (!option->value)
        return value ? cli_say("%s: %s takes no value", verb->name, option->name)
                     : option->take(options, NULL);
    if (!value && *at + 1 >= argc)
        return cli_say("%s: %s needs a value: %s", verb->name, option->name, option->value);
    return option->take(options, value ? value : argv[++*at]);
}

void cli_help(const struct cli_verb *verb)
{
    printf("usage: sm5 %s %s\n\n%s.\n", verb->name, verb->arguments, verb->summary);
    printf("\noptions:\n");
    const struct cli_option *option;
    for (size_t i = 0; (option = option_at(verb, i)) != NULL; i++) {
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
        if (is_option && (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)) {
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
