/* Ranks as forked processes, without MPI. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ranks/ranks.h"
#include "test.h"

/* ---- a transport over shared memory ---- */

enum { RANKS = 3, ROOM = 1 << 16 };

static struct shared {
    pthread_barrier_t all;
    uint8_t bytes[RANKS * ROOM];
} * shared;
static int own_rank, pipes[RANKS][2];

static bool open_fork(int *rank, int *size)
{
    *rank = own_rank;
    *size = RANKS;
    return true;
}

static void close_fork(void)
{
    pthread_barrier_wait(&shared->all);
}

static void broadcast(void *data, uint64_t size)
{
    if (own_rank == 0)
        memcpy(shared->bytes, data, size);
    pthread_barrier_wait(&shared->all);
    memcpy(data, shared->bytes, size);
    pthread_barrier_wait(&shared->all);
}

static void exchange(const void *own, size_t size, void *all)
{
    memcpy(shared->bytes + (size_t)own_rank * size, own, size);
    pthread_barrier_wait(&shared->all);
    memcpy(all, shared->bytes, RANKS * size);
    pthread_barrier_wait(&shared->all);
}

static void send_bytes(const void *data, uint64_t size, int to)
{
    if (to || write(pipes[own_rank][1], data, size) != (ssize_t)size)
        _exit(90);
}

static void receive_bytes(void *data, uint64_t size, int from)
{
    if (read(pipes[from][0], data, size) != (ssize_t)size)
        _exit(91);
}

static const struct ranks_transport transport = {
    .abi = RANKS_ABI,
    .open = open_fork,
    .close = close_fork,
    .broadcast = broadcast,
    .exchange = exchange,
    .send = send_bytes,
    .receive = receive_bytes,
    .abort = _exit,
};

/* Runs `body` in RANKS processes; returns their standard errors, one after the other. Exit codes: `codes`. */
static void run_ranks(int (*body)(void), int codes[RANKS], char messages[ROOM])
{
    pthread_barrierattr_t attribute;
    pid_t children[RANKS];
    int out[2];
    assert_int_equal(pipe(out), 0);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(shared != MAP_FAILED);
    pthread_barrierattr_init(&attribute);
    pthread_barrierattr_setpshared(&attribute, PTHREAD_PROCESS_SHARED);
    pthread_barrier_init(&shared->all, &attribute, RANKS);
    for (int r = 0; r < RANKS; r++)
        assert_int_equal(pipe(pipes[r]), 0);
    for (int r = 0; r < RANKS; r++) {
        children[r] = fork();
        if (children[r] == 0) {
            own_rank = r;
            dup2(out[1], STDERR_FILENO);
            close(out[0]);
            _exit(ranks_open_with(&transport) ? ranks_close(body()) : 92);
        }
    }
    close(out[1]);
    size_t length = 0;
    for (ssize_t n; (n = read(out[0], messages + length, ROOM - 1 - length)) > 0;)
        length += (size_t)n;
    messages[length] = 0;
    close(out[0]);
    for (int r = 0; r < RANKS; r++) {
        int status;
        waitpid(children[r], &status, 0);
        codes[r] = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        close(pipes[r][0]);
        close(pipes[r][1]);
    }
    munmap(shared, sizeof *shared);
}

static void expect(int (*body)(void), int code, const char *messages)
{
    int codes[RANKS];
    static char text[ROOM];
    run_ranks(body, codes, text);
    for (int r = 0; r < RANKS; r++)
        assert_int_equal(codes[r], code);
    assert_string_equal(text, messages);
}

/* ---- messages and exit codes ---- */

static int all_fail(void)
{
    fprintf(stderr, "wrong option\n");
    return 2;
}

static int last_fails(void)
{
    fprintf(stderr, "note of %d\n", ranks_own());
    return ranks_own() == 2 ? 7 : 0;
}

static int a_fault_outranks_a_limit(void)
{
    if (ranks_own() == 2)
        fprintf(stderr, "fault\n");
    ranks_agree(ranks_own() ? ranks_own() : 0, ranks_own() == 2);
    fprintf(stderr, "not reached\n");
    return 0;
}

static int all_succeed(void)
{
    fprintf(stderr, "warning of %d\n", ranks_own());
    ranks_agree(0, 0);
    return 0;
}

static void one_rank_speaks(void **state)
{
    (void)state;
    expect(all_fail, 2, "wrong option\n");
    expect(last_fails, 7, "note of 0\nnote of 2\n");
    expect(a_fault_outranks_a_limit, 2, "fault\n");
    expect(all_succeed, 0, "warning of 0\n");
}

/* ---- files and transfers ---- */

static char path[] = "/tmp/sm5-ranks-XXXXXX";

/* The file is there for rank 0 only. */
static int read_shared(void)
{
    struct io_bytes bytes;
    struct io_error error;
    ranks_share_files(true);
    bool ok = ranks_read_file(ranks_own() ? "/nonexistent" : path, IO_MEMORY_MOST, &bytes, &error);
    ok = ok && bytes.size == 5 && memcmp(bytes.data, "words", 6) == 0;
    io_bytes_free(&bytes);
    bool refused = !ranks_read_file(ranks_own() ? path : "/nonexistent", IO_MEMORY_MOST, &bytes, &error);
    struct ranks_use use = ranks_use();
    return ok && refused && strstr(error.text, "/nonexistent: ") &&
                   (ranks_own() ? use.received : use.sent) >= 5
               ? 0
               : 3;
}

static int send_and_receive(void)
{
    int value = 10 + ranks_own();
    if (ranks_own())
        ranks_send(&value, sizeof value, 0);
    for (int r = 1; r < ranks_count() && !ranks_own(); r++) {
        ranks_receive(&value, sizeof value, r);
        if (value != 10 + r)
            return 4;
    }
    return ranks_threads() ? 0 : 5;
}

static void ranks_share(void **state)
{
    (void)state;
    int file = mkstemp(path);
    assert_int_equal(write(file, "words", 5), 5);
    close(file);
    expect(read_shared, 0, "");
    expect(send_and_receive, 0, "");
    unlink(path);
}

/* ---- dividing ---- */

static void ranges_cover_all(void **state)
{
    (void)state;
    static const double weights[][4] = {{1, 1, 1, 1}, {1, 2, 3, 4}, {0, 0, 1, 0}, {1e-3, 1, 1, 1e3}};
    static const uint64_t totals[] = {0, 1, 3, 4, 64, 1000, 1u << 20, 65535ull * 65535 * 65535};
    for (size_t w = 0; w < 4; w++)
        for (size_t t = 0; t < sizeof totals / sizeof totals[0]; t++) {
            struct ranks_range ranges[4];
            uint64_t next = 0;
            ranks_divide(totals[t], 64, weights[w], 4, ranges);
            for (int i = 0; i < 4; next += ranges[i++].count)
                assert_int_equal(ranges[i].first, next);
            assert_int_equal(next, totals[t]);
        }
    struct ranks_range ranges[4];
    ranks_divide(100000, 64, weights[1], 4, ranges);
    assert_true(ranges[0].first % 64 == 0 && ranges[1].first % 64 == 0 && ranges[2].first % 64 == 0);
    for (unsigned i = 0; i < 4; i++)
        assert_in_range(ranges[i].count, (i + 1) * 10000 - 64, (i + 1) * 10000 + 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_rank_speaks),
        cmocka_unit_test(ranks_share),
        cmocka_unit_test(ranges_cover_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
