/* Messages on standard error, and texts that are collected. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/host.h"
#include "ranks/ranks.h"

size_t host_utf8_length(const char *text)
{
    unsigned char c = (unsigned char)text[0];
    size_t length = c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
    for (size_t i = 1; i < length; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

/* Prints text that may contain any bytes: control characters and bytes that are not UTF-8 become \xNN. */
static void print_escaped(FILE *out, const char *text)
{
    while (*text) {
        unsigned char c = (unsigned char)*text;
        size_t length = c < 0x20 || c == 0x7f ? 0 : c < 0x80 ? 1 : host_utf8_length(text);
        if (length)
            fwrite(text, 1, length, out);
        else
            fprintf(out, "\\x%02x", c);
        text += length ? length : 1;
    }
}

bool host_error(const char *format, ...)
{
    va_list args;
    char *text;
    va_start(args, format);
    int length = vasprintf(&text, format, args);
    va_end(args);
    if (length < 0) {
        fputs("sm5: out of memory\n", stderr);
        return false;
    }
    fputs("sm5: ", stderr);
    print_escaped(stderr, text);
    fputc('\n', stderr);
    free(text);
    return false;
}

/* https://no-color.org: set and not empty. */
bool host_has_colour(int descriptor)
{
    const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(descriptor) && !(no_colour && no_colour[0]) && !(terminal && strcmp(terminal, "dumb") == 0);
}

static void print_coloured(const char *text, enum sm5_severity severity)
{
    static const char *const words[] = {"note:", "warning:", "error:"};
    static const char *const colours[] = {"\033[36m", "\033[35m", "\033[1;31m"};
    const char *word = host_has_colour(STDERR_FILENO) ? strstr(text, words[severity]) : NULL;
    if (!word) {
        fprintf(stderr, "%s\n", text);
        return;
    }
    size_t length = strlen(words[severity]);
    fprintf(stderr, "%.*s%s%.*s\033[0m%s\n", (int)(word - text), text, colours[severity], (int)length, word,
            word + length);
}

void host_report_one(const struct sm5_diag *diag)
{
    char small[1024];
    size_t size = sm5_diag_format(diag, small, sizeof small) + 1;
    char *large = size > sizeof small ? malloc(size) : NULL;
    if (large)
        sm5_diag_format(diag, large, size);
    print_coloured(large ? large : small, diag->severity);
    free(large);
}

void host_report(const struct sm5_diags *diags, size_t first)
{
    for (size_t i = first; i < sm5_diags_count(diags); i++)
        host_report_one(sm5_diags_at(diags, i));
}

static int out_of_memory_file = -1;

void host_out_of_memory_file(int file)
{
    out_of_memory_file = file;
}

void host_end_out_of_memory(void)
{
    static const char message[] = "sm5: out of memory\n";
    int file = out_of_memory_file >= 0 ? out_of_memory_file : ranks_error_file();
    (void)!write(file, message, sizeof message - 1);
    host_temporary_remove_all();
    _exit(HOST_BAD_COMMAND);
}

struct sm5_diags *host_diags_new(void)
{
    struct sm5_diags *diags = sm5_diags_new();
    if (!diags)
        host_error("out of memory");
    return diags;
}

bool host_text_open(struct host_text *text)
{
    *text = (struct host_text){0};
    text->out = open_memstream(&text->text, &text->size);
    return text->out || host_error("out of memory");
}

bool host_text_write(struct host_text *text, const char *path)
{
    struct io_error error;
    bool whole = fclose(text->out) == 0 && text->text;
    bool ok = whole ? io_write_file(path, text->text, text->size, &error) || host_error("%s", error.text)
                    : host_error("out of memory");
    free(text->text);
    return ok;
}

bool host_texts_add(struct host_texts *texts, const char *text)
{
    const char **bigger = realloc(texts->list, (texts->count + 1) * sizeof *texts->list);
    if (!bigger)
        return host_error("out of memory");
    texts->list = bigger;
    texts->list[texts->count++] = text;
    return true;
}

const char *host_validation_override(const struct sm5_diags *diags, size_t first)
{
    enum sm5_diag_class worst = SM5_DIAG_UNCLASSED;
    for (size_t i = first; i < sm5_diags_count(diags) && worst != SM5_DIAG_MALFORMED; i++)
        if (sm5_diags_at(diags, i)->diag_class)
            worst = sm5_diags_at(diags, i)->diag_class;
    return worst == SM5_DIAG_MALFORMED       ? "the program is malformed; --no-validate skips this check"
           : worst == SM5_DIAG_NONCONFORMING ? "the program is nonconforming; it runs without --strict"
                                             : NULL;
}
