/* Measures one kernel: all subjects use the same memory, run alternately, and are checked before they are
   timed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernels.h"

enum { LEAST_ROUNDS = 3, PAUSE_NS = 3 * 1000 * 1000, FMA_ROUNDS = 500 * 1000 };

static struct subject *add_subject(struct outcome *outcome, const char *name, uint32_t threads)
{
    struct subject *subject = &outcome->subjects[outcome->subject_count++];
    *subject = (struct subject){.threads = threads};
    snprintf(subject->name, sizeof subject->name, "%s", name);
    return subject;
}

static bool add_shaders(const struct setup *setup, const struct data *data, struct outcome *outcome)
{
    for (int i = 0; i < KERNEL_SHADERS && outcome->kernel.shaders[i].name; i++) {
        const char *name = outcome->kernel.shaders[i].name;
        if (!shader_open(&outcome->shaders[outcome->shader_count++], data, setup->shaders, name,
                         setup->engine))
            return false;
        add_subject(outcome, name, setup->threads)->shader = &outcome->shaders[i];
    }
    if (setup->threads > 1)
        add_subject(outcome, outcome->kernel.shaders[0].name, 1)->shader = &outcome->shaders[0];
    return true;
}

static void add_peers(const struct setup *setup, struct outcome *outcome)
{
    for (int i = 0; i < MODULES; i++) {
        peer_kernel *peer = module_kernel(&setup->modules[i], &outcome->kernel);
        if (i != REFERENCE && peer)
            add_subject(outcome, setup->modules[i].name, setup->threads)->peer = peer;
    }
}

static bool run(struct subject *subject, const struct data *data)
{
    struct peer_args args = data_peer_args(data);
    if (subject->shader)
        return shader_run(subject->shader, data->kernel, subject->threads);
    subject->peer(&args);
    return true;
}

/* ---- checking ---- */

static bool is_exact(const struct outcome *outcome, const struct subject *subject)
{
    const struct shader *shader = subject->shader;
    return shader && outcome->kernel.shaders[shader - outcome->shaders].exact;
}

/* Until the JIT has replaced code that runs often: a run that compiles takes much longer than the others, and on a busy
   machine it may be late. */
static bool warm_up(struct subject *subject, const struct data *data)
{
    const double warm = 50e-3, most = 1.0, slow = 3.0;
    double start = series_now(), now = start, steady = start, least = INFINITY;
    while (now - steady < warm && now - start < most) {
        double before = now;
        if (!run(subject, data))
            return false;
        now = series_now();
        least = fmin(least, now - before);
        steady = now - before > slow * least ? now : steady;
    }
    return true;
}

static bool check(const struct setup *setup, const struct data *data, struct outcome *outcome)
{
    struct peer_args args = data_peer_args(data);
    data_fill(data);
    module_kernel(&setup->modules[REFERENCE], &outcome->kernel)(&args);
    data_expect(data);
    outcome->good = true;
    for (size_t i = 0; i < outcome->subject_count; i++) {
        struct subject *subject = &outcome->subjects[i];
        data_fill(data);
        if (!run(subject, data) || (subject->shader && !warm_up(subject, data)))
            return false;
        data_fill(data);
        if (!run(subject, data))
            return false;
        subject->different = data_different(data);
        subject->distance = data_distance(data);
        subject->good = is_exact(outcome, subject) ? subject->different == 0
                                                   : subject->distance <= outcome->kernel.tolerance;
        outcome->good &= subject->good;
    }
    for (size_t i = 0; i < outcome->shader_count; i++)
        if (!shader_times(&outcome->shaders[i], data, setup->engine))
            return false;
    return true;
}

/* ---- timing ---- */

static void pause_between(void)
{
    nanosleep(&(struct timespec){0, PAUSE_NS}, NULL);
}

/* The second of two runs counts: caches and threads are as they are in a row of dispatches. */
static bool run_turn(struct subject *subject, const struct data *data)
{
    bool ok = run(subject, data);
    double start = series_now();
    ok = ok && run(subject, data);
    series_add(&subject->times, series_now() - start);
    pause_between();
    return ok;
}

/* Adds the time since `start`; returns the present. */
static double lap(struct series *series, double start)
{
    double now = series_now();
    series_add(series, now - start);
    return now;
}

struct limit_series {
    struct series memcpy, stream, update, read, fma;
    double fma_flops;
};

static void limits_turn(const struct setup *setup, const struct module *module, struct limit_series *series)
{
    void *to = sm5_buffer_data(setup->to);
    const void *from = sm5_buffer_data(setup->from);
    uint64_t bytes = sm5_buffer_size(setup->from);
    float sum;
    double start = series_now();
    module->memcpy(to, from, bytes);
    start = lap(&series->memcpy, start);
    module->stream_copy(to, from, bytes);
    start = lap(&series->stream, start);
    module->update(to, bytes);
    start = lap(&series->update, start);
    module->read(from, bytes);
    start = lap(&series->read, start);
    uint64_t each = module->fma(FMA_ROUNDS, &sum);
    lap(&series->fma, start);
    series->fma_flops = (double)each * FMA_ROUNDS;
    pause_between();
}

static struct limits rates(const struct setup *setup, const struct limit_series *series)
{
    double bytes = (double)sm5_buffer_size(setup->from);
    return (struct limits){
        .memcpy = 2 * bytes / series_median(&series->memcpy),
        .stream = 2 * bytes / series_median(&series->stream),
        .update = 2 * bytes / series_median(&series->update),
        .read = bytes / series_median(&series->read),
        .fma = series->fma_flops / series_median(&series->fma),
    };
}

static bool time_all(const struct setup *setup, const struct data *data, struct outcome *outcome)
{
    struct limit_series *series = calloc(1, sizeof *series);
    double start = series_now();
    bool ok = series != NULL;
    data_fill(data);
    for (size_t round = 0; ok && round < setup->rounds; round++) {
        if (round >= LEAST_ROUNDS && series_now() - start > setup->seconds)
            break;
        for (size_t i = 0; ok && i < outcome->subject_count; i++)
            ok = run_turn(&outcome->subjects[(i + round) % outcome->subject_count], data);
        for (int i = REFERENCE + 1; i < MODULES; i++)
            if (setup->modules[i].handle)
                limits_turn(setup, &setup->modules[i], series);
    }
    if (ok)
        outcome->limits = rates(setup, series);
    free(series);
    return ok;
}

static void close_shaders(struct outcome *outcome)
{
    for (size_t i = 0; i < outcome->shader_count; i++)
        shader_close(&outcome->shaders[i]);
}

bool measure(const struct setup *setup, const struct kernel *kernel, struct outcome *outcome)
{
    struct data data;
    *outcome = (struct outcome){.kernel = *kernel};
    bool ok = data_open(&data, &outcome->kernel) && add_shaders(setup, &data, outcome);
    if (ok) {
        add_peers(setup, outcome);
        ok = check(setup, &data, outcome) && time_all(setup, &data, outcome);
    }
    close_shaders(outcome);
    data_close(&data);
    return ok;
}

const struct subject *measure_best_peer(const struct outcome *outcome)
{
    const struct subject *best = NULL;
    for (size_t i = 0; i < outcome->subject_count; i++) {
        const struct subject *subject = &outcome->subjects[i];
        if (subject->peer && (!best || series_median(&subject->times) < series_median(&best->times)))
            best = subject;
    }
    return best;
}

double measure_peer(const struct outcome *outcome, int module)
{
    for (size_t i = 0; i < outcome->subject_count; i++)
        if (outcome->subjects[i].peer && strcmp(outcome->subjects[i].name, module_names[module]) == 0)
            return series_median(&outcome->subjects[i].times);
    return 0;
}

double measure_over(const struct outcome *outcome)
{
    const struct subject *subjects = outcome->subjects;
    return outcome->kernel.within > 0 ? series_median(&subjects[0].times) / series_median(&subjects[1].times)
                                      : 0;
}

double measure_limit(const struct outcome *outcome)
{
    const struct kernel *kernel = &outcome->kernel;
    const double rates[] = {
        [TRAFFIC_COPY] = outcome->limits.stream,
        [TRAFFIC_UPDATE] = outcome->limits.update,
        [TRAFFIC_READ] = outcome->limits.read,
    };
    double rate = rates[kernel->traffic];
    return fmax(kernel->bytes / rate, kernel->flops / outcome->limits.fma);
}

double measure_ratio(const struct outcome *outcome, size_t shader, int over)
{
    const struct subject *best = measure_best_peer(outcome);
    double peer = over == OVER_LIMIT  ? measure_limit(outcome)
                  : over != OVER_BEST ? measure_peer(outcome, over)
                  : best              ? series_median(&best->times)
                                      : 0;
    return peer > 0 ? series_median(&outcome->subjects[shader].times) / peer : 0;
}
