/* Frames: whole, split at any byte, and malformed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include "protocol/protocol.h"

#include <cmocka.h>

enum { LIMIT = 100 };

static enum protocol_state next(struct protocol_frames *f, char *out)
{
    struct bytes body;
    const char *why = NULL;
    enum protocol_state state = protocol_frames_next(f, &body, &why);
    assert_int_equal(state == PROTOCOL_MALFORMED, why != NULL);
    if (state == PROTOCOL_FRAME) {
        memcpy(out, body.data, body.size);
        out[body.size] = '\0';
    }
    return state;
}

static void frames_split_anywhere(void **state)
{
    (void)state;
    static const char text[] =
        "Content-Length: 2\r\n\r\n{}"
        "content-type: application/vscode-jsonrpc; charset=utf-8\r\nCONTENT-LENGTH:3\r\n\r\n[1]"
        "Content-Length: 0\r\n\r\n";
    static const char *const bodies[] = {"{}", "[1]", ""};
    for (size_t split = 0; split < sizeof text - 1; split++) {
        struct protocol_frames f = {.limit = LIMIT};
        char body[LIMIT + 1];
        unsigned seen = 0;
        for (int part = 0; part < 2; part++) {
            assert_true(
                protocol_frames_add(&f, text + (part ? split : 0), part ? sizeof text - 1 - split : split));
            while (next(&f, body) == PROTOCOL_FRAME)
                assert_string_equal(body, bodies[seen++]);
        }
        assert_int_equal(seen, 3);
        protocol_frames_free(&f);
    }
}

static void expect_malformed(const char *text)
{
    struct protocol_frames f = {.limit = LIMIT};
    char body[LIMIT + 1];
    assert_true(protocol_frames_add(&f, text, strlen(text)));
    assert_int_equal(next(&f, body), PROTOCOL_MALFORMED);
    protocol_frames_free(&f);
}

static void malformed_headers(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "\r\n",
        "Content-Length: \r\n\r\n",
        "Content-Length: -1\r\n\r\n",
        "Content-Length: 0x10\r\n\r\n",
        "Content-Length: 101\r\n\r\n",
        "Content-Length: 99999999999999999999999999999999\r\n\r\n",
        "Content-Length: 2 \r\n\r\n{}",
        "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
        "Content-Type: x\r\n\r\n",
        "POST / HTTP/1.1\r\n",
        "Host: localhost\r\nContent-Length: 2\r\n\r\n{}",
        "no colon\r\n",
    };
    for (size_t i = 0; i < BASE_COUNT(texts); i++)
        expect_malformed(texts[i]);
    char *text = malloc(PROTOCOL_HEADER_MAX + 1);
    memset(text, 'a', PROTOCOL_HEADER_MAX);
    text[PROTOCOL_HEADER_MAX] = '\0';
    expect_malformed(text);
    free(text);
}

static void incomplete_frames(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "C", "Content-Length: 2\r\n", "Content-Length: 2\r\n\r",
                                        "Content-Length: 2\r\n\r\n{"};
    for (size_t i = 0; i < BASE_COUNT(texts); i++) {
        struct protocol_frames f = {.limit = LIMIT};
        char body[LIMIT + 1];
        assert_true(protocol_frames_add(&f, texts[i], strlen(texts[i])));
        assert_int_equal(next(&f, body), PROTOCOL_PARTIAL);
        protocol_frames_free(&f);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_split_anywhere),
        cmocka_unit_test(malformed_headers),
        cmocka_unit_test(incomplete_frames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
