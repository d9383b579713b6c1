/* The tests of float.c on the code for processors that do not flush denormals as required. */
#define NUM_PORTABLE
#include "float.c" /* NOLINT(bugprone-suspicious-include): the same tests with another macro */
