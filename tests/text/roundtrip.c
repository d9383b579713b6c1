/* Text and tokens are equivalent: over the inputs of the source tree, which have a line for every row of the
   instruction table, and over the corpus when it is there. */
#include "corpus.h"
#include "dxbc/dxbc.h"
#include "parse_fixture.h"

static const struct text_print_options lossless = {.codec = &bytecode_codec};
static const struct text_print_options fxc = {.fxc = true};

static struct sm5_program *decode(struct bytes code, const char *fourcc)
{
    struct sm5_program *program = program_new();
    memcpy(program->code_fourcc, fourcc, 5);
    assert_int_equal(bytecode_decode(code, program, NULL), SM5_OK);
    return program;
}

static void print(const struct sm5_program *program, const struct text_print_options *options,
                  struct strbuf *out)
{
    assert_int_equal(text_print(program, options, out), SM5_OK);
    assert_false(out->failed);
}

static bool same_tokens(const struct program_instr *a, const struct program_instr *b)
{
    struct program_tokens x = {0}, y = {0};
    assert_true(bytecode_codec.encode(a, &x) && bytecode_codec.encode(b, &y));
    bool same = x.count == y.count && memcmp(x.data, y.data, x.count * sizeof *x.data) == 0;
    free(x.data);
    free(y.data);
    return same;
}

/* ---- the inputs of the source tree ---- */

static void canonical(const char *path, void *context)
{
    bool *seen = context;
    size_t size;
    char *text = read_file(path, &size);
    struct parsed result = parse_bytes(text, size);
    struct program_tokens words = {0};
    struct strbuf printed = {0}, exact = {0};
    print_diags(&result);
    assert_int_equal(result.status, SM5_OK);
    assert_int_equal(sm5_diags_count(result.diags), 0);
    assert_int_equal(bytecode_encode(result.program, &words), SM5_OK);
    struct sm5_program *program = decode(bytecode_bytes(result.program, &words), result.program->code_fourcc);
    print(program, &fxc, &printed);
    if (strcmp(strbuf_text(&printed), text) != 0)
        fail_msg("%s prints as\n%s", path, strbuf_text(&printed));
    print(program, &lossless, &exact);
    if (strstr(strbuf_text(&exact), "// sm5:"))
        fail_msg("%s needs words:\n%s", path, strbuf_text(&exact));
    for (uint32_t i = 0; i < program->instr_count; i++)
        seen[program->instrs[i].opcode] = true;
    strbuf_free(&printed);
    strbuf_free(&exact);
    free(words.data);
    program_free(program);
    drop(&result);
    free(text);
}

static void every_row_has_a_line_that_is_printed_as_written(void **state)
{
    (void)state;
    char folder[4096];
    bool seen[ISA_OPCODE_COUNT] = {false};
    snprintf(folder, sizeof folder, "%s/tests/data/asm", source_root());
    assert_true(each_file(folder, ".asm", 0, canonical, seen) > 0);
    for (uint32_t i = 0; i < ISA_OPCODE_COUNT; i++)
        if (isa_op(i) && !seen[i])
            fail_msg("no file of tests/data/asm uses %s", isa_op(i)->mnemonic);
}

/* ---- editing ---- */

/* Changes the first digit of each number inside l(...) of the visible lines; gives how many lines that have
   words were changed. */
static unsigned edit_immediates(char *text)
{
    unsigned changed = 0;
    for (char *line = text; *line;) {
        char *end = line + strcspn(line, "\n"), *mark = strstr(line, "// sm5:");
        char *stop = mark && mark < end ? mark : end;
        char *open = strstr(line, " l(");
        bool edited = false;
        for (char *at = open && open < stop ? open : stop; at < stop && *at != ')'; at++) {
            if (*at < '1' || *at > '8' || at[-1] == 'x')
                continue;
            ++*at;
            edited = true;
        }
        changed += edited && stop != end;
        line = *end ? end + 1 : end;
    }
    return changed;
}

/* The program of `text` with all comments of words cut off. */
static struct parsed parse_visible(const char *text)
{
    struct strbuf bare = {0};
    while (*text) {
        const char *end = text + strcspn(text, "\n"), *mark = strstr(text, " // sm5: 0x");
        strbuf_add_bytes(&bare, text, (size_t)((mark && mark < end ? mark : end) - text));
        strbuf_add_char(&bare, '\n');
        text = *end ? end + 1 : end;
    }
    struct parsed result = parse(strbuf_text(&bare));
    strbuf_free(&bare);
    return result;
}

static unsigned stale_warnings(const struct parsed *result)
{
    unsigned count = 0;
    for (size_t i = 0; i < sm5_diags_count(result->diags); i++)
        count += strcmp(sm5_diags_at(result->diags, i)->code, "text-words-stale") == 0;
    return count;
}

static void an_edited_immediate_overrides_its_raw_tokens(void **state)
{
    (void)state;
    struct parsed source = parse("ps_5_0\ndcl_temps 1\nmov r0.xyzw, l(0x3eaaaaab,0x3f2aaaab,1,2)\n"
                                 "mul r0.x, r0.x, l(0x3dcccccc)\nadd r0.x, r0.x, l(0x40490fda)\n"
                                 "mad r0.xyzw, r0.xyzw, l(0.25, 0x3eaaaaab, 2.0, 3.0), l(0x34000000)\nret\n");
    if (source.status == SM5_ERR_INPUT)
        fail_msg("%s", first_code(&source));
    struct strbuf text = {0};
    print(source.program, &lossless, &text);
    unsigned changed = edit_immediates(text.text);
    assert_int_equal(changed, 4);
    struct parsed edited = parse(text.text), visible = parse_visible(text.text);
    assert_int_equal(edited.status, SM5_OK);
    assert_int_equal(stale_warnings(&edited), changed);
    assert_int_equal(edited.program->instr_count, visible.program->instr_count);
    for (uint32_t i = 0; i < edited.program->instr_count; i++)
        assert_true(same_tokens(&edited.program->instrs[i], &visible.program->instrs[i]));
    drop(&source);
    drop(&edited);
    drop(&visible);
    strbuf_free(&text);
}

static void unedited_raw_tokens_are_used_with_any_indentation(void **state)
{
    (void)state;
    struct parsed result =
        parse("ps_5_0\n      rcp r0.x, l(0.333333)   // sm5: 0x05000081 0x00100012 0x00000000 "
              "0x00004001 0x3eaaaaab\r\n");
    assert_int_equal(result.status, SM5_OK);
    assert_int_equal(sm5_diags_count(result.diags), 0);
    assert_int_equal(result.program->instrs[0].operands[1].imm[0], 0x3eaaaaab);
    assert_int_equal(result.program->instrs[0].line, 2);
    drop(&result);
}

/* ---- numbers ---- */

/* One instruction with the immediate `bits` as an operand of floats or of anything, printed. */
static char *print_value(bool any, uint32_t bits)
{
    struct program_operand operands[2] = {
        {.file = ISA_FILE_TEMP, .comps = ISA_COMPS_4, .select = 1, .index_count = 1},
        {.file = ISA_FILE_IMM32, .comps = ISA_COMPS_1, .imm = {bits}},
    };
    struct program_instr instr = {
        .opcode = any ? ISA_MOV : ISA_RCP, .operand_count = 2, .operands = operands};
    struct sm5_program program = {.stage = ISA_COMPUTE, .major = 5};
    struct strbuf out = {0};
    strbuf_add(&out, "cs_5_0\n");
    text_print_instr(&program, &instr, &out);
    return out.text;
}

/* Six decimals lose bits, but what they print as stays what they print as. The one exception: a tiny float
   where the type is open prints as 0.000000, which is zero, and zero prints as 0 there. */
static void printed_numbers_are_read_as_what_prints_the_same(void **state)
{
    (void)state;
    static const uint32_t special[] = {0x00000000, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000,
                                       0xffc00000, 0x7f800001, 0xffbfffff, 0xffffffff, 0x7fffffff,
                                       0x00700000, 0x00700001, 0x007fffff, 0xfff00000, 0xffefffff};
    uint32_t random = 7;
    for (unsigned i = 0; i < 20000; i++) {
        random = random * 1664525 + 1013904223;
        uint32_t bits = i < BASE_COUNT(special) ? special[i] : random ^ random >> 15;
        for (unsigned any = 0; any < 2; any++) {
            char *text = print_value(any, bits);
            struct parsed result = parse(text);
            assert_int_equal(result.status, SM5_OK);
            char *again = print_value(any, result.program->instrs[0].operands[1].imm[0]);
            bool tiny = any && strstr(text, "l(0.000000)") && strstr(again, "l(0)");
            if (!tiny && strcmp(text, again) != 0)
                fail_msg("0x%08x: %s, then %s", bits, text, again);
            drop(&result);
            free(text);
            free(again);
        }
    }
}

/* ---- the corpus ---- */

struct tally {
    unsigned programs, lines, lines_with_raw_tokens, edited_lines;
};

static void count_lines(const struct sm5_program *program, const char *text, struct tally *tally)
{
    tally->programs++;
    tally->lines += program->instr_count;
    while ((text = strstr(text, "// sm5: 0x"))) {
        tally->lines_with_raw_tokens++;
        text++;
    }
}

static void roundtrip(const char *path, void *context)
{
    struct tally *tally = context;
    size_t size;
    char *file = read_file(path, &size), fourcc[5];
    struct bytes code = code_of(file, size, fourcc);
    if (code.size == 0) {
        free(file);
        return;
    }
    struct sm5_program *program = decode(code, fourcc);
    struct strbuf text = {0};
    struct program_tokens words = {0};
    print(program, &lossless, &text);
    struct parsed result = parse_bytes(strbuf_text(&text), text.length);
    print_diags(&result);
    if (result.status != SM5_OK || sm5_diags_count(result.diags))
        fail_msg("%s: %s", path, first_code(&result));
    assert_int_equal(bytecode_encode(result.program, &words), SM5_OK);
    struct bytes again = bytecode_bytes(result.program, &words);
    if (again.size != code.size || memcmp(again.data, code.data, code.size) != 0)
        fail_msg("%s: the payload differs", path);
    assert_string_equal(result.program->code_fourcc, fourcc);
    count_lines(program, strbuf_text(&text), tally);
    free(words.data);
    strbuf_free(&text);
    drop(&result);
    program_free(program);
    free(file);
}

static void the_corpus_survives_printing_and_parsing(void **state)
{
    (void)state;
    char folder[4096];
    struct tally tally = {0};
    shared_path(folder, sizeof folder, "corpus");
    if (!each_file(folder, ".dxbc", 2, roundtrip, &tally))
        skip();
    print_message("%u programs, %u lines, %u with words\n", tally.programs, tally.lines,
                  tally.lines_with_raw_tokens);
}

static void expect_signature(const char *path, const struct program_signature *want,
                             const struct program_signature *got)
{
    if (!want->present)
        return;
    if (!got->present || got->count != want->count || strcmp(got->fourcc, want->fourcc) != 0)
        fail_msg("%s: %s of %u elements, %s of %u expected", path, got->fourcc, got->count, want->fourcc,
                 want->count);
    for (uint32_t i = 0; i < want->count; i++) {
        const struct program_signature_element *a = &want->elements[i], *b = &got->elements[i];
        if (strcmp(a->name, b->name) != 0 || a->semantic_index != b->semantic_index ||
            a->system_value != b->system_value || a->component_type != b->component_type ||
            a->reg != b->reg || a->mask != b->mask || a->rw_mask != b->rw_mask || a->stream != b->stream ||
            a->min_precision != b->min_precision)
            fail_msg("%s: element %u of %s", path, i, want->fourcc);
    }
}

static void compare_signatures(const char *path, void *context)
{
    (void)context;
    size_t size;
    char *file = read_file(path, &size);
    struct sm5_program *program = program_new();
    struct bytes code;
    struct bytes container = {(const uint8_t *)file, size};
    if (dxbc_read(container, program, &code, NULL) == SM5_OK) {
        struct strbuf text = {0};
        assert_int_equal(bytecode_decode(code, program, NULL), SM5_OK);
        print(program, &lossless, &text);
        struct parsed result = parse(strbuf_text(&text));
        print_diags(&result);
        assert_int_equal(sm5_diags_count(result.diags), 0);
        for (unsigned kind = 0; kind < PROGRAM_SIGNATURE_KINDS; kind++)
            expect_signature(path, &program->signatures[kind], &result.program->signatures[kind]);
        drop(&result);
        strbuf_free(&text);
    }
    program_free(program);
    free(file);
}

static void signatures_survive_printing_and_parsing(void **state)
{
    (void)state;
    char folder[4096];
    shared_path(folder, sizeof folder, "corpus");
    if (!each_file(folder, ".dxbc", 2, compare_signatures, NULL))
        skip();
}

static void edit_one(const char *path, void *context)
{
    struct tally *tally = context;
    size_t size;
    char *file = read_file(path, &size), fourcc[5];
    struct bytes code = code_of(file, size, fourcc);
    if (code.size) {
        struct sm5_program *program = decode(code, fourcc);
        struct strbuf text = {0};
        print(program, &lossless, &text);
        unsigned changed = edit_immediates(text.text);
        struct parsed edited = parse(text.text);
        unsigned reported = changed < 20 ? changed : 20; /* as many as the parser reports */
        if (edited.status != SM5_OK || stale_warnings(&edited) != reported)
            fail_msg("%s: %u lines edited, %u warnings", path, changed, stale_warnings(&edited));
        tally->edited_lines += changed;
        drop(&edited);
        strbuf_free(&text);
        program_free(program);
    }
    free(file);
}

static void edited_immediates_override_their_raw_tokens_in_the_corpus(void **state)
{
    (void)state;
    char folder[4096];
    struct tally tally = {0};
    shared_path(folder, sizeof folder, "corpus");
    if (!each_file(folder, ".dxbc", 2, edit_one, &tally))
        skip();
    print_message("%u lines edited\n", tally.edited_lines);
}

/* ---- fxc's own listings: what the text leaves open is what fxc emitted ---- */

static void clear_values(struct program_instr *instr, struct program_operand *operands)
{
    instr->padding_count = 0;
    for (uint8_t i = 0; i < instr->operand_count; i++) {
        operands[i] = instr->operands[i];
        if (operands[i].file == ISA_FILE_IMM32 || operands[i].file == ISA_FILE_IMM64)
            memset(operands[i].imm, 0, sizeof operands[i].imm);
    }
    instr->operands = operands;
    if (instr->opcode == ISA_CUSTOMDATA)
        instr->dwords = NULL, instr->dword_count = 0, instr->custom_length = 2;
}

static bool same_shape(struct program_instr a, struct program_instr b)
{
    struct program_operand x[ISA_MAX_OPERANDS], y[ISA_MAX_OPERANDS];
    clear_values(&a, x);
    clear_values(&b, y);
    return same_tokens(&a, &b);
}

struct listing_search {
    const char *name; /* of the listing, without .asm */
    struct parsed *listing;
    bool found;
};

static void compare_with_container(const char *path, void *context)
{
    struct listing_search *search = context;
    const char *slash = strrchr(path, '/');
    size_t length = strlen(search->name), size;
    if (strncmp(slash + 1, search->name, length) != 0 || strcmp(slash + 1 + length, ".dxbc") != 0)
        return;
    char *file = read_file(path, &size), fourcc[5];
    struct sm5_program *want = decode(code_of(file, size, fourcc), fourcc);
    const struct sm5_program *got = search->listing->program;
    search->found = true;
    assert_int_equal(got->instr_count, want->instr_count);
    for (uint32_t i = 0; i < got->instr_count; i++)
        if (!same_shape(got->instrs[i], want->instrs[i]))
            fail_msg("%s:%u", search->name, got->instrs[i].line);
    program_free(want);
    free(file);
}

static void listing(const char *path, void *context)
{
    unsigned *compared = context;
    size_t size;
    char *text = read_file(path, &size), name[512], folder[4096];
    struct parsed result = parse_bytes(text, size);
    print_diags(&result);
    if (result.status != SM5_OK || sm5_diags_count(result.diags))
        fail_msg("%s: %s", path, first_code(&result));
    const char *slash = strrchr(path, '/');
    snprintf(name, sizeof name, "%.*s", (int)(strlen(slash + 1) - strlen(".asm")), slash + 1);
    struct listing_search search = {name, &result, false};
    shared_path(folder, sizeof folder, "corpus");
    each_file(folder, ".dxbc", 2, compare_with_container, &search);
    *compared += search.found;
    drop(&result);
    free(text);
}

static void listings_of_fxc_become_the_tokens_of_fxc(void **state)
{
    (void)state;
    char folder[4096];
    unsigned compared = 0;
    shared_path(folder, sizeof folder, "listings");
    if (!each_file(folder, ".asm", 0, listing, &compared))
        skip();
    print_message("%u listings compared with their containers\n", compared);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_has_a_line_that_is_printed_as_written),
        cmocka_unit_test(an_edited_immediate_overrides_its_raw_tokens),
        cmocka_unit_test(unedited_raw_tokens_are_used_with_any_indentation),
        cmocka_unit_test(printed_numbers_are_read_as_what_prints_the_same),
        cmocka_unit_test(signatures_survive_printing_and_parsing),
        cmocka_unit_test(the_corpus_survives_printing_and_parsing),
        cmocka_unit_test(edited_immediates_override_their_raw_tokens_in_the_corpus),
        cmocka_unit_test(listings_of_fxc_become_the_tokens_of_fxc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
