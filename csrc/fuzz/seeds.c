/*
 * The first inputs of each harness, from intact models: fuzz_seeds FOLDER writes FOLDER/HARNESS/NAME. Three models: that of
 * model_bytes.h with each kind of policy, the same with a factor, and one of a single feature, which is small enough to be
 * mutated fast; and the integer models of integer_bytes.h.
 */
#include "fuzz.h"

#include "ifc2f_plan.h"
#include "../tests/integer_bytes.h"

static const char *folder;

static void put_file(const char *harness, const char *name, const uint8_t *head, size_t n_head, const uint8_t *bytes,
                     size_t n)
{
    char path[512];
    REQUIRE(snprintf(path, sizeof path, "%s/%s/%s", folder, harness, name) < (int)sizeof path);
    FILE *file = fopen(path, "wb");
    REQUIRE(file != NULL);
    REQUIRE((n_head == 0 || fwrite(head, 1, n_head, file) == n_head) && fwrite(bytes, 1, n, file) == n);
    REQUIRE(fclose(file) == 0);
}

/* One feature of two values, two classes, and a section of a tag if it is not NULL. */
static uint32_t build_tiny(uint8_t *bytes, const added_section *added)
{
    static const uint32_t dimensions[4] = {1, 2, 1, 0};
    static const uint32_t feature[8] = {0x00020000, 0x0001FFFF, 0xFFFFFFFF, 0, 0, 0, 0, 0};
    static const float numbers[4][4] = {{0.5f}, {0.75f, 0.25f, 0.25f, 0.75f}, {0.5f, 0.5f}, {0.0f, 1.0f, 1.0f, 0.0f}};
    static const uint32_t costs[7] = {0x7F800000, 0x3C23D70A, 0x3C23D70A, 0xFFFF, 0, 1, 0};
    static const char tags[8][5] = {"DIMS", "FEAT", "VALS", "TABL", "PRIO", "COST", "MISC", ""};
    static const uint32_t n_words[7] = {4, 8, 1, 4, 2, 7, 4};
    const unsigned n_sections = added == NULL ? 7 : 8;
    writer entry = {bytes, HEADER_LENGTH};
    writer body = {bytes, HEADER_LENGTH + 16 * n_sections};
    memset(bytes, 0, MODEL_CAPACITY);
    for (unsigned i = 0; i < n_sections; ++i) {
        memcpy(bytes + entry.length, i < 7 ? tags[i] : added->tag, 4);
        entry.length += 4;
        put_u32(&entry, 1);
        put_u32(&entry, body.length);
        put_u32(&entry, i < 7 ? 4 * n_words[i] : added->length);
        for (uint32_t j = 0; i < 7 && j < n_words[i]; ++j) {
            switch (i) {
            case 0:
                put_u32(&body, dimensions[j]);
                break;
            case 1:
                put_u32(&body, feature[j]);
                break;
            case 5:
                put_u32(&body, costs[j]);
                break;
            default:
                put_f32(&body, numbers[i == 6 ? 3 : i - 2][j]);
                break;
            }
        }
        if (i == 7) {
            memcpy(bytes + body.length, added->bytes, added->length);
            body.length += added->length;
        }
    }
    memcpy(bytes, "\x89IFC2F\r\n\x01", 10);
    bytes[10] = (uint8_t)n_sections;
    writer length = {bytes, 12};
    put_u32(&length, body.length);
    repair_crc(bytes, body.length);
    return body.length;
}

static void put_model(const char *name, const uint8_t *model, uint32_t length)
{
    /* Follow the policy, read, move, follow on; answer in descending order; other prior; damage. */
    static const uint8_t calls[] = {22, 0, 0, 14, 1, 11, 0, 13, 0, 14, 2, 10, 0, 2, 4, 2, 10, 5, 2, 6, 1, 7, 4, 8, 0, 9, 3,
                                    4, 33, 4, 62, 12, 9, 14, 0, 12, 77, 0, 1, 0, 0, 13, 0, 14, 3};
    static const uint8_t options[2][7] = {{5, 7, 255, 0, 0, 1, 255}, {5, 7, 255, 1, 1, 1, 255}};
    put_file("open", name, NULL, 0, model, length);
    put_file("session", name, calls, sizeof calls, model, length);
    put_file("planner", name, options[length % 8 / 4], sizeof options[0], model, length);
}

/* Follow the policy; answer, retract, miss; a budget; move, follow on; damage. */
static void put_integer_models(void)
{
    static const uint8_t calls[] = {12, 7, 0, 3, 0, 0, 5, 0, 0, 2, 5, 3, 1, 4, 2, 5, 0, 4, 255, 7, 77, 6, 9, 6, 40};
    static const char *const names[INTEGER_MODELS][2] = {
        {"thresholds-8", "thresholds-16"}, {"vectors-8", "vectors-16"}, {"graph-8", "graph-16"}};
    for (uint32_t i = 0; i < 2 * INTEGER_MODELS; ++i) {
        integer_file file;
        MAKE[i / 2](&file, i / 2 == GRAPH ? i % 2 : 3 * (i % 2));
        put_file("integer", names[i / 2][i % 2], calls, sizeof calls, file.bytes, file.length);
    }
}

int main(int argc, char **argv)
{
    static const uint8_t adaptive_words[8] = {0, 0, 0x80, 0x3F, 2};
    static const uint8_t answers[5] = {0, 1, 0, 1, 7};
    static uint8_t bytes[MODEL_CAPACITY];
    static uint8_t graph[GRAPH_LENGTH];
    static uint32_t work[16384];
    static uint32_t policy[2048];
    const added_section adaptive = {"ADPT", 1, adaptive_words, sizeof adaptive_words};
    const added_section walked = {"GRAF", 1, graph, sizeof graph};
    ifc2f_model model;
    REQUIRE(argc == 2);
    folder = argv[1];
    put_integer_models();
    build_graph(graph);
    REQUIRE(ifc2f_open(&model, bytes, build_model(bytes, NULL, 0)) == IFC2F_OK);
    const ifc2f_plan_options options = {N_FEATURES, 20, 4096, IFC2F_TREAT_EXACT, IFC2F_SOLVER_FULL, 1};
    const int32_t n = ifc2f_plan(&model, &options, work, sizeof work, policy, sizeof policy);
    REQUIRE(n > 0);
    const added_section ordered = {"ORDR", 1, (const uint8_t *)policy, (uint32_t)n};
    put_file("replace", "costs", (const uint8_t *)"\x01\0\1\0\1", 5, model.sections[IFC2F_COSTS].bytes,
             model.sections[IFC2F_COSTS].length);
    put_file("replace", "ordered", answers, sizeof answers, ordered.bytes, ordered.length);
    put_file("graph", "graph", answers, 4, graph, sizeof graph);
    put_model("adaptive", bytes, build_model(bytes, &adaptive, 1));
    put_model("graph", bytes, build_model(bytes, &walked, 1));
    put_model("ordered", bytes, build_model(bytes, &ordered, 1));
    put_model("factor", bytes, build_network(bytes, &WITH_FACTOR, &adaptive, 1));
    put_model("factor-graph", bytes, build_network(bytes, &WITH_FACTOR, &walked, 1));
    put_model("tiny", bytes, build_tiny(bytes, NULL));
    put_model("tiny-adaptive", bytes, build_tiny(bytes, &adaptive));
    REQUIRE(ifc2f_open(&model, bytes, build_tiny(bytes, NULL)) == IFC2F_OK);
    const ifc2f_plan_options one = {1, 8, 1, IFC2F_TREAT_EXACT, IFC2F_SOLVER_FULL, 1};
    const int32_t n_tiny = ifc2f_plan(&model, &one, work, sizeof work, policy, sizeof policy);
    REQUIRE(n_tiny > 0);
    const added_section short_policy = {"ORDR", 1, (const uint8_t *)policy, (uint32_t)n_tiny};
    put_model("tiny-ordered", bytes, build_tiny(bytes, &short_policy));
    return 0;
}
