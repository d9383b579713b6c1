/* The transport over MPI. Errors end all processes: the default handler of MPI prints the reason and aborts. Counts are
   int: larger transfers are made in pieces. */
#include <mpi.h>
#include <stddef.h>

#include "ranks/ranks.h"

enum { PIECE = 1 << 30, TAG = 5 };

static bool open_mpi(int *rank, int *size)
{
    int given;
    /* Only the main thread calls MPI. */
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS)
        return false;
    return MPI_Comm_rank(MPI_COMM_WORLD, rank) == MPI_SUCCESS &&
           MPI_Comm_size(MPI_COMM_WORLD, size) == MPI_SUCCESS;
}

static void close_mpi(void)
{
    MPI_Finalize();
}

static int next_piece(uint64_t left)
{
    return left < PIECE ? (int)left : PIECE;
}

static void broadcast(void *data, uint64_t size)
{
    for (char *at = data; size; at += next_piece(size), size -= (uint64_t)next_piece(size))
        MPI_Bcast(at, next_piece(size), MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void exchange(const void *own, size_t size, void *all)
{
    MPI_Allgather(own, (int)size, MPI_BYTE, all, (int)size, MPI_BYTE, MPI_COMM_WORLD);
}

static void send_bytes(const void *data, uint64_t size, int to)
{
    for (const char *at = data; size; at += next_piece(size), size -= (uint64_t)next_piece(size))
        MPI_Send(at, next_piece(size), MPI_BYTE, to, TAG, MPI_COMM_WORLD);
}

static void receive_bytes(void *data, uint64_t size, int from)
{
    for (char *at = data; size; at += next_piece(size), size -= (uint64_t)next_piece(size))
        MPI_Recv(at, next_piece(size), MPI_BYTE, from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void abort_all(int code)
{
    MPI_Abort(MPI_COMM_WORLD, code);
}

__attribute__((visibility("default"))) const struct ranks_transport *sm5_ranks_transport(void);

const struct ranks_transport *sm5_ranks_transport(void)
{
    static const struct ranks_transport transport = {
        .abi = RANKS_ABI,
        .open = open_mpi,
        .close = close_mpi,
        .broadcast = broadcast,
        .exchange = exchange,
        .send = send_bytes,
        .receive = receive_bytes,
        .abort = abort_all,
    };
    return &transport;
}
