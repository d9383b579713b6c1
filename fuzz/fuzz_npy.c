/* A .npy file of rows is refused with a message, or read; the rows are written and read again to the same bytes. */
#include "fuzz_data.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_file(data, size, io_npy_rows);
    return 0;
}
