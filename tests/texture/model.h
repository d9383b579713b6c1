/* Sampling straight from the formulas of D3D11.3 7.18: slow, in double, and one texel at a time. */
#ifndef SM5_TEST_TEXTURE_MODEL_H
#define SM5_TEST_TEXTURE_MODEL_H

#include "texture/texture.h"

enum model_format { MODEL_FLOAT, MODEL_UNORM, MODEL_SNORM, MODEL_FORMATS };

/* A texture with random texels, and what views see of it. */
struct model {
    struct sm5_texture texture;
    uint8_t *bytes;
    struct texture_view view;
    enum model_format format;
};

uint32_t model_random(uint32_t below);
/* In [low, high), a float. */
float model_real(float low, float high);

/* Makes the texture and its view; NULL bytes are random ones. Free it with model_free. */
void model_make(struct model *m, enum isa_dimension dimension, enum model_format format,
                const struct sm5_texture *sizes);
void model_free(struct model *m);

/* A texel, by coordinates that exist. */
void model_texel(const struct model *m, uint32_t mip, uint32_t layer, const int at[3], double out[4]);

/* What an axis of a filter reads at `coord`: texels and weights. False when the coordinate is so near to the
   middle between two steps of 1/256 that rounding it in float may go either way. */
struct model_axis {
    int texel[2];
    double weight[2];
};
bool model_axis(double coord, uint32_t size, bool linear, int offset, struct model_axis *out);

/* The texel that an address mode chooses; -1: the border. */
int model_wrap(int texel, int size, enum sm5_address mode);

/* The filtered value of mip `mip`; false as above. `compares`: against `reference`. */
struct model_request {
    const struct sm5_sampler *sampler;
    double coords[3];
    uint32_t layer;
    int offset[3];
    bool linear, compares;
    double reference;
};
bool model_sample(const struct model *m, uint32_t mip, const struct model_request *request, double out[4]);

#endif
