/* Texts for statuses. */
#include "../base/arithmetic.h"

#include "ifc2f.h"

const char *ifc2f_strerror(int32_t status)
{
#if IFC2F_TEXTS
    static const char *const texts[] = {
        "no error",
        "the policy has no further question",
        "not a model: it does not begin as a model file does",
        "the model has a format version that this library does not read",
        "the model is cut short, or more bytes follow its end",
        "the model is damaged: its checksum does not match its content",
        "the model's directory of sections is damaged, or a section is missing",
        "the model contains a length, an index or a number that is out of range",
        "the memory given is too small or not aligned to 4 bytes",
        "there is no such feature, or it is not open",
        "the value is not a finite number, not a known category, or not a bin of the feature",
        "the prior is not a probability vector",
        "this answer needs exact inference, which this build does not include",
        "the model has no policy",
        "the memory does not hold a session of this model",
        "an argument is out of range",
        "this computation would need too many sequences of answers, or of live values",
        "the model needs a part of the library that this build does not include",
        "this is a model, but not the requested one",
        "this build would compute different numbers: compile it without flags that change floating-point results",
    };
    const int32_t n = (int32_t)(sizeof texts / sizeof texts[0]);
    return status <= 0 && status > -n ? texts[-status] : "unknown status";
#else
    (void)status;
    return "";
#endif
}
