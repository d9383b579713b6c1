/* Cores by affinity and by the quotas of control groups. */
#include <sched.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "test.h"

static char root[] = "/tmp/sm5-cores-XXXXXX";

static void write_text(const char *name, const char *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", root, name);
    for (char *slash = strchr(path + strlen(root) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0777);
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static unsigned quota(const char *groups)
{
    char path[512];
    write_text("groups", groups);
    snprintf(path, sizeof path, "%s/groups", root);
    return base_quota_cores(path, root);
}

static void test_quota_of_version_2(void **state)
{
    (void)state;
    assert_int_equal(quota("0::/\n"), 0);
    write_text("cpu.max", "max 100000\n");
    assert_int_equal(quota("0::/\n"), 0);
    write_text("a/b/cpu.max", "250000 100000\n");
    assert_int_equal(quota("0::/a/b\n"), 3);
    assert_int_equal(quota("0::/a/b/c\n"), 3); /* of a parent */
    assert_int_equal(quota("0::/a\n"), 0);
    write_text("a/cpu.max", "100000 100000\n");
    assert_int_equal(quota("0::/a/b\n"), 1);
    write_text("cpu.max", "200000 100000\n");
    assert_int_equal(quota("0::/of/another/machine\n"), 2); /* of the root */
}

static void test_quota_of_version_1(void **state)
{
    (void)state;
    write_text("cpu.max", "max 100000\n");
    write_text("cpu/a/cpu.cfs_quota_us", "-1\n");
    write_text("cpu/a/cpu.cfs_period_us", "100000\n");
    assert_int_equal(quota("4:memory:/a\n1:cpuacct,cpu:/a\n0::/\n"), 0);
    write_text("cpu/a/cpu.cfs_quota_us", "50000\n");
    assert_int_equal(quota("4:memory:/a\n1:cpuacct,cpu:/a\n0::/\n"), 1);
    assert_int_equal(quota("4:memory:/a\n1:cpuacct:/a\n"), 0);
    write_text("cpu/cpu.cfs_quota_us", "400000\n");
    write_text("cpu/cpu.cfs_period_us", "100000\n");
    assert_int_equal(quota("1:cpu:/elsewhere\n"), 4);
}

static void test_malformed_files_are_no_quota(void **state)
{
    static const char *const texts[] = {"", "x", "100000", "0 100000", "-5 100000", "100000 0", "100000 -1"};
    (void)state;
    for (size_t i = 0; i < BASE_COUNT(texts); i++) {
        write_text("wrong/cpu.max", texts[i]);
        assert_int_equal(quota("0::/wrong\n"), 0);
    }
    assert_int_equal(quota("no colon\n0:no second\n"), 0);
    assert_int_equal(base_quota_cores("/nonexistent/file", root), 0);
}

static void test_affinity_limits_cores(void **state)
{
    cpu_set_t before, one;
    (void)state;
    if (sched_getaffinity(0, sizeof before, &before))
        skip();
    assert_int_equal(base_affine_cores(), CPU_COUNT(&before));
    assert_in_range(base_cores(), 1, base_affine_cores());
    CPU_ZERO(&one);
    CPU_SET((size_t)sched_getcpu(), &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(base_affine_cores(), 1);
    assert_int_equal(base_cores(), 1);
    sched_setaffinity(0, sizeof before, &before);
}

static int remove_root(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", root);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_quota_of_version_2),
        cmocka_unit_test(test_quota_of_version_1),
        cmocka_unit_test(test_malformed_files_are_no_quota),
        cmocka_unit_test(test_affinity_limits_cores),
    };
    if (!mkdtemp(root))
        return 1;
    return cmocka_run_group_tests(tests, NULL, remove_root);
}
