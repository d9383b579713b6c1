/* Ends the command when it is out of memory, with a message and exit code 2. The linker directs every allocation of the
   command and of the library in it here (meson.build), so that no caller can go on with a part of its data: the library
   checks each allocation and reports SM5_ERR_MEMORY, which a program that embeds it needs, but a command has nothing
   better to do. Large requests fail as usual: their size comes from the input, and who makes them names it. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

enum { LARGE = 1 << 20 };

/* The name of fopen where off_t has 64 bits. */
#ifdef __GLIBC__
#define REAL_FOPEN __real_fopen64
#define WRAP_FOPEN __wrap_fopen64
#else
#define REAL_FOPEN __real_fopen
#define WRAP_FOPEN __wrap_fopen
#endif

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t length);
void *__real_aligned_alloc(size_t align, size_t size);
FILE *REAL_FOPEN(const char *path, const char *mode);
int __real_vasprintf(char **out, const char *format, va_list args);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t length);
void *__wrap_aligned_alloc(size_t align, size_t size);
FILE *WRAP_FOPEN(const char *path, const char *mode);
FILE *__wrap_open_memstream(char **text, size_t *size);
int __wrap_vasprintf(char **out, const char *format, va_list args);
int __wrap_asprintf(char **out, const char *format, ...);
/* What asprintf is with _FORTIFY_SOURCE. */
int __wrap___asprintf_chk(char **out, int flag, const char *format, ...);

void *__wrap_malloc(size_t size)
{
    void *memory = __real_malloc(size);
    if (!memory && size < LARGE)
        host_end_out_of_memory();
    return memory;
}

void *__wrap_calloc(size_t count, size_t size)
{
    size_t bytes;
    void *memory = __real_calloc(count, size);
    if (!memory && !__builtin_mul_overflow(count, size, &bytes) && bytes < LARGE)
        host_end_out_of_memory();
    return memory;
}

void *__wrap_realloc(void *old, size_t size)
{
    void *memory = __real_realloc(old, size);
    if (!memory && size && size < LARGE)
        host_end_out_of_memory();
    return memory;
}

char *__wrap_strdup(const char *text)
{
    char *copy = __real_strdup(text);
    if (!copy)
        host_end_out_of_memory();
    return copy;
}

char *__wrap_strndup(const char *text, size_t length)
{
    char *copy = __real_strndup(text, length);
    if (!copy)
        host_end_out_of_memory();
    return copy;
}

int __wrap_vasprintf(char **out, const char *format, va_list args)
{
    int length = __real_vasprintf(out, format, args);
    if (length < 0)
        host_end_out_of_memory();
    return length;
}

int __wrap_asprintf(char **out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = __wrap_vasprintf(out, format, args);
    va_end(args);
    return length;
}

int __wrap___asprintf_chk(char **out, int flag, const char *format, ...)
{
    (void)flag;
    va_list args;
    va_start(args, format);
    int length = __wrap_vasprintf(out, format, args);
    va_end(args);
    return length;
}

void *__wrap_aligned_alloc(size_t align, size_t size)
{
    void *memory = __real_aligned_alloc(align, size);
    if (!memory && size < LARGE)
        host_end_out_of_memory();
    return memory;
}

FILE *WRAP_FOPEN(const char *path, const char *mode)
{
    FILE *file = REAL_FOPEN(path, mode);
    if (!file && errno == ENOMEM)
        host_end_out_of_memory();
    return file;
}

/* ---- streams into memory: libc's do not report text that they have no memory for ---- */

struct memory_stream {
    char **text;
    size_t *size, capacity;
};

static ssize_t append(void *context, const char *bytes, size_t count)
{
    struct memory_stream *stream = context;
    size_t needed = *stream->size + count + 1;
    if (needed > stream->capacity) {
        stream->capacity = needed + needed / 2;
        char *larger = __real_realloc(*stream->text, stream->capacity);
        if (!larger)
            host_end_out_of_memory();
        *stream->text = larger;
    }
    memcpy(*stream->text + *stream->size, bytes, count);
    *stream->size += count;
    (*stream->text)[*stream->size] = 0;
    return (ssize_t)count;
}

static int close_stream(void *context)
{
    free(context);
    return 0;
}

FILE *__wrap_open_memstream(char **text, size_t *size)
{
    struct memory_stream *stream = malloc(sizeof *stream);
    *stream = (struct memory_stream){.text = text, .size = size};
    *text = NULL;
    *size = 0;
    append(stream, "", 0);
    FILE *file = fopencookie(stream, "w", (cookie_io_functions_t){.write = append, .close = close_stream});
    if (!file)
        host_end_out_of_memory();
    return file;
}
