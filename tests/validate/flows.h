/* Programs of any size whose control flow is hard on analyses. */
#ifndef SM5_TEST_FLOWS_H
#define SM5_TEST_FLOWS_H

#include "base/base.h"

struct flow {
    const char *name;
    void (*write)(struct strbuf *text, unsigned count); /* the body, of about `count` instructions */
};

enum { FLOWS = 12 };
extern const struct flow flows[FLOWS];

/* The text of a program. */
void flow_write(const struct flow *flow, unsigned count, struct strbuf *text);

#endif
