/* Memory of resources. An address is the number of a scope and of a variable in it, and a byte. */
#include "dap/dap.h"

#include <sodium.h>
#include <stdlib.h>

enum { OFFSET_BITS = 42, INDEX_BITS = 14, READ_MAX = 1 << 20 };

bool dap_memory_reference(const struct dap *dap, enum sm5_scope scope, uint32_t index, uint64_t offset,
                          char out[24])
{
    (void)dap;
    if (index >> INDEX_BITS)
        return false;
    uint64_t address = (((uint64_t)scope + 1) << INDEX_BITS | index) << OFFSET_BITS | offset;
    snprintf(out, 24, "0x%llx", (unsigned long long)address);
    return true;
}

struct range {
    struct sm5_variable variable;
    uint64_t address, offset;
};

/* The variable of memoryReference, and the byte with `offset` added. False after a message. */
static bool find_range(struct dap *dap, struct protocol_members *in, struct range *out)
{
    char *end;
    protocol_require(in, "memoryReference");
    const char *reference = protocol_text(in, "memoryReference", "");
    json_int_t offset =
        protocol_integer(in, "offset", -((json_int_t)1 << OFFSET_BITS), (json_int_t)1 << OFFSET_BITS, 0);
    if (in->error[0])
        return false;
    uint64_t address = strtoull(reference, &end, 16), byte = address & (((uint64_t)1 << OFFSET_BITS) - 1);
    uint64_t scope = address >> (OFFSET_BITS + INDEX_BITS);
    uint32_t index = (uint32_t)(address >> OFFSET_BITS) & ((1u << INDEX_BITS) - 1);
    bool exists =
        strncmp(reference, "0x", 2) == 0 && !*end && scope >= 1 && scope <= SM5_SCOPE_RESOURCES + 1 &&
        sm5_debug_variable(dap->target->debug, (enum sm5_scope)(scope - 1), index, &out->variable) &&
        out->variable.bytes;
    if (!exists)
        return dap_fail(dap, "'%.40s' is not the memoryReference of a variable", reference);
    if (offset < 0 && (uint64_t)-offset > byte)
        return dap_fail(dap, "the offset is before the start of %s", out->variable.name);
    out->offset = byte + (uint64_t)offset;
    out->address = address + (uint64_t)offset;
    return true;
}

bool dap_read_memory(struct dap *dap, struct protocol_members *in, json_t *body)
{
    struct range range;
    char address[24];
    protocol_require(in, "count");
    json_int_t count = protocol_integer(in, "count", 0, READ_MAX, 0);
    if (!find_range(dap, in, &range))
        return false;
    uint8_t *bytes = malloc((size_t)count + 1);
    size_t size =
        bytes ? sm5_debug_read(dap->target->debug, &range.variable, range.offset, bytes, (size_t)count) : 0;
    size_t length = sodium_base64_ENCODED_LEN(size, sodium_base64_VARIANT_ORIGINAL);
    char *text = malloc(length);
    bool ok = bytes && text;
    snprintf(address, sizeof address, "0x%llx", (unsigned long long)range.address);
    dap_set(body, "address", json_string(address));
    dap_set(body, "unreadableBytes", json_integer(count - (json_int_t)size));
    if (ok && size)
        dap_set(body, "data",
                json_string(sodium_bin2base64(text, length, bytes, size, sodium_base64_VARIANT_ORIGINAL)));
    free(bytes);
    free(text);
    return ok || dap_fail(dap, "out of memory");
}

bool dap_write_memory(struct dap *dap, struct protocol_members *in, json_t *body)
{
    struct range range;
    size_t size = 0;
    protocol_require(in, "data");
    const char *data = protocol_text(in, "data", "");
    bool is_partial = protocol_bool(in, "allowPartial", false);
    if (!find_range(dap, in, &range))
        return false;
    size_t capacity = strlen(data) / 4 * 3 + 3;
    uint8_t *bytes = malloc(capacity);
    bool ok = bytes && sodium_base642bin(bytes, capacity, data, strlen(data), NULL, &size, NULL,
                                         sodium_base64_VARIANT_ORIGINAL) == 0;
    uint64_t left = range.variable.bytes > range.offset ? range.variable.bytes - range.offset : 0;
    if (!ok)
        dap_fail(dap, bytes ? "'data' is not base64" : "out of memory");
    else if (size > left && !is_partial)
        ok = dap_fail(dap, "%zu bytes from there on exceed %s", size, range.variable.name);
    else {
        size_t written =
            sm5_debug_write(dap->target->debug, &range.variable, range.offset, bytes, size, dap->diags);
        ok = !sm5_diags_count(dap->diags) || dap_fail_diags(dap);
        dap_set(body, "bytesWritten", json_integer((json_int_t)written));
    }
    free(bytes);
    return ok;
}
