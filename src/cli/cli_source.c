/* SOURCE[,key=value]...: contents of resources on the command line. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

/* ---- keys ---- */

static int find_word(const char *const *words, const char *word)
{
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

static bool take_kind(struct cli_source *source, const char *value)
{
    static const char *const words[] = {"structured", "raw", "typed", "cbuffer", NULL};
    static const enum sm5_view_kind kinds[] = {SM5_VIEW_STRUCTURED, SM5_VIEW_RAW, SM5_VIEW_TYPED,
                                               SM5_VIEW_CBUFFER};
    int found = find_word(words, value);
    if (found < 0)
        return host_error("kind=%s: expected structured, raw, typed or cbuffer", value);
    source->kind = kinds[found];
    return true;
}

static bool take_as(struct cli_source *source, const char *value)
{
    static const char *const words[] = {"bits", "unit", "sym", NULL};
    int found = find_word(words, value);
    if (found < 0)
        return host_error("as=%s: expected bits, unit or sym", value);
    source->as = (enum io_random)found;
    source->has_as = true;
    return true;
}

/* The DXGI format with the most similar name. */
static const char *near_format(const char *value)
{
    enum { FORMATS = 256 };
    const char *names[FORMATS + 1] = {0};
    size_t count = 0;
    for (sm5_format format = 1; format < FORMATS; format++)
        if (sm5_format_name(format))
            names[count++] = sm5_format_name(format);
    return io_nearest(value, names);
}

static bool take_format(struct cli_source *source, const char *value)
{
    source->format = sm5_format_find(value);
    if (source->format)
        return true;
    const char *near = near_format(value);
    return near ? host_error("format=%s: unknown format of a buffer or texture; did you mean '%s'?", value,
                             near)
                : host_error("format=%s: unknown format of a buffer or texture; expected a DXGI name such as "
                             "r32_float",
                             value);
}

/* Keys, and the kinds of slots that they apply to. */
enum {
    OF_STRUCTURED = CLI_KEYS_STRUCTURED,
    OF_RAW = CLI_KEYS_RAW,
    OF_TYPED = CLI_KEYS_TYPED,
    OF_CBUFFER = CLI_KEYS_CBUFFER,
    OF_TEXTURE = CLI_KEYS_TEXTURE,
    OF_NAMED = CLI_KEYS_NAMED,
    OF_BUFFERS = OF_STRUCTURED | OF_RAW | OF_TYPED | OF_CBUFFER,
    OF_ALL = OF_BUFFERS | OF_TEXTURE | OF_NAMED,
};

static const struct {
    const char *name;
    unsigned of;
} key_rows[] = {
    {"size", OF_ALL},
    {"first", OF_BUFFERS},
    {"count", OF_BUFFERS},
    {"stride", OF_STRUCTURED | OF_NAMED},
    {"format", OF_TYPED | OF_TEXTURE | OF_NAMED},
    {"kind", OF_BUFFERS},
    {"counter", OF_STRUCTURED},
    {"as", OF_ALL},
    {"below", OF_ALL},
    {"width", OF_TEXTURE},
    {"height", OF_TEXTURE},
    {"depth", OF_TEXTURE},
    {"layers", OF_TEXTURE},
    {"mips", OF_TEXTURE},
    {"samples", OF_TEXTURE},
    {"first_mip", OF_TEXTURE},
    {"view_mips", OF_TEXTURE},
    {"first_layer", OF_TEXTURE},
    {"view_layers", OF_TEXTURE},
    {"min_lod", OF_TEXTURE},
};
enum { KEYS = sizeof key_rows / sizeof key_rows[0] };

static bool unknown_key(const char *key)
{
    const char *names[KEYS + 1] = {0};
    for (int i = 0; i < KEYS; i++)
        names[i] = key_rows[i].name;
    const char *near = io_nearest(key, names);
    if (near)
        return host_error("unknown key '%s'; did you mean '%s'?", key, near);
    return host_error(
        "unknown key '%s'; expected size, first, count, stride, format, kind, counter, as or below; of "
        "textures width, height, depth, layers, mips, samples, first_mip, view_mips, first_layer, "
        "view_layers "
        "or min_lod",
        key);
}

/* Marks the key as given. */
static bool note_key(struct cli_source *source, const char *key)
{
    for (int i = 0; i < KEYS; i++) {
        if (strcmp(key_rows[i].name, key) != 0)
            continue;
        bool twice = source->given >> i & 1;
        source->given |= 1u << i;
        return !twice || host_error("%s= is given twice", key);
    }
    return unknown_key(key);
}

bool cli_source_check_keys(const struct cli_source *source, unsigned of, const char *slot, const char *what)
{
    for (int i = 0; i < KEYS; i++)
        if (source->given >> i & 1 && !(key_rows[i].of & of))
            return host_error("%s: %s= does not go with %s", slot, key_rows[i].name, what);
    return true;
}

/* Applies keys for the sizes of a texture and the range of its view. *known is set when the key is one of
   them. */
static bool take_texture_key(struct host_texture_keys *t, const char *key, const char *value, bool *known)
{
    const struct {
        const char *name;
        uint32_t *number;
    } numbers[] = {
        {"width", &t->width},
        {"height", &t->height},
        {"depth", &t->depth},
        {"layers", &t->layers},
        {"mips", &t->mips},
        {"samples", &t->samples},
        {"first_mip", &t->first_mip},
        {"view_mips", &t->view_mips},
        {"first_layer", &t->first_layer},
        {"view_layers", &t->view_layers},
    };
    *known = strcmp(key, "min_lod") == 0;
    if (*known)
        return host_parse_lod(value, &t->min_lod);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        uint64_t count;
        if (strcmp(numbers[i].name, key) != 0)
            continue;
        *known = true;
        bool first = strncmp(key, "first_", 6) == 0;
        if (!host_parse_count(key, value, UINT32_MAX, &count))
            return false;
        if (count == 0 && !first)
            return host_error("%s=0: expected a number above 0", key);
        *numbers[i].number = (uint32_t)count;
    }
    return true;
}

static bool take_key(struct cli_source *source, const char *key, const char *value)
{
    if (!note_key(source, key))
        return false;
    bool is_texture, ok = take_texture_key(&source->texture, key, value, &is_texture);
    if (is_texture)
        return ok;
    if (strcmp(key, "kind") == 0)
        return take_kind(source, value);
    if (strcmp(key, "as") == 0)
        return take_as(source, value);
    if (strcmp(key, "format") == 0)
        return take_format(source, value);
    const struct {
        const char *name;
        uint64_t *number, limit;
        bool *given;
    } numbers[] = {
        {"size", &source->size, 1ull << 40, &source->has_size},
        {"first", &source->first, 1ull << 40, &source->has_first},
        {"count", &source->count, 1ull << 40, &source->has_count},
        {"stride", &source->stride, UINT32_MAX, NULL},
        {"counter", &source->counter, UINT32_MAX, &source->has_counter},
        {"below", &source->below, UINT32_MAX, &source->has_below},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (strcmp(numbers[i].name, key) != 0)
            continue;
        if (numbers[i].given)
            *numbers[i].given = true;
        if (!host_parse_count(key, value, numbers[i].limit, numbers[i].number))
            return false;
        if (*numbers[i].number == 0 && strcmp(key, "count") == 0)
            return host_error(
                "count=0: expected 1 or more; without count= a view reaches to the buffer's end");
        return *numbers[i].number || strcmp(key, "stride") ||
               host_error("stride=0: expected a number above 0");
    }
    return unknown_key(key);
}

const char *cli_find_key(const char *text)
{
    for (const char *comma = strchr(text, ','); comma; comma = strchr(comma + 1, ',')) {
        size_t letters = strspn(comma + 1, "abcdefghijklmnopqrstuvwxyz_");
        if (letters && comma[1 + letters] == '=')
            return comma;
    }
    return NULL;
}

static char *find_key(char *text)
{
    const char *found = cli_find_key(text);
    return found ? text + (found - text) : NULL;
}

static bool starts(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

static bool is_random(const char *contents)
{
    return strcmp(contents, "rand") == 0 || starts(contents, "rand:");
}

/* Generates contents by a rule, of the size of size=. */
static bool is_made(const char *contents)
{
    return strcmp(contents, "zero") == 0 || strcmp(contents, "iota") == 0 || is_random(contents);
}

/* Suggests a spelling for a source that is not a file: zero for "zeros", f32: for "F32:1". */
static const char *likely_word(const char *contents)
{
    static const char *const words[] = {"zero", "iota", "rand", "null", NULL};
    static const char *const prefixes[] = {"f32:", "u32:", "i32:", "rand:", NULL};
    const char *colon = strchr(contents, ':');
    if (access(contents, F_OK) == 0 || strchr(contents, '/'))
        return NULL;
    if (!colon)
        return strchr(contents, '.') ? NULL : io_nearest(contents, words);
    char *prefix = strndup(contents, (size_t)(colon - contents) + 1);
    const char *near = prefix ? io_nearest(prefix, prefixes) : NULL;
    near = near && strcmp(near, prefix) != 0 ? near : NULL;
    free(prefix);
    return near;
}

static bool check_keys(const struct cli_source *source)
{
    const char *contents = source->contents, *near = NULL;
    if (!contents[0])
        return host_error(
            "an empty source; expected a file, zero, iota, rand, words (f32:1/2), @NAME or null");
    if (strcmp(contents, "null") == 0 && source->given)
        return host_error("'null' takes no keys");
    if (source->has_size && !is_made(contents))
        near = likely_word(contents);
    if (near)
        return host_error("unknown source '%s'; did you mean '%s'?", contents, near);
    if (source->has_size && !is_made(contents))
        return host_error("size= goes with zero, iota and rand; '%s' has a size of its own", contents);
    if ((source->has_as || source->has_below) && !is_random(contents))
        return host_error("as= and below= go with rand, not with '%s'", contents);
    if (source->has_below && source->as != IO_RANDOM_BITS)
        return host_error("below= goes with as=bits");
    if (source->has_below && source->below == 0)
        return host_error("below=0: expected a number above 0");
    return true;
}

bool cli_source_parse(const char *text, struct cli_source *source)
{
    *source = (struct cli_source){.text = strdup(text)};
    if (!source->text)
        return host_error("out of memory");
    source->contents = source->text;
    char *comma = find_key(source->text);
    while (comma) {
        *comma = 0;
        char *key = comma + 1, *value = strchr(key, '=');
        comma = find_key(value);
        if (comma)
            *comma = 0;
        *value++ = 0;
        if (!take_key(source, key, value))
            return false;
    }
    return check_keys(source);
}

/* ---- contents ---- */

/* Rejects sizes larger than the machine's memory: filling an overcommitted buffer would end the process. */
static struct sm5_buffer *new_buffer(uint64_t elements, uint32_t element_bytes)
{
    uint64_t bytes, memory = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    struct sm5_buffer *buffer = NULL;
    if (!__builtin_mul_overflow(elements, element_bytes, &bytes) && bytes <= memory)
        buffer = sm5_buffer_new(bytes);
    if (!buffer)
        host_error("no memory for a resource of %" PRIu64 " elements of %u bytes", elements, element_bytes);
    return buffer;
}

static bool read_file(const char *path, const struct host_rows *rows, struct io_bytes *out)
{
    struct io_error error;
    host_note_input(host_file_path(path));
    if (host_data_load(path, rows, out, &error))
        return true;
    const char *near = likely_word(path);
    return near ? host_error("%s; did you mean '%s'?", error.text, near) : host_error("%s", error.text);
}

static struct sm5_buffer *made_buffer(const struct cli_source *source, uint32_t element_bytes)
{
    uint64_t seed = 0;
    if (!source->has_size) {
        host_error("'%s' needs size=, the number of elements of the resource", source->contents);
        return NULL;
    }
    if (starts(source->contents, "rand:") &&
        !host_parse_count("rand", source->contents + 5, UINT32_MAX, &seed))
        return NULL;
    struct sm5_buffer *buffer = new_buffer(source->size, element_bytes);
    const struct cli_rule rule = {strcmp(source->contents, "iota") == 0, (uint32_t)seed,
                                  (uint32_t)source->below, source->as};
    if (buffer && strcmp(source->contents, "zero") != 0)
        cli_fill(sm5_buffer_data(buffer), sm5_buffer_size(buffer), &rule);
    return buffer;
}

struct sm5_buffer *cli_source_buffer(const struct cli_source *source, uint32_t element_bytes,
                                     const struct host_rows *rows)
{
    const char *contents = source->contents;
    if (is_made(contents))
        return made_buffer(source, element_bytes);
    struct io_bytes bytes;
    struct io_error error;
    bool is_inline = starts(contents, "f32:") || starts(contents, "u32:") || starts(contents, "i32:");
    bool ok = is_inline
                  ? io_parse_words(contents + 4, contents[0], &bytes, &error) || host_error("%s", error.text)
                  : read_file(contents, rows, &bytes);
    if (!ok)
        return NULL;
    struct sm5_buffer *buffer = new_buffer(bytes.size, 1);
    if (buffer)
        memcpy(sm5_buffer_data(buffer), bytes.data, bytes.size);
    io_bytes_free(&bytes);
    return buffer;
}
