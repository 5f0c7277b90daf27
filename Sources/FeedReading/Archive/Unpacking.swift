/// Unpacks archives without a directory of members: tar, compressed or not, and 7z.
///
/// One pass writes all files into a single temporary file; memory holds where each one is. So
/// reading them in another order costs nothing, and no member's name ever becomes the name of a
/// file.
struct Unpacking {
    private let source: ReadableFile
    private let options: ArchiveOptions

    init(_ source: ReadableFile, options: ArchiveOptions) {
        self.source = source
        self.options = options
    }

    /// Unpacks all files of an archive; nil when the compressed content is not an archive.
    func entries() throws(FeedError) -> [ArchiveEntry]? {
        let reader: ArchiveReader
        do throws(ArchiveFailure) {
            reader = try ArchiveReader(ArchiveBytes(source), format: .archive)
        } catch {
            if case .library = error { return nil }
            throw FeedError(error, archive: source.name)
        }
        var target = try TemporaryFile(in: options, for: source.name)
        var files: [(path: String, range: Range<Int64>)] = []
        var count = 0
        while let entry = try next(reader) {
            count += 1
            try options.limits.checkMembers(count, source: source.name)
            guard entry.isRegularFile, !ArchiveEntry.isIgnored(entry.path) else { continue }
            if entry.isEncrypted {
                throw .encryptedMember(source: source.name, member: entry.path)
            }
            let start = target.size
            try copy(reader, into: &target, member: entry.path)
            files.append((entry.path, start..<target.size))
        }
        let unpacked = target.finish()
        return files.map { file in
            ArchiveEntry(
                path: file.path, size: Int64(file.range.count),
                place: .unpacked(unpacked, file.range))
        }
    }

    /// Uncompresses a single file.
    func uncompressed() throws(FeedError) -> ReadableFile {
        let reader: ArchiveReader
        do throws(ArchiveFailure) {
            reader = try ArchiveReader(ArchiveBytes(source), format: .compressedFile)
        } catch {
            throw FeedError(error, archive: source.name)
        }
        var target = try TemporaryFile(in: options, for: source.name)
        if try next(reader) != nil {
            try copy(reader, into: &target, member: "its content")
        }
        return target.finish()
    }

    private func next(_ reader: ArchiveReader) throws(FeedError) -> ArchiveReader.Entry? {
        do throws(ArchiveFailure) {
            return try reader.nextEntry()
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
    /// The library's failure about a whole archive, as an error of this layer.
    fileprivate init(_ failure: ArchiveFailure, archive: String) {
        switch failure {
        case .input(let error): self = error
        case .missingLibrary: self = .missingArchiveLibrary(source: archive)
        case .library(let reason): self = .damagedArchive(source: archive, reason: reason)
        }
    }
}
