#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "engine/core/check.h"

namespace prestige {

// A list of at most N trivially copyable values, stored in place: the hot path's std::vector. Slots
// past the end are kept value-initialised by Remove and Clear, so that two lists with equal
// contents are equal byte for byte once they hold only what was pushed.
template <class T, size_t N>
class FixedList {
  static_assert(N < 65536);

 public:
  using Size = std::conditional_t<(N < 256), uint8_t, uint16_t>;

  static constexpr size_t capacity() { return N; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  bool full() const { return size_ == N; }

  const T* begin() const { return items_.data(); }
  const T* end() const { return items_.data() + size_; }
  T* begin() { return items_.data(); }
  T* end() { return items_.data() + size_; }

  const T& operator[](size_t i) const {
    PRESTIGE_DCHECK(i < size_);
    return items_[i];
  }
  T& operator[](size_t i) {
    PRESTIGE_DCHECK(i < size_);
    return items_[i];
  }
  const T& back() const { return (*this)[size_ - 1U]; }

  void push_back(const T& item) {
    PRESTIGE_DCHECK(size_ < N);
    items_[size_++] = item;
  }

  // Removes the item at i; those behind it move up by one.
  void Remove(size_t i) {
    PRESTIGE_DCHECK(i < size_);
    for (size_t k = i + 1; k < size_; ++k) items_[k - 1] = items_[k];
    items_[--size_] = T{};
  }

  // Takes out the item at i; the last one moves into its place.
  T TakeUnordered(size_t i) {
    const T item = (*this)[i];
    items_[i] = items_[--size_];
    items_[size_] = T{};
    return item;
  }

  // Puts an item where it belongs in an ascending list.
  void InsertSorted(const T& item) {
    size_t i = size_;
    while (i > 0 && item < items_[i - 1]) --i;
    Insert(i, item);
  }

  // Puts an item at i; those from i on move down by one.
  void Insert(size_t i, const T& item) {
    PRESTIGE_DCHECK(i <= size_ && size_ < N);
    for (size_t k = size_; k > i; --k) items_[k] = items_[k - 1];
    items_[i] = item;
    ++size_;
  }

  void Clear() {
    for (size_t k = 0; k < size_; ++k) items_[k] = T{};
    size_ = 0;
  }

  // Forgets the contents without touching the slots: for scratch lists, which are never compared.
  void Reset() { size_ = 0; }

  friend bool operator==(const FixedList& a, const FixedList& b) {
    if (a.size_ != b.size_) return false;
    for (size_t k = 0; k < a.size_; ++k) {
      if (!(a.items_[k] == b.items_[k])) return false;
    }
    return true;
  }

 private:
  std::array<T, N> items_{};
  Size size_ = 0;
};

}  // namespace prestige
