/* The kernels. Sizes are such that the memory-bound ones leave every cache. */
#include "kernels.h"

#define MI(count) ((uint64_t)(count) << 20)
enum {
    F_HALF = 0x3f000000,
    F_HUNDREDTH = 0x3c23d70a,
    F_GRAVITY = 0x411ccccd,
    F_ONE_1920TH = 0x3a088889,
    F_ONE_1024TH = 0x3a800000,
    F_COSINE = 0x3f7490ef, /* of 0.3 */
    F_SINE = 0x3e974e6c
};

#define TEXTURE(format, width, height)                                                                       \
    {                                                                                                        \
        SM5_TEXTURE_2D, format, width, height, 1, 1, 1, 1                                                    \
    }

#define VOLUME(format, size)                                                                                 \
    {                                                                                                        \
        SM5_TEXTURE_3D, format, size, size, size, 1, 1, 1                                                    \
    }

enum { RGBA32_FLOAT = 2, RGBA8_UNORM = 28, R32_FLOAT = 41, RG8_UNORM = 49, R8_UNORM = 61 };

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
        .buffers = {{"t4", 16, MI(4), FILL_UNIT, false, {0}, 0}, {"u0", 16, MI(4), FILL_ZERO, false, {0}, 0}},
        .shaders = SHADERS("k1"),
        .bytes = 128.0 * (1 << 20),
        .goal = 1.1,
    },
    {
        .name = "k2",
        .what = "saxpy",
        .symbol = "peer_k2",
        .groups = {32768, 1, 1},
        .buffers = {{"t4", 4, MI(16), FILL_UNIT, false, {0}, 0}, {"u0", 4, MI(16), FILL_UNIT, false, {0}, 0}},
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
        .buffers = {{"u0", 48, MI(1), FILL_SIGNED, false, {0}, 0}},
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
        .buffers = {{"t4", 4, 512 * 512, FILL_SIGNED, false, {0}, 0},
                    {"t5", 4, 512 * 512, FILL_SIGNED, false, {0}, 0},
                    {"u0", 4, 512 * 512, FILL_ZERO, false, {0}, 0}},
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
        .buffers = {{"t4", 16, 8192, FILL_SIGNED, false, {0}, 0}, {"u0", 16, 8192, FILL_ZERO, false, {0}, 0}},
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
        .buffers = {{"t4", 4, MI(16), FILL_UNIT, false, {0}, 0}, {"u0", 4, 16384, FILL_ZERO, false, {0}, 0}},
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
        .buffers = {{"t4", 4, MI(16), FILL_BYTE, false, {0}, 0}, {"u0", 4, 256, FILL_ZERO, true, {0}, 0}},
        .shaders = SHADERS("k8"),
        .traffic = TRAFFIC_READ,
        .bytes = 64.0 * (1 << 20),
        .output = OUTPUT_WORDS,
        .goal = 1.3,
    },
    {
        .name = "k10",
        .what = "mandelbrot",
        .symbol = "peer_k10",
        .shape = SHAPE_PICTURE,
        .groups = {64, 64, 1},
        .buffers = {{"u0", 4, 1024 * 1024, FILL_ZERO, false, {0}, 0}},
        .words = {1024, 1024, 256},
        .word_count = 3,
        .shaders = SHADERS("k10"),
        .bytes = 4.0 * 1024 * 1024,
        .tolerance = 0.02,
        .output = OUTPUT_WORDS,
        .goal = 0.25,
    },
    {
        .name = "k11",
        .what = "bilinear resize, RGBA8",
        .symbol = "peer_k11",
        .shape = SHAPE_IMAGES,
        .groups = {60, 128, 1},
        .buffers = {{"t0", 4, 1280 * 720, FILL_WORD, true, TEXTURE(RGBA8_UNORM, 1280, 720), 0},
                    {"u0", 4, 1920 * 1024, FILL_ZERO, false, TEXTURE(RGBA8_UNORM, 1920, 1024), 0}},
        .words = {1920, 1024, F_ONE_1920TH, F_ONE_1024TH, 1280, 720},
        .word_count = 6,
        .shaders = {{"k11-sample", false}},
        .bytes = 4.0 * (1280 * 720 + 1920 * 1024),
        .tolerance = 2.1 / 255,
        .output = OUTPUT_BYTES,
        .goal = 3,
    },
    {
        .name = "k12",
        .what = "3 x 3 filter, RGBA8",
        .symbol = "peer_k12",
        .shape = SHAPE_IMAGES,
        .groups = {60, 128, 1},
        .buffers = {{"t0", 4, 1920 * 1024, FILL_WORD, false, TEXTURE(RGBA8_UNORM, 1920, 1024), 0},
                    {"u0", 4, 1920 * 1024, FILL_ZERO, false, TEXTURE(RGBA8_UNORM, 1920, 1024), 0}},
        .words = {1920, 1024},
        .word_count = 2,
        .shaders = {{"k12-ld", false}},
        .bytes = 8.0 * 1920 * 1024,
        .tolerance = 1.1 / 255,
        .output = OUTPUT_BYTES,
    },
    {
        .name = "k13",
        .what = "3 x 3 sums, four floats",
        .symbol = "peer_k13",
        .shape = SHAPE_IMAGES,
        .groups = {32, 64, 1},
        .buffers = {{"t0", 16, 1026 * 514, FILL_SIGNED, true, TEXTURE(RGBA32_FLOAT, 1026, 514), 0},
                    {"u0", 16, 1024 * 512, FILL_ZERO, false, {0}, 0}},
        .words = {1024, 512, 1026},
        .word_count = 3,
        .shaders = {{"k13-texture", true}, {"k13-structured", true}},
        .bytes = 32.0 * 1024 * 512,
        .tolerance = 1e-6,
        .within = 1.5,
    },
    {
        .name = "k14",
        .what = "3 x 3 sums, one float",
        .symbol = "peer_k14",
        .shape = SHAPE_IMAGES,
        .groups = {64, 128, 1},
        .buffers = {{"t0", 4, 2050 * 1026, FILL_SIGNED, true, TEXTURE(R32_FLOAT, 2050, 1026), 0},
                    {"u0", 4, 2048 * 1024, FILL_ZERO, false, {0}, 0}},
        .words = {2048, 1024, 2050},
        .word_count = 3,
        .shaders = {{"k14-texture", true}, {"k14-structured", true}},
        .bytes = 8.0 * 2048 * 1024,
        .tolerance = 1e-6,
        .within = 1.5,
    },
    {
        .name = "kahan",
        .what = "compensated sums, doubles",
        .symbol = "peer_kahan",
        .groups = {256, 1, 1},
        .buffers = {{"t0", 8, 16384 * 256, FILL_DOUBLE, true, {0}, 0},
                    {"u0", 8, 16384, FILL_ZERO, false, {0}, 0}},
        .words = {16384, 256},
        .word_count = 2,
        .shaders = {{"kahan", true}},
        .traffic = TRAFFIC_READ,
        .bytes = 8.0 * 16384 * 256,
        .tolerance = 1e-12,
        .output = OUTPUT_DOUBLES,
        .goal = 1.5,
    },
    {
        .name = "simpson",
        .what = "Simpson's rule, doubles",
        .symbol = "peer_simpson",
        .groups = {256, 1, 1},
        .buffers = {{"u0", 8, 16384, FILL_ZERO, false, {0}, 0}},
        .words = {0, 0x40d00000, 128},
        .word_count = 3,
        .shaders = {{"simpson", false}},
        .bytes = 8.0 * 16384,
        .tolerance = 1e-12,
        .output = OUTPUT_DOUBLES,
        .goal = 1.5,
    },
    {
        .name = "mandel64",
        .what = "mandelbrot, doubles",
        .symbol = "peer_mandel64",
        .shape = SHAPE_PICTURE,
        .groups = {64, 64, 1},
        .buffers = {{"u0", 4, 1024 * 1024, FILL_ZERO, false, {0}, 0}},
        .words = {1024, 1024, 256},
        .word_count = 3,
        .shaders = {{"mandel64", true}},
        .bytes = 4.0 * 1024 * 1024,
        .tolerance = 0.02,
        .output = OUTPUT_WORDS,
        .goal = 1.0,
    },
    {
        .name = "mat64",
        .what = "matrix product, doubles",
        .symbol = "peer_mat64",
        .groups = {5, 320, 1},
        .buffers = {{"t0", 8, 320 * 320, FILL_DOUBLE, true, {0}, 0},
                    {"t1", 8, 320 * 320, FILL_DOUBLE, true, {0}, 0},
                    {"u0", 8, 320 * 320, FILL_ZERO, true, {0}, 0}},
        .words = {320},
        .word_count = 1,
        .shaders = {{"mat64", false}},
        .bytes = 24.0 * 320 * 320,
        .flops = 2.0 * 320 * 320 * 320,
        .tolerance = 1e-12,
        .output = OUTPUT_DOUBLES,
        .goal = 1.5,
    },
    {
        .name = "stencil3d",
        .what = "7 points, groups of 4 x 4 x 4",
        .symbol = "peer_stencil3d",
        .shape = SHAPE_IMAGES,
        .groups = {32, 32, 32},
        .buffers = {{"t0", 4, MI(2), FILL_UNIT, false, {0}, 0}, {"u0", 4, MI(2), FILL_ZERO, false, {0}, 0}},
        .words = {128, 128, 128, F_HUNDREDTH},
        .word_count = 4,
        .shaders = {{"stencil3d", false}},
        .bytes = 16.0 * (1 << 20),
        .tolerance = 1e-5,
        .goal = 1.5,
    },
    {
        .name = "edges",
        .what = "3 x 3 gradient, groups of 8 x 8",
        .symbol = "peer_edges",
        .shape = SHAPE_IMAGES,
        .groups = {256, 128, 1},
        .buffers = {{"t0", 4, 2050 * 1026, FILL_UNIT, true, {0}, 0},
                    {"u0", 4, 2048 * 1024, FILL_ZERO, false, {0}, 0}},
        .words = {2048, 1024, 2050},
        .word_count = 3,
        .shaders = {{"edges", false}},
        .bytes = 8.0 * 2048 * 1024,
        .tolerance = 1e-5,
        .goal = 1.5,
    },
    {
        .name = "spheres",
        .what = "rays, continue and early exit",
        .symbol = "peer_spheres",
        .groups = {1024, 1, 1},
        .buffers = {{"t0", 16, 256, FILL_UNIT, true, {0}, 0}, {"u0", 16, 65536, FILL_ZERO, false, {0}, 0}},
        .words = {256, 256, 256, 0x3c000000},
        .word_count = 4,
        .shaders = {{"spheres", false}},
        .bytes = 16.0 * 65536,
        .tolerance = 0.1,
        .output = OUTPUT_WORDS,
        .goal = 1.5,
    },
    {
        .name = "csr",
        .what = "sparse matrix, rows of 1 to 31",
        .symbol = "peer_csr",
        .groups = {1024, 1, 1},
        .buffers = {{"t0", 4, 65537, FILL_OFFSETS, true, {0}, 16},
                    {"t1", 4, 65538 * 16, FILL_INDEX, true, {0}, 65536},
                    {"t2", 4, 65538 * 16, FILL_SIGNED, true, {0}, 0},
                    {"t3", 4, 65536, FILL_SIGNED, true, {0}, 0},
                    {"u0", 4, 65536, FILL_ZERO, false, {0}, 0}},
        .shaders = {{"csr", false}},
        .traffic = TRAFFIC_READ,
        .bytes = 8.0 * 65536 * 17,
        .tolerance = 1e-5,
        .goal = 1.5,
    },
    {
        .name = "options",
        .what = "Black-Scholes",
        .symbol = "peer_options",
        .groups = {1024, 1, 1},
        .buffers = {{"t0", 16, 262144, FILL_UNIT, false, {0}, 0},
                    {"u0", 8, 262144, FILL_ZERO, false, {0}, 0}},
        .words = {F_HUNDREDTH, 0x3e99999a},
        .word_count = 2,
        .shaders = {{"options", false}},
        .bytes = 24.0 * 262144,
        .tolerance = 1e-4,
        .goal = 1.5,
    },
    {
        .name = "waves",
        .what = "sin, cos and pow in a loop",
        .symbol = "peer_waves",
        .groups = {1024, 1, 1},
        .buffers = {{"t0", 16, 32, FILL_UNIT, true, {0}, 0}, {"u0", 16, 65536, FILL_ZERO, false, {0}, 0}},
        .words = {256, 32, F_HUNDREDTH, F_HALF},
        .word_count = 4,
        .shaders = {{"waves", false}},
        .bytes = 16.0 * 65536,
        .tolerance = 1e-4,
        .goal = 1.5,
    },
    {
        .name = "scan",
        .what = "sums of blocks, two levels in g#",
        .symbol = "peer_scan",
        .groups = {16384, 1, 1},
        .buffers = {{"t0", 4, MI(4), FILL_WORD, false, {0}, 0}, {"u0", 4, MI(4), FILL_ZERO, false, {0}, 0}},
        .shaders = {{"scan", true}},
        .bytes = 32.0 * (1 << 20),
        .output = OUTPUT_WORDS,
        .goal = 1.5,
    },
    {
        .name = "fft",
        .what = "transforms of 256 in g#",
        .symbol = "peer_fft",
        .groups = {4096, 1, 1},
        .buffers = {{"t0", 8, MI(1), FILL_SIGNED, false, {0}, 0},
                    {"t1", 8, 256, FILL_SIGNED, true, {0}, 0},
                    {"u0", 8, MI(1), FILL_ZERO, false, {0}, 0}},
        .shaders = {{"fft", false}},
        .bytes = 16.0 * (1 << 20),
        .tolerance = 1e-5,
        .goal = 1.5,
    },
    {
        .name = "tile5",
        .what = "5 x 5 filter, tile in g#",
        .symbol = "peer_tile5",
        .shape = SHAPE_IMAGES,
        .groups = {64, 64, 1},
        .buffers = {{"t0", 4, 1028 * 1028, FILL_SIGNED, true, {0}, 0},
                    {"t1", 4, 25, FILL_SIGNED, true, {0}, 0},
                    {"u0", 4, MI(1), FILL_ZERO, false, {0}, 0}},
        .words = {1024, 1024, 1028},
        .word_count = 3,
        .shaders = {{"tile5", false}},
        .bytes = 8.0 * (1 << 20),
        .tolerance = 1e-5,
        .goal = 1.5,
    },
    {
        .name = "bitonic",
        .what = "sorts of 256 in g#",
        .symbol = "peer_bitonic",
        .groups = {4096, 1, 1},
        .buffers = {{"t0", 4, MI(1), FILL_WORD, false, {0}, 0}, {"u0", 4, MI(1), FILL_ZERO, false, {0}, 0}},
        .shaders = {{"bitonic", true}},
        .bytes = 8.0 * (1 << 20),
        .output = OUTPUT_WORDS,
        .goal = 1.5,
    },
    {
        .name = "blelloch",
        .what = "sums of blocks, tree in g#",
        .symbol = "peer_blelloch",
        .groups = {8192, 1, 1},
        .buffers = {{"t0", 4, MI(4), FILL_WORD, false, {0}, 0}, {"u0", 4, MI(4), FILL_ZERO, false, {0}, 0}},
        .shaders = {{"blelloch", true}},
        .bytes = 32.0 * (1 << 20),
        .output = OUTPUT_WORDS,
        .goal = 1.5,
    },
    {
        .name = "dct8",
        .what = "8 x 8 cosine transforms in g#",
        .symbol = "peer_dct8",
        .shape = SHAPE_IMAGES,
        .groups = {128, 128, 1},
        .buffers = {{"t0", 4, MI(1), FILL_SIGNED, true, {0}, 0},
                    {"t1", 4, 64, FILL_SIGNED, true, {0}, 0},
                    {"u0", 4, MI(1), FILL_ZERO, false, {0}, 0}},
        .words = {1024},
        .word_count = 1,
        .shaders = {{"dct8", false}},
        .bytes = 8.0 * (1 << 20),
        .tolerance = 1e-5,
        .goal = 1.5,
    },
    {
        .name = "compact",
        .what = "odd words of blocks, scan in g#",
        .symbol = "peer_compact",
        .groups = {16384, 1, 1},
        .buffers = {{"t0", 4, MI(4), FILL_WORD, false, {0}, 0},
                    {"u0", 4, MI(4), FILL_ZERO, false, {0}, 0},
                    {"u1", 4, 16384, FILL_ZERO, false, {0}, 0}},
        .shaders = {{"compact", true}},
        .bytes = 32.0 * (1 << 20),
        .output = OUTPUT_WORDS,
        .goal = 1.5,
    },
    {
        .name = "transpose",
        .what = "matrix, tiles in g#",
        .symbol = "peer_transpose",
        .shape = SHAPE_IMAGES,
        .groups = {32, 32, 1},
        .buffers = {{"t0", 4, MI(1), FILL_SIGNED, true, {0}, 0}, {"u0", 4, MI(1), FILL_ZERO, false, {0}, 0}},
        .words = {1024},
        .word_count = 1,
        .shaders = {{"transpose", true}},
        .bytes = 8.0 * (1 << 20),
        .goal = 1.5,
    },
    {
        .name = "digest",
        .what = "SHA-256, array of 64 words",
        .symbol = "peer_digest",
        .groups = {1024, 1, 1},
        .buffers = {{"t0", 4, MI(1), FILL_WORD, false, {0}, 0},
                    {"t1", 4, 64, FILL_WORD, true, {0}, 0},
                    {"u0", 16, 131072, FILL_ZERO, false, {0}, 0}},
        .shaders = {{"digest", true}},
        .bytes = 96.0 * 65536,
        .output = OUTPUT_WORDS,
        .goal = 1.5,
    },
    {
        .name = "skin",
        .what = "skinning, palette of matrices",
        .symbol = "peer_skin",
        .groups = {4096, 1, 1},
        .buffers = {{"t0", 32, 262144, FILL_UNIT, false, {0}, 0},
                    {"t1", 48, 64, FILL_SIGNED, true, {0}, 0},
                    {"u0", 12, 262144, FILL_ZERO, false, {0}, 0}},
        .shaders = {{"skin", false}},
        .bytes = 44.0 * 262144,
        .tolerance = 1e-5,
        .goal = 1.5,
    },
    {
        .name = "blur4",
        .what = "nine taps on float4, clamped",
        .symbol = "peer_blur4",
        .shape = SHAPE_IMAGES,
        .groups = {16, 512, 1},
        .buffers = {{"t0", 16, 1024 * 512, FILL_SIGNED, false, {0}, 0},
                    {"t1", 4, 9, FILL_SIGNED, true, {0}, 0},
                    {"u0", 16, 1024 * 512, FILL_ZERO, false, {0}, 0}},
        .words = {1024, 512},
        .word_count = 2,
        .shaders = {{"blur4", false}},
        .bytes = 32.0 * 1024 * 512,
        .tolerance = 1e-5,
        .goal = 1.5,
    },
    {
        .name = "mip",
        .what = "next mip, RGBA8",
        .symbol = "peer_mip",
        .shape = SHAPE_IMAGES,
        .groups = {120, 64, 1},
        .buffers = {{"t0", 4, 1920 * 1024, FILL_WORD, false, TEXTURE(RGBA8_UNORM, 1920, 1024), 0},
                    {"u0", 4, 960 * 512, FILL_ZERO, false, TEXTURE(RGBA8_UNORM, 960, 512), 0}},
        .words = {960, 512},
        .word_count = 2,
        .shaders = {{"mip", false}},
        .bytes = 5.0 * 1920 * 1024,
        .tolerance = 1.1 / 255,
        .output = OUTPUT_BYTES,
        .goal = 1.5,
    },
    {
        .name = "gauss",
        .what = "five bilinear samples, RGBA8",
        .symbol = "peer_gauss",
        .shape = SHAPE_IMAGES,
        .fixed = true,
        .groups = {120, 64, 1},
        .buffers = {{"t0", 4, 1920 * 1024, FILL_WORD, false, TEXTURE(RGBA8_UNORM, 1920, 1024), 0},
                    {"u0", 4, 1920 * 1024, FILL_ZERO, false, TEXTURE(RGBA8_UNORM, 1920, 1024), 0}},
        .words = {F_ONE_1920TH, F_ONE_1024TH, 1920, 1024},
        .word_count = 4,
        .shaders = {{"gauss", false}},
        .bytes = 8.0 * 1920 * 1024,
        .tolerance = 2.1 / 255,
        .output = OUTPUT_BYTES,
        .goal = 1.5,
    },
    {
        .name = "middle3",
        .what = "median of 3 x 3, clamped",
        .symbol = "peer_middle3",
        .shape = SHAPE_IMAGES,
        .groups = {120, 64, 1},
        .buffers = {{"t0", 4, 1920 * 1024, FILL_SIGNED, false, TEXTURE(R32_FLOAT, 1920, 1024), 0},
                    {"u0", 4, 1920 * 1024, FILL_ZERO, false, TEXTURE(R32_FLOAT, 1920, 1024), 0}},
        .words = {1920, 1024},
        .word_count = 2,
        .shaders = {{"middle3", false}},
        .bytes = 8.0 * 1920 * 1024,
        .tolerance = 0,
        .goal = 1.5,
    },
    {
        .name = "grade",
        .what = "colours from a volume, trilinear",
        .symbol = "peer_grade",
        .shape = SHAPE_IMAGES,
        .groups = {240, 128, 1},
        .buffers = {{"t0", 4, 1920 * 1024, FILL_WORD, false, TEXTURE(RGBA8_UNORM, 1920, 1024), 0},
                    {"t1", 4, 32 * 32 * 32, FILL_WORD, true, VOLUME(RGBA8_UNORM, 32), 0},
                    {"u0", 4, 1920 * 1024, FILL_ZERO, false, TEXTURE(RGBA8_UNORM, 1920, 1024), 0}},
        .words = {1920, 1024},
        .word_count = 2,
        .shaders = {{"grade", false}},
        .bytes = 8.0 * 1920 * 1024,
        .tolerance = 3.1 / 255,
        .output = OUTPUT_BYTES,
        .goal = 1.5,
    },
    {
        .name = "tones",
        .what = "histogram of four floats",
        .symbol = "peer_tones",
        .shape = SHAPE_IMAGES,
        .groups = {64, 32, 1},
        .buffers = {{"t0", 16, 1024 * 512, FILL_UNIT, false, TEXTURE(RGBA32_FLOAT, 1024, 512), 0},
                    {"u0", 4, 256, FILL_ZERO, true, {0}, 0}},
        .words = {1024, 512},
        .word_count = 2,
        .shaders = {{"tones", false}},
        .bytes = 16.0 * 1024 * 512,
        .tolerance = 1e-3,
        .goal = 1.5,
    },
    {
        .name = "turn",
        .what = "rotation, bilinear, one float",
        .symbol = "peer_turn",
        .fixed = true,
        .shape = SHAPE_IMAGES,
        .groups = {64, 64, 1},
        .buffers = {{"t0", 4, 1024 * 1024, FILL_UNIT, false, TEXTURE(R32_FLOAT, 1024, 1024), 0},
                    {"u0", 4, 1024 * 1024, FILL_ZERO, false, TEXTURE(R32_FLOAT, 1024, 1024), 0}},
        .words = {F_COSINE, F_SINE, F_ONE_1024TH, F_ONE_1024TH, 1024, 1024},
        .word_count = 6,
        .shaders = {{"turn", false}},
        .bytes = 8.0 * 1024 * 1024,
        .tolerance = 1e-2,
        .goal = 1.5,
    },
    {
        .name = "rows",
        .what = "dense matrix, a row a thread",
        .symbol = "peer_rows",
        .shape = SHAPE_ROWS,
        .groups = {32, 1, 1},
        .buffers = {{"t0", 4, MI(2), FILL_SIGNED, false, {0}, 0},
                    {"t1", 4, 1024, FILL_SIGNED, true, {0}, 0},
                    {"u0", 4, 2048, FILL_ZERO, false, {0}, 0}},
        .words = {1024},
        .word_count = 1,
        .shaders = {{"rows", false}},
        .traffic = TRAFFIC_READ,
        .bytes = 4.0 * MI(2),
        .tolerance = 1e-4,
        .goal = 1.5,
    },
    {
        .name = "unit",
        .what = "rows scaled, a row a thread",
        .symbol = "peer_unit",
        .shape = SHAPE_ROWS,
        .groups = {256, 1, 1},
        .buffers = {{"t0", 4, MI(2), FILL_SIGNED, false, {0}, 0}, {"u0", 4, MI(2), FILL_ZERO, false, {0}, 0}},
        .words = {128},
        .word_count = 1,
        .shaders = {{"unit", false}},
        .bytes = 16.0 * (1 << 20),
        .tolerance = 1e-4,
        .goal = 1.5,
    },
    {
        .name = "strides",
        .what = "sum with a stride of all threads",
        .symbol = "peer_strides",
        .shape = SHAPE_ROWS,
        .fixed = true,
        .groups = {32, 1, 1},
        .buffers = {{"t0", 4, MI(2), FILL_SIGNED, false, {0}, 0}, {"u0", 4, 32, FILL_ZERO, false, {0}, 0}},
        .words = {MI(2)},
        .word_count = 1,
        .shaders = {{"strides", false}},
        .traffic = TRAFFIC_READ,
        .bytes = 4.0 * MI(2),
        .tolerance = 1e-3,
        .goal = 1.5,
    },
    {
        .name = "horner",
        .what = "polynomial of degree 255",
        .symbol = "peer_horner",
        .groups = {1024, 1, 1},
        .buffers = {{"t0", 4, 256, FILL_SIGNED, true, {0}, 0},
                    {"t1", 4, 65536, FILL_SIGNED, false, {0}, 0},
                    {"u0", 4, 65536, FILL_ZERO, false, {0}, 0}},
        .words = {256},
        .word_count = 1,
        .shaders = {{"horner", false}},
        .bytes = 8.0 * 65536,
        .tolerance = 1e-4,
        .goal = 1.5,
    },
    {
        .name = "lu4",
        .what = "LU of 4 x 4 matrices, array",
        .symbol = "peer_lu4",
        .shape = SHAPE_ROWS,
        .groups = {1024, 1, 1},
        .buffers = {{"u0", 64, 65536, FILL_SIGNED, false, {0}, 0},
                    {"u1", 4, 65536, FILL_ZERO, false, {0}, 0}},
        .shaders = {{"lu4", false}},
        .bytes = 132.0 * 65536,
        .tolerance = 1e-4,
        .goal = 1.5,
    },
    {
        .name = "life",
        .what = "game of life on a torus, groups of 8 x 8",
        .symbol = "peer_life",
        .shape = SHAPE_IMAGES,
        .groups = {128, 128, 1},
        .buffers = {{"t0", 4, MI(1), FILL_WORD, false, {0}, 0}, {"u0", 4, MI(1), FILL_ZERO, false, {0}, 0}},
        .words = {1024, 1024},
        .word_count = 2,
        .shaders = {{"life", true}},
        .bytes = 8.0 * (1 << 20),
        .output = OUTPUT_WORDS,
        .goal = 1.5,
    },
    {
        .name = "lbm",
        .what = "lattice Boltzmann step on a torus, groups of 32 x 4",
        .symbol = "peer_lbm",
        .shape = SHAPE_IMAGES,
        .groups = {8, 64, 1},
        .buffers = {{"t0", 4, 9 * MI(1) / 16, FILL_UNIT, false, {0}, 0},
                    {"u0", 4, 9 * MI(1) / 16, FILL_ZERO, false, {0}, 0}},
        .words = {256, 256, F_HALF},
        .word_count = 3,
        .shaders = {{"lbm", false}},
        .bytes = 4.5 * (1 << 20),
        .tolerance = 1e-5,
        .goal = 1.5,
    },
    {
        .name = "nv12",
        .what = "NV12 to RGBA8",
        .symbol = "peer_nv12",
        .shape = SHAPE_IMAGES,
        .groups = {64, 64, 1},
        .buffers = {{"t0", 4, MI(1) / 4, FILL_WORD, false, TEXTURE(R8_UNORM, 1024, 1024), 0},
                    {"t1", 4, MI(1) / 8, FILL_WORD, false, TEXTURE(RG8_UNORM, 512, 512), 0},
                    {"u0", 4, MI(1), FILL_ZERO, false, TEXTURE(RGBA8_UNORM, 1024, 1024), 0}},
        .words = {1024, 1024},
        .word_count = 2,
        .shaders = {{"nv12", false}},
        .bytes = 5.5 * (1 << 20),
        .tolerance = 1.5 / 255,
        .output = OUTPUT_BYTES,
        .goal = 1.5,
    },
    {
        .name = "sobel",
        .what = "Sobel filter on packed bytes, clamped",
        .symbol = "peer_sobel",
        .shape = SHAPE_IMAGES,
        .groups = {16, 64, 1},
        .buffers = {{"t0", 4, MI(1) / 4, FILL_WORD, false, {0}, 0},
                    {"u0", 4, MI(1) / 4, FILL_ZERO, false, {0}, 0}},
        .words = {1024, 1024},
        .word_count = 2,
        .shaders = {{"sobel", true}},
        .bytes = 2.0 * (1 << 20),
        .output = OUTPUT_WORDS,
    },
    {
        .name = "poly",
        .what = "polynomial, coefficients indexed in cb0, groups of 96",
        .symbol = "peer_poly",
        .groups = {8192, 1, 1},
        .buffers = {{"t0", 4, 3 * MI(1) / 4, FILL_SIGNED, false, {0}, 0},
                    {"u0", 4, 3 * MI(1) / 4, FILL_ZERO, false, {0}, 0}},
        .words = {F_HALF, F_HUNDREDTH, F_COSINE, F_SINE, F_HALF, F_HUNDREDTH, F_COSINE, F_SINE},
        .word_count = 8,
        .shaders = {{"poly", true}},
        .bytes = 6.0 * (1 << 20),
        .tolerance = 1e-6,
        .goal = 1.5,
    },
    {
        .name = "luma",
        .what = "packed pixels, groups of 8 x 8 by SV_GroupID",
        .symbol = "peer_luma",
        .shape = SHAPE_IMAGES,
        .groups = {256, 128, 1},
        .buffers = {{"t0", 4, MI(2), FILL_WORD, false, {0}, 0}, {"u0", 4, MI(2), FILL_ZERO, false, {0}, 0}},
        .words = {2048, 1024},
        .word_count = 2,
        .shaders = {{"luma", true}},
        .bytes = 8.0 * 2048 * 1024,
        .output = OUTPUT_WORDS,
        .goal = 1.5,
    },
};

/* Halves sizes that are proportional to the number of groups, while groups and buffers stay integral. */
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

/* Rows of the results; the resized image is the upper part. */
static void halve_images(struct kernel *kernel)
{
    if (kernel->words[1] <= 32)
        return;
    kernel->words[1] /= 2;
    kernel->groups[1] /= 2;
    kernel->bytes /= 2;
    for (int i = 0; i < PEER_BUFFERS; i++) {
        if (kernel->buffers[i].whole)
            continue;
        kernel->buffers[i].count /= 2;
        kernel->buffers[i].texture.height /= 2;
    }
}

bool kernel_at(size_t i, unsigned halvings, struct kernel *kernel)
{
    if (i >= sizeof kernels / sizeof kernels[0])
        return false;
    *kernel = kernels[i];
    halvings = kernel->fixed ? 0 : halvings;
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
    case SHAPE_IMAGES:
        for (unsigned n = 0; n < halvings; n++)
            halve_images(kernel);
        break;
    }
    return true;
}
