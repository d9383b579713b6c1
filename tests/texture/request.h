/* One lane's question, asked of all that answer: each instruction set of the processor, any lane of a
   batch. */
#ifndef SM5_TEST_TEXTURE_REQUEST_H
#define SM5_TEST_TEXTURE_REQUEST_H

#include "texture/texture.h"

/* `coords` in operand order: texture coordinates, then the layer of an array. */
struct texture_request {
    float coords[4];
    float ddx[3], ddy[3]; /* TEXTURE_LOD_DERIVED */
    float lod;            /* TEXTURE_LOD_GIVEN */
    float bias;
    float clamp;
    float reference;
    uint8_t source; /* enum texture_lod_source */
    bool has_clamp, compares;
    int8_t offset[3];
    uint8_t component;
};

void texture_sample(const struct texture_view *view, const struct sm5_sampler *sampler,
                    const struct texture_request *request, uint32_t out[4]);
void texture_gather(const struct texture_view *view, const struct sm5_sampler *sampler,
                    const struct texture_request *request, uint32_t out[4]);
void texture_sample_lod(const struct texture_view *view, const struct sm5_sampler *sampler,
                        const struct texture_request *request, uint32_t out[4]);

/* In the order of a load's operand: texels, the layer after them, the mip last. */
struct texture_address {
    uint32_t coords[4], sample;
    int8_t offset[3];
};
void texture_load(const struct texture_view *view, const struct texture_address *at, uint32_t out[4]);
uint8_t *texture_load_element(const struct texture_view *view, const struct texture_address *at);
void texture_store(const struct texture_view *view, const struct texture_address *at,
                   const uint32_t words[4]);

#endif
