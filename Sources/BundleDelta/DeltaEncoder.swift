import SystemLayer

final class DeltaEncoder {
    private let old: UnsafeRawBufferPointer
    private let new: UnsafeRawBufferPointer
    private let pieces: Deflater
    private let differences: Deflater
    private let literals: Deflater
    private var streams: [[UInt8]] = [[], [], []]
    private var lastEnd = 0
    private var numbers: [UInt8] = []
    private var runs: [UInt8] = []
    private var changed: [UInt8] = []

    init(old: UnsafeRawBufferPointer, new: UnsafeRawBufferPointer) throws {
        self.old = old
        self.new = new
        pieces = try Deflater(.zlib, .most)
        differences = try Deflater(.zlib, .most)
        literals = try Deflater(.zlib, .most)
    }

    func add(_ piece: DeltaMatcher.Piece) throws {
        numbers.removeAll(keepingCapacity: true)
        append(piece.literals, to: &numbers)
        append(piece.length, to: &numbers)
        if piece.length > 0 {
            let seek = piece.offset - lastEnd
            append((seek << 1) ^ (seek >> (Int.bitWidth - 1)), to: &numbers)
            append(findRuns(piece), to: &numbers)
            numbers += runs
            lastEnd = piece.offset + piece.length
        }
        try numbers.withUnsafeBytes { try pieces.add($0) { streams[0] += $0 } }
        try changed.withUnsafeBytes { try differences.add($0) { streams[1] += $0 } }
        changed.removeAll(keepingCapacity: true)
        let bytes = new[piece.start..<piece.start + piece.literals]
        try literals.add(UnsafeRawBufferPointer(rebasing: bytes)) { streams[2] += $0 }
    }

    private func findRuns(_ piece: DeltaMatcher.Piece) -> Int {
        runs.removeAll(keepingCapacity: true)
        let start = piece.start + piece.literals
        var count = 0
        var position = 0
        while true {
            let same = commonLength(
                old, at: piece.offset + position, with: new, at: start + position,
                limit: piece.length - position)
            let first = position + same
            guard first < piece.length else { return count }
            position = first
            while position < piece.length, old[piece.offset + position] != new[start + position] {
                changed.append(new[start + position] &- old[piece.offset + position])
                position += 1
            }
            append(same, to: &runs)
            append(position - first, to: &runs)
            count += 1
        }
    }

    /// In groups of seven bits, the lowest first; all but the last have bit 7 set.
    private func append(_ number: Int, to bytes: inout [UInt8]) {
        var rest = UInt64(number)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    func finish(into file: NewFile) throws {
        try pieces.finish { streams[0] += $0 }
        try differences.finish { streams[1] += $0 }
        try literals.finish { streams[2] += $0 }
        let header = DeltaHeader(
            oldSize: old.count, newSize: new.count, oldDigest: SHA256.digest(of: old),
            newDigest: SHA256.digest(of: new), streams: streams.map(\.count))
        try header.bytes.withUnsafeBytes(file.write)
        for stream in streams { try stream.withUnsafeBytes(file.write) }
    }
}
