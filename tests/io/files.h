/* Files of a test, in a temporary folder of the build. */
#ifndef SM5_TEST_FILES_H
#define SM5_TEST_FILES_H

#include <stdio.h>
#include <unistd.h>

#include "io/io.h"
#include "test.h"

/* A fresh path; the file does not exist. The caller removes the file it creates. */
static inline void temporary_path(char path[64], const char *ending)
{
    snprintf(path, 64, "/tmp/sm5-test-%ld%s", (long)getpid(), ending);
    unlink(path);
}

/* Reads and removes the file. */
static inline struct io_bytes take_file(const char *path)
{
    struct io_bytes bytes;
    struct io_error error;
    assert_true(io_read_file(path, IO_MEMORY_MOST, &bytes, &error));
    unlink(path);
    return bytes;
}

#endif
