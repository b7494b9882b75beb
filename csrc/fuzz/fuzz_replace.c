/* Policy and cost sections that take another's place: which (a byte), four bytes of answers, the section. */
#include "fuzz.h"

/* A model whose bytes are intact. */
static ifc2f_model open_intact(void)
{
    static uint8_t bytes[MODEL_CAPACITY];
    static ifc2f_model model;
    if (model.n_features == 0) {
        const uint32_t length = build_model(bytes, NULL, 0);
        REQUIRE(ifc2f_open(&model, guarded_copy(FOR_MODEL, bytes, length), length) == IFC2F_OK);
    }
    return model;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input from = {data, size};
    ifc2f_model model = open_intact();
    ifc2f_session s;
    const uint32_t which = take_byte(&from);
    const uint32_t n_answers = from.left < 4 ? (uint32_t)from.left : 4;
    input answers = {from.bytes, n_answers};
    const size_t left = from.left - n_answers;
    const uint32_t length = left < MAX_INPUT ? (uint32_t)left : MAX_INPUT;
    const uint8_t *section = guarded_copy(FOR_POLICY, from.bytes + n_answers, length);
    const int32_t status =
        which % 2 == 0 ? ifc2f_use_policy(&model, section, length) : ifc2f_use_costs(&model, section, length);
    if (status != IFC2F_OK || !begin_guarded(&s, &model)) {
        return 0;
    }
    follow_policy(&s, &answers);
    for (uint32_t k = 0; k < N_FEATURES; ++k) {
        (void)ifc2f_answer_bin(&s, k, which / 2 % N_VALUES[k]);
        require_feature(&s, k);
        require_posterior(&s);
    }
    return 0;
}
