#include "fuzz/generated.h"

#include <stdlib.h>

#include "fuzz/fuzz.h"
#include "random/gen.h"

struct bytes generated_payload(uint64_t seed)
{
    struct prog prog;
    struct strbuf text = {0};
    struct program_tokens words;
    struct sm5_program *program = program_new();
    gen_program(&prog, seed);
    prog_text(&prog, &text);
    FUZZ_CHECK(program &&
               text_parse(strbuf_text(&text), text.length, NULL, &bytecode_codec, program, NULL) == SM5_OK);
    struct bytes payload = fuzz_encode(program, &words);
    program_free(program);
    strbuf_free(&text);
    prog_free(&prog);
    return payload;
}
