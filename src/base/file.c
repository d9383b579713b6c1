/* Whole reads and writes of descriptors: calls that signals interrupt, or that move a part, are continued. */
#include <errno.h>
#include <unistd.h>

#include "base/base.h"

bool file_write_all(int file, const void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = write(file, (const char *)bytes + done, size - done);
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

bool file_read_all(int file, void *out, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = read(file, (char *)out + done, size - done);
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}

bool file_read_at(int file, void *out, size_t size, uint64_t at)
{
    for (size_t done = 0; done < size;) {
        ssize_t n = pread(file, (char *)out + done, size - done, (off_t)(at + done));
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}
