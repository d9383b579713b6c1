/* Compiled objects on disk: found again, and trusted only with a correct checksum and owner. */
#include "jit/jit.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"

static char folder[] = "/tmp/sm5-cache-XXXXXX";
static struct jit_key key = {.digest = {{0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef}}};
static uint8_t bytes[1000];

static char *path_of(const struct jit_key *of)
{
    static char path[256];
    int length = snprintf(path, sizeof path, "%s/sm5/", folder);
    for (size_t i = 0; i < sizeof of->digest.bytes; i++)
        length += snprintf(path + length, sizeof path - (size_t)length, "%02x", of->digest.bytes[i]);
    return path;
}

static char *entry_path(void)
{
    return path_of(&key);
}

static int open_folder(void **state)
{
    (void)state;
    memcpy(folder + sizeof folder - 7, "XXXXXX", 6);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 7);
    strbuf_clear(&key.terms);
    strbuf_add(&key.terms, "views and limits");
    return mkdtemp(folder) && setenv("XDG_CACHE_HOME", folder, 1) == 0 ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static void keep(void)
{
    const struct jit_object object = {.bytes = bytes, .size = sizeof bytes, .storage = 4096};
    jit_cache_keep(&key, &object);
}

static bool find(void)
{
    struct jit_object object = {0};
    bool found = jit_cache_find(&key, &object);
    if (found) {
        assert_int_equal(object.size, sizeof bytes);
        assert_int_equal(object.storage, 4096);
        assert_memory_equal(object.bytes, bytes, sizeof bytes);
    }
    free(object.bytes);
    return found;
}

static void what_is_kept_is_found(void **state)
{
    (void)state;
    assert_false(find());
    keep();
    assert_true(find());
}

/* A key of its own terms; the caller frees them. */
static struct jit_key other_key(uint8_t first, const char *terms)
{
    struct jit_key other = {.digest = key.digest};
    other.digest.bytes[0] = first;
    strbuf_add(&other.terms, terms);
    return other;
}

static void another_key_finds_nothing(void **state)
{
    (void)state;
    struct jit_key other = other_key(2, strbuf_text(&key.terms));
    struct jit_object object;
    keep();
    assert_false(jit_cache_find(&other, &object));
    jit_key_free(&other);
}

/* Complete entries with a valid checksum under the file name of another one. */
static void entries_of_other_inputs_are_ignored(void **state)
{
    (void)state;
    const struct jit_object object = {.bytes = bytes, .size = sizeof bytes, .storage = 4096};
    struct jit_key other = other_key(2, strbuf_text(&key.terms));
    char from[256];
    keep();
    jit_cache_keep(&other, &object);
    snprintf(from, sizeof from, "%s", path_of(&other));
    assert_int_equal(rename(from, entry_path()), 0);
    assert_false(find());
    jit_key_free(&other);
}

/* Complete entries with a valid checksum and the same digest, whose code assumes other views and limits. */
static void entries_of_other_terms_are_ignored(void **state)
{
    (void)state;
    static const char *const terms[] = {"views and limitz", "views and limit", "views and limits of another",
                                        ""};
    const struct jit_object object = {.bytes = bytes, .size = sizeof bytes, .storage = 4096};
    for (size_t i = 0; i < BASE_COUNT(terms); i++) {
        struct jit_key other = other_key(key.digest.bytes[0], terms[i]);
        struct jit_object found = {0};
        jit_cache_keep(&other, &object);
        assert_false(find());
        assert_true(jit_cache_find(&other, &found));
        free(found.bytes);
        jit_key_free(&other);
    }
    keep();
    assert_true(find());
}

static long entry_size(void)
{
    struct stat info;
    assert_int_equal(stat(entry_path(), &info), 0);
    return (long)info.st_size;
}

static void damage(long at, uint8_t bit)
{
    FILE *file = fopen(entry_path(), "r+b");
    assert_non_null(file);
    fseek(file, at, SEEK_SET);
    int byte = fgetc(file);
    fseek(file, at, SEEK_SET);
    fputc(byte ^ bit, file);
    fclose(file);
}

static void damage_anywhere_is_noticed_and_mended(void **state)
{
    (void)state;
    keep();
    for (long at = 0, size = entry_size(); at < size; at++) {
        damage(at, 0x10);
        assert_false(find());
        keep();
        assert_true(find());
    }
}

static void cut_entries_are_ignored(void **state)
{
    (void)state;
    keep();
    for (long size = entry_size(); size-- > 0;) {
        assert_int_equal(truncate(entry_path(), size), 0);
        assert_false(find());
    }
}

static void entries_that_others_may_write_are_ignored(void **state)
{
    (void)state;
    keep();
    assert_int_equal(chmod(entry_path(), 0666), 0);
    assert_false(find());
}

static void links_are_not_followed(void **state)
{
    (void)state;
    char away[300];
    keep();
    snprintf(away, sizeof away, "%s/away", folder);
    assert_int_equal(rename(entry_path(), away), 0);
    assert_int_equal(symlink(away, entry_path()), 0);
    assert_false(find());
}

static void folders_that_others_may_write_are_not_used(void **state)
{
    (void)state;
    char path[128];
    keep();
    snprintf(path, sizeof path, "%s/sm5", folder);
    assert_int_equal(chmod(path, 0777), 0);
    assert_false(find());
}

static void no_folder_is_no_failure(void **state)
{
    (void)state;
    setenv("XDG_CACHE_HOME", "/proc/nowhere", 1);
    keep();
    assert_false(find());
    setenv("XDG_CACHE_HOME", folder, 1);
}

/* Readers see a complete entry or none while several processes write it. */
static void processes_do_not_disturb_each_other(void **state)
{
    (void)state;
    enum { WRITERS = 4, TIMES = 200 };
    keep();
    for (int i = 0; i < WRITERS; i++)
        if (fork() == 0) {
            for (int k = 0; k < TIMES; k++)
                keep();
            _exit(0);
        }
    for (int k = 0; k < TIMES; k++)
        assert_true(find());
    for (int i = 0; i < WRITERS; i++) {
        int status;
        assert_true(wait(&status) > 0 && status == 0);
    }
}

static void nothing_is_left_lying_about(void **state)
{
    (void)state;
    char path[128];
    unsigned files = 0;
    struct dirent *found;
    keep();
    keep();
    snprintf(path, sizeof path, "%s/sm5", folder);
    DIR *directory = opendir(path);
    assert_non_null(directory);
    while ((found = readdir(directory)))
        files += strcmp(found->d_name, ".") && strcmp(found->d_name, "..");
    closedir(directory);
    assert_int_equal(files, 1);
}

static void entries_of_others_are_ignored_and_rewritten(void **state)
{
    (void)state;
    keep();
    if (chown(entry_path(), 65534, (gid_t)-1))
        skip(); /* only root can give files away */
    assert_false(find());
    keep();
    assert_true(find());
}

static char *path_in_cache(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/sm5/%s", folder, name);
    return path;
}

/* A file without blocks, so old: days. */
static void make_file(const char *name, long size, long days)
{
    struct timespec now, old[2];
    FILE *file = fopen(path_in_cache(name), "wb");
    assert_non_null(file);
    fclose(file);
    assert_int_equal(truncate(path_in_cache(name), size), 0);
    clock_gettime(CLOCK_REALTIME, &now);
    old[0] = old[1] = (struct timespec){now.tv_sec - days * 86400, 0};
    assert_int_equal(utimensat(AT_FDCWD, path_in_cache(name), old, 0), 0);
}

static bool is_there(const char *name)
{
    return access(path_in_cache(name), F_OK) == 0;
}

/* A key of those whose entry has the cache looked through. */
static void keep_and_prune(void)
{
    const struct jit_object object = {.bytes = bytes, .size = sizeof bytes, .storage = 4096};
    struct jit_key pruning = other_key(0x40, "");
    jit_cache_keep(&pruning, &object);
    jit_key_free(&pruning);
}

static void what_was_not_used_longest_goes_when_it_is_full(void **state)
{
    (void)state;
    char name[16];
    keep();
    for (int i = 0; i < 5; i++) {
        snprintf(name, sizeof name, "entry%d", i);
        make_file(name, 60 << 20, 5 - i);
    }
    keep_and_prune();
    assert_false(is_there("entry0") || is_there("entry1"));
    assert_true(is_there("entry2") && is_there("entry3") && is_there("entry4"));
    assert_true(find());
}

static void nothing_goes_while_there_is_room(void **state)
{
    (void)state;
    keep();
    make_file("entry", 60 << 20, 100);
    keep_and_prune();
    assert_true(is_there("entry"));
}

static void what_dead_processes_left_goes(void **state)
{
    (void)state;
    keep();
    make_file(".new-abcdef", 100, 1);
    make_file(".new-ghijkl", 100, 0);
    keep_and_prune();
    assert_false(is_there(".new-abcdef"));
    assert_true(is_there(".new-ghijkl"));
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, open_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(what_is_kept_is_found),
        IN_FOLDER(another_key_finds_nothing),
        IN_FOLDER(entries_of_other_inputs_are_ignored),
        IN_FOLDER(entries_of_other_terms_are_ignored),
        IN_FOLDER(damage_anywhere_is_noticed_and_mended),
        IN_FOLDER(cut_entries_are_ignored),
        IN_FOLDER(entries_that_others_may_write_are_ignored),
        IN_FOLDER(links_are_not_followed),
        IN_FOLDER(folders_that_others_may_write_are_not_used),
        IN_FOLDER(no_folder_is_no_failure),
        IN_FOLDER(processes_do_not_disturb_each_other),
        IN_FOLDER(nothing_is_left_lying_about),
        IN_FOLDER(entries_of_others_are_ignored_and_rewritten),
        IN_FOLDER(what_was_not_used_longest_goes_when_it_is_full),
        IN_FOLDER(nothing_goes_while_there_is_room),
        IN_FOLDER(what_dead_processes_left_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
