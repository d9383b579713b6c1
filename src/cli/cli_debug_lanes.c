/* Threads of the group as text of at most 80 columns: their states, or a value of each. */
#include <inttypes.h>
#include <string.h>

#include "cli/cli_debug.h"

enum { GRID_COLUMNS = 64, TEXT_COLUMNS = 80 };

static char letter_of(const struct debug_front *f, uint32_t flat, uint32_t selected)
{
    enum sm5_thread_state state = sm5_debug_thread(f->debug, flat);
    bool is_active = state == SM5_THREAD_ACTIVE || state == SM5_THREAD_HELPER;
    if (flat == selected)
        return is_active ? '@' : 'o';
    switch (state) {
    case SM5_THREAD_ACTIVE: return '#';
    case SM5_THREAD_HELPER: return 'h';
    case SM5_THREAD_WAITING: return '.';
    case SM5_THREAD_RETURNED: return '-';
    default: return '?';
    }
}

/* ---- compute: rows of the group's first dimension ---- */

static void print_row(const struct debug_front *f, uint32_t first, uint32_t count, uint32_t selected)
{
    for (uint32_t i = first; i < first + count; i++)
        printf("%s%c", i > first && (i - first) % 8 == 0 ? " " : "", letter_of(f, i, selected));
    printf("\n");
}

static void print_group(const struct debug_front *f, const struct sm5_debug_position *p)
{
    struct sm5_info info;
    sm5_program_info(f->job->program, &info);
    uint32_t width = info.thread_group[0] ? info.thread_group[0] : 1;
    for (uint32_t row = 0; row < p->all; row += width)
        for (uint32_t at = 0; at < width; at += GRID_COLUMNS) {
            uint32_t y = row / width % info.thread_group[1], z = row / width / info.thread_group[1];
            char label[40];
            snprintf(label, sizeof label, "%u,%u,%u", at, y, z);
            printf("%8s ", label);
            print_row(f, row + at, width - at < GRID_COLUMNS ? width - at : GRID_COLUMNS, p->flat);
        }
}

/* ---- other stages: the threads of an item are next to each other ---- */

/* Pixels (0,0) and (1,0) of each quad, and below them (0,1) and (1,1). */
static void print_quads(const struct debug_front *f, const struct sm5_debug_position *p)
{
    uint32_t instance;
    char label[24] = "";
    for (uint32_t y = 0; y < 2; y++) {
        if (y == 0)
            snprintf(label, sizeof label, "%" PRIu64, sm5_debug_item(f->debug, 0, &instance));
        printf("%8s", y == 0 ? label : "");
        for (uint32_t i = 2 * y; i < p->all; i += 4)
            printf(" %c%c", letter_of(f, i, p->flat), letter_of(f, i + 1, p->flat));
        printf("\n");
    }
}

static void print_items(const struct debug_front *f, const struct sm5_debug_position *p)
{
    uint32_t used = 0, instance;
    for (uint32_t i = 0; i < p->all; i++) {
        uint64_t item = sm5_debug_item(f->debug, i, &instance);
        bool begins = p->instance_name ? instance == 0 : i % 8 == 0;
        if (i == 0 || used >= GRID_COLUMNS || (begins && used >= GRID_COLUMNS / 2)) {
            printf("%s%8" PRIu64 " ", i ? "\n" : "", item);
            used = 0;
        } else if (begins) {
            printf(" ");
            used++;
        }
        printf("%c", letter_of(f, i, p->flat));
        used++;
    }
    printf("\n");
}

static void print_states(const struct debug_front *f, const struct sm5_debug_position *p)
{
    bool is_pixel = p->instance_name && strcmp(p->instance_name, "pixel") == 0;
    printf("# active, %s. waiting, - returned%s; @ or o: ", is_pixel ? "h helper, " : "",
           p->item_name && !p->phase ? "" : ", ? before or after");
    debug_print_thread(f, p->thread);
    printf("\n");
    (is_pixel ? print_quads : p->item_name ? print_items : print_group)(f, p);
}

/* ---- values ---- */

/* "1.5", "(1, 2)", or "?" for a thread that runs at another time. */
static int format_values(const struct debug_front *f, uint32_t flat, const char *expression, char *out,
                         size_t size)
{
    struct sm5_value values[4];
    size_t count, length = 0;
    char text[TEXT_COLUMNS];
    if (sm5_debug_evaluate_thread(f->debug, flat, expression, values, 4, &count, f->job->diags)) {
        sm5_diags_clear(f->job->diags);
        return snprintf(out, size, "?");
    }
    for (size_t i = 0; i < count && i < 4 && length < size; i++) {
        sm5_value_format(&values[i], 0, text, sizeof text);
        length += (size_t)snprintf(out + length, size - length, "%s%s",
                                   i           ? ", "
                                   : count > 1 ? "("
                                               : "",
                                   text);
    }
    if (count > 1 && length < size)
        length += (size_t)snprintf(out + length, size - length, count > 4 ? ", ...)" : ")");
    return (int)length;
}

static void print_label(const struct debug_front *f, const struct sm5_debug_position *p, uint32_t flat)
{
    struct sm5_info info;
    uint32_t instance;
    char label[64];
    sm5_program_info(f->job->program, &info);
    const uint32_t *size = info.thread_group;
    if (p->item_name) {
        uint64_t item = sm5_debug_item(f->debug, flat, &instance);
        snprintf(label, sizeof label, p->instance_name ? "%" PRIu64 ",%u" : "%" PRIu64, item, instance);
    } else {
        snprintf(label, sizeof label, "%u,%u,%u", flat % size[0], flat / size[0] % size[1],
                 flat / size[0] / size[1]);
    }
    printf("%8s", label);
}

static void print_values(const struct debug_front *f, const struct sm5_debug_position *p,
                         const char *expression)
{
    char text[4 * TEXT_COLUMNS];
    int width = 1;
    uint32_t columns = 8;
    for (uint32_t i = 0; i < p->all; i++) {
        int length = format_values(f, i, expression, text, sizeof text);
        width = length > width ? length : width;
    }
    while (columns > 1 && columns * ((uint32_t)width + 1) > TEXT_COLUMNS - 8)
        columns /= 2;
    for (uint32_t i = 0; i < p->all; i++) {
        if (i % columns == 0)
            print_label(f, p, i);
        format_values(f, i, expression, text, sizeof text);
        printf(" %*s%s", width, text, i % columns == columns - 1 || i + 1 == p->all ? "\n" : "");
    }
}

bool debug_command_lanes(struct debug_front *f, const char *expression)
{
    struct sm5_debug_position p;
    struct sm5_value value;
    size_t count;
    sm5_debug_position(f->debug, &p);
    if (!*expression) {
        print_states(f, &p);
        return true;
    }
    if (sm5_debug_evaluate(f->debug, expression, &value, 1, &count, f->job->diags))
        return debug_report(f);
    print_values(f, &p, expression);
    return true;
}
