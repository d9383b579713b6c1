/* SOURCE[,key=value]...: contents of resources on the command line. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

/* ---- keys ---- */

/* The DXGI format with the most similar name. */
static const char *nearest_format(const char *value)
{
    enum { FORMATS = 256 };
    const char *names[FORMATS + 1] = {0};
    size_t count = 0;
    for (sm5_format format = 1; format < FORMATS; format++)
        if (sm5_format_name(format))
            names[count++] = sm5_format_name(format);
    return io_nearest(value, names);
}

static bool set_format(void *at, const char *value)
{
    const char *near = (*(sm5_format *)at = sm5_format_find(value)) ? NULL : nearest_format(value);
    return *(sm5_format *)at || host_error("format=%s: unknown format of a buffer or texture; %s%s%s", value,
                                           near ? "did you mean '" : "expected a DXGI name such as ",
                                           near ? near : "r32_float", near ? "'?" : "");
}

static bool set_lod(void *at, const char *value)
{
    return host_parse_lod(value, at);
}

/* The kinds of slots that a key applies to. */
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

/* The type at the row's offset. */
enum key_kind { KEY_U64, KEY_U32, KEY_WORD /* unsigned */, KEY_CALL };

static const struct cli_word kinds[] = {{"structured", SM5_VIEW_STRUCTURED},
                                        {"raw", SM5_VIEW_RAW},
                                        {"typed", SM5_VIEW_TYPED},
                                        {"cbuffer", SM5_VIEW_CBUFFER},
                                        {0}};
static const struct cli_word randoms[] = {
    {"bits", IO_RANDOM_BITS}, {"unit", IO_RANDOM_UNIT}, {"sym", IO_RANDOM_SYM}, {0}};

#define AT(field)    .offset = offsetof(struct cli_source, field)
#define GIVEN(field) .given = offsetof(struct cli_source, has_##field) + 1

static const struct {
    const char *name;
    unsigned of;
    enum key_kind kind;
    size_t offset, given; /* `given`: offset plus one of a bool that is set; 0: none */
    uint64_t min, max;    /* `max` 0: UINT32_MAX */
    const struct cli_word *words;
    bool (*set)(void *at, const char *value);
} key_rows[] = {
    {"size", OF_ALL, KEY_U64, AT(size), GIVEN(size), .max = 1ull << 40},
    {"first", OF_BUFFERS, KEY_U64, AT(first), GIVEN(first), .max = 1ull << 40},
    {"count", OF_BUFFERS, KEY_U64, AT(count), GIVEN(count), .min = 1, .max = 1ull << 40},
    {"stride", OF_STRUCTURED | OF_NAMED, KEY_U64, AT(stride), .min = 1},
    {"format", OF_TYPED | OF_TEXTURE | OF_NAMED, KEY_CALL, AT(format), .set = set_format},
    {"kind", OF_BUFFERS, KEY_WORD, AT(kind), .words = kinds},
    {"counter", OF_STRUCTURED, KEY_U64, AT(counter), GIVEN(counter)},
    {"as", OF_ALL, KEY_WORD, AT(as), GIVEN(as), .words = randoms},
    {"below", OF_ALL, KEY_U64, AT(below), GIVEN(below)},
    {"width", OF_TEXTURE, KEY_U32, AT(texture.width), .min = 1},
    {"height", OF_TEXTURE, KEY_U32, AT(texture.height), .min = 1},
    {"depth", OF_TEXTURE, KEY_U32, AT(texture.depth), .min = 1},
    {"layers", OF_TEXTURE, KEY_U32, AT(texture.layers), .min = 1},
    {"mips", OF_TEXTURE, KEY_U32, AT(texture.mips), .min = 1},
    {"samples", OF_TEXTURE, KEY_U32, AT(texture.samples), .min = 1},
    {"first_mip", OF_TEXTURE, KEY_U32, AT(texture.first_mip)},
    {"view_mips", OF_TEXTURE, KEY_U32, AT(texture.view_mips), .min = 1},
    {"first_layer", OF_TEXTURE, KEY_U32, AT(texture.first_layer)},
    {"view_layers", OF_TEXTURE, KEY_U32, AT(texture.view_layers), .min = 1},
    {"min_lod", OF_TEXTURE, KEY_CALL, AT(texture.min_lod), .set = set_lod},
};
enum { KEYS = sizeof key_rows / sizeof key_rows[0] };

static bool fail_unknown_key(const char *key)
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
        "view_layers or min_lod",
        key);
}

bool cli_source_check_keys(const struct cli_source *source, unsigned of, const char *slot, const char *what)
{
    for (int i = 0; i < KEYS; i++)
        if (source->given >> i & 1 && !(key_rows[i].of & of))
            return host_error("%s: %s= does not apply to %s", slot, key_rows[i].name, what);
    return true;
}

static bool set_word(int row, const char *value, unsigned *out)
{
    char name[16];
    snprintf(name, sizeof name, "%s=", key_rows[row].name);
    const struct cli_word *word = cli_find_word(name, key_rows[row].words, value);
    *out = word ? word->value : 0;
    return word;
}

static bool parse_key(struct cli_source *source, const char *key, const char *value)
{
    int row = 0;
    while (row < KEYS && strcmp(key_rows[row].name, key) != 0)
        row++;
    if (row == KEYS)
        return fail_unknown_key(key);
    if (source->given >> row & 1)
        return host_error("%s= is given twice", key);
    source->given |= 1u << row;
    void *at = (char *)source + key_rows[row].offset;
    if (key_rows[row].given)
        *(bool *)((char *)source + key_rows[row].given - 1) = true;
    if (key_rows[row].kind == KEY_CALL)
        return key_rows[row].set(at, value);
    if (key_rows[row].kind == KEY_WORD)
        return set_word(row, value, at);
    uint64_t number = 0, max = key_rows[row].max ? key_rows[row].max : UINT32_MAX;
    if (!host_parse_count(key, value, max, &number))
        return false;
    if (key_rows[row].kind == KEY_U64)
        *(uint64_t *)at = number;
    else
        *(uint32_t *)at = (uint32_t)number;
    return number >= key_rows[row].min || host_error("%s=0: expected a number above 0", key);
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

static bool starts_with(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

static bool is_random(const char *contents)
{
    return strcmp(contents, "rand") == 0 || starts_with(contents, "rand:");
}

/* Generates contents by a rule, of the size of size=. */
bool cli_source_is_made(const char *contents)
{
    return strcmp(contents, "zero") == 0 || strcmp(contents, "iota") == 0 || is_random(contents);
}

/* Suggests a spelling for a source that is not a file: zero for "zeros", f32: for "F32:1". */
static const char *suggest_source(const char *contents)
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
    if (source->has_size && !cli_source_is_made(contents))
        near = suggest_source(contents);
    if (near)
        return host_error("unknown source '%s'; did you mean '%s'?", contents, near);
    if (source->has_size && !cli_source_is_made(contents))
        return host_error("size= requires zero, iota or rand; '%s' has its own size", contents);
    if ((source->has_as || source->has_below) && !is_random(contents))
        return host_error("as= and below= require rand, not '%s'", contents);
    if (source->has_below && source->as != IO_RANDOM_BITS)
        return host_error("below= requires as=bits");
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
        if (!parse_key(source, key, value))
            return false;
    }
    return check_keys(source);
}

/* ---- contents ---- */

/* Rejects sizes larger than the machine's memory: filling an overcommitted buffer would end the process. */
struct sm5_buffer *cli_new_buffer(uint64_t elements, uint32_t element_bytes)
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
    const char *near = suggest_source(path);
    return near ? host_error("%s; did you mean '%s'?", error.text, near) : host_error("%s", error.text);
}

bool cli_source_rule(const struct cli_source *source, struct cli_rule *rule)
{
    uint64_t seed = 0;
    *rule = (struct cli_rule){
        .iota = strcmp(source->contents, "iota") == 0, .below = (uint32_t)source->below, .as = source->as};
    if (!source->has_size)
        return host_error("'%s' needs size=, the number of elements of the resource", source->contents);
    if (starts_with(source->contents, "rand:") &&
        !host_parse_count("rand", source->contents + 5, UINT32_MAX, &seed))
        return false;
    rule->seed = (uint32_t)seed;
    return true;
}

static struct sm5_buffer *made_buffer(const struct cli_source *source, uint32_t element_bytes)
{
    struct cli_rule rule;
    if (!cli_source_rule(source, &rule))
        return NULL;
    struct sm5_buffer *buffer = cli_new_buffer(source->size, element_bytes);
    if (buffer && strcmp(source->contents, "zero") != 0)
        cli_fill(sm5_buffer_data(buffer), (struct io_range){0, sm5_buffer_size(buffer)}, &rule);
    return buffer;
}

/* Bytes of a file are aligned for vectors; others are copied to memory that is. */
static struct cli_memory memory_of_bytes(struct io_bytes *bytes)
{
    enum { ALIGN = 64 };
    struct cli_memory memory = {0};
    if (bytes->size && (uintptr_t)bytes->data % ALIGN == 0)
        memory.buffer = sm5_buffer_wrap(bytes->data, bytes->size);
    if (memory.buffer) {
        memory.bytes = *bytes;
        return memory;
    }
    memory.buffer = cli_new_buffer(bytes->size, 1);
    if (memory.buffer)
        memcpy(sm5_buffer_data(memory.buffer), bytes->data, bytes->size);
    io_bytes_free(bytes);
    return memory;
}

struct cli_memory cli_source_memory(const struct cli_source *source, uint32_t element_bytes,
                                    const struct host_rows *rows)
{
    const char *contents = source->contents;
    if (cli_source_is_made(contents))
        return (struct cli_memory){.buffer = made_buffer(source, element_bytes)};
    struct io_bytes bytes;
    struct io_error error;
    bool is_inline =
        starts_with(contents, "f32:") || starts_with(contents, "u32:") || starts_with(contents, "i32:");
    bool ok = is_inline
                  ? io_parse_words(contents + 4, contents[0], &bytes, &error) || host_error("%s", error.text)
                  : read_file(contents, rows, &bytes);
    return ok ? memory_of_bytes(&bytes) : (struct cli_memory){0};
}

void cli_free_memory(struct cli_memory *memory)
{
    sm5_buffer_free(memory->buffer);
    io_bytes_free(&memory->bytes);
}
