#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"

static uint32_t mix(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

static uint32_t word_of(enum fill fill, uint32_t random)
{
    float unit = (float)(random >> 8) / 16777216.0f, value = fill == FILL_UNIT ? unit : 2.0f * unit - 1.0f;
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return fill == FILL_ZERO ? 0 : fill == FILL_BYTE ? random % 256 : fill == FILL_WORD ? random : bits;
}

static size_t word_count(const struct data *data, int i)
{
    return data->buffers[i] ? sm5_buffer_size(data->buffers[i]) / 4 : 0;
}

bool data_open(struct data *data, const struct kernel *kernel)
{
    *data = (struct data){.kernel = kernel};
    for (int i = 0; i < PEER_BUFFERS && kernel->buffers[i].slot; i++) {
        uint64_t bytes = kernel->buffers[i].count * kernel->buffers[i].stride;
        data->buffers[i] = sm5_buffer_new(bytes);
        data->expected[i] = malloc(bytes);
        if (!data->buffers[i] || !data->expected[i])
            return false;
    }
    return true;
}

void data_close(struct data *data)
{
    for (int i = 0; i < PEER_BUFFERS; i++) {
        sm5_buffer_free(data->buffers[i]);
        free(data->expected[i]);
    }
}

void data_fill(const struct data *data)
{
    for (int i = 0; i < PEER_BUFFERS; i++) {
        uint32_t *words = data->buffers[i] ? sm5_buffer_data(data->buffers[i]) : NULL;
        for (size_t w = 0; w < word_count(data, i); w++)
            words[w] = word_of(data->kernel->buffers[i].fill, mix((uint32_t)w * 4 + (uint32_t)i));
    }
}

void data_expect(const struct data *data)
{
    for (int i = 0; i < PEER_BUFFERS && data->buffers[i]; i++)
        memcpy(data->expected[i], sm5_buffer_data(data->buffers[i]), sm5_buffer_size(data->buffers[i]));
}

static size_t differences(const struct data *data, int i)
{
    const uint32_t *got = sm5_buffer_data(data->buffers[i]), *expected = data->expected[i];
    size_t count = 0;
    for (size_t w = 0; w < word_count(data, i); w++)
        count += got[w] != expected[w];
    return count;
}

double data_different(const struct data *data)
{
    size_t different = 0, total = 0;
    for (int i = 0; i < PEER_BUFFERS && data->buffers[i]; i++) {
        different += differences(data, i);
        total += word_count(data, i);
    }
    return (double)different / (double)total;
}

/* A result that is no number counts as infinitely far. */
static double float_distance(const struct data *data, int i)
{
    const float *got = sm5_buffer_data(data->buffers[i]), *expected = data->expected[i];
    double largest = 0, worst = 0;
    for (size_t w = 0; w < word_count(data, i); w++) {
        double distance = fabs((double)got[w] - (double)expected[w]);
        largest = fmax(largest, fabs((double)expected[w]));
        worst = isnan(distance) ? INFINITY : fmax(worst, distance);
    }
    return worst == 0 ? 0 : worst / largest;
}

static double byte_distance(const struct data *data, int i)
{
    const uint8_t *got = sm5_buffer_data(data->buffers[i]), *expected = data->expected[i];
    int worst = 0;
    for (size_t b = 0; b < 4 * word_count(data, i); b++) {
        int distance = abs(got[b] - expected[b]);
        worst = distance > worst ? distance : worst;
    }
    return worst / 255.0;
}

double data_distance(const struct data *data)
{
    double worst = 0;
    if (data->kernel->output == OUTPUT_WORDS)
        return data_different(data);
    for (int i = 0; i < PEER_BUFFERS && data->buffers[i]; i++)
        worst = fmax(worst,
                     data->kernel->output == OUTPUT_BYTES ? byte_distance(data, i) : float_distance(data, i));
    return worst;
}

struct peer_args data_peer_args(const struct data *data)
{
    struct peer_args args = {.words = data->kernel->words};
    for (int i = 0; i < PEER_BUFFERS && data->buffers[i]; i++) {
        args.buffers[i] = sm5_buffer_data(data->buffers[i]);
        args.counts[i] = data->kernel->buffers[i].count;
    }
    return args;
}
