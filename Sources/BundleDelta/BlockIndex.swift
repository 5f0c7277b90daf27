/// Only every `spacing`-th place is entered, which keeps the index smaller than the file. A match
/// that begins between two entries is found a few bytes later and then extended in both directions.
struct BlockIndex {
    static let blockSize = 8
    /// The distance between two entered places. Twice as many entries make the deltas of nightly
    /// bundles a thirtieth smaller; half as many make them a twentieth larger.
    private static let spacing = 2
    /// The maximum number of places that a search visits; some bytes (all zero) occur in every
    /// page.
    private static let depth = 8

    private let old: UnsafeRawBufferPointer
    /// The latest place of each hash, and for each place the previous one: numbers of places from
    /// 1, with 0 for none.
    private var heads: [UInt32]
    private var chain: [UInt32]
    private let shift: UInt64

    init(_ old: UnsafeRawBufferPointer) {
        self.old = old
        let fitting =
            old.count < Self.blockSize ? 0 : (old.count - Self.blockSize) / Self.spacing + 1
        let places = min(fitting, Int(UInt32.max) - 1)
        var bits = 8
        while 2 << bits < places, bits < 31 { bits += 1 }
        heads = [UInt32](repeating: 0, count: 1 << bits)
        chain = [UInt32](repeating: 0, count: places + 1)
        shift = UInt64(64 - bits)
        enter(places)
    }

    /// Backwards, so that a search meets the first places of the file first.
    private mutating func enter(_ places: Int) {
        let shift = shift
        let old = old
        heads.withUnsafeMutableBufferPointer { heads in
            chain.withUnsafeMutableBufferPointer { chain in
                var following: UInt64?
                for place in stride(from: places, to: 0, by: -1) {
                    let hash = Self.hash(
                        old.loadUnaligned(
                            fromByteOffset: (place - 1) * Self.spacing, as: UInt64.self))
                    // Only the last place of a run of equal blocks is entered.
                    if hash == following { continue }
                    following = hash
                    let slot = Int(truncatingIfNeeded: hash >> shift)
                    chain[place] = heads[slot]
                    heads[slot] = UInt32(place)
                }
            }
        }
    }

    /// The places in the old file agree with the new one from `position` on for a whole block, if
    /// `blockSize` bytes are left.
    @inline(__always)
    func forEachMatch(
        _ new: UnsafeRawBufferPointer, at position: Int, _ body: (_ offset: Int) -> Void
    ) {
        let block = new.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        var place = heads[Int(truncatingIfNeeded: Self.hash(block) >> shift)]
        var looks = 0
        while place != 0, looks < Self.depth {
            let offset = (Int(place) - 1) * Self.spacing
            if old.loadUnaligned(fromByteOffset: offset, as: UInt64.self) == block { body(offset) }
            place = chain[Int(place)]
            looks += 1
        }
    }

    private static func hash(_ block: UInt64) -> UInt64 {
        let mixed = (block ^ block >> 32) &* 0x9E37_79B9_7F4A_7C15
        return (mixed ^ mixed >> 29) &* 0xBF58_476D_1CE4_E5B9
    }
}

func commonLength(
    _ old: UnsafeRawBufferPointer, at oldOffset: Int, with new: UnsafeRawBufferPointer,
    at newOffset: Int, limit: Int
) -> Int {
    let end = min(limit, old.count - oldOffset, new.count - newOffset)
    var length = 0
    while length + 8 <= end {
        let difference =
            old.loadUnaligned(fromByteOffset: oldOffset + length, as: UInt64.self)
            ^ new.loadUnaligned(fromByteOffset: newOffset + length, as: UInt64.self)
        guard difference == 0 else {
            return length + UInt64(littleEndian: difference).trailingZeroBitCount / 8
        }
        length += 8
    }
    while length < end, old[oldOffset + length] == new[newOffset + length] { length += 1 }
    return length
}
