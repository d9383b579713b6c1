/* sm5 test under mpirun: the results of all ranks on rank 0. */
#include <stdlib.h>

#include "base/base.h"
#include "case/case.h"
#include "ranks/ranks.h"

struct result {
    uint32_t outcome, name, text; /* bytes that follow; UINT32_MAX: NULL */
    double seconds;
};

static uint32_t length(const char *text)
{
    return text ? (uint32_t)strlen(text) : UINT32_MAX;
}

static void add_text(struct strbuf *out, const char *text)
{
    if (text)
        strbuf_add(out, text);
}

static void pack(const struct case_suite *suite, struct strbuf *out)
{
    for (size_t i = 0; i < suite->count; i++) {
        const struct case_entry *entry = &suite->entries[i];
        if (!case_is_own(i))
            continue;
        struct result result = {entry->outcome, length(entry->name), length(entry->text), entry->seconds};
        strbuf_add_bytes(out, (const char *)&result, sizeof result);
        add_text(out, entry->name);
        add_text(out, entry->text);
    }
}

static char *take_text(const char **at, uint32_t length)
{
    char *text = length == UINT32_MAX ? NULL : strndup(*at, length);
    *at += length == UINT32_MAX ? 0 : length;
    return text;
}

static void unpack(struct case_suite *suite, int rank, const char *at)
{
    for (size_t i = 0; i < suite->count; i++) {
        struct case_entry *entry = &suite->entries[i];
        struct result result;
        if (i % (size_t)ranks_count() != (size_t)rank)
            continue;
        memcpy(&result, at, sizeof result);
        at += sizeof result;
        entry->outcome = (enum case_outcome)result.outcome;
        entry->seconds = result.seconds;
        entry->name = take_text(&at, result.name);
        entry->text = take_text(&at, result.text);
    }
}

bool case_is_own(size_t index)
{
    return index % (size_t)ranks_count() == (size_t)ranks_own();
}

static void receive(struct case_suite *suite, int rank, uint64_t size)
{
    char *data = malloc(size + 1);
    if (!data)
        host_end_out_of_memory();
    ranks_receive(data, size, rank);
    unpack(suite, rank, data);
    free(data);
}

void case_ranks_collect(struct case_suite *suite)
{
    struct strbuf own = {0};
    pack(suite, &own);
    uint64_t mine[3] = {own.length, suite->nonconforming, suite->unknown_keys};
    uint64_t(*all)[3] = calloc((size_t)ranks_count(), sizeof *all);
    ranks_agree(all && !own.failed ? 0 : HOST_BAD_COMMAND, 0);
    ranks_exchange(mine, sizeof mine, all);
    if (ranks_own())
        ranks_send(strbuf_text(&own), own.length, 0);
    for (int r = 1; r < ranks_count() && ranks_own() == 0; r++) {
        receive(suite, r, all[r][0]);
        suite->nonconforming += all[r][1];
        suite->unknown_keys += all[r][2];
    }
    free(all);
    strbuf_free(&own);
}
