/* What a case has the checker look for, and the findings that it expects. */
#include "base/base.h"
#include "case/case_reader.h"

static bool read_three(struct reader *r, const case_node *node, uint32_t out[3], bool *has)
{
    if (reader_is_null(node))
        return true;
    size_t count = case_node_kind(node) == CASE_NODE_LIST ? case_node_count(node) : 0;
    if (count != 3)
        return READER_FAIL(r, node, "expected [x, y, z]");
    *has = true;
    for (size_t i = 0; i < 3; i++)
        if (!reader_u32(r, case_node_item(r->yaml, node, i), &out[i]))
            return false;
    return true;
}

#define THREE(name)                                                                                          \
    static bool finding_##name(struct reader *r, const case_node *node, void *object)                        \
    {                                                                                                        \
        struct case_finding *finding = object;                                                               \
        return read_three(r, node, finding->name, &finding->has_##name);                                     \
    }

READER_FLAGGED(finding_instruction, case_finding, instruction, reader_u32)
READER_FLAGGED(finding_other, case_finding, other, reader_u32)
READER_FLAGGED(finding_element, case_finding, element, reader_u64)
READER_FLAGGED(finding_byte_offset, case_finding, byte_offset, reader_u32)
READER_FLAGGED(finding_count, case_finding, count, reader_u64)
THREE(thread)
THREE(group)
THREE(other_thread)
THREE(other_group)

static bool finding_kind(struct reader *r, const case_node *node, void *object)
{
    return reader_text(r, node, &((struct case_finding *)object)->kind);
}

static bool finding_register(struct reader *r, const case_node *node, void *object)
{
    return reader_is_null(node) || reader_text(r, node, &((struct case_finding *)object)->reg);
}

static const struct reader_entry finding_keys[] = {{"kind", finding_kind},
                                                   {"instruction", finding_instruction},
                                                   {"other", finding_other},
                                                   {"register", finding_register},
                                                   {"element", finding_element},
                                                   {"byte_offset", finding_byte_offset},
                                                   {"count", finding_count},
                                                   {"thread", finding_thread},
                                                   {"group", finding_group},
                                                   {"other_thread", finding_other_thread},
                                                   {"other_group", finding_other_group},
                                                   {"note", NULL},
                                                   {0}};

static bool read_finding(struct reader *r, const case_node *node, void *item)
{
    const struct case_finding *finding = item;
    return reader_map(r, node, finding_keys, item) &&
           (finding->kind || READER_FAIL(r, node, "a finding needs 'kind'"));
}

bool reader_findings(struct reader *r, const case_node *node, void *object)
{
    struct case_spec *test = object;
    test->has_findings = true;
    return reader_list(r, node, sizeof *test->findings, read_finding, (void **)&test->findings,
                       &test->finding_count);
}

/* ---- what to look for ---- */

static bool read_flag(struct reader *r, const case_node *node, bool *out)
{
    const char *text;
    if (!reader_text(r, node, &text))
        return false;
    *out = strcmp(text, "true") == 0;
    return *out || strcmp(text, "false") == 0 || READER_FAIL(r, node, "expected true or false");
}

static bool check_numbers(struct reader *r, const case_node *node, void *object)
{
    return read_flag(r, node, &((struct case_checks *)object)->numbers);
}

static bool check_atomic_ordered(struct reader *r, const case_node *node, void *object)
{
    return read_flag(r, node, &((struct case_checks *)object)->atomic_ordered);
}

static bool check_orders(struct reader *r, const case_node *node, void *object)
{
    return reader_u32(r, node, &((struct case_checks *)object)->orders);
}

static bool check_seed(struct reader *r, const case_node *node, void *object)
{
    return reader_u64(r, node, &((struct case_checks *)object)->seed);
}

static bool check_allowed_races(struct reader *r, const case_node *node, void *object)
{
    struct case_checks *checks = object;
    return reader_list(r, node, sizeof *checks->allowed_races, reader_text_item,
                       (void **)&checks->allowed_races, &checks->allowed_race_count);
}

static const struct reader_entry check_keys[] = {{"allowed_races", check_allowed_races},
                                                 {"numbers", check_numbers},
                                                 {"atomic_ordered", check_atomic_ordered},
                                                 {"orders", check_orders},
                                                 {"seed", check_seed},
                                                 {0}};

bool reader_checks(struct reader *r, const case_node *node, void *object)
{
    return reader_map(r, node, check_keys, &((struct case_spec *)object)->check);
}
