/* fuzz-engines without libFuzzer, for any compiler: runs seeds, generated programs and mutations of them
   from a fixed random seed, and keeps mutations with new features as parents of others. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "fuzz/bound.h"
#include "fuzz/engines.h"
#include "fuzz/fuzz.h"
#include "fuzz/generated.h"
#include "fuzz/mutate.h"

enum { PAYLOAD_MOST = 1 << 14, POOL_MOST = 4096 };

static const char usage[] =
    "usage: fuzz-replay [--mutations N] [--seconds S] [--seed S] [--every N] [--generated N]\n"
    "                   [--write FOLDER] FILE|FOLDER ...\n"
    "  --mutations N  number of mutated programs (0)\n"
    "  --seconds S    stop after so many seconds\n"
    "  --seed S       of the mutations and of the generated programs (1)\n"
    "  --every N      compile every n-th program, and those with new features (1)\n"
    "  --generated N  add programs of the generator of src/random\n"
    "  --write FOLDER write all programs there, as seeds for libFuzzer, and run nothing\n";

struct replay {
    struct engines engines;
    VEC(struct bytes) pool;
    uint64_t seed, mutations, seconds, generated;
    const char *folder;
};

/* ---- the input that runs, written when it fails ---- */

static struct bytes running;

static void on_failure(int number)
{
    static const char name[] = "fuzz-replay-failed.bin",
                      text[] = "fuzz-replay: wrote fuzz-replay-failed.bin\n";
    int file = open(name, O_CREAT | O_TRUNC | O_WRONLY, 0644);
    bool good = file >= 0 && write(file, running.data, running.size) == (ssize_t)running.size;
    if (good && write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(1);
    signal(number, SIG_DFL);
    raise(number);
}

static bool run(struct replay *r, struct bytes payload)
{
    running = payload;
    return engines_run(&r->engines, payload.data, payload.size);
}

/* ---- seeds ---- */

static void add(struct replay *r, struct bytes payload)
{
    if (payload.size > PAYLOAD_MOST || r->pool.count >= POOL_MOST || !VEC_PUSH(&r->pool, payload))
        free((void *)(uintptr_t)payload.data);
}

/* A container, a payload or text; others are left out. */
static void add_file(struct replay *r, const char *path)
{
    enum { FILE_MOST = 1 << 20 };
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = file ? malloc(FILE_MOST) : NULL;
    size_t size = bytes ? fread(bytes, 1, FILE_MOST, file) : 0;
    struct sm5_program *program = NULL;
    const char *ending = strrchr(path, '.');
    if (ending && strcmp(ending, ".asm") == 0)
        sm5_program_read(bytes, size, path, &program, NULL);
    else if (size)
        program = fuzz_read(bytes, size);
    if (program) {
        struct program_tokens words;
        add(r, fuzz_encode(program, &words));
    }
    sm5_program_free(program);
    free(bytes);
    if (file)
        fclose(file);
}

static void add_path(struct replay *r, const char *path)
{
    struct dirent **entries;
    int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0) {
        add_file(r, path);
        return;
    }
    for (int i = 0; i < count; i++) {
        char *name;
        if (entries[i]->d_name[0] != '.' && asprintf(&name, "%s/%s", path, entries[i]->d_name) > 0) {
            add_file(r, name);
            free(name);
        }
        free(entries[i]);
    }
    free(entries);
}

static bool write_pool(const struct replay *r)
{
    for (size_t i = 0; i < r->pool.count; i++) {
        char *name = NULL;
        FILE *file = asprintf(&name, "%s/seed-%05zu.bin", r->folder, i) > 0 ? fopen(name, "wb") : NULL;
        bool good =
            file && fwrite(r->pool.data[i].data, 1, r->pool.data[i].size, file) == r->pool.data[i].size;
        good = file && fclose(file) == 0 && good;
        free(name);
        if (!good)
            return false;
    }
    return true;
}

/* ---- mutations ---- */

static uint64_t next(struct replay *r)
{
    return bound_mix(r->seed += 0x9e3779b97f4a7c15u);
}

static void mutate(struct replay *r)
{
    static uint8_t bytes[PAYLOAD_MOST];
    struct bytes parent = r->pool.data[next(r) % r->pool.count],
                 other = r->pool.data[next(r) % r->pool.count];
    size_t size = parent.size;
    memcpy(bytes, parent.data, size);
    running = (struct bytes){bytes, sizeof bytes}; /* mutations are validated */
    for (unsigned times = 1 + (unsigned)(next(r) & 1); times > 0; times--) {
        size_t made = mutate_any(bytes, size, sizeof bytes, other, next(r));
        size = made ? made : size;
    }
    if (!run(r, (struct bytes){bytes, size}))
        return;
    uint8_t *copy = malloc(size);
    if (copy)
        add(r, (struct bytes){memcpy(copy, bytes, size), size});
}

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

static void run_all(struct replay *r)
{
    double start = now();
    size_t seeds = r->pool.count;
    for (size_t i = 0; i < seeds; i++)
        run(r, r->pool.data[i]);
    for (uint64_t i = 0; i < r->mutations && seeds && (!r->seconds || now() - start < (double)r->seconds);
         i++)
        mutate(r);
    const struct engines *e = &r->engines;
    printf(
        "%llu programs, %llu loaded, %llu compiled, %llu compared, %llu with undefined differences, %.1f s\n",
        (unsigned long long)e->programs, (unsigned long long)e->loaded, (unsigned long long)e->compiled,
        (unsigned long long)e->compared, (unsigned long long)e->excused, now() - start);
}

/* ---- command line ---- */

static bool take_option(struct replay *r, const char *name, const char *value)
{
    uint64_t every = r->engines.every;
    const struct {
        const char *name;
        uint64_t *value;
    } numbers[] = {{"--mutations", &r->mutations},
                   {"--seconds", &r->seconds},
                   {"--seed", &r->seed},
                   {"--every", &every},
                   {"--generated", &r->generated}};
    for (size_t i = 0; i < BASE_COUNT(numbers); i++)
        if (value && strcmp(name, numbers[i].name) == 0) {
            *numbers[i].value = strtoull(value, NULL, 0);
            r->engines.every = every ? (uint32_t)every : 1;
            return true;
        }
    if (!value || strcmp(name, "--write") != 0)
        return false;
    r->folder = value;
    return true;
}

int main(int argc, char **argv)
{
    static struct replay r = {.engines = {.every = 1}, .seed = 1};
    engines_prepare();
    for (int i = 1; i < argc; i++) {
        bool is_option = argv[i][0] == '-';
        if (is_option && !take_option(&r, argv[i], i + 1 < argc ? argv[i + 1] : NULL)) {
            fputs(usage, stderr);
            return 2;
        }
        if (is_option)
            i++;
        else
            add_path(&r, argv[i]);
    }
    for (uint64_t i = 0; i < r.generated; i++)
        add(&r, generated_payload(r.seed + i));
    if (r.folder)
        return write_pool(&r) ? 0 : 1;
    for (int number = 1; number < NSIG; number++)
        if (number == SIGSEGV || number == SIGBUS || number == SIGABRT || number == SIGILL ||
            number == SIGFPE)
            signal(number, on_failure);
    run_all(&r);
    for (size_t i = 0; i < r.pool.count; i++)
        free((void *)(uintptr_t)r.pool.data[i].data);
    VEC_FREE(&r.pool);
    return 0;
}
