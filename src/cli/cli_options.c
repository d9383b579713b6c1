/* Options: parsing and --help by the same tables. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

enum { OPTIONS_MAX = 64 }; /* of a verb */

const struct cli_option *cli_option_at(const struct cli_verb *verb, size_t i)
{
    for (unsigned t = 0; t < sizeof verb->shared_options / sizeof verb->shared_options[0]; t++)
        for (const struct cli_option *option = verb->shared_options[t]; option && option->name; option++)
            if (i-- == 0)
                return option;
    const struct cli_option *const last[] = {verb->options, cli_limit_table};
    for (unsigned t = 0; t < sizeof last / sizeof last[0]; t++)
        for (const struct cli_option *option = last[t]; option->name; option++)
            if (i-- == 0)
                return option;
    return NULL;
}

static const struct cli_option *find_option(const struct cli_verb *verb, const char *name, size_t length,
                                            size_t *index)
{
    const struct cli_option *option;
    for (size_t i = 0; (option = cli_option_at(verb, i)) != NULL; i++)
        if (strlen(option->name) == length && strncmp(option->name, name, length) == 0) {
            *index = i;
            return option;
        }
    return NULL;
}

/* ---- values ---- */

const struct cli_word *cli_find_word(const char *name, const struct cli_word *words, const char *value)
{
    char list[200] = "";
    for (const struct cli_word *word = words; word->word; word++) {
        if (strcmp(word->word, value) == 0)
            return word;
        size_t length = strlen(list);
        const char *between = word == words ? "" : word[1].word ? ", " : " or ";
        snprintf(list + length, sizeof list - length, "%s%s", between, word->word);
    }
    host_error("%s: invalid value '%s'; expected %s", name, value, list);
    return NULL;
}

static bool set_count(const struct cli_option *option, const char *value, uint64_t *out)
{
    return host_parse_range(option->name, value, option->min, option->max, out);
}

static bool set_option(const struct cli_option *option, char *options, const char *value)
{
    void *at = options + option->offset;
    const struct cli_word *word = option->words ? cli_find_word(option->name, option->words, value) : NULL;
    if (option->words && !word)
        return false;
    if (option->given)
        *(bool *)(options + option->given - 1) = true;
    switch (option->kind) {
    case OPTION_FLAG: return *(bool *)at = true;
    case OPTION_TEXT: *(const char **)at = value; return true;
    case OPTION_LIST: return host_texts_add(at, value);
    case OPTION_COUNT: return set_count(option, value, at);
    case OPTION_CHOICE: *(unsigned *)at = word->value; return true;
    default: return option->set(at, value);
    }
}

/* ---- the command line ---- */

static bool fail_unknown(const struct cli_verb *verb, const char *text, size_t length)
{
    const char *names[OPTIONS_MAX + 2] = {"--help"};
    for (size_t i = 0; i < OPTIONS_MAX && cli_option_at(verb, i); i++)
        names[i + 1] = cli_option_at(verb, i)->name;
    char *name = strndup(text, length);
    const char *near = name ? io_nearest(name, names) : NULL;
    free(name);
    if (near)
        return host_error("%s: unknown option '%.*s'; did you mean '%s'?", verb->name, (int)length, text,
                          near);
    return host_error("%s: unknown option '%.*s'; 'sm5 %s --help' lists them", verb->name, (int)length, text,
                      verb->name);
}

/* Reads argv[*at], and the next argument when it is the value: --name VALUE, --name=VALUE, -x
   VALUE, -xVALUE. */
static bool parse_option(const struct cli_verb *verb, int argc, char **argv, int *at, void *options,
                         bool *given)
{
    const char *text = argv[*at];
    bool is_long = strncmp(text, "--", 2) == 0;
    size_t length = is_long ? strcspn(text, "=") : 2;
    size_t index = 0;
    const struct cli_option *option = find_option(verb, text, length, &index);
    const char *value = !text[length] ? NULL : text + length + is_long;
    if (!option)
        return fail_unknown(verb, text, is_long ? length : strlen(text));
    /* A second value would replace the first. */
    bool repeats = option->kind == OPTION_LIST || option->repeats || !option->value;
    if (index < OPTIONS_MAX && given[index] && !repeats)
        return host_error("%s: %s is given twice", verb->name, option->name);
    if (index < OPTIONS_MAX)
        given[index] = true;
    if (!option->value)
        return value ? host_error("%s: %s takes no value", verb->name, option->name)
                     : set_option(option, options, NULL);
    const char *next = *at + 1 < argc ? argv[*at + 1] : NULL;
    size_t unused;
    bool is_option =
        next && strncmp(next, "--", 2) == 0 && find_option(verb, next, strcspn(next, "="), &unused);
    if (!value && (!next || is_option))
        return host_error("%s: %s needs a value: %s", verb->name, option->name, option->value);
    return set_option(option, options, value ? value : argv[++*at]);
}

static bool parse_argument(const struct cli_verb *verb, void *options, const char *text)
{
    struct cli_input *input = options;
    if (verb->argument)
        return verb->argument(options, text);
    if (input->in)
        return host_error("%s: one input at a time; '%s' is the second", verb->name, text);
    input->in = text;
    return true;
}

int cli_parse(const struct cli_verb *verb, int argc, char **argv, void *options)
{
    bool only_arguments = false, given[OPTIONS_MAX] = {false};
    for (int i = 0; i < argc; i++) {
        bool is_option = !only_arguments && argv[i][0] == '-' && argv[i][1];
        if (is_option && (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)) {
            cli_help(verb);
            return HOST_OK;
        }
        if (is_option && strcmp(argv[i], "--") == 0)
            only_arguments = true;
        else if (!(is_option ? parse_option(verb, argc, argv, &i, options, given)
                             : parse_argument(verb, options, argv[i])))
            return HOST_BAD_COMMAND;
    }
    return -1;
}

static int read_and_use(const struct cli_verb *verb, struct cli_input *options, cli_use *use)
{
    int code = HOST_BAD_COMMAND;
    if (!options->in) {
        host_error("%s: no input; expected 'sm5 %s IN'", verb->name, verb->name);
        return code;
    }
    if (verb->check && !verb->check(options))
        return code;
    struct sm5_diags *diags = host_diags_new();
    if (!diags)
        return code;
    struct sm5_program *program = host_read_program(options->in, &options->hlsl, diags, &code);
    if (program)
        code = use(options, program, diags);
    sm5_program_free(program);
    sm5_diags_free(diags);
    return code;
}

int cli_use_program(const struct cli_verb *verb, int argc, char **argv, struct cli_input *options,
                    cli_use *use)
{
    int code = cli_parse(verb, argc, argv, options);
    if (code < 0)
        code = read_and_use(verb, options, use);
    cli_hlsl_free(&options->hlsl);
    return code;
}

/* ---- --help ---- */

void cli_help(const struct cli_verb *verb)
{
    printf("usage: sm5 %s %s\n\n%s.\n", verb->name, verb->arguments, verb->summary);
    printf("\noptions:\n");
    const struct cli_option *option;
    for (size_t i = 0; (option = cli_option_at(verb, i)) != NULL; i++) {
        char head[64];
        snprintf(head, sizeof head, "%s %s", option->name, option->value ? option->value : "");
        printf(strlen(head) < 30 ? "  %-30s%s\n" : "  %s\n                                %s\n", head,
               option->help);
    }
    printf("  %-30s%s\n", "--help", "this text");
    if (verb->notes)
        printf("\n%s", verb->notes);
}
