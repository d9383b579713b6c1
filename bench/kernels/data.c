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

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint32_t word_of(const struct kernel_buffer *buffer, uint32_t w, uint32_t random)
{
    float unit = (float)(random >> 8) / 16777216.0f;
    switch (buffer->fill) {
    case FILL_ZERO: return 0;
    case FILL_UNIT: return float_bits(unit);
    case FILL_SIGNED: return float_bits(2.0f * unit - 1.0f);
    case FILL_BYTE: return random % 256;
    case FILL_WORD: return random;
    case FILL_DOUBLE: return w % 2 ? 0x3fe00000 | random >> 12 : random;
    case FILL_INDEX: return random % buffer->range;
    case FILL_OFFSETS: return buffer->range * w + random % buffer->range;
    case FILL_SKEWED: return (uint32_t)(2.0f / (unit + 2.0f / (float)buffer->range));
    }
    return 0;
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
        for (size_t w = 0; w < word_count(data, i); w++) {
            words[w] = word_of(&data->kernel->buffers[i], (uint32_t)w, mix((uint32_t)w * 4 + (uint32_t)i));
            if (data->kernel->buffers[i].fill == FILL_SKEWED && w)
                words[w] += words[w - 1];
        }
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

static double number_at(const void *from, size_t e, bool doubles)
{
    return doubles ? ((const double *)from)[e] : (double)((const float *)from)[e];
}

/* A NaN where another value is expected counts as infinitely far. */
static double number_distance(const struct data *data, int i, bool doubles)
{
    const unsigned char *got = sm5_buffer_data(data->buffers[i]), *expected = data->expected[i];
    size_t width = doubles ? sizeof(double) : sizeof(float);
    double largest = 0, worst = 0;
    for (size_t e = 0; e < word_count(data, i) * 4 / width; e++) {
        double right = number_at(expected, e, doubles), distance = fabs(number_at(got, e, doubles) - right);
        if (memcmp(got + e * width, expected + e * width, width) == 0)
            distance = 0;
        largest = fmax(largest, fabs(right));
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
    enum output output = data->kernel->output;
    double worst = 0;
    if (output == OUTPUT_WORDS)
        return data_different(data);
    for (int i = 0; i < PEER_BUFFERS && data->buffers[i]; i++)
        worst = fmax(worst, output == OUTPUT_BYTES ? byte_distance(data, i)
                                                   : number_distance(data, i, output == OUTPUT_DOUBLES));
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
