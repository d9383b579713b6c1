/* Where undefined values were first read. */
#ifndef CHECK_ORIGIN_H
#define CHECK_ORIGIN_H

#include "check/check.h"

/* The number of an origin, from 1; 0 when memory is out. */
uint32_t origin_make(struct check *check, const struct undef_origin *origin);
/* That of a register's column, read by instruction `at`. */
uint32_t origin_of_register(struct check *check, const struct plan *plan, uint32_t at, uint32_t column);
/* The value decides something at `site`. Told once: what else it decides follows from the same mistake. */
void origin_report(struct check *check, const struct check_site *site, uint32_t origin);

#endif
