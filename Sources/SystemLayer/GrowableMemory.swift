import Foundation

/// The system moves large blocks to other addresses without copying them: growing needs neither the
/// time nor, for a moment, the memory of both.
package struct GrowableMemory: ~Copyable {
    package private(set) var bytes: UnsafeMutableRawPointer
    package private(set) var capacity: Int

    package init(capacity: Int) {
        bytes = Self.resized(nil, to: capacity)
        self.capacity = capacity
    }

    deinit { free(bytes) }

    /// Adds half as much again if there is not enough.
    @inline(__always)
    package mutating func reserve(_ count: Int) {
        if count > capacity { grow(count) }
    }

    @inline(never)
    private mutating func grow(_ count: Int) {
        capacity = max(capacity + capacity / 2, count)
        bytes = Self.resized(bytes, to: capacity)
    }

    private static func resized(
        _ bytes: UnsafeMutableRawPointer?, to capacity: Int
    ) -> UnsafeMutableRawPointer {
        guard let memory = realloc(bytes, max(capacity, 1)) else { fatalError("out of memory") }
        return memory
    }
}

/// Memory for random access, which costs much more when the system divides it into pages of a few
/// kilobytes.
package enum LargePages {
    private static let size = 2 << 20

    /// The caller deallocates it. On large pages, if it fills them and the system has some.
    package static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
        guard byteCount >= size else {
            return .allocate(byteCount: byteCount, alignment: 16)
        }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: size)
        #if os(Linux)
            // Only a hint: ignoring it changes nothing.
            madvise(memory, byteCount, MADV_HUGEPAGE)
        #endif
        return memory
    }
}
