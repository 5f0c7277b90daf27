import BundleDelta
import FuzzSupport
import SystemLayer

/// Applies arbitrary bytes as a delta, and as the parts of a delta whose header and digests are
/// right, so that the code behind those checks is reached. The result must be that of
/// ``PlainDelta``, or an error that leaves nothing behind. The first byte says what the input is:
///
/// | byte | rest |
/// | --- | --- |
/// | `r` | an old file with its length before it, then a delta, byte for byte |
/// | `s` | old file, pieces, differences with their lengths, then literals: streams are made of them |
/// | `p` | an old file and two packed streams with their lengths, then the third |
/// | `g` | a file of `gzip` |
/// | else | an old file with its length, then a new one: there and back |
@main
enum DeltaFuzzer {
    static let sizeLimit = 1 << 20

    private static let scratch = ScratchFolder()

    static func main() {
        FuzzDriver.run { input in
            var parts = FuzzInput(input)
            switch parts.byte() {
            case UInt8(ascii: "r"): apply(delta: { _ in parts.rest() }, to: parts.part())
            case UInt8(ascii: "s"):
                let old = parts.part()
                let plain = PlainDelta(
                    pieces: parts.part(), differences: parts.part(), literals: parts.rest())
                let new = plain.applied(to: old, limit: sizeLimit)
                let delta = DeltaFile(
                    old: old, new: new ?? [1, 2, 3],
                    streams: [plain.pieces, plain.differences, plain.literals].map(
                        DeltaFile.stored))
                check(apply(delta: { _ in delta.bytes }, to: old), is: new)
            case UInt8(ascii: "p"):
                let old = parts.part()
                let streams = [parts.part(), parts.part(), parts.rest()]
                apply(
                    delta: { DeltaFile(old: $0, new: [1, 2, 3], streams: streams).bytes }, to: old)
            case UInt8(ascii: "g"): unpack(parts.rest())
            default: check(thereAndBack: parts.part(), parts.rest())
            }
            let left = scratch.names().subtracting(["old", "new", "delta", "result", "packed"])
            precondition(left.isEmpty, "left behind: \(left)")
        }
    }

    @discardableResult
    private static func apply(delta: ([UInt8]) -> [UInt8], to old: [UInt8]) -> [UInt8]? {
        scratch.remove("result")
        let oldPath = scratch.write("old", old)
        let path = scratch.write("delta", delta(old))
        do {
            try BundleDelta.apply(
                path, to: oldPath, writing: scratch.path + "/result", sizeLimit: sizeLimit)
        } catch {
            check(error)
            precondition(scratch.read("result") == nil, "there is a file in spite of \(error)")
            return nil
        }
        guard let result = scratch.read("result") else { fatalError("there is no file") }
        precondition(result.count <= sizeLimit, "\(result.count) bytes")
        return result
    }

    private static func check(_ result: [UInt8]?, is expected: [UInt8]?) {
        precondition(
            result == expected,
            "\(result?.count ?? -1) instead of \(expected?.count ?? -1) bytes, or others")
    }

    private static func check(thereAndBack old: [UInt8], _ new: [UInt8]) {
        do {
            try BundleDelta.make(
                from: scratch.write("old", old), to: scratch.write("new", new),
                at: scratch.path + "/delta")
        } catch {
            fatalError("no delta: \(error)")
        }
        check(apply(delta: { _ in scratch.read("delta") ?? [] }, to: old), is: new)
    }

    private static func unpack(_ packed: [UInt8]) {
        scratch.remove("result")
        let result = scratch.path + "/result"
        do {
            try GzipFile.decompress(
                scratch.write("packed", packed), to: result, sizeLimit: sizeLimit)
        } catch {
            check(error)
            precondition(scratch.read("result") == nil, "there is a file in spite of \(error)")
            return
        }
        let bytes = scratch.read("result")
        precondition(bytes?.count ?? .max <= sizeLimit)
        do {
            try GzipFile.compress(result, to: scratch.path + "/packed")
            try GzipFile.decompress(scratch.path + "/packed", to: result)
        } catch {
            fatalError("does not come back: \(error)")
        }
        precondition(scratch.read("result") == bytes, "comes back otherwise")
    }

    private static func check(_ error: any Error) {
        guard let error = error as? BundleDeltaError else { fatalError("undocumented: \(error)") }
        switch error {
        case .unusable, .otherFile, .tooLarge: break
        case .missing, .cannotRead, .cannotWrite: fatalError("\(error)")
        }
        precondition(!error.description.contains("\n"), error.description)
    }
}

/// A delta without packing, applied a byte at a time as `schema/delta.md` describes: the decoder is
/// compared with it.
struct PlainDelta {
    let pieces: [UInt8]
    let differences: [UInt8]
    let literals: [UInt8]

    /// The new file; nil when the delta is malformed or the file would exceed `limit` bytes. The
    /// new size is where the pieces end.
    func applied(to old: [UInt8], limit: Int) -> [UInt8]? {
        var numbers = pieces[...]
        var differences = differences[...]
        var literals = literals[...]
        var lastEnd = 0
        var new: [UInt8] = []
        while !numbers.isEmpty {
            guard let literalCount = Self.number(&numbers, atMost: limit - new.count),
                literalCount <= literals.count,
                let length = Self.number(&numbers, atMost: limit - new.count - literalCount),
                literalCount + length > 0
            else { return nil }
            new += literals.prefix(literalCount)
            literals = literals.dropFirst(literalCount)
            guard length > 0 else { continue }
            guard let seek = Self.number(&numbers, atMost: 1 << 62 - 1) else { return nil }
            let start = lastEnd + (seek % 2 == 0 ? seek / 2 : -(seek / 2) - 1)
            guard start >= 0, start <= old.count, length <= old.count - start,
                let changed = Self.changed(&numbers, in: length), changed.count <= differences.count
            else { return nil }
            lastEnd = start + length
            var copy = Array(old[start..<lastEnd])
            for place in changed { copy[place] &+= differences.removeFirst() }
            new += copy
        }
        return literals.isEmpty && differences.isEmpty ? new : nil
    }

    private static func changed(_ numbers: inout ArraySlice<UInt8>, in length: Int) -> [Int]? {
        guard let runs = number(&numbers, atMost: length) else { return nil }
        var places: [Int] = []
        var position = 0
        for _ in 0..<runs {
            guard let gap = number(&numbers, atMost: length - position),
                let count = number(&numbers, atMost: length - position - gap), count > 0
            else { return nil }
            places += position + gap..<position + gap + count
            position += gap + count
        }
        return places
    }

    private static func number(_ bytes: inout ArraySlice<UInt8>, atMost limit: Int) -> Int? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 63, by: 7) {
            guard let byte = bytes.popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value <= UInt64(limit) ? Int(value) : nil }
        }
        return nil
    }
}

struct DeltaFile {
    let old: [UInt8]
    let new: [UInt8]
    /// Packed: pieces, differences, literals.
    let streams: [[UInt8]]

    var bytes: [UInt8] {
        Array("GTFSDLT".utf8) + [1] + Self.number(old.count) + Self.number(new.count)
            + Self.digest(old) + Self.digest(new) + streams.flatMap { Self.number($0.count) }
            + streams.joined()
    }

    /// A zlib stream (RFC 1950) of one stored block.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let size = UInt16(bytes.count)
        var low: UInt32 = 1
        var high: UInt32 = 0
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let sum = high << 16 | low
        return [0x78, 0x01, 0x01, UInt8(size & 0xFF), UInt8(size >> 8), UInt8(~size & 0xFF)]
            + [UInt8(~size >> 8)] + bytes
            + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
    }

    private static func number(_ value: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    }

    private static func digest(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array(ByteDigest.sha256(bytes))
        return stride(from: 0, to: digits.count, by: 2).map { place in
            UInt8(String(digits[place...place + 1]), radix: 16) ?? 0
        }
    }
}
