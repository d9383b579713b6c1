#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

bool cli_say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("sm5: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return false;
}

static void print_coloured(const char *text, enum sm5_severity severity)
{
    static const char *const words[] = {"note:", "warning:", "error:"};
    static const char *const colours[] = {"\033[36m", "\033[35m", "\033[1;31m"};
    const char *word = isatty(STDERR_FILENO) ? strstr(text, words[severity]) : NULL;
    if (!word) {
        fprintf(stderr, "%s\n", text);
        return;
    }
    size_t length = strlen(words[severity]);
    fprintf(stderr, "%.*s%s%.*s\033[0m%s\n", (int)(word - text), text, colours[severity], (int)length, word,
            word + length);
}

void cli_report(const struct sm5_diags *diags, size_t first)
{
    for (size_t i = first; i < sm5_diags_count(diags); i++) {
        const struct sm5_diag *diag = sm5_diags_at(diags, i);
        size_t size = sm5_diag_format(diag, NULL, 0) + 1;
        char *text = malloc(size);
        if (!text)
            return;
        sm5_diag_format(diag, text, size);
        print_coloured(text, diag->severity);
        free(text);
    }
}

void cli_json_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c == '\n')
            fputs("\\n", out);
        else if (c < 0x20)
            fprintf(out, "\\u%04x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}
