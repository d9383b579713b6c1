/* The words whose writers are searched. */
#include "why/why.h"

#include <stdlib.h>

bool why_demands_open(struct sm5_why *y)
{
    y->columns = calloc((size_t)y->plan->registers * y->worker->lanes + 1, sizeof *y->columns);
    y->column_lanes = calloc((size_t)y->plan->registers + 1, sizeof *y->column_lanes);
    return y->columns && y->column_lanes;
}

void why_demands_close(struct sm5_why *y)
{
    free(y->columns);
    free(y->column_lanes);
    free(y->words.slots);
    VEC_FREE(&y->waits);
    VEC_FREE(&y->late);
}

/* ---- waits ---- */

/* Puts a wait before those of *head. */
void why_wait_for(struct sm5_why *y, uint32_t *head, uint32_t item, uint8_t mask)
{
    const struct why_wait wait = {item, *head, mask};
    if (VEC_PUSH(&y->waits, wait))
        *head = (uint32_t)y->waits.count;
    else
        y->failed = true;
}

/* The last writer of some bytes counts as the source; the others are steps, too. */
static void connect(struct sm5_why *y, const struct why_wait *wait, enum sm5_why_source source, uint32_t node)
{
    struct sm5_why_word *word = &y->items.data[wait->item].word;
    if (word->source == SM5_WHY_STEP || word->source == SM5_WHY_ASSIGNED)
        return;
    word->source = source;
    word->step = node;
}

void why_connect(struct sm5_why *y, uint32_t waits, uint32_t node)
{
    for (; waits; waits = y->waits.data[waits - 1].next)
        connect(y, &y->waits.data[waits - 1], SM5_WHY_STEP, node);
}

static void give_up(struct sm5_why *y, uint32_t head, enum sm5_why_source source)
{
    for (; head; head = y->waits.data[head - 1].next) {
        struct sm5_why_word *word = &y->items.data[y->waits.data[head - 1].item].word;
        if (word->source != SM5_WHY_STEP)
            word->source = source;
    }
}

/* ---- columns ---- */

void why_demand_column(struct sm5_why *y, uint32_t column, uint32_t lane, uint32_t item)
{
    uint32_t *head = &y->columns[(size_t)column * y->worker->lanes + lane];
    bool is_first = *head == 0;
    why_wait_for(y, head, item, 0xf);
    y->column_lanes[column] += is_first && *head;
    y->column_live += is_first && *head;
}

void why_demand_late(struct sm5_why *y)
{
    for (size_t i = 0; i < y->late.count; i++)
        why_demand_column(y, y->late.data[i].column, y->late.data[i].lane, y->late.data[i].item);
    y->late.count = 0;
}

bool why_is_demanded(const struct sm5_why *y, uint32_t column)
{
    return column < y->plan->registers && y->column_lanes[column];
}

bool why_take_column(struct sm5_why *y, uint32_t column, uint32_t lane, uint32_t node)
{
    if (!why_is_demanded(y, column))
        return false;
    uint32_t *head = &y->columns[(size_t)column * y->worker->lanes + lane];
    if (!*head)
        return false;
    why_connect(y, *head, node);
    *head = 0;
    y->column_lanes[column]--;
    y->column_live--;
    return true;
}

/* ---- memory ---- */

/* The slot of a word, or the empty one where it belongs. */
static size_t find_slot(const struct why_words *words, uintptr_t word)
{
    size_t at = (size_t)((word >> 2) * 0x9e3779b97f4a7c15u >> 20);
    while (words->slots[at & (words->size - 1)].word && words->slots[at & (words->size - 1)].word != word)
        at++;
    return at & (words->size - 1);
}

/* Words without demands are left out of the larger table. */
static bool grow(struct why_words *words)
{
    if (words->size && 2 * (words->used + 1) <= words->size)
        return true;
    struct why_words larger = {.size = 64};
    while (larger.size < 4 * (words->live + 1))
        larger.size *= 2;
    larger.slots = calloc(larger.size, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < words->size; i++)
        if (words->slots[i].waits) {
            larger.slots[find_slot(&larger, words->slots[i].word)] = words->slots[i];
            larger.used++;
        }
    larger.live = words->live;
    free(words->slots);
    *words = larger;
    return true;
}

/* The bytes of [place, place + size) in a word, as a mask. */
static uint8_t mask_of(uintptr_t word, uintptr_t place, uint32_t size)
{
    uint8_t mask = 0;
    for (unsigned i = 0; i < 4; i++)
        mask |= (uint8_t)((word + i >= place && word + i < place + size) << i);
    return mask;
}

void why_demand_memory(struct sm5_why *y, const uint8_t *bytes, uint32_t size, uint32_t item)
{
    uintptr_t place = (uintptr_t)bytes;
    for (uintptr_t word = place & ~(uintptr_t)3; word < place + size; word += 4) {
        if (!grow(&y->words)) {
            y->failed = true;
            return;
        }
        size_t at = find_slot(&y->words, word);
        uint32_t *head = &y->words.slots[at].waits;
        bool is_first = *head == 0;
        y->words.used += y->words.slots[at].word == 0;
        y->words.slots[at].word = word;
        why_wait_for(y, head, item, mask_of(word, place, size));
        y->words.live += is_first && *head;
    }
}

/* Connects the waits for bytes of `mask`, and removes those without other bytes. */
static bool take_bytes(struct sm5_why *y, uint32_t *head, uint8_t mask, enum sm5_why_source source,
                       uint32_t node)
{
    bool any = false;
    for (uint32_t *link = head; *link;) {
        struct why_wait *wait = &y->waits.data[*link - 1];
        if (wait->mask & mask) {
            any = true;
            connect(y, wait, source, node);
            wait->mask &= (uint8_t)~mask;
        }
        if (wait->mask)
            link = &wait->next;
        else
            *link = wait->next;
    }
    return any;
}

static bool take_memory(struct sm5_why *y, const uint8_t *bytes, uint32_t size, enum sm5_why_source source,
                        uint32_t node)
{
    uintptr_t place = (uintptr_t)bytes;
    bool any = false;
    if (!y->words.live)
        return false;
    for (uintptr_t word = place & ~(uintptr_t)3; word < place + size; word += 4) {
        uint32_t *head = &y->words.slots[find_slot(&y->words, word)].waits;
        bool was = *head != 0;
        any |= take_bytes(y, head, mask_of(word, place, size), source, node);
        y->words.live -= was && !*head;
    }
    return any;
}

bool why_take_memory(struct sm5_why *y, const uint8_t *bytes, uint32_t size, uint32_t node)
{
    return take_memory(y, bytes, size, SM5_WHY_STEP, node);
}

/* ---- the end of the search ---- */

static void drop_words(struct sm5_why *y, uintptr_t first, uintptr_t end, enum sm5_why_source source)
{
    for (size_t i = 0; i < y->words.size && y->words.live; i++) {
        uintptr_t word = y->words.slots[i].word;
        if (!y->words.slots[i].waits || word < first || word >= end)
            continue;
        give_up(y, y->words.slots[i].waits, source);
        y->words.slots[i].waits = 0;
        y->words.live--;
    }
}

static void drop_column(struct sm5_why *y, uint32_t column, uint32_t lane, enum sm5_why_source source)
{
    uint32_t *head = &y->columns[(size_t)column * y->worker->lanes + lane];
    give_up(y, *head, source);
    y->column_lanes[column] -= *head != 0;
    y->column_live -= *head != 0;
    *head = 0;
}

void why_drop_group(struct sm5_why *y, enum sm5_why_source source)
{
    uintptr_t tgsm = (uintptr_t)y->worker->tgsm;
    for (uint32_t column = 0; column < y->plan->registers && y->column_live; column++)
        for (uint32_t lane = 0; lane < y->worker->lanes && y->column_lanes[column]; lane++)
            drop_column(y, column, lane, source);
    drop_words(y, tgsm, tgsm + y->plan->program->decls.tgsm_bytes, source);
}

void why_drop_words(struct sm5_why *y, const uint8_t *first, uint64_t size, enum sm5_why_source source)
{
    drop_words(y, (uintptr_t)first, (uintptr_t)first + size, source);
}

void why_drop_all(struct sm5_why *y, enum sm5_why_source source)
{
    why_drop_group(y, source);
    if (y->debug->stage)
        why_drop_outputs(y);
    drop_words(y, 0, UINTPTR_MAX, source);
}

void why_drop_edit(struct sm5_why *y, const struct debug_edit *edit)
{
    uint32_t column, lane;
    if (why_locate(y, edit->place, &column, &lane))
        drop_column(y, column, lane, SM5_WHY_ASSIGNED);
    else
        take_memory(y, edit->place, edit->size, SM5_WHY_ASSIGNED, 0);
}
