/* Rounds of programs: rank r runs every n-th one of a round, rank 0 prints and counts them in their order. */
#include "random_ranks.h"

#include <stdlib.h>
#include <string.h>

#include "ranks/ranks.h"

enum { EACH = 8 }; /* programs of a rank in a round */

/* Records, each followed by its text. */
struct result {
    struct random_record record;
    uint64_t text; /* bytes */
};

static void run_one(const struct random_work *work, uint64_t index, FILE *out)
{
    struct result result;
    char *text = NULL;
    size_t size = 0;
    FILE *printed = open_memstream(&text, &size);
    if (!printed)
        abort();
    memset(&result, 0, sizeof result);
    work->run(work->context, index, printed, &result.record);
    if (fclose(printed))
        abort();
    result.text = size;
    fwrite(&result, sizeof result, 1, out);
    fwrite(text, 1, size, out);
    free(text);
}

/* The results of this rank's programs of [first, end). */
static char *run_own(const struct random_work *work, uint64_t first, uint64_t end, size_t *size)
{
    char *data = NULL;
    FILE *out = open_memstream(&data, size);
    if (!out)
        abort();
    for (uint64_t i = first + (uint64_t)ranks_own(); i < end; i += (uint64_t)ranks_count())
        run_one(work, i, out);
    if (fclose(out))
        abort();
    return data;
}

/* Rank 0: the results of each rank. */
static char **collect(char *own, const uint64_t *sizes)
{
    char **all = calloc((size_t)ranks_count(), sizeof *all);
    if (!all)
        abort();
    all[0] = own;
    for (int r = 1; r < ranks_count(); r++) {
        all[r] = malloc(sizes[r] + 1);
        if (!all[r])
            abort();
        ranks_receive(all[r], sizes[r], r);
    }
    return all;
}

static bool take_round(const struct random_work *work, uint64_t count, char **all)
{
    char **at = malloc((size_t)ranks_count() * sizeof *at);
    bool goes_on = true;
    if (!at)
        abort();
    memcpy(at, all, (size_t)ranks_count() * sizeof *at);
    for (uint64_t i = 0; i < count && goes_on; i++) {
        char **from = &at[i % (uint64_t)ranks_count()];
        struct result result;
        memcpy(&result, *from, sizeof result);
        fwrite(*from + sizeof result, 1, result.text, stdout);
        *from += sizeof result + result.text;
        goes_on = work->take(work->context, &result.record);
    }
    free(at);
    fflush(stdout);
    return goes_on;
}

/* False: rank 0 ends the work. */
static bool run_round(const struct random_work *work, uint64_t first, uint64_t end)
{
    size_t size;
    char *own = run_own(work, first, end, &size);
    uint64_t mine = size, *sizes = calloc((size_t)ranks_count(), sizeof *sizes);
    bool goes_on = true;
    if (!sizes)
        abort();
    ranks_exchange(&mine, sizeof mine, sizes);
    if (ranks_own())
        ranks_send(own, mine, 0);
    else {
        char **all = collect(own, sizes);
        goes_on = take_round(work, end - first, all);
        for (int r = 1; r < ranks_count(); r++)
            free(all[r]);
        free(all);
    }
    free(own);
    free(sizes);
    return goes_on;
}

static void run_rounds(const struct random_work *work, uint64_t count)
{
    uint8_t goes_on = 1;
    for (uint64_t first = 0; first < count && goes_on;) {
        uint64_t most = EACH * (uint64_t)ranks_count(), end = count - first < most ? count : first + most;
        goes_on = ranks_own() || work->goes_on(work->context);
        ranks_broadcast(&goes_on, sizeof goes_on);
        if (goes_on)
            goes_on = run_round(work, first, end);
        ranks_broadcast(&goes_on, sizeof goes_on);
        first = end;
    }
}

void random_ranks_run(const struct random_work *work, uint64_t count)
{
    if (ranks_count() > 1) {
        run_rounds(work, count);
        return;
    }
    for (uint64_t i = 0; i < count && work->goes_on(work->context); i++) {
        struct random_record record = {0};
        work->run(work->context, i, stdout, &record);
        if (!work->take(work->context, &record))
            break;
    }
}
