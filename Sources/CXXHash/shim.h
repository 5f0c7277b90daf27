// The functions are compiled into who calls them: nothing is linked.
#define XXH_INLINE_ALL
#include <xxhash.h>

// The state of a hash is 64 bytes aligned, and Swift does not see into it: it is told of by its address.

/// Bytes that the state of a hash takes.
static inline size_t gtfs_xxh3_state_size(void) { return sizeof(XXH3_state_t); }

/// Begins a hash.
static inline void gtfs_xxh3_begin(void *state)
{
    XXH3_INITSTATE((XXH3_state_t *)state);
    XXH3_128bits_reset((XXH3_state_t *)state);
}

/// Adds bytes.
static inline void gtfs_xxh3_add(void *state, const void *bytes, size_t count)
{
    XXH3_128bits_update((XXH3_state_t *)state, bytes, count);
}

/// Writes the 16 bytes of the hash, the same on all systems.
static inline void gtfs_xxh3_finish(const void *state, unsigned char *hash)
{
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest((const XXH3_state_t *)state));
    memcpy(hash, canonical.digest, sizeof(canonical.digest));
}
