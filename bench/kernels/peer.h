/* The kernels in plain C with OpenMP, as one would write them for this machine without thinking of sm5. Each
   build of them (compiler, flags) is a shared object that the benchmark loads. */
#ifndef SM5_BENCH_PEER_H
#define SM5_BENCH_PEER_H

#include <stdint.h>

enum { PEER_BUFFERS = 5 };

/* What a kernel works on: buffers and constant words in the order of its row in kernel_table.c. */
struct peer_args {
    void *buffers[PEER_BUFFERS];
    uint64_t counts[PEER_BUFFERS]; /* elements */
    const uint32_t *words;
};

typedef void peer_kernel(const struct peer_args *args);

peer_kernel peer_k1, peer_k2, peer_k3, peer_k5, peer_k6, peer_k7, peer_k8, peer_k10, peer_k11, peer_k12,
    peer_k13, peer_k14, peer_align, peer_bands, peer_batch4, peer_bicubic, peer_bitonic, peer_blelloch,
    peer_block8, peer_blur4, peer_blur8, peer_blurw, peer_box9, peer_boxes, peer_byrow, peer_coarse,
    peer_columns, peer_compact, peer_conv4, peer_corners, peer_csr, peer_cubes, peer_dct8, peer_dense,
    peer_depths, peer_det3, peer_digest, peer_dilate, peer_distance, peer_dot8, peer_down2, peer_edges,
    peer_fft, peer_field, peer_five, peer_gauss, peer_gauss6, peer_gemv, peer_globe, peer_grade, peer_halo,
    peer_hillis, peer_horner, peer_joint, peer_kahan, peer_keyed, peer_lattice, peer_lbm, peer_levels,
    peer_life, peer_lu4, peer_luma, peer_mandel64, peer_march, peer_mat4, peer_mat64, peer_middle3, peer_mip,
    peer_mirror, peer_moments, peer_motion, peer_nearest, peer_noise, peer_norm, peer_nv12, peer_options,
    peer_parse, peer_pixels4, peer_planes, peer_odd12, peer_poly, peer_ragged, peer_probe, peer_queens,
    peer_recur, peer_resample, peer_redblack, peer_relax, peer_rows, peer_scan, peer_scores, peer_segsum,
    peer_simpson, peer_skin, peer_skips, peer_sobel, peer_softmax, peer_spheres, peer_spread, peer_states,
    peer_stencil3d, peer_strides, peer_suffix, peer_sumcols, peer_sumrows, peer_syrk, peer_taps, peer_tile3d,
    peer_tile5, peer_tile8, peer_tones, peer_transpose, peer_turn, peer_upmap, peer_unit, peer_waves;

/* Threads of all functions here from now on. */
void peer_set_threads(int count);
/* An empty parallel region: the next one finds its threads awake. */
void peer_wake(void);

/* The machine's limits, over all threads. */
void peer_memcpy(void *out, const void *in, uint64_t bytes);
void peer_stream_copy(void *out, const void *in, uint64_t bytes);
/* Reads and writes each byte in place. */
void peer_update(void *inout, uint64_t bytes);
/* Reads all bytes; returns a sum, so that nothing can be left out. */
uint64_t peer_read(const void *in, uint64_t bytes);
/* Independent chains of fused multiply-adds in registers; returns how many float operations (two each) each
   of the `rounds` did on all threads together. */
uint64_t peer_fma(uint64_t rounds, float *out);

static inline float peer_float(uint32_t word)
{
    union {
        uint32_t word;
        float value;
    } bits = {word};
    return bits.value;
}

#endif
