#pragma once

// Which SIMD targets the matchers are compiled for. To be included before any header of Highway, in
// every file that uses it, so that all of them dispatch among the same targets.

#define HWY_WANT_AVX3_DL 1              // the AVX-512 of Ice Lake and Zen 4: counts bits of words
#define HWY_DISABLED_TARGETS HWY_SSSE3  // no faster than SSE4, which nearly every machine has
