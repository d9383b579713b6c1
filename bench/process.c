/* Time of whole processes: `sm5 run` with files against plain C, from start to end. */
#include <ftw.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "process.h"

extern char **environ;

enum { ROUNDS_MAX = 99, WORDS = 24, TEXT_ROWS = 100 * 1000, COPY_BYTES = 64 << 20 };
enum { SM5, PLAIN, LEAST, SUBJECTS };

static const char program[] =
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_resource_structured t0, 16\ndcl_uav_structured u0, 16\n"
    "dcl_input vThreadID.x\ndcl_temps 1\ndcl_thread_group 256, 1, 1\n"
    "ld_structured r0.xyzw, vThreadID.x, l(0), t0.xyzw\nstore_structured u0.xyzw, vThreadID.x, l(0), "
    "r0.xyzw\nret\n";

/* A row of the table. `arguments` follow `sm5 run copy.asm`; a slot's binding is one word. */
static const struct task {
    const char *what, *peer, *in, *out;
    double megabytes;
    const char *arguments[12];
} tasks[] = {
    {"nothing", NULL, NULL, NULL, 0, {"--groups", "1", "-b", "t0=zero,size=1", "-b", "u0=zero,size=1"}},
    {"copy, raw files",
     "copy",
     "in.bin",
     "out.bin",
     64,
     {"--groups", "16384", "-b", "t0=in.bin", "-b", "u0=zero,size=4194304", "-o", "u0=out.bin"}},
    {"copy, npy files",
     "copy",
     "in.npy",
     "out.npy",
     64,
     {"--groups", "16384", "-b", "t0=in.npy", "-b", "u0=zero,size=4194304", "-o", "u0=out.npy"}},
    {"rand",
     "fill",
     NULL,
     NULL,
     256,
     {"--groups", "1", "-b", "t0=rand,size=16777216", "-b", "u0=zero,size=1"}},
    {"parse csv",
     "parse",
     "text.csv",
     NULL,
     4.1,
     {"--groups", "1", "-b", "t0=text.csv", "-b", "u0=zero,size=1", "--struct", "t0=float4 value"}},
    {"print csv",
     "print",
     "text.bin",
     "out.csv",
     4.1,
     {"--groups", "391", "-b", "t0=text.bin", "-b", "u0=zero,size=100000", "--struct", "u0=float4 value",
      "-o", "u0=out.csv"}},
};

struct result {
    double times[ROUNDS_MAX];
    size_t count;
    long faults, kilobytes; /* of the last process */
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(struct result *result)
{
    qsort(result->times, result->count, sizeof *result->times, by_value);
    return result->count ? result->times[result->count / 2] : 0;
}

static void stop(const char *what)
{
    fprintf(stderr, "bench-process: %s\n", what);
    exit(1);
}

static void run(const char *const *arguments, struct result *result)
{
    pid_t process;
    int status;
    struct rusage usage;
    double start = now();
    if (posix_spawn(&process, arguments[0], NULL, NULL, (char *const *)arguments, environ) != 0 ||
        wait4(process, &status, 0, &usage) != process || status != 0)
        stop(arguments[0]);
    if (!result)
        return;
    result->times[result->count++] = now() - start;
    result->faults = usage.ru_minflt;
    result->kilobytes = usage.ru_maxrss;
}

static void run_subject(const char *const paths[2], const struct task *task, int subject,
                        struct result *result)
{
    const char *words[WORDS] = {paths[0], "run", "copy.asm"};
    if (subject == SM5)
        for (size_t i = 0; task->arguments[i]; i++)
            words[3 + i] = task->arguments[i];
    else
        memcpy(words,
               (const char *[]){paths[1], "--peer", task->peer, subject == LEAST ? "least" : "plain",
                                task->in ? task->in : "", task->out ? task->out : ""},
               6 * sizeof *words);
    if (task->out)
        unlink(task->out);
    run(words, result);
}

static const struct process_peers *find_peer(const char *name)
{
    for (const struct process_peers *peer = process_peers; name && peer->name; peer++)
        if (strcmp(peer->name, name) == 0)
            return peer;
    return NULL;
}

static void number(double value, int decimals)
{
    if (value > 0)
        printf("%10.*f", decimals, value);
    else
        printf("%10s", "-");
}

static void measure(const char *const paths[2], const struct task *task, size_t rounds)
{
    struct result results[SUBJECTS] = {0};
    const struct process_peers *peer = find_peer(task->peer);
    run_subject(paths, task, SM5, NULL); /* fills the cache of code */
    for (size_t i = 0; i < rounds * SUBJECTS; i++) {
        int subject = (int)((i + i / SUBJECTS) % SUBJECTS);
        if (subject == SM5 || (peer && (subject == PLAIN || peer->least)))
            run_subject(paths, task, subject, &results[subject]);
    }
    double sm5 = median(&results[SM5]), plain = median(&results[PLAIN]), least = median(&results[LEAST]);
    printf("%-16s", task->what);
    number(task->megabytes, 1);
    number(sm5 * 1e3, 2);
    number(plain * 1e3, 2);
    number(least * 1e3, 2);
    number(plain > 0 ? sm5 / plain : 0, 2);
    number(least > 0 ? sm5 / least : 0, 2);
    printf("%10ld%10ld\n", results[SM5].faults, results[SM5].kilobytes >> 10);
    fflush(stdout);
}

/* ---- the folder ---- */

static void write_bytes(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "w");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        stop(path);
}

static void make_files(const char *const paths[2])
{
    write_bytes("copy.asm", program, sizeof program - 1);
    run((const char *[]){paths[0], "run", "copy.asm", "--groups", "0", "-b", "t0=rand,size=4194304", "-b",
                         "u0=null", "-o", "t0=in.bin", "-o", "t0=in.npy", NULL},
        NULL);
    run((const char *[]){paths[0], "run", "copy.asm", "--groups", "0", "-b", "t0=rand,size=100000,as=sym",
                         "-b", "u0=null", "--struct", "t0=float4 value", "-o", "t0=text.bin", "-o",
                         "t0=text.csv", NULL},
        NULL);
}

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *place)
{
    (void)info, (void)type, (void)place;
    return remove(path);
}

static bool bench(const char *const paths[2], const char *parent, size_t rounds)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/sm5-process-XXXXXX", parent);
    if (!mkdtemp(folder) || chdir(folder) != 0 || setenv("XDG_CACHE_HOME", folder, 1) != 0)
        return false;
    make_files(paths);
    printf("whole processes in %s, medians of %zu in milliseconds; C: a plain program with threads; least: "
           "what the\n"
           "machine needs to read and write, or to fill the same bytes\n",
           parent, rounds);
    printf("%-16s%10s%10s%10s%10s%10s%10s%10s%10s\n", "", "MB", "sm5", "C", "least", "over C", "over least",
           "faults", "peak MB");
    for (size_t i = 0; i < sizeof tasks / sizeof tasks[0]; i++)
        measure(paths, &tasks[i], rounds);
    return chdir("/") == 0 && nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS) == 0;
}

static int run_peer(char **words)
{
    const struct process_peers *peer = find_peer(words[0]);
    return peer ? (strcmp(words[1], "least") == 0 ? peer->least : peer->plain)(words[2], words[3]) : 2;
}

int main(int argc, char **argv)
{
    char own[4096] = "", sm5[4096] = "";
    const char *folder = getenv("TMPDIR"), *paths[2] = {sm5, own};
    size_t rounds = 11;
    if (argc == 6 && strcmp(argv[1], "--peer") == 0)
        return run_peer(argv + 2);
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--folder") == 0)
            folder = argv[i + 1];
        else if (strcmp(argv[i], "--rounds") == 0)
            rounds = (size_t)atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--sm5") != 0 || !realpath(argv[i + 1], sm5))
            argc = 2;
    }
    if (argc % 2 == 0 || rounds < 1 || rounds > ROUNDS_MAX) {
        fprintf(stderr, "usage: bench-process [--sm5 COMMAND] [--folder FOLDER] [--rounds 1..%d]\n",
                ROUNDS_MAX);
        return 2;
    }
    if ((!sm5[0] && !realpath(BENCH_SM5, sm5)) || readlink("/proc/self/exe", own, sizeof own - 1) < 0)
        stop("the command sm5 is not built");
    return bench(paths, folder ? folder : "/tmp", rounds) ? 0 : 1;
}
