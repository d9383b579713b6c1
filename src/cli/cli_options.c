#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

enum { OPTIONS_MOST = 64 }; /* of a verb */

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

static const struct cli_option *find_option(const struct cli_verb *verb, const char *name, size_t length,
                                            size_t *index)
{
    const struct cli_option *option;
    for (size_t i = 0; (option = option_at(verb, i)) != NULL; i++)
        if (strlen(option->name) == length && strncmp(option->name, name, length) == 0) {
            *index = i;
            return option;
        }
    return NULL;
}

static bool unknown_option(const struct cli_verb *verb, const char *text, size_t length)
{
    const char *names[OPTIONS_MOST + 2] = {"--help"};
    for (size_t i = 0; i < OPTIONS_MOST && option_at(verb, i); i++)
        names[i + 1] = option_at(verb, i)->name;
    char *name = strndup(text, length);
    const char *near = name ? io_nearest(name, names) : NULL;
    free(name);
    if (near)
        return host_error("%s: unknown option '%.*s'; did you mean '%s'?", verb->name, (int)length, text,
                          near);
    return host_error("%s: unknown option '%.*s'; 'sm5 %s --help' lists them", verb->name, (int)length, text,
                      verb->name);
}

/* Of the others a second value would replace the first. */
static bool may_repeat(const struct cli_option *option)
{
    static const char *const lists[] = {"-b",      "--buffer", "--struct",     "--set",
                                        "--class", "--print",  "-i",           "--out",
                                        "-D",      "-I",       "--allow-race", "--ignore-key"};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        if (strcmp(option->name, lists[i]) == 0)
            return true;
    /* SLOT=FILE; of asm and dis it is one FILE */
    return strcmp(option->name, "-o") == 0 && strchr(option->value, '=');
}

/* Takes argv[*at], and the one behind it when it is the value: --name VALUE, --name=VALUE, -x VALUE, -xVALUE.
 */
static bool take_option(const struct cli_verb *verb, int argc, char **argv, int *at, void *options,
                        bool *given)
{
    const char *text = argv[*at];
    bool is_long = strncmp(text, "--", 2) == 0;
    size_t length = is_long ? strcspn(text, "=") : 2;
    size_t index = 0;
    const struct cli_option *option = find_option(verb, text, length, &index);
    const char *value = !text[length] ? NULL : text + length + is_long;
    if (!option)
        return unknown_option(verb, text, is_long ? length : strlen(text));
    if (index < OPTIONS_MOST && given[index] && option->value && !may_repeat(option))
        return host_error("%s: %s is given twice", verb->name, option->name);
    if (index < OPTIONS_MOST)
        given[index] = true;
    if (!option->value)
        return value ? host_error("%s: %s takes no value", verb->name, option->name)
                     : option->take(options, NULL);
    const char *next = *at + 1 < argc ? argv[*at + 1] : NULL;
    size_t unused;
    bool is_option =
        next && strncmp(next, "--", 2) == 0 && find_option(verb, next, strcspn(next, "="), &unused);
    if (!value && (!next || is_option))
        return host_error("%s: %s needs a value: %s", verb->name, option->name, option->value);
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
    bool only_arguments = false, given[OPTIONS_MOST] = {false};
    for (int i = 0; i < argc; i++) {
        bool is_option = !only_arguments && argv[i][0] == '-' && argv[i][1];
        if (is_option && (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)) {
            cli_help(verb);
            return HOST_OK;
        }
        if (is_option && strcmp(argv[i], "--") == 0)
            only_arguments = true;
        else if (!(is_option ? take_option(verb, argc, argv, &i, options, given)
                             : verb->argument(options, argv[i])))
            return HOST_BAD_COMMAND;
    }
    return -1;
}

bool cli_take_in_place(void *options, const char *value)
{
    (void)options;
    (void)value;
    host_allow_in_place();
    return true;
}
