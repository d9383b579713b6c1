/* The search: passes of edits, in chunks that are halved down to single edits, until a round of single
   edits has no success. Candidates are tested in parallel by predicting the results of those before them,
   so that the order of successes, and with it the result, is that of a search one by one. */
#include "reduce/reduce.h"

#include <stdlib.h>

#include "bytecode/bytecode.h"
#include "reduce/reduce_doc.h"
#include "validate/validate.h"

/* A candidate whose test is running, or is done with `shows`. */
struct test {
    struct reduce_doc doc;
    struct sm5_program *program;
    uint64_t digest;
    size_t range;   /* of the level */
    bool predicted; /* result; the candidates after it include its edits when it is true */
    uint32_t instructions;
};

struct reducer {
    const struct sm5_program *original;
    const struct reduce_tester *tester;
    struct reduce_result *result;
    struct reduce_progress progress;
    struct reduce_doc doc;   /* the smallest until now */
    struct arena kept;       /* operands that it refers to */
    VEC(const char *) codes; /* static: diagnostics of the original, which candidates may have */
    VEC(uint64_t) failed; /* digests of candidates without the behaviour: a set, open addressing; 0: free */
    size_t failed_count;
    struct test *tests;
    unsigned slots, running;
    bool may_be_endless; /* the original has an endless loop */
    bool last_result, changed, stopped, no_memory;
};

/* ---- candidates that need no test ---- */

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

/* Of all that a test can see; 0 when it cannot be encoded. */
static uint64_t digest_of(struct reducer *r, const struct reduce_doc *doc, const struct sm5_program *program)
{
    struct program_tokens tokens = {0};
    uint64_t hash = 0;
    enum sm5_status status = bytecode_encode(program, &tokens);
    if (status == SM5_OK) {
        hash = mix(0x736d35, doc->bare);
        for (size_t i = 0; i < tokens.count; i++)
            hash = mix(hash, tokens.data[i]);
        for (size_t i = 0; i < doc->number_count; i++)
            hash = mix(hash, doc->numbers[i].value);
        hash |= 1;
    }
    r->no_memory |= status == SM5_ERR_MEMORY;
    VEC_FREE(&tokens);
    return hash;
}

static size_t failed_slot(const struct reducer *r, uint64_t digest)
{
    size_t at = (digest >> 1) & (r->failed.capacity - 1);
    while (r->failed.data[at] && r->failed.data[at] != digest)
        at = (at + 1) & (r->failed.capacity - 1);
    return at;
}

static bool has_failed(const struct reducer *r, uint64_t digest)
{
    return r->failed.data && r->failed.data[failed_slot(r, digest)] == digest;
}

static void add_failed(struct reducer *r, uint64_t digest)
{
    if (2 * (r->failed_count + 1) > r->failed.capacity) {
        uint64_t *old = r->failed.data;
        size_t capacity = r->failed.capacity, larger = capacity ? 2 * capacity : 1024;
        uint64_t *data = calloc(larger, sizeof *data);
        if (!data) {
            r->no_memory = true;
            return;
        }
        r->failed.data = data;
        r->failed.capacity = larger;
        for (size_t i = 0; i < capacity; i++)
            if (old[i])
                data[failed_slot(r, old[i])] = old[i];
        free(old);
    }
    r->failed.data[failed_slot(r, digest)] = digest;
    r->failed_count++;
}

static bool has_code(const struct reducer *r, const char *code)
{
    for (size_t i = 0; i < r->codes.count; i++)
        if (strcmp(r->codes.data[i], code) == 0)
            return true;
    return false;
}

/* Some loop has no way out: no break of it, and no ret in it. False when out of memory, too. */
static bool has_endless_loop(struct reducer *r, const struct sm5_program *program)
{
    const struct program_block *blocks = program->blocks.list.data;
    bool *ends = calloc(program->blocks.list.count + 1, sizeof *ends), found = false;
    r->no_memory |= !ends;
    for (uint32_t i = 0; ends && i < program->instr_count; i++) {
        enum isa_flow flow = isa_flow(program->instrs[i].opcode);
        uint32_t block = program->blocks.of.data[i];
        if (flow == ISA_FLOW_BREAK && blocks[block].exit != PROGRAM_NONE)
            ends[blocks[block].exit] = true;
        for (; flow == ISA_FLOW_RET && block != PROGRAM_NONE; block = blocks[block].parent)
            ends[block] = true;
    }
    for (size_t i = 0; ends && i < program->blocks.list.count; i++)
        found |= blocks[i].opener == ISA_LOOP && !ends[i];
    free(ends);
    return found;
}

/* Collects the codes (`adds`), or checks that the original has them all. */
static bool check_codes(struct reducer *r, const struct sm5_program *program, bool adds)
{
    struct sm5_diags *diags = sm5_diags_new();
    enum sm5_status status = diags ? validate_program(program, NULL, diags) : SM5_ERR_MEMORY;
    bool ok = true;
    for (size_t i = 0; status != SM5_ERR_MEMORY && i < sm5_diags_count(diags); i++) {
        const char *code = sm5_diags_at(diags, i)->code;
        bool is_known = has_code(r, code);
        if (adds && !is_known)
            r->no_memory |= !VEC_PUSH(&r->codes, code);
        ok &= is_known || sm5_diags_at(diags, i)->severity == SM5_NOTE;
    }
    r->no_memory |= status == SM5_ERR_MEMORY;
    sm5_diags_free(diags);
    return ok;
}

/* ---- tests ---- */

static struct reduce_candidate candidate_of(const struct test *test)
{
    return (struct reduce_candidate){test->program, test->doc.numbers, test->doc.number_count,
                                     test->instructions};
}

static void free_test(struct test *test)
{
    sm5_program_free(test->program);
    doc_free(&test->doc);
    *test = (struct test){0};
}

/* Starts the test of slot r->running, whose document is made. */
static bool start(struct reducer *r)
{
    struct test *test = &r->tests[r->running];
    struct reduce_candidate candidate = candidate_of(test);
    const struct reduce_tester *tester = r->tester;
    r->progress.tests++;
    if (!tester->shows && !tester->start(tester->context, r->running, &candidate)) {
        r->stopped = true;
        return false;
    }
    r->running++;
    return true;
}

static bool finish(struct reducer *r, unsigned slot)
{
    const struct reduce_tester *tester = r->tester;
    struct reduce_candidate candidate = candidate_of(&r->tests[slot]);
    return tester->shows ? tester->shows(tester->context, &candidate) : tester->finish(tester->context, slot);
}

/* The program and the digest of the document in slot r->running. False: it need not be tested, or cannot. */
static bool prepare(struct reducer *r)
{
    struct test *test = &r->tests[r->running];
    test->program = doc_program(&test->doc, r->original);
    r->no_memory |= !test->program || test->doc.no_memory;
    if (r->no_memory)
        return false;
    test->digest = digest_of(r, &test->doc, test->program);
    test->instructions = doc_instructions(&test->doc);
    return test->digest && !has_failed(r, test->digest) && check_codes(r, test->program, false) &&
           (r->may_be_endless || !has_endless_loop(r, test->program));
}

static void accept(struct reducer *r, struct test *test)
{
    struct reduce_candidate candidate = candidate_of(test);
    arena_join(&r->kept, &test->doc.arena);
    struct reduce_doc old = r->doc;
    r->doc = test->doc;
    test->doc = old;
    r->changed = true;
    r->progress.successes++;
    r->progress.instructions = test->instructions;
    if (r->tester->accepted && !r->tester->accepted(r->tester->context, &candidate))
        r->stopped = true;
}

/* ---- one level of a pass: chunks of one size ---- */

struct level {
    const struct reduce_pass *pass;
    struct reduce_edits *edits;
    bool *done; /* by edit: succeeded */
    size_t chunk, ranges;
};

/* The edits [*first, *end) of a range, which counts from the last edit in backward passes. */
static void range_of(const struct level *level, size_t range, size_t *first, size_t *end)
{
    size_t count = level->edits->list.count;
    if (level->pass->backwards) {
        *end = count - range * level->chunk;
        *first = *end > level->chunk ? *end - level->chunk : 0;
    } else {
        *first = range * level->chunk;
        *end = *first + level->chunk < count ? *first + level->chunk : count;
    }
}

static bool apply_range(struct reduce_doc *doc, const struct level *level, size_t range)
{
    size_t first, end;
    bool changes = false;
    range_of(level, range, &first, &end);
    const struct reduce_edit *list = level->edits->list.data;
    uint32_t last = end - first > 1 ? list[end - 1].at : UINT32_MAX;
    for (size_t i = first; i < end; i++)
        changes |= level->pass->apply(doc, &list[i], last);
    return changes;
}

/* Makes the candidate of a range from `from` in the next slot and starts it. False: not tested. */
static bool start_range(struct reducer *r, const struct level *level, size_t range,
                        const struct reduce_doc *from)
{
    struct test *test = &r->tests[r->running];
    if (!doc_copy(&test->doc, from)) {
        r->no_memory = true;
        return false;
    }
    test->range = range;
    test->predicted = r->last_result;
    bool is_new = apply_range(&test->doc, level, range) && prepare(r);
    if (is_new && !r->no_memory && start(r))
        return true;
    free_test(test);
    return false;
}

static void mark_done(const struct level *level, size_t range)
{
    size_t first, end;
    range_of(level, range, &first, &end);
    memset(level->done + first, 1, end - first);
}

/* Waits for the tests in order; those after a wrong prediction are discarded. Returns the range to go on
   with, which is `next` unless a prediction was wrong. */
static size_t finish_batch(struct reducer *r, const struct level *level, size_t next)
{
    bool is_wrong = false;
    for (unsigned slot = 0; slot < r->running; slot++) {
        struct test *test = &r->tests[slot];
        if (is_wrong || r->stopped || r->no_memory) {
            if (!r->tester->shows)
                r->tester->discard(r->tester->context, slot);
            free_test(test);
            continue;
        }
        r->last_result = finish(r, slot);
        if (r->last_result)
            accept(r, test), mark_done(level, test->range);
        else
            add_failed(r, test->digest);
        is_wrong = r->last_result != test->predicted;
        next = is_wrong ? test->range + 1 : next;
        free_test(test);
    }
    r->running = 0;
    return next;
}

static bool report(struct reducer *r, const struct level *level, size_t range)
{
    r->progress.pass = level->pass->name;
    r->progress.done = range * level->chunk;
    r->progress.total = level->edits->list.count;
    if (r->tester->progress && !r->tester->progress(r->tester->context, &r->progress))
        r->stopped = true;
    return !r->stopped && !r->no_memory;
}

static void run_level(struct reducer *r, const struct level *level)
{
    size_t next = 0;
    while (next < level->ranges && report(r, level, next)) {
        const struct reduce_doc *from = &r->doc;
        while (next < level->ranges && r->running < r->slots && !r->stopped && !r->no_memory) {
            unsigned slot = r->running;
            if (start_range(r, level, next, from) && r->tests[slot].predicted)
                from = &r->tests[slot].doc;
            next++;
        }
        next = finish_batch(r, level, next);
    }
}

/* ---- passes and rounds ---- */

static void drop_done(struct level *level)
{
    size_t kept = 0;
    for (size_t i = 0; i < level->edits->list.count; i++)
        if (!level->done[i])
            level->edits->list.data[kept++] = level->edits->list.data[i];
    level->edits->list.count = kept;
    memset(level->done, 0, kept);
}

static void run_levels(struct reducer *r, struct level *level, bool in_chunks)
{
    size_t chunk = 1;
    while (in_chunks && chunk < level->edits->list.count)
        chunk *= 2;
    for (; chunk > 0 && !r->stopped && !r->no_memory; chunk /= 2) {
        level->chunk = chunk;
        level->ranges = (level->edits->list.count + chunk - 1) / chunk;
        run_level(r, level);
        drop_done(level);
    }
}

static void run_pass(struct reducer *r, enum reduce_kind kind, bool in_chunks)
{
    bool changed = r->changed;
    do {
        struct reduce_edits edits = {0};
        r->changed = r->last_result = false;
        doc_compact(&r->doc);
        reduce_passes[kind].collect(&r->doc, &edits);
        struct level level = {.pass = &reduce_passes[kind], .edits = &edits};
        level.done = calloc(edits.list.count + 1, sizeof *level.done);
        r->no_memory |= edits.no_memory || !level.done;
        if (!r->no_memory)
            run_levels(r, &level, in_chunks);
        free(level.done);
        VEC_FREE(&edits.list);
        changed |= r->changed;
        in_chunks = false;
    } while (reduce_passes[kind].repeats && r->changed && !r->stopped && !r->no_memory);
    r->changed = changed;
}

/* Constants in place of values make what computed them deletable, before all of it is tested operand by
   operand. */
static void run_round(struct reducer *r, bool in_chunks)
{
    r->changed = false;
    for (unsigned kind = 0; kind < REDUCE_KINDS; kind++) {
        run_pass(r, kind, in_chunks);
        if (kind == REDUCE_CUT && in_chunks)
            run_pass(r, REDUCE_DELETE, true);
    }
}

/* ---- the whole ---- */

/* The test of the original. */
static bool is_shown(struct reducer *r)
{
    struct test *test = &r->tests[0];
    bool ok = doc_copy(&test->doc, &r->doc);
    test->program = ok ? doc_program(&test->doc, r->original) : NULL;
    r->no_memory |= !test->program;
    if (r->no_memory)
        return false;
    test->instructions = doc_instructions(&test->doc);
    r->result->instructions_before = r->progress.instructions = test->instructions;
    check_codes(r, test->program, true);
    r->may_be_endless = has_endless_loop(r, test->program);
    bool shows = !r->no_memory && start(r) && finish(r, 0);
    r->running = 0;
    free_test(test);
    return shows;
}

static void search(struct reducer *r)
{
    do {
        r->progress.round++;
        run_round(r, r->progress.round == 1);
    } while (r->changed && !r->stopped && !r->no_memory);
}

/* The operands of the program that are not the original's move to its arena. */
static void take_result(struct reducer *r, struct reduce_number *numbers)
{
    struct reduce_result *result = r->result;
    result->program = doc_program(&r->doc, r->original);
    if (!result->program) {
        r->no_memory = true;
        return;
    }
    arena_join(&result->program->arena, &r->kept);
    for (size_t i = 0; i < r->doc.number_count; i++)
        numbers[i] = r->doc.numbers[i];
    result->instructions = doc_instructions(&r->doc);
}

static void close_reducer(struct reducer *r)
{
    for (unsigned i = 0; r->tests && i < r->slots; i++)
        free_test(&r->tests[i]);
    free(r->tests);
    doc_free(&r->doc);
    arena_free(&r->kept);
    VEC_FREE(&r->codes);
    VEC_FREE(&r->failed);
}

enum reduce_end reduce_minimize(const struct sm5_program *program, struct reduce_number *numbers,
                                size_t count, const struct reduce_tester *tester,
                                struct reduce_result *result)
{
    *result = (struct reduce_result){0};
    struct reducer r = {.original = program, .tester = tester, .result = result};
    r.slots = tester->shows || !tester->slots ? 1 : tester->slots;
    r.tests = calloc(r.slots, sizeof *r.tests);
    r.no_memory = !r.tests || !doc_open(&r.doc, program, numbers, count);
    bool shows = !r.no_memory && is_shown(&r);
    if (shows)
        search(&r);
    if (shows && !r.no_memory)
        take_result(&r, numbers);
    result->tests = r.progress.tests;
    result->successes = r.progress.successes;
    result->rounds = r.progress.round;
    enum reduce_end end = r.no_memory ? REDUCE_OUT_OF_MEMORY
                          : r.stopped ? REDUCE_STOPPED
                          : shows     ? REDUCE_MINIMAL
                                      : REDUCE_NOT_SHOWN;
    close_reducer(&r);
    return end;
}
