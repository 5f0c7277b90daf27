import BundleDelta
import FuzzSupport

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
    /// The largest file that an input may become.
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

    /// The file that a delta makes; nil when the delta is refused.
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

    /// Unpacks a file of `gzip`; the result is packed and unpacked again.
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

    /// An error is one of ours, in one line.
    private static func check(_ error: any Error) {
        guard let error = error as? BundleDeltaError else { fatalError("undocumented: \(error)") }
        switch error {
        case .unusable, .otherFile, .tooLarge: break
        case .missing, .cannotRead, .cannotWrite: fatalError("\(error)")
        }
        precondition(!error.description.contains("\n"), error.description)
    }
}
