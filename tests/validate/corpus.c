/* Programs from compilers break no rule. Reads real shaders if they are next to the source tree. */
#include "../corpus.h"

#include <stdio.h>

#include "sm5/sm5.h"
#include "test.h"

struct tally {
    unsigned programs, broken;
};

static void print_errors(const char *path, const struct sm5_diags *diags)
{
    for (size_t i = 0; i < sm5_diags_count(diags); i++)
        if (sm5_diags_at(diags, i)->severity == SM5_ERROR)
            fprintf(stderr, "%s: %s: %s\n", path, sm5_diags_at(diags, i)->code,
                    sm5_diags_at(diags, i)->message);
}

static void visit(const char *path, struct bytes file, void *context)
{
    struct tally *tally = context;
    struct sm5_program *program = NULL;
    struct sm5_diags *diags = sm5_diags_new();
    if (sm5_program_read(file.data, file.size, path, &program, diags) == SM5_OK) {
        tally->programs++;
        if (sm5_validate(program, NULL, diags)) {
            tally->broken++;
            print_errors(path, diags);
        }
    }
    sm5_program_free(program);
    sm5_diags_free(diags);
}

static void real_shaders_break_no_rule(void **state)
{
    (void)state;
    struct tally tally = {0};
    if (corpus_each(visit, &tally) == 0)
        skip();
    printf("%u programs\n", tally.programs);
    assert_int_equal(tally.broken, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(real_shaders_break_no_rule)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
