package import SystemLayer

/// In a few buffers of fixed size.
///
/// Nothing in the delta is trusted: every number is checked against the rest of the files before
/// use, and the SHA-256 of the output decides.
final class DeltaDecoder {
    private static let bufferSize = 1 << 16

    private let delta: InputFile
    private let old: InputFile
    private let header: DeltaHeader
    private let pieces: InflatedStream
    private let differences: InflatedStream
    private let literals: InflatedStream
    private var lastEnd = 0

    init(delta: InputFile, old: InputFile) throws {
        self.delta = delta
        self.old = old
        header = try DeltaHeader(delta)
        var start = DeltaHeader.size
        func stream(_ size: Int) throws -> InflatedStream {
            defer { start += size }
            return try InflatedStream(delta, from: start, to: start + size)
        }
        pieces = try stream(header.streams[0])
        differences = try stream(header.streams[1])
        literals = try stream(header.streams[2])
    }

    func run(into file: NewFile, sizeLimit: Int) throws {
        guard header.newSize <= sizeLimit else {
            throw BundleDeltaError.tooLarge(path: delta.name, limit: sizeLimit)
        }
        guard old.size == header.oldSize, try old.digest().bytes == header.oldDigest else {
            throw BundleDeltaError.otherFile(path: old.name)
        }
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.bufferSize, alignment: 16)
        defer { buffer.deallocate() }
        var hash = SHA256()
        var left = header.newSize
        while left > 0 {
            let literalCount = try number(atMost: left)
            try write(literalCount, through: buffer, into: file, hashing: &hash) { target, _ in
                try self.literals.read(exactly: target)
            }
            let length = try number(atMost: left - literalCount)
            guard literalCount + length > 0 else { throw damage("it has an empty piece") }
            if length > 0 { try copy(length, through: buffer, into: file, &hash) }
            left -= literalCount + length
        }
        for stream in [pieces, differences, literals] { try stream.expectEnd() }
        guard hash.digest == header.newDigest else {
            throw damage("it does not produce the right file")
        }
    }

    private func copy(
        _ length: Int, through buffer: UnsafeMutableRawBufferPointer, into file: NewFile,
        _ hash: inout SHA256
    ) throws {
        let offset = lastEnd + (try seek())
        guard offset >= 0, offset <= header.oldSize - length else {
            throw damage("it copies from outside the old file")
        }
        lastEnd = offset + length
        var runs = try number(atMost: length)
        // The next run, or the present one: where it begins in the copy, and where it ends.
        var run = 0..<0
        func nextRun(_ end: Int) throws {
            guard runs > 0 else {
                run = length..<length
                return
            }
            runs -= 1
            let start = end + (try number(atMost: length - end))
            let count = try number(atMost: length - start)
            guard count > 0 else { throw damage("it changes an empty run") }
            run = start..<start + count
        }
        try nextRun(0)
        try write(length, through: buffer, into: file, hashing: &hash) { target, done in
            try self.old.read(exactly: target, at: offset + done)
            let end = done + target.count
            var position = max(run.lowerBound, done)
            while position < end {
                let stop = min(run.upperBound, end)
                try self.differences.add(to: target, position - done..<stop - done)
                guard stop == run.upperBound else { break }
                try nextRun(stop)
                position = run.lowerBound
            }
        }
        guard runs == 0 else { throw damage("it changes bytes outside of a copy") }
    }

    private func write(
        _ count: Int, through buffer: UnsafeMutableRawBufferPointer, into file: NewFile,
        hashing hash: inout SHA256, fill: (UnsafeMutableRawBufferPointer, Int) throws -> Void
    ) throws {
        var done = 0
        while done < count {
            let part = UnsafeMutableRawBufferPointer(
                rebasing: buffer[..<min(buffer.count, count - done)])
            try fill(part, done)
            hash.update(UnsafeRawBufferPointer(part))
            try file.write(UnsafeRawBufferPointer(part))
            done += part.count
        }
    }

    private func number(atMost limit: Int) throws -> Int {
        let value = try pieces.number()
        guard value <= UInt64(limit) else { throw damage("a number in it is too large") }
        return Int(value)
    }

    private func seek() throws -> Int {
        let value = try pieces.number()
        guard value < 1 << 62 else { throw damage("a number in it is too large") }
        return Int(value >> 1) ^ -Int(value & 1)
    }

    private func damage(_ reason: String) -> BundleDeltaError {
        .unusable(path: delta.name, reason: "is damaged: \(reason)")
    }
}

/// The first bytes of a delta; numbers are big-endian.
///
///     0    7  "GTFSDLT"
///     7    1  version, 1
///     8    8  size of the old file
///     16   8  size of the new file
///     24  32  SHA-256 of the old file
///     56  32  SHA-256 of the new file
///     88   8  size of the stream of pieces
///     96   8  size of the stream of differences
///     104  8  size of the stream of literal bytes
///     112     the three streams, one after the other, to the end of the file
struct DeltaHeader {
    static let size = 112
    static let mark = Array("GTFSDLT".utf8)
    static let version: UInt8 = 1

    let oldSize: Int
    let newSize: Int
    let oldDigest: [UInt8]
    let newDigest: [UInt8]
    let streams: [Int]

    var bytes: [UInt8] {
        var bytes = Self.mark + [Self.version]
        for number in [oldSize, newSize] { bytes += Self.encoded(number) }
        bytes += oldDigest + newDigest
        for number in streams { bytes += Self.encoded(number) }
        return bytes
    }
}

extension Replaceable {
    /// A delta of another version is of another program.
    package static let delta = Replaceable("a delta that this version of gtfs makes") {
        $0.starts(with: DeltaHeader.mark + [DeltaHeader.version])
    }
}

extension DeltaHeader {
    static func begins(_ file: InputFile) throws -> Bool {
        try file.bytes(0..<Int64(mark.count)) == mark
    }

    init(_ file: InputFile) throws {
        func refusal(_ reason: String) -> BundleDeltaError {
            .unusable(path: file.name, reason: reason)
        }
        let bytes = try file.bytes(0..<Int64(Self.size))
        guard bytes.starts(with: Self.mark) else { throw refusal("is not a delta") }
        guard bytes.count == Self.size else { throw refusal("is cut short") }
        guard bytes[7] == Self.version else {
            throw refusal("is a delta of version \(bytes[7]), which this program does not read")
        }
        func number(_ offset: Int) throws -> Int {
            let value = bytes[offset..<offset + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard value < 1 << 56 else { throw refusal("is damaged: a size is impossible") }
            return Int(value)
        }
        oldSize = try number(8)
        newSize = try number(16)
        oldDigest = Array(bytes[24..<56])
        newDigest = Array(bytes[56..<88])
        streams = [try number(88), try number(96), try number(104)]
        let expected = Self.size + streams.reduce(0, +)
        guard file.size >= expected else { throw refusal("is cut short") }
        guard file.size == expected else { throw refusal("is damaged: bytes follow its end") }
    }

    private static func encoded(_ number: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
}
