import CXXHash

/// The XXH3 of bytes that come piece by piece.
struct StreamedHash: ~Copyable {
    private let state = UnsafeMutableRawPointer.allocate(
        byteCount: gtfs_xxh3_state_size(), alignment: 64)

    init() {
        gtfs_xxh3_begin(state)
    }

    deinit {
        state.deallocate()
    }

    func update(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 0 else { return }
        gtfs_xxh3_add(state, bytes.baseAddress, bytes.count)
    }

    /// The 16 bytes of the hash; nothing can be added afterwards.
    func finish() -> [UInt8] {
        let hash = [UInt8](unsafeUninitializedCapacity: 16) { bytes, count in
            gtfs_xxh3_finish(state, bytes.baseAddress)
            count = 16
        }
        gtfs_xxh3_begin(state)
        return hash
    }
}
