/* Contents of resources that each rank reads by parts: made by a rule, or bytes of a regular file. Ranks that do not see
   the file, as on another machine without a shared file system, get their parts from rank 0. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "ranks/ranks.h"

struct cli_content {
    bool is_made, is_zero;
    struct cli_rule rule;
    int file; /* -1: this rank does not see it */
    bool is_shared;
    struct io_range range; /* in the file, or from 0 on */
    char *path;            /* for messages */
};

/* ---- opening ---- */

/* What rank 0 found, and by what others recognise the file. */
struct identity {
    bool found;
    uint64_t size;
    int64_t seconds, nanoseconds; /* of the last change */
    struct io_range range;
};

static bool made_size(const struct cli_source *source, uint32_t element_bytes, uint64_t *bytes)
{
    const uint64_t most = (uint64_t)1 << 40;
    return !__builtin_mul_overflow(source->size, element_bytes, bytes) && *bytes && *bytes <= most;
}

/* Where the rows are in a .npy file that has them byte by byte. */
static bool find_rows(int file, uint64_t size, const struct io_layout *layout, struct io_range *range)
{
    enum { HEAD = 1 << 17 }; /* longer headers have thousands of fields */
    struct io_bytes head = {.size = size < HEAD ? (size_t)size : HEAD};
    head.data = malloc(head.size);
    bool ok = head.data && io_read_range(file, (struct io_range){0, head.size}, head.data) &&
              io_npy_range(&head, size, layout, range);
    io_bytes_free(&head);
    return ok;
}

static struct identity identify(const struct cli_content *content, const struct host_rows *rows)
{
    struct identity it = {0};
    struct stat about;
    if (content->file < 0 || fstat(content->file, &about) != 0)
        return it;
    it.size = (uint64_t)about.st_size;
    it.seconds = about.st_mtim.tv_sec;
    it.nanoseconds = about.st_mtim.tv_nsec;
    it.range.size = it.size;
    it.found = !rows || find_rows(content->file, it.size, &rows->layout, &it.range);
    return it;
}

/* Whether all ranks see the file of rank 0; closes another one. */
static bool compare(struct cli_content *content, const struct identity *first)
{
    struct identity own = identify(content, NULL);
    uint8_t same = own.found && own.size == first->size && own.seconds == first->seconds &&
                   own.nanoseconds == first->nanoseconds;
    uint8_t *all = calloc((size_t)ranks_count(), sizeof *all);
    ranks_agree(all ? HOST_OK : HOST_BAD_COMMAND, 0);
    ranks_exchange(&same, sizeof same, all);
    bool shared = memchr(all, 0, (size_t)ranks_count()) == NULL;
    free(all);
    if (!same && content->file >= 0) {
        close(content->file);
        content->file = -1;
    }
    return shared;
}

/* Failures are those of the usual way to read the file. */
static bool open_file(struct cli_content *content, const char *path, const struct host_rows *rows)
{
    enum host_file kind = host_file_kind(path);
    uint64_t size;
    if ((kind != HOST_FILE_RAW && kind != HOST_FILE_NPY) || strcmp(host_file_path(path), "-") == 0)
        return false;
    content->path = strdup(host_file_path(path));
    content->file = io_open_range(content->path, &size);
    struct identity first = identify(content, kind == HOST_FILE_NPY ? rows : NULL);
    ranks_broadcast(&first, sizeof first);
    content->range = first.range;
    content->is_shared = compare(content, &first);
    if (first.found)
        host_note_input(content->path);
    return first.found;
}

struct cli_content *cli_content_open(const struct cli_source *source, uint32_t element_bytes,
                                     const struct host_rows *rows)
{
    static const char *const others[] = {"f32:", "u32:", "i32:"};
    struct cli_content *content = calloc(1, sizeof *content);
    bool ok = content != NULL;
    for (size_t i = 0; ok && i < sizeof others / sizeof others[0]; i++)
        ok = strncmp(source->contents, others[i], strlen(others[i])) != 0;
    if (!ok) {
        free(content);
        return NULL;
    }
    content->file = -1;
    content->is_made = cli_source_is_made(source->contents);
    content->is_zero = strcmp(source->contents, "zero") == 0;
    if (content->is_made) {
        content->is_shared = true;
        ok = source->has_size && made_size(source, element_bytes, &content->range.size) &&
             cli_source_rule(source, &content->rule);
    } else
        ok = open_file(content, source->contents, rows);
    if (ok)
        return content;
    cli_content_free(content);
    return NULL;
}

void cli_content_free(struct cli_content *content)
{
    if (content && content->file >= 0)
        close(content->file);
    if (content)
        free(content->path);
    free(content);
}

uint64_t cli_content_size(const struct cli_content *content)
{
    return content->range.size;
}

bool cli_content_is_zero(const struct cli_content *content)
{
    return content->is_zero;
}

bool cli_content_is_file(const struct cli_content *content)
{
    return !content->is_made;
}

bool cli_content_is_shared(const struct cli_content *content)
{
    return content->is_shared;
}

/* ---- reading ---- */

bool cli_content_read(const struct cli_content *content, struct io_range range, uint8_t *out)
{
    if (content->is_zero)
        memset(out, 0, range.size);
    else if (content->is_made)
        cli_fill(out, range, &content->rule);
    else
        return io_read_range(content->file, (struct io_range){content->range.first + range.first, range.size},
                             out) ||
               host_error("%s: cannot be read", content->path);
    return true;
}

enum { PIECE = 16 << 20 };

/* Rank 0 reads and sends one range. */
static bool send_range(const struct cli_content *content, struct io_range range, int to, uint8_t *piece)
{
    bool ok = true;
    for (uint64_t at = 0; at < range.size; at += PIECE) {
        uint64_t size = range.size - at < PIECE ? range.size - at : PIECE;
        ok = ok && cli_content_read(content, (struct io_range){range.first + at, size}, piece);
        ranks_send(piece, size, to);
    }
    return ok;
}

static void receive_range(struct io_range range, uint8_t *out)
{
    for (uint64_t at = 0; at < range.size; at += PIECE)
        ranks_receive(out + at, range.size - at < PIECE ? range.size - at : PIECE, 0);
}

static bool serve_ranges(const struct cli_content *content, const struct io_range *ranges, uint8_t *out)
{
    uint8_t *piece = io_alloc(PIECE);
    ranks_agree(piece ? HOST_OK : HOST_BAD_COMMAND, 0);
    bool ok = cli_content_read(content, ranges[0], out);
    for (int r = 1; r < ranks_count(); r++)
        ok &= send_range(content, ranges[r], r, piece);
    free(piece);
    return ok;
}

void cli_content_distribute(const struct cli_content *content, struct io_range range, uint8_t *out)
{
    bool ok = true;
    struct io_range *ranges = calloc((size_t)ranks_count(), sizeof *ranges);
    ranks_agree(ranges ? HOST_OK : HOST_BAD_COMMAND, 0);
    ranks_exchange(&range, sizeof range, ranges);
    if (content->is_shared)
        ok = cli_content_read(content, range, out);
    else if (ranks_own() == 0)
        ok = serve_ranges(content, ranges, out);
    else {
        ranks_agree(HOST_OK, 0);
        receive_range(range, out);
    }
    free(ranges);
    ranks_agree(ok ? HOST_OK : HOST_BAD_COMMAND, 0);
}

void cli_content_broadcast(const struct cli_content *content, uint8_t *out)
{
    bool reads = content->is_made || ranks_own() == 0;
    bool ok = !reads || cli_content_read(content, (struct io_range){0, content->range.size}, out);
    ranks_agree(ok ? HOST_OK : HOST_BAD_COMMAND, 0);
    if (!content->is_made)
        ranks_broadcast(out, content->range.size);
}
