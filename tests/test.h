/* cmocka with what its header forgets to include. */
#ifndef SM5_TEST_H
#define SM5_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#endif
