/* Completion scripts of shells, from the tables of options. Values are words of the tables, otherwise files. */
#include <string.h>

#include "cli/cli.h"

struct verbs {
    const struct cli_verb *const *list;
    size_t count;
};

static void print_words(const struct cli_word *words)
{
    for (const struct cli_word *word = words; word && word->word; word++)
        printf("%s%s", word == words ? "" : " ", word->word);
}

static bool repeats(const struct cli_option *option)
{
    return option->kind == OPTION_LIST || option->repeats || !option->value;
}

/* Text in single quotes of a shell; `special` are characters that get a backslash, after those of the shell. */
static void print_text(const char *text, const char *special)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\'", stdout);
        else if (strchr(special, *text))
            putchar('\\');
        putchar(*text);
    }
}

/* ---- bash ---- */

/* Without words, bash completes file names. */
static void print_bash_verb(const struct cli_verb *verb)
{
    const struct cli_option *option;
    printf("  %s:*) words='--help", verb->name);
    for (size_t i = 0; (option = cli_option_at(verb, i)) != NULL; i++)
        printf(" %s", option->name);
    printf("'; [[ $word == -* ]] || words= ;;\n");
}

static void print_bash_values(const struct cli_verb *verb)
{
    const struct cli_option *option;
    for (size_t i = 0; (option = cli_option_at(verb, i)) != NULL; i++) {
        if (!option->words)
            continue;
        printf("  %s:%s) words='", verb->name, option->name);
        print_words(option->words);
        printf("' ;;\n");
    }
}

static void print_bash(const struct verbs *verbs)
{
    printf(
        "# bash completion of sm5\n_sm5()\n{\n  local word=${COMP_WORDS[COMP_CWORD]} words=\n  COMPREPLY=()\n"
        "  case $([ $COMP_CWORD -gt 1 ] && echo \"${COMP_WORDS[1]}:${COMP_WORDS[COMP_CWORD-1]}\") in\n");
    for (size_t i = 0; i < verbs->count; i++)
        print_bash_values(verbs->list[i]);
    for (size_t i = 0; i < verbs->count; i++)
        print_bash_verb(verbs->list[i]);
    printf("  '') words='help --help --version");
    for (size_t i = 0; i < verbs->count; i++)
        printf(" %s", verbs->list[i]->name);
    printf("' ;;\n  esac\n  [ -z \"$words\" ] || COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}\n"
           "complete -o default -F _sm5 sm5\n");
}

/* ---- zsh ---- */

static const char zsh_special[] = "[]:\\";

/* An option as _arguments specifies it: '*--name[help]:value:action'. Values may be joined: "--name=", "-o+". */
static void print_zsh_option(const struct cli_option *option)
{
    const bool is_long = option->name[1] == '-';
    printf(" '%s%s%s[", repeats(option) ? "*" : "", option->name, !option->value ? "" : is_long ? "=" : "+");
    print_text(option->help, zsh_special);
    putchar(']');
    if (option->words) {
        printf(":value:(");
        print_words(option->words);
        putchar(')');
    } else if (option->value) {
        putchar(':');
        print_text(option->value, zsh_special);
        fputs(":_files", stdout);
    }
    putchar('\'');
}

static void print_zsh(const struct verbs *verbs)
{
    const struct cli_option *option;
    printf("#compdef sm5\n# zsh completion of sm5\n_sm5()\n{\n  local -a verbs\n  verbs=(\n");
    for (size_t i = 0; i < verbs->count; i++) {
        printf("    '%s:", verbs->list[i]->name);
        print_text(verbs->list[i]->summary, zsh_special);
        printf("'\n");
    }
    printf("    'help:describes a verb'\n  )\n  if (( CURRENT == 2 )); then\n    _describe verb verbs\n"
           "    _arguments '--help[list the verbs]' '--version[print the version]' "
           "'--completion[print a completion script]:shell:(bash zsh fish)'\n    return\n  fi\n"
           "  local verb=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $verb in\n");
    for (size_t i = 0; i < verbs->count; i++) {
        printf("    %s) _arguments '--help[describe the verb]'", verbs->list[i]->name);
        for (size_t k = 0; (option = cli_option_at(verbs->list[i], k)) != NULL; k++)
            print_zsh_option(option);
        printf(" '*:file:_files' ;;\n");
    }
    printf("    help) _describe verb verbs ;;\n  esac\n}\n"
           "[[ $funcstack[1] != _sm5 ]] || _sm5 \"$@\"\n");
}

/* ---- fish ---- */

static void print_fish_option(const struct cli_verb *verb, const struct cli_option *option)
{
    const char *name = option->name + 1;
    printf("complete -c sm5 -n '__fish_seen_subcommand_from %s' ", verb->name);
    printf(name[0] == '-' ? "-l %s" : name[1] ? "-o %s" : "-s %s", name[0] == '-' ? name + 1 : name);
    if (option->words) {
        printf(" -x -a '");
        print_words(option->words);
        putchar('\'');
    } else if (option->value) {
        printf(" -r");
    }
    printf(" -d '");
    print_text(option->help, "\\");
    printf("'\n");
}

static void print_fish(const struct verbs *verbs)
{
    const struct cli_option *option;
    printf("# fish completion of sm5\ncomplete -c sm5 -n __fish_use_subcommand -f\n"
           "complete -c sm5 -n __fish_use_subcommand -l version -d 'print the version'\n"
           "complete -c sm5 -n __fish_use_subcommand -l completion -x -a 'bash zsh fish' -d 'print a "
           "completion script'\n"
           "complete -c sm5 -l help -s h -d 'describe the command or a verb'\n"
           "complete -c sm5 -n __fish_use_subcommand -a help -d 'describe a verb'\n");
    for (size_t i = 0; i < verbs->count; i++) {
        const struct cli_verb *verb = verbs->list[i];
        printf("complete -c sm5 -n __fish_use_subcommand -a %s -d '", verb->name);
        print_text(verb->summary, "\\");
        printf("'\n");
        for (size_t k = 0; (option = cli_option_at(verb, k)) != NULL; k++)
            print_fish_option(verb, option);
    }
}

bool cli_print_completion(const char *shell, const struct cli_verb *const *list, size_t count)
{
    static const struct {
        const char *name;
        void (*print)(const struct verbs *verbs);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    const struct verbs verbs = {list, count};
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++)
        if (strcmp(shells[i].name, shell) == 0) {
            shells[i].print(&verbs);
            return true;
        }
    return false;
}
