/* The weights of the classes, and the posterior that they are divided to. */
#include "weights.h"

enum { BIAS = 127, LEAST_EXPONENT = -100 }; /* of a float, and of a product with a factor that is not 0 */

/* The factor is in [SMALLEST, 1], which is above 2^-100, or counts as 0. Whatever it is, the mantissa stays in [1, 2). */
IFC2F_APART IFC2F_PRIVATE void i2f_multiply(ifc2f_class *of, float factor)
{
    const uint32_t bits = bits_of(of->mantissa * factor);
    const uint32_t biased = bits >> 23; /* and the sign */
    of->exponent = (int32_t)((uint32_t)of->exponent + biased - BIAS);
    if (biased - (BIAS + LEAST_EXPONENT) >= 255 - (BIAS + LEAST_EXPONENT)) {
        of->exponent = IMPOSSIBLE;
    }
    of->mantissa = float_of((bits & 0x007FFFFF) | 0x3F800000);
}

IFC2F_PRIVATE void i2f_multiply_by_answer(const ifc2f_session *s, uint32_t k)
{
    const ifc2f_model *model = s->model;
    const uint32_t parent = parent_of(model, k);
    uint32_t row = parent < k ? s->values[parent] * n_values_of(model, k) : 0;
    row += s->values[k];
    row = row * model->n_classes + feature_word(model, k, FIRST_TABLE);
    for (ifc2f_class *of = s->classes; of < end_of_classes(s); ++of) {
        i2f_multiply(of, number_at(&model->sections[IFC2F_TABLES], row++));
    }
}

IFC2F_PRIVATE void i2f_reset_weights(const ifc2f_session *s)
{
    for (ifc2f_class *of = s->classes; of < end_of_classes(s); ++of) {
        of->mantissa = 1.0f;
        of->exponent = 0;
        i2f_multiply(of, of->prior);
    }
}

IFC2F_PRIVATE int32_t i2f_largest_exponent(const ifc2f_session *s)
{
    int32_t largest = INT32_MIN;
    for (const ifc2f_class *of = s->classes; of < end_of_classes(s); ++of) {
        largest = of->exponent > largest ? of->exponent : largest;
    }
    return largest;
}

/* A class's weight in units of the largest; 0 below 2^-117 of it, so that none is subnormal (the sum is below 2^9): some
 * processors take such numbers for 0. */
static float scaled(const ifc2f_class *of, int32_t largest)
{
    const uint32_t shift = (uint32_t)largest - (uint32_t)of->exponent;
    return shift < 118 ? float_of(bits_of(of->mantissa) - (shift << 23)) : 0.0f;
}

/* The same as below for two classes, one of them possible. */
static void update_two(ifc2f_class *of, int32_t largest)
{
    const float first = scaled(&of[0], largest);
    const float second = scaled(&of[1], largest);
    const float sum = first + second;
    of[0].posterior = first / sum;
    of[1].posterior = second / sum;
}

IFC2F_PRIVATE void i2f_divide_by_sum(const ifc2f_session *s)
{
    session_head *head = head_of(s);
    const int32_t largest = i2f_largest_exponent(s);
    const uint16_t conflict = largest < LEAST_POSSIBLE ? IS_CONFLICT : 0;
    float sum = 0.0f;
    head->flags = (uint16_t)((head->flags & (uint16_t)~(MARGINALS_ARE_VALID | IS_CONFLICT)) + conflict);
    if (head->n_end == 0 || conflict) {
        for (ifc2f_class *of = s->classes; of < end_of_classes(s); ++of) {
            of->posterior = of->prior;
        }
        return;
    }
    if (IFC2F_READS_INLINE && s->model->n_classes == 2) {
        update_two(s->classes, largest);
        return;
    }
    for (ifc2f_class *of = s->classes; of < end_of_classes(s); ++of) {
        of->posterior = scaled(of, largest);
        sum += of->posterior;
    }
    for (ifc2f_class *of = s->classes; of < end_of_classes(s); ++of) {
        of->posterior /= sum;
    }
}
