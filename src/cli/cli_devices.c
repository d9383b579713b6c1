/* sm5 devices: lists the Vulkan devices. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

struct options {
    const char *json;
};

static const struct cli_option option_table[] = {
    {"--json", "FILE", "write the list; - is standard output", OPTION_TEXT,
     .offset = offsetof(struct options, json)},
    {0},
};

static void print(const struct sm5_device *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct sm5_device *d = &list[i];
        printf("%zu  %s (%s)\n   %s; Vulkan %" PRIu32 ".%" PRIu32 ".%" PRIu32 "%s%s\n", i, d->name, d->kind,
               d->driver, d->version[0], d->version[1], d->version[2],
               d->has_robustness2 ? "" : "; without robustBufferAccess2 and null descriptors",
               d->has_doubles ? "" : "; without doubles");
    }
}

static void write_device(struct host_json *json, const struct sm5_device *d)
{
    char version[48];
    snprintf(version, sizeof version, "%" PRIu32 ".%" PRIu32 ".%" PRIu32, d->version[0], d->version[1],
             d->version[2]);
    host_json_break(json);
    host_json_open(json, NULL, '{');
    host_json_text(json, "name", d->name);
    host_json_text(json, "kind", d->kind);
    host_json_text(json, "driver", d->driver);
    host_json_text(json, "vulkan", version);
    host_json_number(json, "vendor", d->vendor);
    host_json_number(json, "id", d->id);
    host_json_bool(json, "robust_buffer_access_2", d->has_robustness2);
    host_json_bool(json, "doubles", d->has_doubles);
    host_json_close(json, '}');
}

static bool write_json(const char *path, const struct sm5_device *list, size_t count)
{
    struct host_text text;
    if (!host_text_open(&text))
        return false;
    struct host_json json = {.out = text.out};
    host_json_open(&json, NULL, '{');
    host_json_open(&json, "devices", '[');
    for (size_t i = 0; i < count; i++)
        write_device(&json, &list[i]);
    host_json_close(&json, ']');
    host_json_close(&json, '}');
    return host_text_write(&text, path);
}

static bool refuse_argument(void *options, const char *text)
{
    (void)options;
    return host_error("devices: unexpected argument '%s'; expected options only", text);
}

static int run(int argc, char **argv)
{
    struct options options = {0};
    struct sm5_device list[64];
    size_t count = 0;
    int code = cli_parse(&cli_devices, argc, argv, &options);
    if (code >= 0)
        return code;
    struct sm5_diags *diags = sm5_diags_new();
    enum sm5_status status = sm5_devices(list, sizeof list / sizeof list[0], &count, diags);
    host_report(diags, 0);
    sm5_diags_free(diags);
    if (status)
        return host_exit_code(status);
    if (!options.json || strcmp(options.json, "-") != 0)
        print(list, count);
    return options.json && !(host_may_write(options.json) && write_json(options.json, list, count))
               ? HOST_BAD_COMMAND
               : HOST_OK;
}

const struct cli_verb cli_devices = {
    .name = "devices",
    .arguments = "[--json FILE]",
    .summary = "lists the Vulkan devices that --engine vulkan can use",
    .options = option_table,
    .argument = refuse_argument,
    .run = run,
};
