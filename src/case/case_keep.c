/* sm5 test --keep: writes the results of a case to files. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "case/case_run.h"

/* Whether a name of a case is a path inside the folder, without empty components. */
static bool is_inside(const char *name)
{
    while (*name) {
        size_t length = strcspn(name, "/");
        if (length == 0 || (length == 1 && name[0] == '.') || (length == 2 && strncmp(name, "..", 2) == 0))
            return false;
        name += length + (name[length] == '/');
    }
    return true;
}

static bool write_kept(struct case_runner *r, const char *folder, const char *name, const void *data,
                       size_t size)
{
    struct io_error error = {"out of memory", true};
    char *path = io_join(folder, name), *parent = path ? strdup(path) : NULL;
    if (parent)
        *strrchr(parent, '/') = 0; /* DIR/CASE/NAME contains one */
    bool ok = parent && io_make_folder(parent, &error) && io_write_file(path, data, size, &error);
    free(parent);
    free(path);
    return ok || case_stop(r, CASE_FAILED, "--keep: %s", error.text);
}

/* Contents that are expected in place have no file name: they are written to expect_SLOT.bin. */
static bool keep_bytes(struct case_runner *r, const char *folder, const struct case_data *expect,
                       const char *slot, const void *data, size_t size)
{
    char made[96];
    snprintf(made, sizeof made, "expect_%.80s.bin", slot);
    const char *name = expect->file ? expect->file : made, *slash = strrchr(name, '/');
    if (!is_inside(name))
        name = slash && is_inside(slash + 1) && slash[1] ? slash + 1 : made;
    return write_kept(r, folder, name, data, size);
}

static bool keep_contents(struct case_runner *r, const char *folder, const struct case_data *expect,
                          const char *slot, struct sm5_buffer *buffer)
{
    return !expect->present || !buffer ||
           keep_bytes(r, folder, expect, slot, sm5_buffer_data(buffer), sm5_buffer_size(buffer));
}

static bool keep_counters(struct case_runner *r, const char *folder)
{
    char *text = NULL;
    size_t size = 0;
    struct host_json json = {.out = open_memstream(&text, &size)};
    if (!json.out)
        return case_stop(r, CASE_FAILED, "out of memory");
    host_json_open(&json, NULL, '{');
    for (size_t i = 0; i < r->test.binding_count; i++)
        if (r->places[i].has_counter)
            host_json_number(&json, r->places[i].name, r->places[i].counter);
    host_json_close(&json, '}');
    bool ok = fclose(json.out) == 0 && text ? write_kept(r, folder, "counters.json", text, size)
                                            : case_stop(r, CASE_FAILED, "out of memory");
    free(text);
    return ok;
}

static bool keep_all(struct case_runner *r, const char *folder)
{
    for (size_t i = 0; i < r->test.binding_count; i++)
        if (!keep_contents(r, folder, &r->test.bindings[i].expect, r->places[i].name, r->places[i].buffer))
            return false;
    for (size_t i = 0; i < r->test.buffer_count; i++)
        if (!keep_contents(r, folder, &r->test.buffers[i].expect, r->test.buffers[i].name, r->buffers[i]))
            return false;
    return keep_counters(r, folder);
}

/* DIR/CASE, malloc'ed. */
static char *folder_of(struct case_runner *r)
{
    const char *name = r->options->folder ? r->options->folder : r->test.name;
    if (!is_inside(name) || strchr(name, '/')) {
        case_stop(r, CASE_FAILED, "--keep: invalid folder name '%s'", name);
        return NULL;
    }
    char *folder = io_join(r->options->keep, name);
    if (!folder)
        case_stop(r, CASE_FAILED, "out of memory");
    return folder;
}

bool case_keep(struct case_runner *r)
{
    if (!r->options->keep)
        return true;
    char *folder = folder_of(r);
    bool ok = folder && keep_all(r, folder);
    free(folder);
    return ok;
}

bool case_keep_output(struct case_runner *r, const struct case_data *expect, const char *slot,
                      const void *data, size_t size)
{
    if (!r->options->keep)
        return true;
    char *folder = folder_of(r);
    bool ok = folder && keep_bytes(r, folder, expect, slot, data, size);
    free(folder);
    return ok;
}
