/* The peers of bench-process: plain C as one would write it, with threads where they help, and the least work. */
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process.h"

enum { THREADS = 16, HUGE_PAGE = 2 << 20 };

/* ---- threads ---- */

struct share {
    void (*work)(void *context, size_t first, size_t count);
    void *context;
    size_t first, count;
};

static void *run_share(void *argument)
{
    struct share *share = argument;
    share->work(share->context, share->first, share->count);
    return NULL;
}

/* One contiguous share of [0, total) for each core. */
static void in_shares(size_t total, void (*work)(void *context, size_t first, size_t count), void *context)
{
    cpu_set_t set;
    int cores = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    size_t count = cores < THREADS ? (size_t)cores : THREADS, each = total / count / HUGE_PAGE * HUGE_PAGE;
    struct share shares[THREADS];
    pthread_t threads[THREADS];
    for (size_t i = 0; i < count; i++) {
        shares[i] = (struct share){work, context, i * each, i + 1 < count ? each : total - i * each};
        if (i && pthread_create(&threads[i], NULL, run_share, &shares[i]))
            exit(1);
    }
    run_share(&shares[0]);
    for (size_t i = 1; i < count; i++)
        pthread_join(threads[i], NULL);
}

/* ---- files ---- */

static size_t file_size(int file)
{
    struct stat about;
    return fstat(file, &about) ? 0 : (size_t)about.st_size;
}

static uint8_t *huge_block(size_t size)
{
    uint8_t *block = aligned_alloc(HUGE_PAGE, (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE);
    if (block)
        madvise(block, size, MADV_HUGEPAGE);
    return block;
}

static int write_file(const char *path, const uint8_t *data, size_t size, int reserves)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0)
        return 1;
    if (reserves)
        (void)!fallocate(file, 0, 0, (off_t)size);
    while (size) {
        ssize_t n = write(file, data, size);
        if (n <= 0)
            return 1;
        data += n;
        size -= (size_t)n;
    }
    return close(file) != 0;
}

static char *read_text(const char *path)
{
    int file = open(path, O_RDONLY);
    size_t size = file < 0 ? 0 : file_size(file);
    char *text = malloc(size + 1);
    if (!text || file < 0 || read(file, text, size) != (ssize_t)size)
        exit(1);
    text[size] = 0;
    close(file);
    return text;
}

/* ---- copy ---- */

struct copy {
    int file;
    const uint8_t *from;
    uint8_t *to;
};

static void copy_share(void *context, size_t first, size_t count)
{
    struct copy *copy = context;
    memcpy(copy->to + first, copy->from + first, count);
}

static int copy_plain(const char *in, const char *out)
{
    int file = open(in, O_RDONLY);
    size_t size = file < 0 ? 0 : file_size(file);
    uint8_t *from = malloc(size), *to = malloc(size);
    if (!from || !to || read(file, from, size) != (ssize_t)size)
        return 1;
    close(file);
    in_shares(size, copy_share, &(struct copy){-1, from, to});
    return write_file(out, to, size, 0);
}

static void read_share(void *context, size_t first, size_t count)
{
    struct copy *copy = context;
    if (pread(copy->file, copy->to + first, count, (off_t)first) != (ssize_t)count)
        exit(1);
}

/* Reads and writes, and does not copy between. */
static int copy_least(const char *in, const char *out)
{
    int file = open(in, O_RDONLY);
    size_t size = file < 0 ? 0 : file_size(file);
    uint8_t *block = huge_block(size);
    if (!block)
        return 1;
    in_shares(size, read_share, &(struct copy){file, NULL, block});
    return write_file(out, block, size, 1);
}

/* ---- fill ---- */

static uint32_t hash(uint32_t x)
{
    x = (x ^ x >> 16) * 0x7feb352d;
    x = (x ^ x >> 15) * 0x846ca68b;
    return x ^ x >> 16;
}

static void fill_share(void *context, size_t first, size_t count)
{
    uint32_t *words = context;
    for (size_t i = first; i < first + count; i++)
        words[i] = hash((uint32_t)i * 2654435761u);
}

static int fill_plain(const char *in, const char *out)
{
    uint32_t *words = malloc((size_t)PROCESS_FILL_WORDS * sizeof *words);
    (void)in, (void)out;
    if (words)
        in_shares(PROCESS_FILL_WORDS, fill_share, words);
    return words ? (int)(words[PROCESS_FILL_WORDS - 1] & 0) : 1;
}

static void clear_share(void *context, size_t first, size_t count)
{
    memset((uint8_t *)context + first, 1, count);
}

static int fill_least(const char *in, const char *out)
{
    size_t size = (size_t)PROCESS_FILL_WORDS * sizeof(uint32_t);
    uint8_t *block = huge_block(size);
    (void)in, (void)out;
    if (block)
        in_shares(size, clear_share, block);
    return block ? block[size - 1] & 0 : 1;
}

/* ---- text ---- */

/* An index and four floats a line, after a line of names. */
static int parse_csv(const char *in, const char *out)
{
    char *text = read_text(in), *at = strchr(text, '\n');
    size_t count = 0, capacity = 1 << 10;
    float *values = malloc(capacity * sizeof *values);
    (void)out;
    while (values && at && at[1]) {
        if (count + PROCESS_COLUMNS > capacity)
            values = realloc(values, (capacity *= 2) * sizeof *values);
        strtoul(at + 1, &at, 10);
        for (int i = 0; values && i < PROCESS_COLUMNS; i++)
            values[count++] = strtof(at + 1, &at);
    }
    return values && count ? 0 : 1;
}

static int print_csv(const char *in, const char *out)
{
    int file = open(in, O_RDONLY);
    size_t size = file < 0 ? 0 : file_size(file);
    float *values = malloc(size);
    FILE *to = fopen(out, "w");
    if (!values || !to || read(file, values, size) != (ssize_t)size)
        return 1;
    fputs("index,value.x,value.y,value.z,value.w\n", to);
    for (size_t i = 0; i < size / sizeof *values / PROCESS_COLUMNS; i++) {
        const float *row = values + i * PROCESS_COLUMNS;
        fprintf(to, "%zu,%.9g,%.9g,%.9g,%.9g\n", i, (double)row[0], (double)row[1], (double)row[2],
                (double)row[3]);
    }
    return fclose(to) != 0;
}

const struct process_peers process_peers[] = {
    {"copy", copy_plain, copy_least},
    {"fill", fill_plain, fill_least},
    {"parse", parse_csv, NULL},
    {"print", print_csv, NULL},
    {0},
};
