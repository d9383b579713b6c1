/* The kernels. Sizes are such that the memory-bound ones leave every cache. */
#include "kernels.h"

#define MI(count) ((uint64_t)(count) << 20)
enum { F_HALF = 0x3f000000, F_HUNDREDTH = 0x3c23d70a, F_GRAVITY = 0x411ccccd };

#define SHADERS(name)                                                                                        \
    {                                                                                                        \
        {name "-plain", true}, {name "-fxc", false},                                                         \
    }

static const struct kernel kernels[] = {
    {
        .name = "k1",
        .what = "structured copy",
        .symbol = "peer_k1",
        .groups = {16384, 1, 1},
        .buffers = {{"t4", 16, MI(4), FILL_UNIT, false}, {"u0", 16, MI(4), FILL_ZERO, false}},
        .shaders = SHADERS("k1"),
        .bytes = 128.0 * (1 << 20),
        .goal = 1.1,
    },
    {
        .name = "k2",
        .what = "saxpy",
        .symbol = "peer_k2",
        .groups = {32768, 1, 1},
        .buffers = {{"t4", 4, MI(16), FILL_UNIT, false}, {"u0", 4, MI(16), FILL_UNIT, false}},
        .words = {F_HALF},
        .word_count = 1,
        .shaders = SHADERS("k2"),
        .traffic = TRAFFIC_UPDATE,
        .bytes = 192.0 * (1 << 20),
        .tolerance = 1e-6,
        .goal = 1.1,
    },
    {
        .name = "k3",
        .what = "particles in place",
        .symbol = "peer_k3",
        .groups = {4096, 1, 1},
        .buffers = {{"u0", 48, MI(1), FILL_SIGNED, false}},
        .words = {F_HUNDREDTH, F_GRAVITY},
        .word_count = 2,
        .shaders = SHADERS("k3"),
        .traffic = TRAFFIC_UPDATE,
        .bytes = 96.0 * (1 << 20),
        .tolerance = 1e-6,
        .goal = 1.1,
    },
    {
        .name = "k5",
        .what = "matrix product, g#",
        .symbol = "peer_k5",
        .shape = SHAPE_MATRIX,
        .groups = {32, 32, 1},
        .buffers = {{"t4", 4, 512 * 512, FILL_SIGNED, false},
                    {"t5", 4, 512 * 512, FILL_SIGNED, false},
                    {"u0", 4, 512 * 512, FILL_ZERO, false}},
        .words = {512},
        .word_count = 1,
        .shaders = SHADERS("k5"),
        .bytes = 12.0 * 512 * 512,
        .flops = 2.0 * 512 * 512 * 512,
        .tolerance = 1e-5,
        .goal = 1.5,
    },
    {
        .name = "k6",
        .what = "n-body, g#",
        .symbol = "peer_k6",
        .shape = SHAPE_BODIES,
        .groups = {32, 1, 1},
        .buffers = {{"t4", 16, 8192, FILL_SIGNED, false}, {"u0", 16, 8192, FILL_ZERO, false}},
        .words = {8192, F_HUNDREDTH},
        .word_count = 2,
        .shaders = SHADERS("k6"),
        .bytes = 32.0 * 8192,
        .flops = 20.0 * 8192 * 8192,
        .tolerance = 1e-5,
        .goal = 1.1,
    },
    {
        .name = "k7",
        .what = "sum, tree in g#",
        .symbol = "peer_k7",
        .groups = {16384, 1, 1},
        .buffers = {{"t4", 4, MI(16), FILL_UNIT, false}, {"u0", 4, 16384, FILL_ZERO, false}},
        .shaders = SHADERS("k7"),
        .traffic = TRAFFIC_READ,
        .bytes = 64.0 * (1 << 20),
        .tolerance = 1e-6,
        .goal = 1.5,
    },
    {
        .name = "k8",
        .what = "histogram, g# atomics",
        .symbol = "peer_k8",
        .groups = {4096, 1, 1},
        .buffers = {{"t4", 4, MI(16), FILL_BYTE, false}, {"u0", 4, 256, FILL_ZERO, true}},
        .shaders = SHADERS("k8"),
        .traffic = TRAFFIC_READ,
        .bytes = 64.0 * (1 << 20),
        .words_out = true,
        .goal = 1.3,
    },
    {
        .name = "k10",
        .what = "mandelbrot",
        .symbol = "peer_k10",
        .shape = SHAPE_PICTURE,
        .groups = {64, 64, 1},
        .buffers = {{"u0", 4, 1024 * 1024, FILL_ZERO, false}},
        .words = {1024, 1024, 256},
        .word_count = 3,
        .shaders = SHADERS("k10"),
        .bytes = 4.0 * 1024 * 1024,
        .tolerance = 0.02,
        .words_out = true,
        .goal = 0.25,
    },
};

/* Halves what grows with the number of groups, where groups and buffers stay whole. */
static void halve_rows(struct kernel *kernel)
{
    if (kernel->groups[0] <= 16)
        return;
    kernel->groups[0] /= 2;
    kernel->bytes /= 2;
    for (int i = 0; i < PEER_BUFFERS; i++)
        if (!kernel->buffers[i].whole)
            kernel->buffers[i].count /= 2;
}

/* n x n x n: half of n is an eighth of the work. */
static void halve_matrix(struct kernel *kernel)
{
    if (kernel->words[0] <= 32)
        return;
    kernel->words[0] /= 2;
    kernel->groups[0] /= 2;
    kernel->groups[1] /= 2;
    kernel->bytes /= 4;
    kernel->flops /= 8;
    for (int i = 0; i < PEER_BUFFERS; i++)
        kernel->buffers[i].count /= 4;
}

/* n x n: half of n is a quarter of the work. */
static void halve_bodies(struct kernel *kernel)
{
    if (kernel->words[0] <= 512)
        return;
    kernel->words[0] /= 2;
    kernel->groups[0] /= 2;
    kernel->bytes /= 2;
    kernel->flops /= 4;
    for (int i = 0; i < PEER_BUFFERS; i++)
        kernel->buffers[i].count /= 2;
}

static void halve_picture(struct kernel *kernel)
{
    if (kernel->words[1] <= 32)
        return;
    kernel->words[1] /= 2;
    kernel->groups[1] /= 2;
    kernel->bytes /= 2;
    kernel->buffers[0].count /= 2;
}

bool kernel_at(size_t i, unsigned halvings, struct kernel *kernel)
{
    if (i >= sizeof kernels / sizeof kernels[0])
        return false;
    *kernel = kernels[i];
    /* A step of the cubic one is worth three, of the square one two. */
    switch (kernel->shape) {
    case SHAPE_ROWS:
        for (unsigned n = 0; n < halvings; n++)
            halve_rows(kernel);
        break;
    case SHAPE_MATRIX:
        for (unsigned n = 0; n < halvings; n += 3)
            halve_matrix(kernel);
        break;
    case SHAPE_BODIES:
        for (unsigned n = 0; n < halvings; n += 2)
            halve_bodies(kernel);
        break;
    case SHAPE_PICTURE:
        for (unsigned n = 0; n < halvings; n++)
            halve_picture(kernel);
        break;
    }
    return true;
}
