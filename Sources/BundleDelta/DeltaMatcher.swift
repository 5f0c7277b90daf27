/// The new file is divided into pieces in order: literal bytes, then a copy of a range of the old
/// file in which single bytes may differ. In a SQLite file most rows stay but a key in each of them
/// changes, so a copy with differences expresses in two bytes what exact copies would break into
/// pieces.
struct DeltaMatcher {
    struct Piece {
        let start: Int
        let literals: Int
        let offset: Int
        let length: Int
    }

    /// The weight of a differing byte relative to an equal one.
    private static let penalty = 2
    /// How far below its best score a copy may fall before it is given up.
    private static let patience = 48
    /// The number of bytes that are compared to tell which of two places is more like the new file,
    /// and how far below its best score such a comparison may fall.
    private static let likenessLimit = 128
    private static let likenessPatience = 16
    /// How much better another place must be to leave a copy for it, and the bonus for the place
    /// where the last copy would continue, which is the cheapest to encode.
    private static let margin = 16
    private static let loyalty = 4

    private let old: UnsafeRawBufferPointer
    private let new: UnsafeRawBufferPointer
    private let index: BlockIndex

    init(old: UnsafeRawBufferPointer, new: UnsafeRawBufferPointer) {
        self.old = old
        self.new = new
        index = BlockIndex(old)
    }

    func forEachPiece(_ body: (Piece) throws -> Void) throws {
        var start = 0
        var position = 0
        // Old offset less new offset of the last copy: the next one is likely there too.
        var diagonal = 0
        while position + BlockIndex.blockSize <= new.count {
            guard let offset = candidate(at: position, diagonal),
                case let ahead = forward(offset, position), ahead > 0
            else {
                position += 1
                continue
            }
            let back = backward(offset, position, limit: position - start)
            let length = back + ahead
            let copied = offset - back
            try body(
                Piece(
                    start: start, literals: position - back - start, offset: copied,
                    length: length))
            start = position - back + length
            position = start
            diagonal = copied + length - start
        }
        if start < new.count {
            try body(Piece(start: start, literals: new.count - start, offset: 0, length: 0))
        }
    }

    private func candidate(at position: Int, _ diagonal: Int) -> Int? {
        var best: (offset: Int, score: Int)?
        let expected = position + diagonal
        if expected >= 0, expected < old.count {
            let score = likeness(expected, position)
            if score == Self.likenessLimit { return expected }
            if score >= BlockIndex.blockSize { best = (expected, score + Self.loyalty) }
        }
        index.forEachMatch(new, at: position) { offset in
            let score = likeness(offset, position)
            if score >= BlockIndex.blockSize, score > best?.score ?? 0 { best = (offset, score) }
        }
        return best?.offset
    }

    /// Equal bytes minus differing ones, at the best length.
    private func likeness(_ offset: Int, _ position: Int) -> Int {
        let end = min(old.count - offset, new.count - position, Self.likenessLimit)
        var length = 0
        var score = 0
        var best = 0
        while length < end {
            let same = commonLength(
                old, at: offset + length, with: new, at: position + length, limit: end - length)
            length += same + 1
            score += same
            best = max(best, score)
            score -= Self.penalty
            if score < best - Self.likenessPatience { break }
        }
        return best
    }

    private func forward(_ offset: Int, _ position: Int) -> Int {
        let end = min(old.count - offset, new.count - position)
        var length = 0
        var score = 0
        var best = (score: 0, length: 0)
        while length < end {
            let same = commonLength(
                old, at: offset + length, with: new, at: position + length, limit: end - length)
            length += same
            score += same
            if score > best.score { best = (score, length) }
            guard length < end else { break }
            length += 1
            score -= Self.penalty
            if score < best.score - Self.patience { break }
            if isBetterElsewhere(offset + length, position + length) { break }
        }
        return best.length
    }

    private func isBetterElsewhere(_ offset: Int, _ position: Int) -> Bool {
        guard position + BlockIndex.blockSize <= new.count, offset < old.count else { return false }
        let here = likeness(offset, position)
        guard here < Self.likenessLimit * 3 / 4 else { return false }
        var isBetter = false
        index.forEachMatch(new, at: position) { other in
            if !isBetter, likeness(other, position) > here + Self.margin { isBetter = true }
        }
        return isBetter
    }

    private func backward(_ offset: Int, _ position: Int, limit: Int) -> Int {
        let end = min(limit, offset)
        var length = 0
        var score = 0
        var best = (score: 0, length: 0)
        while length < end {
            length += 1
            score += old[offset - length] == new[position - length] ? 1 : -Self.penalty
            if score > best.score { best = (score, length) }
            if score < best.score - Self.patience { break }
        }
        return best.length
    }
}
