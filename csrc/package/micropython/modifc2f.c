/*
 * The module ifc2f of MicroPython:
 *
 *     model = ifc2f.Model(data)                  # bytes, as `ifc2f export --target float32` writes them
 *     session = ifc2f.Session(model)
 *     while (feature := session.next()) is not None:
 *         session.answer(feature, read(feature)) # or session.missing(feature)
 *     session.decide()                           # the number of the class
 *
 * What the C library refuses raises ValueError with its text. Version @VERSION@.
 */
#include "ifc2f.h"

#include "py/obj.h"
#include "py/runtime.h"

typedef struct {
    mp_obj_base_t base;
    ifc2f_model model;
    mp_obj_t bytes; /* keeps them */
} model_obj;

typedef struct {
    mp_obj_base_t base;
    ifc2f_session session;
    model_obj *of; /* keeps it */
    uint32_t *memory;
} session_obj;

extern const mp_obj_type_t ifc2f_model_type;

static int32_t checked(int32_t status)
{
    if (status < 0) {
        mp_raise_msg_varg(&mp_type_ValueError, MP_ERROR_TEXT("%s"), ifc2f_strerror(status));
    }
    return status;
}

static uint32_t number_of(mp_obj_t feature)
{
    return (uint32_t)mp_obj_get_int(feature); /* one below 0 is refused as too large */
}

/* ---- Model ------------------------------------------------------------------------------------------- */

static mp_obj_t model_make(const mp_obj_type_t *type, size_t n, size_t n_keywords, const mp_obj_t *arguments)
{
    mp_buffer_info_t data;
    mp_arg_check_num(n, n_keywords, 1, 1, false);
    if (!mp_obj_is_type(arguments[0], &mp_type_bytes)) {
        mp_raise_TypeError(MP_ERROR_TEXT("a model is bytes")); /* which never move or change */
    }
    mp_get_buffer_raise(arguments[0], &data, MP_BUFFER_READ);
    model_obj *self = mp_obj_malloc(model_obj, type);
    self->bytes = arguments[0];
    (void)checked(ifc2f_open(&self->model, data.buf, (uint32_t)data.len));
    return MP_OBJ_FROM_PTR(self);
}

static mp_obj_t model_n_features(mp_obj_t self)
{
    return mp_obj_new_int_from_uint(((model_obj *)MP_OBJ_TO_PTR(self))->model.n_features);
}
static MP_DEFINE_CONST_FUN_OBJ_1(model_n_features_obj, model_n_features);

static mp_obj_t model_n_classes(mp_obj_t self)
{
    return mp_obj_new_int_from_uint(((model_obj *)MP_OBJ_TO_PTR(self))->model.n_classes);
}
static MP_DEFINE_CONST_FUN_OBJ_1(model_n_classes_obj, model_n_classes);

/* The column of the training table that a feature came from. */
static mp_obj_t model_column(mp_obj_t self, mp_obj_t feature)
{
    return mp_obj_new_int(checked(ifc2f_column(&((model_obj *)MP_OBJ_TO_PTR(self))->model, number_of(feature))));
}
static MP_DEFINE_CONST_FUN_OBJ_2(model_column_obj, model_column);

static const mp_rom_map_elem_t model_names[] = {
    {MP_ROM_QSTR(MP_QSTR_n_features), MP_ROM_PTR(&model_n_features_obj)},
    {MP_ROM_QSTR(MP_QSTR_n_classes), MP_ROM_PTR(&model_n_classes_obj)},
    {MP_ROM_QSTR(MP_QSTR_column), MP_ROM_PTR(&model_column_obj)},
};
static MP_DEFINE_CONST_DICT(model_dict, model_names);
MP_DEFINE_CONST_OBJ_TYPE(ifc2f_model_type, MP_QSTR_Model, MP_TYPE_FLAG_NONE, make_new, model_make, locals_dict, &model_dict);

/* ---- Session ----------------------------------------------------------------------------------------- */

static ifc2f_session *session_of(mp_obj_t self)
{
    return &((session_obj *)MP_OBJ_TO_PTR(self))->session;
}

static mp_obj_t session_make(const mp_obj_type_t *type, size_t n, size_t n_keywords, const mp_obj_t *arguments)
{
    mp_arg_check_num(n, n_keywords, 1, 1, false);
    if (!mp_obj_is_type(arguments[0], &ifc2f_model_type)) {
        mp_raise_TypeError(MP_ERROR_TEXT("a session needs a Model"));
    }
    session_obj *self = mp_obj_malloc(session_obj, type);
    self->of = MP_OBJ_TO_PTR(arguments[0]);
    const uint32_t n_bytes = ifc2f_session_bytes(&self->of->model);
    self->memory = m_new(uint32_t, n_bytes / 4);
    (void)checked(ifc2f_begin(&self->session, &self->of->model, self->memory, n_bytes));
    return MP_OBJ_FROM_PTR(self);
}

static mp_obj_t session_next(mp_obj_t self)
{
    const int32_t feature = ifc2f_next(session_of(self));
    return feature == IFC2F_STOP ? mp_const_none : mp_obj_new_int(checked(feature));
}
static MP_DEFINE_CONST_FUN_OBJ_1(session_next_obj, session_next);

static mp_obj_t session_answer(mp_obj_t self, mp_obj_t feature, mp_obj_t value)
{
    (void)checked(ifc2f_answer(session_of(self), number_of(feature), (float)mp_obj_get_float(value)));
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_3(session_answer_obj, session_answer);

/* missing(feature, paid=False) */
static mp_obj_t session_missing(size_t n, const mp_obj_t *arguments)
{
    const int32_t paid = n > 2 && mp_obj_is_true(arguments[2]);
    (void)checked(ifc2f_missing(session_of(arguments[0]), number_of(arguments[1]), paid));
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(session_missing_obj, 2, 3, session_missing);

static mp_obj_t session_retract(mp_obj_t self, mp_obj_t feature)
{
    (void)checked(ifc2f_retract(session_of(self), number_of(feature)));
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_2(session_retract_obj, session_retract);

static mp_obj_t session_restart(mp_obj_t self)
{
    (void)checked(ifc2f_restart(session_of(self)));
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_1(session_restart_obj, session_restart);

static mp_obj_t session_decide(mp_obj_t self)
{
    return mp_obj_new_int(checked(ifc2f_decide(session_of(self))));
}
static MP_DEFINE_CONST_FUN_OBJ_1(session_decide_obj, session_decide);

static mp_obj_t session_posterior(mp_obj_t self)
{
    const size_t n = ((session_obj *)MP_OBJ_TO_PTR(self))->of->model.n_classes;
    float *found = m_new(float, n);
    (void)checked(ifc2f_posterior(session_of(self), found));
    mp_obj_t list = mp_obj_new_list(0, NULL);
    for (size_t i = 0; i < n; ++i) {
        mp_obj_list_append(list, mp_obj_new_float((mp_float_t)found[i]));
    }
    m_del(float, found, n);
    return list;
}
static MP_DEFINE_CONST_FUN_OBJ_1(session_posterior_obj, session_posterior);

static mp_obj_t session_cost(mp_obj_t self)
{
    return mp_obj_new_float((mp_float_t)ifc2f_cost(session_of(self)));
}
static MP_DEFINE_CONST_FUN_OBJ_1(session_cost_obj, session_cost);

static const mp_rom_map_elem_t session_names[] = {
    {MP_ROM_QSTR(MP_QSTR_next), MP_ROM_PTR(&session_next_obj)},
    {MP_ROM_QSTR(MP_QSTR_answer), MP_ROM_PTR(&session_answer_obj)},
    {MP_ROM_QSTR(MP_QSTR_missing), MP_ROM_PTR(&session_missing_obj)},
    {MP_ROM_QSTR(MP_QSTR_retract), MP_ROM_PTR(&session_retract_obj)},
    {MP_ROM_QSTR(MP_QSTR_restart), MP_ROM_PTR(&session_restart_obj)},
    {MP_ROM_QSTR(MP_QSTR_decide), MP_ROM_PTR(&session_decide_obj)},
    {MP_ROM_QSTR(MP_QSTR_posterior), MP_ROM_PTR(&session_posterior_obj)},
    {MP_ROM_QSTR(MP_QSTR_cost), MP_ROM_PTR(&session_cost_obj)},
};
static MP_DEFINE_CONST_DICT(session_dict, session_names);
static MP_DEFINE_CONST_OBJ_TYPE(session_type, MP_QSTR_Session, MP_TYPE_FLAG_NONE, make_new, session_make, locals_dict,
                                &session_dict);

/* ---- The module -------------------------------------------------------------------------------------- */

static const mp_rom_map_elem_t module_names[] = {
    {MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR_ifc2f)},
    {MP_ROM_QSTR(MP_QSTR_Model), MP_ROM_PTR(&ifc2f_model_type)},
    {MP_ROM_QSTR(MP_QSTR_Session), MP_ROM_PTR(&session_type)},
};
static MP_DEFINE_CONST_DICT(module_dict, module_names);

const mp_obj_module_t ifc2f_module = {
    .base = {&mp_type_module},
    .globals = (mp_obj_dict_t *)&module_dict,
};

MP_REGISTER_MODULE(MP_QSTR_ifc2f, ifc2f_module);
