/* Rules about interfaces: numbers of function pointers, number of bodies that calls may reach. */
#include "rules.h"

#define BODIES "dcl_function_body fb0\ndcl_function_body fb1\ndcl_function_table ft0 = {fb0, fb1}\n"
/* fp4 to fp7, two call sites each. */
#define ARRAY   "dcl_interface fp4[4][2] = {ft0}\n"
#define DYNAMIC "dcl_interface_dynamicindexed fp4[253][2] = {ft0}\n"
#define LABELS  "ret\nlabel fb0\nret\nlabel fb1\n"

#define CALL       "fcall fp4[r0.x + 0][0]\n"
#define CALLS_4    CALL CALL CALL CALL
#define CALLS_16   CALLS_4 CALLS_4 CALLS_4 CALLS_4
#define INDEX      "mov r0.x, l(0)\n"
#define ONE        "fcall fp4[0][0]\n"
#define ONES_16    ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE
#define TARGETS_48 ONES_16 ONES_16 ONES_16

static const struct rule_case cases[] = {
    RULE("validate-linkage", CS(BODIES ARRAY, "fcall fp5[1][1]\n" LABELS),
         CS(BODIES ARRAY, "fcall fp8[0][1]\n" LABELS)),
    RULE("validate-linkage", CS(BODIES ARRAY, "fcall fp7[0][0]\n" LABELS),
         CS(BODIES ARRAY, "fcall fp3[1][0]\n" LABELS)),
    RULE("validate-call-element", CS(BODIES ARRAY, "fcall fp5[2][1]\n" LABELS),
         CS(BODIES ARRAY, "fcall fp5[3][1]\n" LABELS)),
    RULE("validate-call-site", CS(BODIES ARRAY, "fcall fp6[1][1]\n" LABELS),
         CS(BODIES ARRAY, "fcall fp6[1][2]\n" LABELS)),
    RULE("validate-number-twice", CS(BODIES ARRAY "dcl_interface fp8[1][2] = {ft0}\n", LABELS),
         CS(BODIES ARRAY "dcl_interface fp7[1][2] = {ft0}\n", LABELS)),
    RULE("validate-call-targets", CS(BODIES DYNAMIC, INDEX CALLS_16 TARGETS_48 LABELS),
         CS(BODIES DYNAMIC, INDEX CALLS_16 TARGETS_48 ONE LABELS)),
};

int main(void)
{
    return RUN_RULES(cases);
}
