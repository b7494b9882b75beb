/* What the score of two classes tells. */
#include "thresholds.h"

#include "numbers.h"

IFC2F_PRIVATE int i2f_int_is_between(const ifc2f_int_session *s, uint32_t set)
{
    const uint32_t wide = is_wide(s->model, WIDE_SETS);
    const uint8_t *interval = i2f_int_row_of(s->model, SETS, set, 2, wide);
    const int32_t most = wide ? INT16_MAX - 1 : INT8_MAX - 1;
    int32_t score = (int32_t)head_of(s)->state;
    score = score > most ? most : score < -most - 2 ? -most - 2 : score;
    return score >= number(interval, wide) && score < number(interval + (wide ? 2 : 1), wide);
}

IFC2F_PRIVATE void i2f_int_two_posterior(const ifc2f_int_session *s, uint16_t *posterior)
{
    const uint32_t is_first = head_of(s)->state >> 31; /* which is likelier */
    uint32_t apart = is_first ? 0u - head_of(s)->state : head_of(s)->state;
    apart = apart < 0xFFFF ? apart : 0xFFFF;
    const uint32_t odds = i2f_int_weight_of(apart * s->model->words[UNIT]) >> 8;
    const uint32_t sum = odds + (1u << 15);
    posterior[is_first] = (uint16_t)i2f_int_quotient(odds * 0xFFFF + sum / 2, sum);
    posterior[1 - is_first] = (uint16_t)(0xFFFF - posterior[is_first]);
}
