/* Whole processes: what bench-process measures beside sm5. */
#ifndef SM5_BENCH_PROCESS_H
#define SM5_BENCH_PROCESS_H

/* The work of a process that does what a task of sm5 does, in plain C or with the least that the machine needs. Returns
   an exit code. */
typedef int process_peer(const char *in, const char *out);

struct process_peers {
    const char *name;
    process_peer *plain, *least; /* least: NULL when it is not known */
};

/* Ends with a row without a name. */
extern const struct process_peers process_peers[];

/* Sizes that sm5 is told and peers know. */
enum { PROCESS_FILL_WORDS = 64 << 20, PROCESS_COLUMNS = 4 };

#endif
