/* Ranks: the processes that mpirun starts for one command line. All of them execute the command; in `sm5 run` they
   share its groups, in `sm5 test` its cases, in others what docs/cli.md says. Rank 0 reads files, writes results and prints; the others are silent, and
   print their messages only when one of them fails first. The transport, sm5-mpi.so, is loaded at run time. */
#ifndef SM5_RANKS_H
#define SM5_RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/io.h"

/* ---- the plugin's interface ---- */

/* Changes with the structure. */
enum { RANKS_ABI = 1 };
#define RANKS_TRANSPORT_SYMBOL "sm5_ranks_transport"

/* All calls but open are made by every rank in the same order, except send and receive, which come in pairs. The
   transport ends all processes when it fails. */
struct ranks_transport {
    uint32_t abi;
    bool (*open)(int *rank, int *size);
    void (*close)(void);
    void (*broadcast)(void *data, uint64_t size); /* from rank 0 */
    /* Stores `size` bytes of each rank, in their order. */
    void (*exchange)(const void *own, size_t size, void *all);
    void (*send)(const void *data, uint64_t size, int to);
    void (*receive)(void *data, uint64_t size, int from);
    void (*abort)(int code);
};

/* ---- ranks.c ---- */

/* Called first. Loads the transport if the environment is that of a rank among several. False after a message:
   there is no transport. */
bool ranks_open(void);
/* Called last, with the exit code of the command: agrees on that of all ranks and returns it. */
int ranks_close(int code);
/* A transport for tests, in place of the plugin. */
bool ranks_open_with(const struct ranks_transport *transport);

/* Processes that this one starts are no ranks. */
void ranks_hide(void);
int ranks_count(void); /* 1 without mpirun */
int ranks_own(void);   /* from 0 on */

/* Every rank tells whether it goes on: `code` 0. Otherwise all processes end, with the messages and the exit code
   of one rank: of those with the highest `priority`, the lowest. A rank calls it before it waits for others. */
void ranks_agree(int code, int priority);

/* Bytes that this process sent and received, and the time that it spent on that and on waiting. */
struct ranks_use {
    uint64_t sent, received;
    double seconds;
};
struct ranks_use ranks_use(void);

/* Standard error, also of a rank whose messages are kept back: for those before the process ends without a vote. */
int ranks_error_file(void);

/* The transport's calls, counted. */
void ranks_broadcast(void *data, uint64_t size);
void ranks_exchange(const void *own, size_t size, void *all);
void ranks_send(const void *data, uint64_t size, int to);
void ranks_receive(void *data, uint64_t size, int from);

/* ---- ranks_file.c ---- */

/* From now on ranks_read_file reads on rank 0 only, and all ranks get the contents: every rank must read the same
   files in the same order. */
void ranks_share_files(bool share);
/* As io_read_file. */
bool ranks_read_file(const char *path, uint64_t most, struct io_bytes *out, struct io_error *error);

/* ---- ranks_cores.c ---- */

/* Threads for this rank: its cores, divided by the ranks of the same machine that may use them too. */
uint32_t ranks_threads(void);

/* ---- ranks_divide.c ---- */

struct ranks_range {
    uint64_t first, count;
};

/* Divides `total` items into a range for each rank, in their order, in proportion to `weights`. Ranges begin at
   multiples of `grain` where there are enough items. */
void ranks_divide(uint64_t total, uint64_t grain, const double *weights, int ranks, struct ranks_range *out);

#endif
