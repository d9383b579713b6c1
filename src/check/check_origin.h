/* The instructions that first read undefined values. */
#ifndef CHECK_ORIGIN_H
#define CHECK_ORIGIN_H

#include "check/check.h"

/* The number of an origin, from 1; 0 when memory is exhausted. */
uint32_t origin_make(struct check *check, const struct undef_origin *origin);
/* That of a register's column, read by instruction `at`. */
uint32_t origin_of_register(struct check *check, const struct plan *plan, uint32_t at, uint32_t column);
/* Reports that an undefined value is used at `site`. Each origin is reported for one instruction only: other
   uses follow from the same error. */
void origin_report(struct check *check, const struct check_site *site, uint32_t origin);

#endif
