/* Opening models, and reading them. */
#include "planned_model.h"

static void test_open_errors(void)
{
    static uint8_t bad[MODEL_CAPACITY];
    static uint8_t blank[4096];
    ifc2f_model m;
    CHECK(ifc2f_open(NULL, model_bytes, model_length) == IFC2F_ERR_ARGUMENT);
    CHECK(ifc2f_open(&m, NULL, 0) == IFC2F_ERR_ARGUMENT);
    memset(blank, 0x00, sizeof blank);
    CHECK(ifc2f_open(&m, blank, sizeof blank) == IFC2F_ERR_NOT_A_MODEL);
    memset(blank, 0xFF, sizeof blank);
    CHECK(ifc2f_open(&m, blank, sizeof blank) == IFC2F_ERR_NOT_A_MODEL);
    for (uint32_t n = 0; n < model_length; ++n) {
        const int32_t status = ifc2f_open(&m, model_bytes, n);
        CHECK(status == (n < 8 ? IFC2F_ERR_NOT_A_MODEL : IFC2F_ERR_TRUNCATED));
    }
    memcpy(bad, model_bytes, sizeof bad);
    CHECK(ifc2f_open(&m, bad, model_length + 1) == IFC2F_ERR_TRUNCATED);
    for (uint32_t i = 0; i < model_length; ++i) {
        bad[i] ^= 0x10;
        CHECK(ifc2f_open(&m, bad, model_length) < IFC2F_STOP);
        bad[i] ^= 0x10;
    }
    bad[8] = 2;
    repair_crc(bad, model_length);
    CHECK(ifc2f_open(&m, bad, model_length) == IFC2F_ERR_VERSION);
}

/* Linked bytes are known by the id alone: what is damaged is found where it is checked, not by the checksum. */
static void test_linked_models(void)
{
    static uint8_t bad[MODEL_CAPACITY];
    ifc2f_model m;
    const uint32_t id = model.crc;
    CHECK(ifc2f_open_linked(&m, model_bytes, model_length, id) == IFC2F_OK);
    CHECK(memcmp(&m, &model, sizeof m) == 0);
    CHECK(ifc2f_open_linked(&m, model_bytes, model_length, id ^ 1) == IFC2F_ERR_OTHER_MODEL);
    CHECK(ifc2f_open_linked(&m, model_bytes, model_length - 1, id) == IFC2F_ERR_TRUNCATED);
    CHECK(ifc2f_open_linked(&m, NULL, model_length, id) == IFC2F_ERR_ARGUMENT);
    memcpy(bad, model_bytes, sizeof bad);
    bad[HEADER_LENGTH] ^= 0x10; /* a required section's tag */
    CHECK(ifc2f_open_linked(&m, bad, model_length, id) == IFC2F_ERR_SECTION);
    bad[HEADER_LENGTH] ^= 0x10;
    bad[model_length - 1] ^= 0x10;
    CHECK(ifc2f_open_linked(&m, bad, model_length, id) != IFC2F_ERR_CHECKSUM);
    CHECK(ifc2f_open(&m, bad, model_length) == IFC2F_ERR_CHECKSUM);
}

/* A header and sections that are all 0x00 or all 0xFF, with a checksum that fits: an error code, nothing else. */
static void test_blank_sections(void)
{
    static uint8_t bad[MODEL_CAPACITY];
    ifc2f_model m;
    for (unsigned fill = 0; fill < 2; ++fill) {
        for (uint32_t from = 8; from < model_length; ++from) {
            memcpy(bad, model_bytes, sizeof bad);
            memset(bad + from, fill == 0 ? 0x00 : 0xFF, model_length - from);
            if (from <= 12) { /* keep the version and the length, else nothing behind them is read */
                memcpy(bad + 8, model_bytes + 8, 2);
            }
            memcpy(bad + 12, model_bytes + 12, 4);
            repair_crc(bad, model_length);
            if (ifc2f_open(&m, bad, model_length) == IFC2F_OK) {
                ifc2f_session s = begun(&m);
                float p[N_CLASSES];
                (void)ifc2f_posterior(&s, p);
                CHECK(is_close((double)(p[0] + p[1]), 1.0, 1e-2));
            }
        }
    }
}

static void test_unknown_sections(void)
{
    static uint8_t other[MODEL_CAPACITY];
    added_section extra = {"XTRA", 0, (const uint8_t *)"1234", 4};
    ifc2f_model m;
    uint32_t length = build_model(other, &extra, 1);
    CHECK(ifc2f_open(&m, other, length) == IFC2F_OK);
    extra.flags = 1;
    length = build_model(other, &extra, 1);
    CHECK(ifc2f_open(&m, other, length) == IFC2F_ERR_SECTION);
    extra.flags = 0;
    for (unsigned letter = 0; letter < 4; ++letter) { /* others that are not ASCII */
        char tag[] = "XTRA";
        tag[letter] = (char)0xC4;
        extra.tag = tag;
        length = build_model(other, &extra, 1);
        CHECK(ifc2f_open(&m, other, length) == IFC2F_ERR_SECTION);
    }
    extra.flags = 1;
    extra.tag = "PRIO"; /* a second one */
    length = build_model(other, &extra, 1);
    CHECK(ifc2f_open(&m, other, length) == IFC2F_ERR_SECTION);
}

static void test_texts(void)
{
    for (int32_t status = 0; status >= IFC2F_ERR_ARITHMETIC; --status) {
        const char *text = ifc2f_strerror(status);
        CHECK(text != NULL && text[0] != '\0' && strcmp(text, "unknown status") != 0);
        for (int32_t other = 0; other > status; --other) {
            CHECK(strcmp(text, ifc2f_strerror(other)) != 0);
        }
    }
    CHECK(strcmp(ifc2f_strerror(1), "unknown status") == 0);
    CHECK(strcmp(ifc2f_strerror(IFC2F_ERR_ARITHMETIC - 1), "unknown status") == 0);
    CHECK(strcmp(ifc2f_strerror(INT32_MIN), "unknown status") == 0);
    CHECK(strcmp(ifc2f_strerror(INT32_MAX), "unknown status") == 0);
}

static void test_model_accessors(void)
{
    for (unsigned k = 0; k < N_FEATURES; ++k) {
        CHECK(ifc2f_n_values(&model, k) == (int32_t)N_VALUES[k]);
        CHECK(ifc2f_parent(&model, k) == (PARENT[k] < 0 ? IFC2F_STOP : PARENT[k]));
        CHECK(ifc2f_column(&model, k) == (int32_t)(10 * k));
    }
    CHECK(ifc2f_n_values(&model, N_FEATURES) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_parent(&model, N_FEATURES) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_column(&model, UINT32_MAX) == IFC2F_ERR_FEATURE);
}

static void test_bins(void)
{
    CHECK(ifc2f_bin(&model, 0, -1e30f) == 0);
    CHECK(ifc2f_bin(&model, 0, 1.4999999f) == 0);
    CHECK(ifc2f_bin(&model, 0, 1.5f) == 1);
    CHECK(ifc2f_bin(&model, 0, 2.5f) == 2);
    CHECK(ifc2f_bin(&model, 0, 3e38f) == 2);
    CHECK(ifc2f_bin(&model, 1, 3.0f) == 0);
    CHECK(ifc2f_bin(&model, 1, 7.0f) == 1);
    CHECK(ifc2f_bin(&model, 1, 5.0f) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_bin(&model, 1, 2.0f) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_bin(&model, 1, 8.0f) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_bin(&model, 0, NAN) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_bin(&model, 0, INFINITY) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_bin(&model, 0, -INFINITY) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_bin(&model, N_FEATURES, 0.0f) == IFC2F_ERR_FEATURE);
}

static void test_unaligned_models(void)
{
    static uint8_t shifted[MODEL_CAPACITY + 4];
    int values[N_FEATURES];
    for (unsigned shift = 1; shift < 4; ++shift) {
        ifc2f_model m;
        memcpy(shifted + shift, model_bytes, model_length);
        CHECK(ifc2f_open(&m, shifted + shift, model_length) == IFC2F_OK);
        for (unsigned code = 0; code < N_ASSIGNMENTS; code += 3) {
            float p[2][N_CLASSES];
            ifc2f_session s = begun(&model);
            assignment_of(code, values);
            const unsigned acquired = follow(&s, values, p[0]);
            s = begun(&m);
            CHECK(follow(&s, values, p[1]) == acquired);
            CHECK(same_bits(p[0], p[1], sizeof p[0]));
        }
    }
}

int main(void)
{
    plan_model();
    test_open_errors();
    test_linked_models();
    test_blank_sections();
    test_unknown_sections();
    test_texts();
    test_model_accessors();
    test_bins();
    test_unaligned_models();
    return check_report("test_opening");
}
