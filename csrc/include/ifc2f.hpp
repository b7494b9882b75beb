// Sessions for C++17: objects in place of pointers and lengths. No exceptions, no heap, no virtual functions; all calls go to ifc2f.h.
#ifndef IFC2F_HPP
#define IFC2F_HPP

#include <cstddef>
#include <cstdint>
#include <optional>

#include "ifc2f.h"

namespace ifc2f {

// A part of memory that belongs to somebody else: of an array, or of anything that has data() and size().
template <class T>
class view {
public:
    constexpr view(T *data, std::size_t size) : data_{data}, size_{size} {}
    template <std::size_t N>
    constexpr view(T (&array)[N]) : data_{array}, size_{N} {}
    template <class Container>
    constexpr view(Container &of) : data_{of.data()}, size_{of.size()} {}
    constexpr T *data() const { return data_; }
    constexpr std::size_t size() const { return size_; }
    // Bytes as the C functions count them; more than they can count is passed as too many.
    constexpr std::uint32_t bytes() const
    {
        return size_ > UINT32_MAX / sizeof(T) ? UINT32_MAX : static_cast<std::uint32_t>(size_ * sizeof(T));
    }

private:
    T *data_;
    std::size_t size_;
};

// An opened model. The bytes stay where they are and have to outlive it, as it has to outlive its sessions.
class model {
public:
    // Open any model; status() is IFC2F_OK, or says why not (ifc2f_open).
    explicit model(view<const std::uint8_t> bytes) : status_{ifc2f_open(&model_, bytes.data(), bytes.bytes())} {}
    // Open the model of this checksum only, which the header of `ifc2f export` has as ..._ID.
    model(view<const std::uint8_t> bytes, std::uint32_t id)
        : status_{ifc2f_open_known(&model_, bytes.data(), bytes.bytes(), id)}
    {
    }
    std::int32_t status() const { return status_; }
    std::uint32_t n_features() const { return is_open() ? model_.n_features : 0; }
    std::uint32_t n_classes() const { return is_open() ? model_.n_classes : 0; }
    // Bytes that a session needs.
    std::uint32_t session_bytes() const { return is_open() ? ifc2f_session_bytes(&model_) : 0; }
    // The model as the functions of ifc2f.h take it; nullptr if it could not be opened.
    const ifc2f_model *get() const { return is_open() ? &model_ : nullptr; }

private:
    bool is_open() const { return status_ == IFC2F_OK; }
    ifc2f_model model_;
    std::int32_t status_;
};

// One instance. A call that fails leaves its status in status() and the session as it was.
class session {
public:
    // Begin in memory of the caller, of at least session_bytes().
    session(const model &of, view<std::uint32_t> memory) : n_classes_{of.n_classes()}
    {
        status_ = of.get() == nullptr ? of.status() : ifc2f_begin(&session_, of.get(), memory.data(), memory.bytes());
        has_begun_ = status_ == IFC2F_OK;
    }
    session(const session &) = delete; // two of them would share their memory
    session &operator=(const session &) = delete;

    std::int32_t status() const { return status_; }
    // The feature to acquire; none where another is not worth its cost, or on an error, which status() tells.
    std::optional<std::uint32_t> next()
    {
        const std::int32_t feature = has_begun_ ? ifc2f_next(&session_) : status_;
        if (feature >= 0) {
            return static_cast<std::uint32_t>(feature);
        }
        status_ = feature == IFC2F_STOP ? IFC2F_OK : feature;
        return std::nullopt;
    }
    bool answer(std::uint32_t feature, float value)
    {
        return has_begun_ && keep(ifc2f_answer(&session_, feature, value));
    }
    // Tell that a feature cannot be had, and whether the acquisition was paid for.
    bool missing(std::uint32_t feature, bool paid = true)
    {
        return has_begun_ && keep(ifc2f_missing(&session_, feature, paid ? 1 : 0));
    }
    // The class of the least expected cost of a mistake; none on an error.
    std::optional<std::uint32_t> decide()
    {
        const std::int32_t label = has_begun_ ? ifc2f_decide(&session_) : status_;
        if (label >= 0) {
            return static_cast<std::uint32_t>(label);
        }
        status_ = label;
        return std::nullopt;
    }
    // Write the probabilities of the classes, if there is room for all.
    bool posterior(view<float> to)
    {
        return has_begun_ && keep(to.size() < n_classes_ ? IFC2F_ERR_MEMORY : ifc2f_posterior(&session_, to.data()));
    }
    float cost() const { return has_begun_ ? ifc2f_cost(&session_) : 0.0f; }
    // The session as the functions of ifc2f.h take it; nullptr if it could not be begun.
    ifc2f_session *get() { return has_begun_ ? &session_ : nullptr; }

private:
    bool keep(std::int32_t status)
    {
        status_ = status;
        return status == IFC2F_OK;
    }
    ifc2f_session session_;
    std::uint32_t n_classes_;
    std::int32_t status_;
    bool has_begun_;
};

} // namespace ifc2f

#endif
