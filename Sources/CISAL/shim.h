#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stddef.h>

// The state of an inflater behind an untyped pointer: of the struct itself, with its tables of thousands of
// entries, Swift's compiler makes 120 KB of functions that copy tuples.

static inline size_t isal_state_size(void) {
    return sizeof(struct inflate_state);
}

static inline void isal_state_init(void *state) {
    isal_inflate_init((struct inflate_state *)state);
}

static inline void isal_state_take(void *state, const void *input, uint32_t count) {
    struct inflate_state *inflater = (struct inflate_state *)state;
    // It is only read, but not declared so.
    inflater->next_in = (uint8_t *)input;
    inflater->avail_in = count;
}

static inline uint32_t isal_state_unused(const void *state) {
    return ((const struct inflate_state *)state)->avail_in;
}

static inline int isal_state_is_at_end(const void *state) {
    return ((const struct inflate_state *)state)->block_state == ISAL_BLOCK_FINISH;
}

// How many bytes of the output were filled; below 0 when the input is damaged.
static inline int64_t isal_state_inflate(void *state, void *output, uint32_t room) {
    struct inflate_state *inflater = (struct inflate_state *)state;
    inflater->next_out = (uint8_t *)output;
    inflater->avail_out = room;
    return isal_inflate(inflater) < 0 ? -1 : (int64_t)(room - inflater->avail_out);
}
