import CArchive

/// A pass over an archive with libarchive.
///
/// Used by one thread at a time.
final class ArchiveReader {
    enum Format {
        /// A zip, read by its central directory and not compressed as a whole.
        case zip
        case archive
        case compressedFile
    }

    struct Entry {
        let path: String
        let isRegularFile: Bool
        let isFolder: Bool
        /// Path of the earlier member with the same content.
        let hardLink: String?
        let isEncrypted: Bool
    }

    private let handle: OpaquePointer
    private let input: ArchiveInput
    /// `block` is the rest of the library's current block.
    private var block = UnsafeRawBufferPointer(start: nil, count: 0)
    private var blockStart: Int64 = 0
    private var position: Int64 = 0

    init(_ bytes: ArchiveBytes, format: Format) throws(ArchiveFailure) {
        guard let handle = archive_read_new() else {
            throw .library("libarchive has no memory left")
        }
        self.handle = handle
        input = ArchiveInput(bytes)
        switch format {
        case .zip:
            try check(archive_read_support_format_zip_seekable(handle))
        case .archive:
            try supportCompression()
            try check(archive_read_support_format_tar(handle))
            try check(archive_read_support_format_7zip(handle))
        case .compressedFile:
            try supportCompression()
            try check(archive_read_support_format_raw(handle))
        }
        let data = Unmanaged.passUnretained(input).toOpaque()
        try check(archive_read_set_callback_data(handle, data))
        try check(archive_read_set_read_callback(handle, readInput))
        try check(archive_read_set_skip_callback(handle, skipInput))
        try check(archive_read_set_seek_callback(handle, seekInput))
        try check(archive_read_open1(handle))
    }

    deinit {
        archive_read_free(handle)
    }

    private func supportCompression() throws(ArchiveFailure) {
        try check(archive_read_support_filter_gzip(handle))
        try check(archive_read_support_filter_bzip2(handle))
        try check(archive_read_support_filter_xz(handle))
        try check(archive_read_support_filter_zstd(handle))
    }

    func nextEntry() throws(ArchiveFailure) -> Entry? {
        var entry: OpaquePointer?
        // A warning here is about names and dates, or about sizes that are judged while reading.
        let answer = try check(archive_read_next_header(handle, &entry), allowingWarnings: true)
        block = UnsafeRawBufferPointer(start: nil, count: 0)
        blockStart = 0
        position = 0
        guard answer != ARCHIVE_EOF, let entry else { return nil }
        // The first is nil when the name's encoding is unknown, the second when the locale cannot
        // show the name.
        let name = archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)
        let link = archive_entry_hardlink_utf8(entry) ?? archive_entry_hardlink(entry)
        return Entry(
            path: name.map(MemberName.decode(cString:)) ?? "",
            isRegularFile: archive_entry_filetype(entry) == 0o100000 && link == nil,
            isFolder: archive_entry_filetype(entry) == 0o040000,
            hardLink: link.map(MemberName.decode(cString:)),
            isEncrypted: archive_entry_is_encrypted(entry) != 0)
    }

    /// Reads some of the next bytes of the member: at least one before its end, and 0 there. Throws
    /// at the end when length or checksum are wrong.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveFailure) -> Int {
        // A gap before a block is a hole of a sparse file.
        if position == blockStart && block.isEmpty {
            guard try nextBlock() else { return 0 }
        }
        let hole = Int(clamping: blockStart - position)
        let count = min(buffer.count, hole > 0 ? hole : block.count)
        if hole > 0 {
            buffer.prefix(count).initializeMemory(as: UInt8.self, repeating: 0)
        } else {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: block.prefix(count)))
            block = UnsafeRawBufferPointer(rebasing: block.dropFirst(count))
            blockStart += Int64(count)
        }
        position += Int64(count)
        return count
    }

    /// The library owns the block; false at the end.
    private func nextBlock() throws(ArchiveFailure) -> Bool {
        var start: UnsafeRawPointer?
        var count = 0
        repeat {
            let answer = try check(archive_read_data_block(handle, &start, &count, &blockStart))
            if answer == ARCHIVE_EOF { return false }
        } while count == 0 && blockStart == position
        block = UnsafeRawBufferPointer(start: start, count: count)
        return true
    }

    /// How many bytes of the archive the library has used. At the end of a compressed file those are all
    /// that belong to it.
    var usedBytes: Int64 { archive_filter_bytes(handle, -1) }

    /// Turns the library's results into errors, including warnings unless they are allowed: to the
    /// library a wrong checksum is only a warning.
    @discardableResult
    private func check<Answer: SignedInteger>(
        _ answer: Answer, allowingWarnings: Bool = false
    ) throws(ArchiveFailure) -> Answer {
        if answer >= 0 || (allowingWarnings && answer == ARCHIVE_WARN) { return answer }
        if let failure = input.failure { throw .input(failure) }
        guard let message = archive_error_string(handle) else {
            throw .library("libarchive cannot read it")
        }
        throw .library(String(cString: message))
    }
}

enum ArchiveFailure: Error {
    /// Caused by the archive's content, in the library's words.
    case library(String)
    case input(FeedError)
}

/// The source of libarchive's callbacks, used only by the thread of its ``ArchiveReader``.
final class ArchiveInput {
    /// Large enough that system calls cost little compared with inflating.
    private static let bufferSize = 256 * 1024

    private let bytes: ArchiveBytes
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: ArchiveInput.bufferSize, alignment: 16)
    private var position: Int64 = 0
    /// The reason why reading failed: libarchive cannot be told (its function for that is
    /// variadic).
    private(set) var failure: FeedError?

    init(_ bytes: ArchiveBytes) {
        self.bytes = bytes
    }

    deinit {
        buffer.deallocate()
    }

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

    /// Does not move past the end; returns by how much it moved.
    fileprivate func skip(_ count: Int64) -> Int64 {
        let distance = min(count, bytes.size - position)
        position += distance
        return distance
    }

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

private func input(_ data: UnsafeMutableRawPointer?) -> ArchiveInput? {
    data.map { Unmanaged<ArchiveInput>.fromOpaque($0).takeUnretainedValue() }
}

func readInput(
    _: OpaquePointer?, into data: UnsafeMutableRawPointer?,
    block: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> la_ssize_t {
    guard let bytes = input(data)?.read() else { return la_ssize_t(ARCHIVE_FATAL) }
    block?.pointee = bytes.baseAddress
    return bytes.count
}

func skipInput(
    _: OpaquePointer?, _ data: UnsafeMutableRawPointer?, count: la_int64_t
) -> la_int64_t {
    input(data)?.skip(count) ?? la_int64_t(ARCHIVE_FATAL)
}

func seekInput(
    _: OpaquePointer?, _ data: UnsafeMutableRawPointer?, to offset: la_int64_t, from origin: Int32
) -> la_int64_t {
    input(data)?.seek(offset, from: origin) ?? la_int64_t(ARCHIVE_FATAL)
}
