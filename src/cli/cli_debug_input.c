/* Lines of commands: from a terminal through libedit where it is available, else plainly. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli_debug.h"

#ifdef SM5_HAVE_EDIT
#include <editline/readline.h>
#endif

char *debug_read_file(FILE *file, bool *failed)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length = getline(&line, &capacity, file);
    if (length < 0) {
        if (!feof(file))
            host_error("commands cannot be read: %s", strerror(errno));
        *failed = !feof(file);
        free(line);
        return NULL;
    }
    while (length && (line[length - 1] == '\n' || line[length - 1] == '\r'))
        line[--length] = '\0';
    return line;
}

#ifdef SM5_HAVE_EDIT

/* Called again and again for one word, with `state` 0 the first time. The library frees the results with free. */
static char *complete(const char *word, int state)
{
    static size_t next;
    const char *name;
    next = state ? next : 0;
    while ((name = debug_command_name(next)) != NULL) {
        next++;
        if (strncmp(name, word, strlen(word)) == 0)
            return strdup(name);
    }
    return NULL;
}

static char **complete_line(const char *word, int start, int end)
{
    (void)end;
    rl_attempted_completion_over = 1;
    return start ? NULL : rl_completion_matches(word, complete);
}

char *debug_read_terminal(const char *prompt)
{
    rl_attempted_completion_function = complete_line;
    char *line = readline(prompt);
    if (line && line[0])
        add_history(line);
    return line;
}

#else

char *debug_read_terminal(const char *prompt)
{
    fputs(prompt, stdout);
    fflush(stdout);
    bool failed;
    return debug_read_file(stdin, &failed);
}

#endif
