/* Generated programs do not race: every access of every thread is followed, byte by byte. Two accesses to one
   byte by different threads clash when one of them writes, not both are atomic, and no barrier parts them. */
#include <stdlib.h>

#include "gen.h"
#include "interp/interp_worker.h"
#include "run.h"
#include "runtime/address.h"
#include "test.h"

enum { THREADS_OF_A_GROUP = 1024, TGSM_BYTES = 32768 };

/* An access: by which thread of the dispatch, and how many barriers its group had passed. */
struct mark {
    uint32_t thread; /* plus 1; 0: none */
    uint32_t epoch;
};

/* The last accesses to one byte. Of readers the last two different ones. */
struct byte_marks {
    struct mark write, atomic, read, other_read;
};

struct area {
    const void *base; /* of the buffer, or the declaration of a g# */
    struct byte_marks *bytes;
    uint64_t size;
    uint64_t group; /* g#: whose marks these are */
};

struct oracle {
    struct run_watch watch;
    struct area areas[PROG_RESOURCES];
    uint64_t group;
    uint32_t epoch, tgsm_epoch;
    uint32_t clashes;
};

static struct area *area_of(struct oracle *o, const void *base, uint64_t size)
{
    struct area *area = o->areas;
    while (area->base && area->base != base)
        area++;
    if (!area->base) {
        area->base = base;
        area->size = size;
        area->bytes = calloc(size + 1, sizeof *area->bytes);
        assert_non_null(area->bytes);
    }
    return area;
}

static bool clash(const struct mark *before, const struct mark *now)
{
    bool same_group = (before->thread - 1) / THREADS_OF_A_GROUP == (now->thread - 1) / THREADS_OF_A_GROUP;
    if (before->thread == 0 || before->thread == now->thread)
        return false;
    return !same_group || before->epoch == now->epoch;
}

static void follow(struct oracle *o, struct byte_marks *byte, enum interp_access_kind kind, struct mark now)
{
    bool bad = clash(&byte->write, &now);
    if (kind != INTERP_ATOMIC)
        bad |= clash(&byte->atomic, &now);
    if (kind != INTERP_LOAD)
        bad |= clash(&byte->read, &now) || clash(&byte->other_read, &now);
    o->clashes += bad;
    if (kind == INTERP_STORE)
        byte->write = now;
    else if (kind == INTERP_ATOMIC)
        byte->atomic = now;
    else {
        if (byte->read.thread != now.thread)
            byte->other_read = byte->read;
        byte->read = now;
    }
}

/* ---- from an access to bytes ---- */

struct window {
    struct area *area;
    uint64_t first; /* byte of the area where the view starts */
    uint64_t bytes;
    uint32_t count, stride;
};

static struct window window_of(struct oracle *o, const struct interp_access *access)
{
    const struct program_resource *r = access->resource;
    if (r->file == ISA_FILE_TGSM) {
        struct area *area = area_of(o, r, TGSM_BYTES);
        if (area->group != o->group)
            memset(area->bytes, 0, TGSM_BYTES * sizeof *area->bytes);
        area->group = o->group;
        return (struct window){area, 0, r->bytes, r->count, r->stride};
    }
    const struct runtime_run *run = o->watch.worker->run;
    const struct runtime_slot *slot = run->bindings->slots;
    while (slot->resource != r)
        slot++;
    const struct runtime_view *view = runtime_view_at(slot, access->reg);
    if (!view->buffer)
        return (struct window){0};
    struct area *area = area_of(o, view->buffer, view->buffer->size);
    return (struct window){area, (uint64_t)(view->base - view->buffer->data), view->bytes, view->count,
                           view->stride};
}

static void follow_thread(struct oracle *o, const struct interp_access *access, const struct window *w,
                          uint32_t thread, struct mark now)
{
    uint32_t index = access->address[thread];
    uint64_t at = 0;
    uint32_t words = 0, bytes = 4;
    if (access->resource->dimension == ISA_DIM_BUFFER) {
        words = address_typed(w->count, w->stride, index, &at);
        bytes = w->stride;
    } else {
        bool raw = access->resource->dimension == ISA_DIM_RAW;
        struct address a = raw ? address_raw(w->bytes, index)
                               : address_structured(w->count, w->stride, index, access->offset[thread]);
        at = a.offset;
        words = a.words;
    }
    for (uint32_t k = 0; k < words; k++)
        for (uint32_t i = 0; access->words >> k & 1 && i < bytes; i++)
            follow(o, &w->area->bytes[w->first + at + 4 * k + i], access->kind, now);
}

/* ---- callbacks ---- */

static void on_instruction(void *context, const struct interp_event *event)
{
    struct oracle *o = context;
    if (o->group == event->group + 1)
        return;
    o->group = event->group + 1;
    o->epoch++;
    o->tgsm_epoch++;
}

static void on_memory(void *context, const struct interp_event *event, const struct interp_access *access)
{
    struct oracle *o = context;
    struct window window = window_of(o, access);
    bool tgsm = access->resource->file == ISA_FILE_TGSM;
    for (uint32_t i = 0; window.area && i < event->threads; i++) {
        uint32_t thread = (uint32_t)event->group * THREADS_OF_A_GROUP + event->first + i + 1;
        if (event->active[i])
            follow_thread(o, access, &window, i, (struct mark){thread, tgsm ? o->tgsm_epoch : o->epoch});
    }
}

static void on_sync(void *context, const struct interp_event *event, uint32_t flags)
{
    struct oracle *o = context;
    (void)event;
    if (!(flags & ISA_SYNC_T))
        return;
    o->tgsm_epoch += (flags & ISA_SYNC_G) != 0;
    o->epoch += (flags & (ISA_SYNC_UGROUP | ISA_SYNC_UGLOBAL)) != 0;
}

static const struct interp_hooks hooks = {
    .instruction = on_instruction, .memory = on_memory, .sync = on_sync};

static uint32_t clashes_of(const struct prog *prog)
{
    struct oracle oracle = {.watch = {.hooks = &hooks}};
    const struct run_setup setup = {.watch = &oracle.watch};
    struct run_outcome outcome;
    run_program(prog, &setup, &outcome);
    assert_int_equal(outcome.verdict, RUN_AGREES);
    for (unsigned i = 0; i < PROG_RESOURCES; i++)
        free(oracle.areas[i].bytes);
    return oracle.clashes;
}

/* ---- tests ---- */

enum { PROGRAMS = 5000 };

static void programs_do_not_race(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        struct prog prog;
        gen_program(&prog, seed);
        uint32_t clashes = clashes_of(&prog);
        prog_free(&prog);
        if (clashes)
            fail_msg("seed %llu: %u bytes", (unsigned long long)seed, clashes);
    }
}

/* The oracle sees races where there are some: barriers are what keeps many of the programs clean. */
static void programs_without_their_barriers_race(void **state)
{
    (void)state;
    unsigned racing = 0;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        struct prog prog;
        gen_program(&prog, seed);
        for (struct prog_node *node = prog.main.first; node; node = node->next)
            node->deleted = node->sync;
        racing += clashes_of(&prog) > 0;
        prog_free(&prog);
    }
    assert_in_range(racing, PROGRAMS / 50, PROGRAMS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_do_not_race),
        cmocka_unit_test(programs_without_their_barriers_race),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
