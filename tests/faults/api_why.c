/* Provenance. */
#include "api.h"

static void note_steps(struct call *c, const struct sm5_why *why)
{
    struct sm5_why_step step;
    size_t count = sm5_why_count(why), words;
    bool is_cut = sm5_why_is_cut(why);
    for (size_t i = 0; i < count && sm5_why_at(why, i, &step); i++)
        api_note(c, &step.instruction, sizeof step.instruction);
    const struct sm5_why_word *word = sm5_why_words(why, &words);
    for (size_t i = 0; i < words; i++)
        api_note_text(c, word[i].value.name);
    api_note(c, &is_cut, sizeof is_cut);
}

/* The slice of a word that several threads wrote, with conditions. */
static enum sm5_status call_why(struct call *c)
{
    static const struct sm5_why_options options = {.follow = SM5_WHY_CONDITIONS};
    const struct sm5_debug_options how = {.dispatch = {.groups = {2, 1, 1}}};
    struct sm5_debug_stop stop;
    struct sm5_debug *debug = NULL;
    struct sm5_why *why = NULL;
    struct api_subject s;
    enum sm5_status status = api_open(c, &s, api_racing, "u", 32);
    if (!status)
        status = sm5_debug_new(s.program, s.bindings, &how, &debug, c->diags);
    if (!status) {
        sm5_debug_run(debug, SM5_MOVE_CONTINUE, false, &stop, c->diags);
        status =
            stop.why == SM5_STOP_END ? sm5_why_new(debug, "u0[0]", &options, &why, c->diags) : SM5_ERR_MEMORY;
    }
    if (!status)
        note_steps(c, why);
    sm5_why_free(why);
    sm5_debug_free(debug);
    api_close(&s);
    return status;
}

API_SCENARIOS({"sm5_why_new", call_why, SM5_ENGINE_INTERP});
