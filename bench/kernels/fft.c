/* fft: Fourier transforms of 256 complex numbers; real and imaginary parts are separate, which vectorises. */
#include "peer.h"

enum { SIZE = 256 };

void peer_fft(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0], *restrict roots = args->buffers[1];
    float *restrict to = args->buffers[2];
    int64_t count = (int64_t)args->counts[0] / SIZE;
    float root_x[SIZE], root_y[SIZE];
    uint8_t reversed[SIZE];
    for (int i = 0; i < SIZE; i++) {
        root_x[i] = roots[2 * i];
        root_y[i] = roots[2 * i + 1];
        reversed[i] = (uint8_t)(((uint32_t)i * 0x0202020202ull & 0x010884422010ull) % 1023);
    }
#pragma omp parallel for
    for (int64_t block = 0; block < count; block++) {
        float x[SIZE], y[SIZE];
        for (int i = 0; i < SIZE; i++) {
            x[reversed[i]] = from[2 * (block * SIZE + i)];
            y[reversed[i]] = from[2 * (block * SIZE + i) + 1];
        }
        for (int half = 1; half < SIZE; half *= 2)
            for (int base = 0; base < SIZE; base += 2 * half)
                for (int j = 0; j < half; j++) {
                    int a = base + j, b = a + half;
                    float tx = root_x[half + j] * x[b] - root_y[half + j] * y[b];
                    float ty = root_x[half + j] * y[b] + root_y[half + j] * x[b];
                    x[b] = x[a] - tx;
                    y[b] = y[a] - ty;
                    x[a] += tx;
                    y[a] += ty;
                }
        for (int i = 0; i < SIZE; i++) {
            to[2 * (block * SIZE + i)] = x[i];
            to[2 * (block * SIZE + i) + 1] = y[i];
        }
    }
}
