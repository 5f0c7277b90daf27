import SystemLayer

/// The bytes of one member, from its start to its end.
///
/// Used by one thread at a time. ``FeedArchive/open(_:)`` returns it as `sending`, so it may be
/// opened on one thread and read on another.
package final class MemberStream {
    private enum Content {
        /// Up to the end of the file when nil.
        case plain(ArchiveFile, Range<Int64>?)
        /// A deflated or stored member of a zip, as nearly all are.
        case member(ZipMember)
        /// The only member of a zip, see `ArchiveBytes.init(zipOfOnly:in:)`.
        case packed(ArchiveReader)
    }

    private let content: Content
    private let source: String
    private let name: String
    /// As declared; nil for a file on disk, which may still grow.
    private let size: Int64?
    package private(set) var offset: Int64 = 0

    init(_ file: ArchiveFile, range: Range<Int64>?, name: String, source: String) {
        content = .plain(file, range)
        size = range.map { Int64($0.count) }
        self.name = name
        self.source = source
    }

    init(
        _ member: ZipDirectory.Member, of file: ArchiveFile, limits: ArchiveLimits, source: String
    ) throws(FeedError) {
        let record = member.record
        name = record.path
        size = record.size
        self.source = source
        if record.isEncrypted { throw .encryptedMember(source: source, member: name) }
        try limits.checkTotal(record.size, source: source)
        try limits.checkRatio(
            unpacked: record.size, packed: record.compressedSize, member: name, source: source)
        if let member = try ZipMember(member, of: file) {
            content = .member(member)
            return
        }
        do throws(ArchiveFailure) {
            let reader = try ArchiveReader(
                ArchiveBytes(zipOfOnly: member, in: file), format: .zip)
            guard try reader.nextEntry() != nil else {
                throw .library("its local header is missing")
            }
            content = .packed(reader)
        } catch {
            throw FeedError(error, source: source, member: name, offset: 0)
        }
    }

    /// Reads the next bytes: as many as fit in the buffer, fewer only at the end of the member, and
    /// then 0.
    ///
    /// At the end of a packed member, the call throws when length or checksum are wrong, naming the
    /// member and how far it could be read.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = try readOnce(into: rest)
            if count == 0 { break }
            filled += count
            offset += Int64(count)
            if let size, offset > size {
                throw .damagedMember(
                    source: source, member: name, offset: size,
                    reason: "it goes on after the \(size) bytes that the archive declares")
            }
        }
        return filled
    }

    private func packed(
        _ read: @autoclosure () throws(ArchiveFailure) -> Int
    ) throws(FeedError) -> Int {
        do throws(ArchiveFailure) {
            return try read()
        } catch {
            throw FeedError(error, source: source, member: name, offset: offset)
        }
    }

    private func readOnce(into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
        switch content {
        case .member(let member):
            return try packed(try member.read(into: buffer))
        case .packed(let reader):
            return try packed(try reader.read(into: buffer))
        case .plain(let file, nil):
            return try file.read(into: buffer, at: offset)
        case .plain(let file, let range?):
            let available = min(Int64(buffer.count), Int64(range.count) - offset)
            let target = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(available)))
            return try file.read(into: target, at: range.lowerBound + offset)
        }
    }
}

extension FeedError {
    init(_ failure: ArchiveFailure, source: String, member: String, offset: Int64) {
        switch failure {
        case .input(let error):
            self = error
        case .library(let reason):
            if let method = Self.packing(saidBy: reason) {
                self = .unreadableMethod(source: source, member: member, method: method)
            } else {
                self = .damagedMember(
                    source: source, member: member, offset: offset, reason: reason)
            }
        }
    }

    /// The method in libarchive's "Unsupported ZIP compression method (97: wav-pack)"; nil for any
    /// other text. The member is whole then, so it is not called damaged.
    private static func packing(saidBy reason: String) -> String? {
        let beginning = "Unsupported ZIP compression method ("
        guard reason.hasPrefix(beginning) else { return nil }
        let method = reason.dropFirst(beginning.count).prefix { $0 != ")" }
        // Windows Explorer packs members of more than 2 GB with it.
        return method.hasPrefix("9:") ? "Deflate64" : "method \(method)"
    }
}
