/* Findings: the list of a checked run, and the merge of those of other orders. */
#include <stdlib.h>

#include "api.h"
#include "api/api_diag.h"
#include "check/check.h"
#include "check/check_order.h"
#include "text/text.h"

static char *text_of(const struct sm5_program *program, uint32_t at)
{
    struct strbuf line = {0};
    if (at == CHECK_NOWHERE)
        return NULL;
    text_print_instr(program, &program->instrs[at], &line);
    char *copy = line.failed ? NULL : strdup(strbuf_text(&line));
    strbuf_free(&line);
    return copy;
}

static int by_instruction(const void *a, const void *b)
{
    const struct sm5_finding *x = a, *y = b;
    if (x->instruction != y->instruction)
        return x->instruction < y->instruction ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->other_instruction != y->other_instruction)
        return x->other_instruction < y->other_instruction ? -1 : 1;
    return strcmp(x->reg, y->reg);
}

static void sort(struct sm5_findings *findings)
{
    qsort(findings->list, findings->count, sizeof *findings->list, by_instruction);
}

/* Appends to a list with room; the texts are those of the instructions. */
static bool add(struct sm5_findings *findings, const struct sm5_program *program,
                const struct sm5_finding *finding, uint32_t at, uint32_t other)
{
    char **texts = &findings->texts[2 * findings->count];
    struct sm5_finding *made = &findings->list[findings->count++];
    texts[0] = text_of(program, at);
    texts[1] = text_of(program, other);
    *made = *finding;
    made->text = texts[0];
    made->other_text = texts[1];
    return (texts[0] || at == CHECK_NOWHERE) && (texts[1] || other == CHECK_NOWHERE);
}

struct sm5_findings *api_findings_of(struct check *check)
{
    size_t count = check->findings.count;
    struct sm5_findings *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->list = calloc(count + 1, sizeof *made->list);
    made->texts = calloc(2 * count + 1, sizeof *made->texts);
    bool ok = made->list && made->texts && !check->failed;
    for (size_t i = 0; ok && i < count; i++) {
        const struct check_finding *finding = &check->findings.data[i];
        ok = add(made, check->program, &finding->finding, finding->at, finding->other);
    }
    made->messages = check->messages;
    check->messages = (struct arena){0};
    if (ok)
        sort(made);
    else
        sm5_findings_free(made);
    return ok ? made : NULL;
}

/* ---- other orders ---- */

/* A finding without its pointers. */
struct packed {
    struct sm5_finding finding;
    bool stops;
};

enum sm5_status sm5_findings_take_orders(const struct sm5_findings *findings, struct sm5_blob *orders,
                                         struct sm5_diags *diags)
{
    struct strbuf out = {0};
    for (size_t i = 0; i < findings->count; i++) {
        const struct sm5_finding *from = &findings->list[i];
        struct packed packed;
        if (from->kind != SM5_FINDING_ORDER)
            continue;
        memset(&packed, 0, sizeof packed);
        packed.finding = *from;
        packed.stops = from->message == check_order_stop;
        packed.finding.text = packed.finding.other_text = packed.finding.message = packed.finding.clause =
            NULL;
        packed.finding.file = packed.finding.other_file = NULL;
        strbuf_add_bytes(&out, (const char *)&packed, sizeof packed);
    }
    return api_take_blob(&out, orders, diags);
}

/* The place of an instruction by its number; CHECK_NOWHERE without one. False: the program has no such instruction. */
static bool find_instr(const struct sm5_program *program, uint32_t number, uint32_t *at)
{
    uint32_t left = number;
    *at = CHECK_NOWHERE;
    for (uint32_t i = program->decls.first_instr; i < program->instr_count && number != UINT32_MAX; i++)
        if (!isa_is_declaration(program->instrs[i].opcode) && left-- == 0) {
            *at = i;
            return true;
        }
    return number == UINT32_MAX;
}

static struct sm5_finding *find_order(struct sm5_findings *findings, const char *reg)
{
    for (size_t i = 0; i < findings->count; i++)
        if (findings->list[i].kind == SM5_FINDING_ORDER && strcmp(findings->list[i].reg, reg) == 0)
            return &findings->list[i];
    return NULL;
}

static enum sm5_status merge_one(struct sm5_findings *findings, const struct sm5_program *program,
                                 const struct packed *packed)
{
    struct sm5_finding finding = packed->finding;
    uint32_t at, other = CHECK_NOWHERE;
    if (finding.kind != SM5_FINDING_ORDER || !memchr(finding.reg, 0, sizeof finding.reg) ||
        !find_instr(program, finding.instruction, &at) ||
        (finding.has_other && !find_instr(program, finding.other_instruction, &other)))
        return SM5_ERR_INPUT;
    struct sm5_finding *known = find_order(findings, finding.reg);
    if (known) {
        known->count += finding.count;
        return SM5_OK;
    }
    finding.message = packed->stops ? check_order_stop : NULL;
    check_set_defaults(&finding);
    check_describe_line(program, at, &finding.line, &finding.file);
    check_describe_line(program, other, &finding.other_line, &finding.other_file);
    return add(findings, program, &finding, at, other) ? SM5_OK : SM5_ERR_MEMORY;
}

static bool make_room(struct sm5_findings *findings, size_t more)
{
    size_t count = findings->count + more;
    struct sm5_finding *list = realloc(findings->list, (count + 1) * sizeof *list);
    findings->list = list ? list : findings->list;
    char **texts = realloc(findings->texts, (2 * count + 1) * sizeof *texts);
    findings->texts = texts ? texts : findings->texts;
    return list && texts;
}

enum sm5_status sm5_findings_merge_orders(struct sm5_findings *findings, const struct sm5_program *program,
                                          const void *orders, size_t size, struct sm5_diags *diags)
{
    size_t count = size / sizeof(struct packed);
    enum sm5_status status = size % sizeof(struct packed) ? SM5_ERR_INPUT : SM5_OK;
    if (!status && !make_room(findings, count))
        status = SM5_ERR_MEMORY;
    for (size_t i = 0; i < count && !status; i++) {
        struct packed packed;
        memcpy(&packed, (const uint8_t *)orders + i * sizeof packed, sizeof packed);
        status = merge_one(findings, program, &packed);
    }
    sort(findings);
    if (status == SM5_ERR_INPUT)
        diag_add(diags, API_ORDERS, DIAG_NOWHERE);
    else if (status)
        diag_add(diags, MEMORY, DIAG_NOWHERE);
    return status;
}

/* ---- access ---- */

size_t sm5_findings_count(const struct sm5_findings *findings)
{
    return findings->count;
}

const struct sm5_finding *sm5_findings_at(const struct sm5_findings *findings, size_t i)
{
    return i < findings->count ? &findings->list[i] : NULL;
}

void sm5_findings_free(struct sm5_findings *findings)
{
    if (!findings)
        return;
    for (size_t i = 0; findings->texts && i < 2 * findings->count; i++)
        free(findings->texts[i]);
    free(findings->texts);
    arena_free(&findings->messages);
    free(findings->list);
    free(findings);
}
