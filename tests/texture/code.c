/* What compiled levels of the processor have of their own: every channel of every UNORM width, and texels of
   compressed blocks, to the bit. */
#include "base/base.h"
#include "numeric/num_env.h"
#include "numeric/num_format.h"
#include "test.h"
#include "texture/texture.h"

/* A row of texels that a batch loads, lane by lane. */
struct row {
    _Alignas(64) uint8_t bytes[16 * TEXTURE_LANES];
    uint32_t columns[TEXTURE_LANES];
    struct texture_view view;
    struct texture_batch batch;
};

static void open_row(struct row *r, const char *format)
{
    const struct sm5_texture texture = {
        SM5_TEXTURE_1D, sm5_format_find(format), TEXTURE_LANES, 1, 1, 1, 1, 1};
    texture_layout_view(&texture, 0, 1, 0, 1, &r->view);
    r->view.format = format_info(texture.format);
    r->view.base = r->bytes;
    r->view.dimension = ISA_DIM_TEXTURE1D;
    for (uint32_t i = 0; i < TEXTURE_LANES; i++)
        r->columns[i] = i;
    r->batch = (struct texture_batch){.mask = 0xffff, .coords = {r->columns}};
}

static void check_values(struct row *r, const struct texture_code *code, unsigned channel)
{
    const unsigned bits = r->view.format->bits[channel], shift = r->view.format->shift[channel];
    const unsigned bytes = r->view.format->bytes;
    for (uint32_t first = 0; first < 1u << bits; first += TEXTURE_LANES) {
        texture_words words;
        for (uint32_t i = 0; i < TEXTURE_LANES; i++) {
            uint64_t element = (uint64_t)((first + i) & ((1u << bits) - 1)) << shift;
            memcpy(r->bytes + i * bytes, &element, bytes);
        }
        code->load(&r->view, &r->batch, words);
        for (uint32_t i = 0; i < TEXTURE_LANES; i++)
            assert_int_equal(words[channel][i], num_unorm_to_float((first + i) & ((1u << bits) - 1), bits));
    }
}

static void test_every_unorm_is_the_quotient(void **state)
{
    (void)state;
    static const char *const formats[] = {"r8g8b8a8_unorm",       "b5g6r5_unorm",      "b5g5r5a1_unorm",
                                          "b4g4r4a4_unorm",       "r10g10b10a2_unorm", "r16g16b16a16_unorm",
                                          "r24_unorm_x8_typeless"};
    for (unsigned level = 0; level <= num_level(); level++) {
        for (unsigned i = 0; i < BASE_COUNT(formats); i++) {
            struct row r;
            open_row(&r, formats[i]);
            for (unsigned channel = 0; channel < 4; channel++)
                if (r.view.format->bits[channel])
                    check_values(&r, texture_code_of(level), channel);
        }
    }
}

/* Ties between two channel values and their neighbours, where rounding changes; infinities and NaNs. */
static uint32_t hard_word(uint32_t i, unsigned bits)
{
    static const uint32_t odd[] = {0x7fc00000, 0x7f800000, 0xff800000, 0x80000000,
                                   1,          0xbf800000, 0x3f800001, 0x3f7fffff};
    uint32_t most = (1u << bits) - 1, step = i / 8 % most;
    float middle = (float)(((double)step + 0.5) / (double)most);
    return i % 8 == 7 ? odd[i / 8 % BASE_COUNT(odd)] : bits_of_float(middle) + i % 8 - 3;
}

static void check_stores(struct row *r, const struct texture_code *code)
{
    const struct format_info *format = r->view.format;
    for (uint32_t first = 0; first < 1u << 19; first += TEXTURE_LANES) {
        uint32_t values[4][TEXTURE_LANES];
        uint8_t element[16];
        for (unsigned c = 0; c < 4; c++) {
            for (uint32_t i = 0; i < TEXTURE_LANES; i++)
                values[c][i] = format->bits[c] ? hard_word(first + i + 24 * c, format->bits[c]) : 0;
            r->batch.values[c] = values[c];
        }
        r->batch.mask = first % 64 ? 0xffff : 0x7bff;
        memset(r->bytes, 0xaa, sizeof r->bytes);
        code->store(&r->view, &r->batch);
        for (uint32_t i = 0; i < TEXTURE_LANES; i++) {
            const uint32_t words[4] = {values[0][i], values[1][i], values[2][i], values[3][i]};
            memset(element, 0xaa, sizeof element);
            if (r->batch.mask >> i & 1)
                format_store(format, element, words);
            assert_memory_equal(r->bytes + 4 * i, element, 4);
        }
    }
}

static void test_stores_round_as_the_format_does(void **state)
{
    (void)state;
    static const char *const formats[] = {"r8g8b8a8_unorm", "r10g10b10a2_unorm", "r16g16_unorm"};
    for (unsigned level = 0; level <= num_level(); level++) {
        for (unsigned i = 0; i < BASE_COUNT(formats); i++) {
            struct row r;
            open_row(&r, formats[i]);
            check_stores(&r, texture_code_of(level));
        }
    }
}

/* Blocks of random bits, every fourth with endpoints that are equal or differ in one bit. */
static void fill_blocks(uint8_t *bytes, uint32_t block, uint64_t *random)
{
    for (uint32_t i = 0; i < TEXTURE_LANES * block; i++) {
        *random = *random * 6364136223846793005u + 1442695040888963407u;
        bytes[i] = (uint8_t)(*random >> 56);
    }
    for (uint32_t i = 0; i < TEXTURE_LANES; i += 4) {
        uint8_t *ends = bytes + i * block + block - 8;
        memcpy(ends + 2, ends, 2);
        ends[1] = i % 8 ? ends[0] : ends[0] ^ 1;
    }
}

/* Lane i loads texel `at` of block i. */
static void check_blocks(struct row *r, const struct texture_code *code, uint32_t at)
{
    const struct format_info *format = r->view.format;
    uint32_t columns[TEXTURE_LANES], rows[TEXTURE_LANES], expected[4];
    texture_words words;
    for (uint32_t i = 0; i < TEXTURE_LANES; i++) {
        columns[i] = 4 * i + at % 4;
        rows[i] = at / 4;
    }
    r->batch.coords[0] = columns;
    r->batch.coords[1] = rows;
    code->load(&r->view, &r->batch, words);
    for (uint32_t i = 0; i < TEXTURE_LANES; i++) {
        format_load_texel(format, r->bytes + i * format->bytes, at % 4, at / 4, expected);
        for (unsigned c = 0; c < 4; c++)
            assert_int_equal(words[c][i], expected[c]);
    }
}

static void test_blocks_decode_as_single_texels(void **state)
{
    (void)state;
    enum { ROUNDS = 500, BLOCK_TEXELS = 16 };
    static const char *const formats[] = {"bc1_unorm", "bc1_unorm_srgb", "bc2_unorm", "bc2_unorm_srgb",
                                          "bc3_unorm", "bc3_unorm_srgb", "bc4_unorm", "bc4_snorm",
                                          "bc5_unorm", "bc5_snorm",      "bc7_unorm"};
    uint64_t random = 1;
    for (unsigned level = 0; level <= num_level(); level++) {
        for (unsigned i = 0; i < BASE_COUNT(formats) * ROUNDS; i++) {
            struct row r;
            open_row(&r, formats[i % BASE_COUNT(formats)]);
            const struct sm5_texture texture = {
                SM5_TEXTURE_2D, r.view.format->dxgi, 4 * TEXTURE_LANES, 4, 1, 1, 1, 1};
            texture_layout_view(&texture, 0, 1, 0, 1, &r.view);
            r.view.format = format_info(texture.format);
            r.view.base = r.bytes;
            r.view.dimension = ISA_DIM_TEXTURE2D;
            fill_blocks(r.bytes, r.view.format->bytes, &random);
            for (uint32_t texel = 0; texel < BLOCK_TEXELS; texel++)
                check_blocks(&r, texture_code_of(level), texel);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_unorm_is_the_quotient),
        cmocka_unit_test(test_stores_round_as_the_format_does),
        cmocka_unit_test(test_blocks_decode_as_single_texels),
    };
    uint32_t environment = num_env_enter();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    num_env_leave(environment);
    return failed;
}
