/* Vulkan devices. */
#include "api.h"

/* Without the plugin or a driver the call fails always, with SM5_ERR_SUPPORT. */
static enum sm5_status call_devices(struct call *c)
{
    struct sm5_device list[4];
    size_t count;
    enum sm5_status status = sm5_devices(list, 4, &count, c->diags);
    for (size_t i = 0; !status && i < count && i < 4; i++) {
        api_note_text(c, list[i].name);
        api_note(c, &list[i].has_robustness2, sizeof list[i].has_robustness2);
    }
    return status == SM5_ERR_SUPPORT ? SM5_OK : status;
}

API_SCENARIOS({"sm5_devices", call_devices, SM5_ENGINE_INTERP});
