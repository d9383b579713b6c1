/* Whole reads and writes: more than a pipe holds, the end of a file, errors. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/base.h"
#include "test.h"

enum { SIZE = 1 << 20 }; /* 16 times what a pipe holds */

struct writer {
    int file;
    uint8_t *bytes;
    bool written;
};

static void *write_pipe(void *context)
{
    struct writer *w = context;
    w->written = file_write_all(w->file, w->bytes, SIZE);
    return NULL;
}

static void more_than_a_pipe_holds_is_moved(void **state)
{
    (void)state;
    int ends[2];
    pthread_t thread;
    uint8_t *bytes = malloc(SIZE), *got = malloc(SIZE);
    assert_true(bytes && got && pipe(ends) == 0);
    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = (uint8_t)(i * 7 + i / 4096);
    struct writer w = {ends[1], bytes, false};
    assert_int_equal(pthread_create(&thread, NULL, write_pipe, &w), 0);
    assert_true(file_read_all(ends[0], got, SIZE));
    pthread_join(thread, NULL);
    assert_true(w.written);
    assert_memory_equal(bytes, got, SIZE);
    close(ends[1]);
    assert_false(file_read_all(ends[0], got, 1)); /* the end */
    close(ends[0]);
    free(bytes);
    free(got);
}

static void places_of_a_file_are_read(void **state)
{
    (void)state;
    char got[4] = "";
    int file = memfd_create("test", MFD_CLOEXEC);
    assert_true(file >= 0 && file_write_all(file, "0123456789", 10));
    assert_true(file_read_at(file, got, 3, 7));
    assert_string_equal(got, "789");
    assert_false(file_read_at(file, got, 3, 8));
    assert_true(file_read_at(file, got, 0, 99));
    close(file);
    assert_false(file_read_at(file, got, 1, 0));
}

static void a_reader_that_is_gone_is_an_error(void **state)
{
    (void)state;
    int ends[2];
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    assert_false(file_write_all(ends[1], "x", 1));
    close(ends[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_than_a_pipe_holds_is_moved),
        cmocka_unit_test(places_of_a_file_are_read),
        cmocka_unit_test(a_reader_that_is_gone_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
