import CArchive

/// Where libarchive's callbacks read from: the bytes, a position in them and a buffer.
///
/// Owned by an ``ArchiveReader`` and used by its thread only.
final class ArchiveInput {
    /// Large enough that system calls cost nothing beside inflating.
    private static let bufferSize = 256 * 1024

    private let bytes: ArchiveBytes
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: ArchiveInput.bufferSize, alignment: 16)
    private var position: Int64 = 0
    /// Why reading failed: libarchive cannot be told (its function for that is variadic).
    private(set) var failure: FeedError?

    init(_ bytes: ArchiveBytes) {
        self.bytes = bytes
    }

    deinit {
        buffer.deallocate()
    }

    /// Fills the buffer from the position on; nil when that failed.
    fileprivate func read() -> UnsafeRawBufferPointer? {
        do throws(FeedError) {
            let count = try bytes.read(into: buffer, at: position)
            position += Int64(count)
            return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer).prefix(count))
        } catch {
            failure = error
            return nil
        }
    }

    /// Moves forward, not past the end, and returns by how much.
    fileprivate func skip(_ count: Int64) -> Int64 {
        let distance = min(count, bytes.size - position)
        position += distance
        return distance
    }

    /// Moves to an offset from the start, from here or from the end; returns where that is.
    fileprivate func seek(_ offset: Int64, from origin: Int32) -> Int64 {
        let base: Int64 =
            switch origin {
            case SEEK_CUR: position
            case SEEK_END: bytes.size
            default: 0
            }
        position = min(max(0, base + offset), bytes.size)
        return position
    }
}

/// Finds the input behind the pointer that libarchive hands back.
private func input(_ data: UnsafeMutableRawPointer?) -> ArchiveInput? {
    data.map { Unmanaged<ArchiveInput>.fromOpaque($0).takeUnretainedValue() }
}

/// libarchive's read callback.
func readInput(
    _: OpaquePointer?, _ data: UnsafeMutableRawPointer?,
    _ block: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> la_ssize_t {
    guard let bytes = input(data)?.read() else { return la_ssize_t(ARCHIVE_FATAL) }
    block?.pointee = bytes.baseAddress
    return bytes.count
}

/// libarchive's skip callback.
func skipInput(
    _: OpaquePointer?, _ data: UnsafeMutableRawPointer?, _ count: la_int64_t
) -> la_int64_t {
    input(data)?.skip(count) ?? la_int64_t(ARCHIVE_FATAL)
}

/// libarchive's seek callback.
func seekInput(
    _: OpaquePointer?, _ data: UnsafeMutableRawPointer?, _ offset: la_int64_t, _ origin: Int32
) -> la_int64_t {
    input(data)?.seek(offset, from: origin) ?? la_int64_t(ARCHIVE_FATAL)
}
