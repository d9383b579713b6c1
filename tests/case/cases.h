/* Reading a test case from a string. */
#ifndef SM5_TEST_CASES_H
#define SM5_TEST_CASES_H

#include <string.h>

#include "case/case_spec.h"
#include "test.h"

static inline bool parse_case(const char *text, struct case_spec *test, struct io_error *error)
{
    struct io_bytes bytes = {.data = (uint8_t *)text, .size = strlen(text)};
    error->text[0] = 0;
    return case_spec_parse("dir/x.yaml", &bytes, test, error);
}

/* The text is not a case, and the message contains the place and the reason. */
static inline void refuse_case(const char *text, const char *place, const char *what)
{
    struct case_spec test;
    struct io_error error;
    if (parse_case(text, &test, &error))
        fail_msg("accepted:\n%s", text);
    if (!strstr(error.text, place) || !strstr(error.text, what))
        fail_msg("expected '%s' and '%s' in: %s", place, what, error.text);
}

#endif
