/* Files that rank 0 reads for all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ranks/ranks.h"

static bool shares;

void ranks_share_files(bool share)
{
    shares = share && ranks_count() > 1;
}

/* What the other ranks get before the contents. */
struct head {
    uint64_t size;
    bool ok;
    struct io_error error;
};

bool ranks_read_file(const char *path, uint64_t most, struct io_bytes *out, struct io_error *error)
{
    struct head head = {0};
    if (!shares)
        return io_read_file(path, most, out, error);
    *out = (struct io_bytes){0};
    ranks_agree(0, 0);
    if (ranks_own() == 0) {
        head.ok = io_read_file(path, most, out, &head.error);
        head.size = out->size;
    }
    ranks_broadcast(&head, sizeof head);
    *error = head.error;
    if (!head.ok)
        return false;
    if (ranks_own() != 0) {
        out->data = io_alloc(head.size);
        out->size = head.size;
    }
    bool ok = out->data || io_fail(error, "%s: does not fit into memory", path);
    if (!ok)
        fprintf(stderr, "sm5: %s\n", error->text);
    ranks_agree(ok ? 0 : 2, 0);
    ranks_broadcast(out->data, head.size);
    return true;
}
