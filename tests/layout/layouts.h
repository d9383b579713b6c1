/* Helpers for the tests of layouts. */
#ifndef TEST_LAYOUTS_H
#define TEST_LAYOUTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "layout/layout.h"
#include "sm5/sm5.h"

/* Compares fields with one word for each: "f0:a.x" is a float at byte 0. */
static inline void expect_fields(const struct sm5_layout *layout, const char *expected)
{
    struct strbuf text = {0};
    for (size_t i = 0; i < layout->fields.count; i++)
        strbuf_printf(&text, "%s%c%u:%s", i ? " " : "", layout->fields.data[i].type,
                      layout->fields.data[i].offset, layout->fields.data[i].name);
    assert_string_equal(strbuf_text(&text), expected);
    strbuf_free(&text);
}

#endif
