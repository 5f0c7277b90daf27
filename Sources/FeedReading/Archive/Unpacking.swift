import GTFSSchedule
import SystemLayer

/// Unpacks archives without a directory of members: tar, compressed or not, and 7z.
///
/// One pass writes all files into a single temporary file; memory holds where each one is. So
/// reading them in another order costs nothing, and no member's name ever becomes the name of a
/// file.
struct Unpacking {
    let source: ArchiveFile
    let options: ArchiveOptions

    /// Nil when the compressed content is not an archive.
    func entries() throws(FeedError) -> (entries: [ArchiveEntry], repairs: [ArchiveRepair])? {
        let reader: ArchiveReader
        do throws(ArchiveFailure) {
            reader = try ArchiveReader(ArchiveBytes(source), format: .archive)
        } catch {
            if case .library = error { return nil }
            throw FeedError(error, archive: source.name)
        }
        var target = try TemporaryFile(in: options, for: source.name)
        var files: [(path: String, range: Range<Int64>)] = []
        var ranges: [ExactText: Range<Int64>] = [:]
        var others: [ArchiveEntry] = []
        var count = 0
        while let entry = try reading(try reader.nextEntry()) {
            count += 1
            try options.limits.checkMembers(count, source: source.name)
            guard !entry.isFolder, !ArchiveEntry.isIgnored(entry.path) else { continue }
            guard entry.isRegularFile else {
                // A second name of a file; tar stores the content under the first.
                if let range = entry.hardLink.flatMap({ ranges[$0.exact] }) {
                    files.append((entry.path, range))
                    ranges[entry.path.exact] = range
                } else if !options.isCanonical, let other = ArchiveEntry.noFile(entry.path) {
                    others.append(other)
                }
                continue
            }
            if entry.isEncrypted {
                throw .encryptedMember(source: source.name, member: entry.path)
            }
            let start = target.size
            try copy(reader, into: &target, member: entry.path)
            files.append((entry.path, start..<target.size))
            ranges[entry.path.exact] = start..<target.size
        }
        let unpacked = target.finish()
        let entries = files.map { file in
            ArchiveEntry(
                path: file.path, size: Int64(file.range.count),
                place: .unpacked(unpacked, file.range))
        }
        return (entries + others, try repairs(behind: reader))
    }

    private func repairs(behind reader: ArchiveReader) throws(FeedError) -> [ArchiveRepair] {
        let kind = FileKind(try source.bytes(0..<FileKind.headLength))
        if kind.isCompressed {
            // A tar ends before its compression does.
            guard let end = try endOfCompression() else { return [] }
            return try repairs(from: end)
        }
        guard kind == .tar else { return [] }
        // It is filled up with zeros.
        var end = reader.usedBytes
        while true {
            let bytes = try source.bytes(end..<min(end + 65_536, source.size))
            guard !bytes.isEmpty else { return [] }
            if let first = bytes.firstIndex(where: { $0 != 0 }) {
                return try repairs(from: end + Int64(first))
            }
            end += Int64(bytes.count)
        }
    }

    private func repairs(from end: Int64) throws(FeedError) -> [ArchiveRepair] {
        guard end < source.size else { return [] }
        return try ArchiveRepair(foreignBytes: end..<source.size, in: source).map { [$0] } ?? []
    }

    /// Where the compressed content ends; nil when the library fails there, which does not matter to
    /// an archive that ends before.
    private func endOfCompression() throws(FeedError) -> Int64? {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var size: Int64 = 0
        do throws(ArchiveFailure) {
            let reader = try ArchiveReader(ArchiveBytes(source), format: .compressedFile)
            guard try reader.nextEntry() != nil else { return nil }
            while case let count = try reader.read(into: buffer), count > 0 {
                if options.cancellation.isCancelled { return nil }
                size += Int64(count)
                do throws(FeedError) {
                    try options.limits.checkRatio(
                        unpacked: size, packed: source.size, member: source.name,
                        source: source.name)
                } catch {
                    throw .input(error)
                }
            }
            return reader.usedBytes
        } catch {
            if case .input(let error) = error { throw error }
            return nil
        }
    }

    func uncompressed() throws(FeedError) -> (content: ArchiveFile, repairs: [ArchiveRepair]) {
        let reader = try reading(
            try ArchiveReader(ArchiveBytes(source), format: .compressedFile))
        var target = try TemporaryFile(in: options, for: source.name)
        if try reading(try reader.nextEntry()) != nil {
            try copy(reader, into: &target, member: "its content")
        }
        return (target.finish(), try repairs(from: reader.usedBytes))
    }

    private func reading<Value>(
        _ call: @autoclosure () throws(ArchiveFailure) -> Value
    ) throws(FeedError) -> Value {
        do throws(ArchiveFailure) {
            return try call()
        } catch {
            throw FeedError(error, archive: source.name)
        }
    }

    private func copy(
        _ reader: ArchiveReader, into target: inout TemporaryFile, member: String
    ) throws(FeedError) {
        let start = target.size
        try target.append { [source, options] (buffer, size) throws(FeedError) in
            try options.limits.checkRatio(
                unpacked: size, packed: source.size, member: source.name, source: source.name)
            do throws(ArchiveFailure) {
                return try reader.read(into: buffer)
            } catch {
                throw FeedError(
                    error, source: source.name, member: member, offset: size - start)
            }
        }
    }
}

extension FeedError {
    fileprivate init(_ failure: ArchiveFailure, archive: String) {
        switch failure {
        case .input(let error): self = error
        case .library(let reason): self = .damagedArchive(source: archive, reason: reason)
        }
    }
}
