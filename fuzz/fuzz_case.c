/* A test file is read or refused with a message; contents given in place can be loaded. */
#include <stdlib.h>
#include <string.h>

#include "case/case_spec.h"
#include "fuzz.h"

static void load(const struct case_spec *test, const struct case_data *data)
{
    struct io_bytes bytes = {0};
    struct io_error error = {0};
    if (!data->present || data->file || data->cells)
        return;
    FUZZ_CHECK(case_data_load(test, data, &bytes, &error));
    FUZZ_CHECK(bytes.size == data->size);
    io_bytes_free(&bytes);
}

static void load_all(const struct case_spec *test)
{
    for (size_t i = 0; i < test->binding_count; i++) {
        load(test, &test->bindings[i].file);
        load(test, &test->bindings[i].expect);
        load(test, &test->bindings[i].mask);
    }
    for (size_t i = 0; i < test->buffer_count; i++) {
        load(test, &test->buffers[i].file);
        load(test, &test->buffers[i].expect);
        load(test, &test->buffers[i].mask);
    }
    for (size_t i = 0; i < test->step_count; i++)
        for (size_t k = 0; k < test->steps[i].set_count; k++)
            load(test, &test->steps[i].sets[k].data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size + 1); /* io_bytes is zero-terminated */
    FUZZ_CHECK(copy != NULL);
    memcpy(copy, data, size);
    copy[size] = 0;
    struct io_bytes text = {.data = copy, .size = size};
    struct case_spec test = {0};
    struct io_error error = {0};
    if (case_spec_parse("fuzz.yaml", &text, &test, &error)) {
        FUZZ_CHECK(test.shader || test.shader_text);
        load_all(&test);
        case_spec_free(&test);
    } else {
        FUZZ_CHECK(error.text[0] && memchr(error.text, 0, sizeof error.text));
    }
    free(copy);
    return 0;
}
