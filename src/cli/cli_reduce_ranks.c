/* sm5 reduce under mpirun: rank 0 searches; all ranks test candidates, each in processes of its own. Slot s of the search is
   one of rank s modulo their number. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli_reduce.h"
#include "ranks/ranks.h"

enum what { START, FINISH, DISCARD, FIRST, END };

/* From rank 0. Numbers and a program follow START, the state of the original FIRST. */
struct message {
    uint32_t what, slot;
    uint64_t size; /* of the program */
};

struct answer {
    bool shows, failed;
};

/* What candidates are compared with. */
struct original {
    struct reduce_words registers, findings;
    bool stopped, has_checked;
    double limit;
};

unsigned reduce_slots(const struct reduce_options *options)
{
    unsigned slots = options->jobs ? (unsigned)options->jobs : io_cores();
    if (ranks_count() == 1)
        return slots;
    slots = options->jobs ? (unsigned)options->jobs : ranks_threads();
    unsigned *all = calloc((size_t)ranks_count(), sizeof *all);
    ranks_exchange(&slots, sizeof slots, all);
    for (int i = 0; i < ranks_count(); i++)
        slots = all[i] < slots ? all[i] : slots;
    free(all);
    return slots;
}

/* ---- rank 0 ---- */

static int rank_of(unsigned slot)
{
    return (int)(slot % (unsigned)ranks_count());
}

static void order(enum what what, unsigned slot, uint64_t size, int to)
{
    const struct message message = {what, slot / (unsigned)ranks_count(), size};
    ranks_send(&message, sizeof message, to);
}

static bool start(void *context, unsigned slot, const struct reduce_candidate *candidate)
{
    struct reduce_ranked *ranked = context;
    int to = rank_of(slot);
    struct sm5_blob program;
    if (to == 0)
        return ranked->local.start(ranked->tests, slot / (unsigned)ranks_count(), candidate);
    if (!reduce_print_program(ranked->tests->in->options->out, candidate->program, &program)) {
        ranked->tests->failed = true;
        return false;
    }
    order(START, slot, program.size, to);
    ranks_send(candidate->numbers, candidate->number_count * sizeof *candidate->numbers, to);
    ranks_send(program.data, program.size, to);
    sm5_blob_free(&program);
    return true;
}

static void send_original(const struct reduce_tests *tests)
{
    const struct original original = {tests->registers, tests->findings, tests->stopped, tests->has_checked,
                                      tests->limit};
    for (int r = 1; r < ranks_count(); r++) {
        order(FIRST, 0, 0, r);
        ranks_send(&original, sizeof original, r);
    }
}

static bool finish(void *context, unsigned slot)
{
    struct reduce_ranked *ranked = context;
    struct answer answer = {0};
    bool is_first = ranked->tests->is_first;
    if (rank_of(slot) == 0) {
        bool shows = ranked->local.finish(ranked->tests, slot / (unsigned)ranks_count());
        if (is_first)
            send_original(ranked->tests);
        return shows;
    }
    order(FINISH, slot, 0, rank_of(slot));
    ranks_receive(&answer, sizeof answer, rank_of(slot));
    if (answer.failed && !ranked->tests->failed)
        host_error("reduce: rank %d cannot test a candidate", rank_of(slot));
    ranked->tests->failed |= answer.failed;
    return answer.shows;
}

static void discard(void *context, unsigned slot)
{
    struct reduce_ranked *ranked = context;
    if (rank_of(slot) == 0)
        ranked->local.discard(ranked->tests, slot / (unsigned)ranks_count());
    else
        order(DISCARD, slot, 0, rank_of(slot));
}

static bool accepted(void *context, const struct reduce_candidate *candidate)
{
    struct reduce_ranked *ranked = context;
    return ranked->local.accepted(ranked->tests, candidate);
}

static bool progress(void *context, const struct reduce_progress *progress)
{
    struct reduce_ranked *ranked = context;
    return ranked->local.progress(ranked->tests, progress);
}

struct reduce_tester reduce_ranks_tester(struct reduce_ranked *ranked, struct reduce_tests *tests)
{
    *ranked = (struct reduce_ranked){tests, reduce_tester_of(tests)};
    return (struct reduce_tester){.context = ranked,
                                  .slots = tests->slots * (unsigned)ranks_count(),
                                  .start = start,
                                  .finish = finish,
                                  .discard = discard,
                                  .accepted = accepted,
                                  .progress = progress};
}

void reduce_ranks_end(void)
{
    for (int r = 1; r < ranks_count(); r++)
        order(END, 0, 0, r);
}

/* ---- the other ranks ---- */

static void serve_start(struct reduce_tests *tests, const struct reduce_tester *local,
                        const struct message *message)
{
    size_t bytes = tests->in->number_count * sizeof *tests->in->numbers;
    struct reduce_number *numbers = malloc(bytes + 1);
    uint8_t *code = malloc(message->size + 1);
    struct sm5_program *program = NULL;
    if (!numbers || !code)
        host_end_out_of_memory();
    ranks_receive(numbers, bytes, 0);
    ranks_receive(code, message->size, 0);
    tests->failed |= sm5_program_read(code, message->size, "candidate", &program, NULL) != SM5_OK;
    const struct reduce_candidate candidate = {program, numbers, tests->in->number_count, 0};
    if (program && !local->start(tests, message->slot, &candidate))
        tests->failed = true;
    sm5_program_free(program);
    free(numbers);
    free(code);
}

static void serve_finish(struct reduce_tests *tests, const struct reduce_tester *local, unsigned slot)
{
    struct answer answer = {0};
    answer.shows = local->finish(tests, slot);
    answer.failed = tests->failed;
    ranks_send(&answer, sizeof answer, 0);
}

static void serve_original(struct reduce_tests *tests)
{
    struct original original;
    ranks_receive(&original, sizeof original, 0);
    tests->registers = original.registers;
    tests->findings = original.findings;
    tests->stopped = original.stopped;
    tests->has_checked = original.has_checked;
    tests->limit = original.limit;
    tests->is_first = false;
}

void reduce_ranks_serve(struct reduce_tests *tests)
{
    const struct reduce_tester local = reduce_tester_of(tests);
    for (;;) {
        struct message message;
        ranks_receive(&message, sizeof message, 0);
        switch ((enum what)message.what) {
        case START: serve_start(tests, &local, &message); break;
        case FINISH: serve_finish(tests, &local, message.slot); break;
        case DISCARD: local.discard(tests, message.slot); break;
        case FIRST: serve_original(tests); break;
        default: return;
        }
    }
}
