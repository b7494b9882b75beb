/* Policy graphs: four bytes of answers, then the section, in a model that is otherwise intact. */
#include "fuzz.h"

static uint8_t model_bytes[MODEL_CAPACITY + MAX_INPUT];

/* Write the model with this section to its bytes, the rest of which is written once; returns its length. */
static uint32_t build_with(const uint8_t *section, uint32_t n)
{
    static const added_section nothing = {"GRAF", 1, model_bytes, 0};
    static uint32_t n_before;
    n_before = n_before == 0 ? build_model(model_bytes, &nothing, 1) : n_before;
    writer length_of_section = {model_bytes, HEADER_LENGTH + 16 * 7 + 12};
    writer length_of_model = {model_bytes, 12};
    put_u32(&length_of_section, n);
    put_u32(&length_of_model, n_before + n);
    if (n > 0) {
        memcpy(model_bytes + n_before, section, n);
    }
    repair_crc(model_bytes, n_before + n);
    return n_before + n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint32_t n_first = size < 4 ? (uint32_t)size : 4;
    input answers = {data, n_first};
    ifc2f_model model;
    ifc2f_session s;
    const size_t n = size - n_first < MAX_INPUT ? size - n_first : MAX_INPUT;
    const uint32_t length = build_with(data + n_first, (uint32_t)n);
    if (ifc2f_open(&model, guarded_copy(FOR_MODEL, model_bytes, length), length) != IFC2F_OK) {
        return 0;
    }
    if (begin_guarded(&s, &model)) {
        follow_policy(&s, &answers);
        for (uint32_t k = 0; k < N_FEATURES; ++k) {
            require_feature(&s, k);
        }
        (void)ifc2f_retract(&s, n_first > 0 ? data[0] % N_FEATURES : 3);
        follow_policy(&s, &answers);
    }
    return 0;
}
