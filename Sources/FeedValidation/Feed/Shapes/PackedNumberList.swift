import FeedReading

/// A list of numbers, packed losslessly into as few bits as possible: what its codes mean.
///
///     number = (base + step * position + code) / scale
///
/// The scale is a power of ten. A number that a feed writes with some decimals is an integer
/// divided by the scale; both are exact as doubles, so the division gives exactly the double that
/// was packed. A code takes as many bits as the largest one needs, or none where the step is
/// enough; codes follow each other from the lowest bit of the first byte on. Numbers that are not
/// such fractions are kept unchanged, in 64 bits.
struct PackedNumberList: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
        case decimals
        /// The codes are the bits of the numbers.
        case bits
        /// All numbers are blank: NaN.
        case blanks
    }

    fileprivate(set) var base: Int64 = 0
    fileprivate(set) var step: Int32 = 0
    fileprivate(set) var kind: Kind = .blanks
    /// 0 to 56, or 64.
    fileprivate(set) var width: UInt8 = 0
    /// The scale is ten to the power of this.
    fileprivate(set) var decimals: UInt8 = 0

    static let mostDecimals = 15
    fileprivate static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    var scale: Double { Self.powersOfTen[Int(decimals)] }

    @inline(__always)
    func byteCount(_ count: Int) -> Int { (count &* Int(width) &+ 7) / 8 }
}

struct NumberReader {
    private let codes: UnsafeRawPointer
    private let base: Int64
    private let step: Int64
    private let mask: UInt64
    private let width: Int
    private let scale: Double
    private let kind: PackedNumberList.Kind

    /// Bytes after the codes, which a reader may touch.
    static let margin = 8

    @inline(__always)
    init(_ list: PackedNumberList, _ codes: UnsafeRawPointer) {
        self.codes = codes
        base = list.base
        step = Int64(list.step)
        width = Int(list.width)
        mask = list.width == 64 ? .max : 1 &<< UInt64(list.width) &- 1
        scale = list.scale
        kind = list.kind
    }

    @inline(__always)
    private func code(_ position: Int) -> UInt64 {
        let place = position &* width
        let word = codes.loadUnaligned(fromByteOffset: place &>> 3, as: UInt64.self)
        return UInt64(littleEndian: word) &>> UInt64(place & 7) & mask
    }

    @inline(__always)
    func integer(_ position: Int) -> Int64 {
        base &+ step &* Int64(position) &+ Int64(bitPattern: code(position))
    }

    @inline(__always)
    func number(_ position: Int) -> Double {
        switch kind {
        case .decimals: Double(integer(position)) / scale
        case .bits: Double(bitPattern: code(position))
        case .blanks: .nan
        }
    }
}

struct NumberPacker {
    /// Since the last `clear`.
    private var bytes = [UInt8](repeating: 0, count: 64)
    private var end = 0
    private var integers: [Int64] = []

    /// Below this, an integer and its decimals are distinguished reliably.
    private static let limit = Double(1 << 50)

    mutating func clear() { end = 0 }

    func write(to kept: SpilledBytes) throws(FeedError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(FeedError) in
            try kept.append(UnsafeRawBufferPointer(start: bytes.baseAddress, count: end))
        }
    }

    mutating func pack(_ count: Int, integers integer: (Int) -> Int64) -> PackedNumberList {
        integers.removeAll(keepingCapacity: true)
        for position in 0..<count { integers.append(integer(position)) }
        guard count > 1, let step = Int32(exactly: integers[1] - integers[0]),
            (1..<count).allSatisfy({ integers[$0] &- integers[$0 &- 1] == Int64(step) })
        else { return packIntegers(decimals: 0) }
        return PackedNumberList(base: integers[0], step: step, kind: .decimals)
    }

    /// Packs numbers; NaN stands for a blank.
    mutating func pack(_ count: Int, numbers number: (Int) -> Double) -> PackedNumberList {
        let blank = Double.nan.bitPattern
        if (0..<count).allSatisfy({ number($0).bitPattern == blank }) { return PackedNumberList() }
        if let decimals = scale(count, number) { return packIntegers(decimals: decimals) }
        write(count, width: 64) { number($0).bitPattern }
        return PackedNumberList(kind: .bits, width: 64)
    }

    private mutating func scale(_ count: Int, _ number: (Int) -> Double) -> Int? {
        integers.removeAll(keepingCapacity: true)
        var decimals = 0
        for position in 0..<count {
            let number = number(position)
            var integer = Self.integer(number, decimals)
            if integer == nil {
                let before = decimals
                while integer == nil, decimals < PackedNumberList.mostDecimals {
                    decimals += 1
                    integer = Self.integer(number, decimals)
                }
                guard multiply(by: PackedNumberList.powersOfTen[decimals - before]) else {
                    return nil
                }
            }
            guard let integer else { return nil }
            integers.append(integer)
        }
        return decimals
    }

    /// Nil unless dividing by the scale gives the number back.
    @inline(__always)
    private static func integer(_ number: Double, _ decimals: Int) -> Int64? {
        let scale = PackedNumberList.powersOfTen[decimals]
        let scaled = number * scale
        guard abs(scaled) < limit else { return nil }
        let integer = Int64(scaled + (scaled < 0 ? -0.5 : 0.5))
        // Compares bits, because zero may have a sign.
        return (Double(integer) / scale).bitPattern == number.bitPattern ? integer : nil
    }

    private mutating func multiply(by factor: Double) -> Bool {
        for position in integers.indices {
            guard abs(Double(integers[position]) * factor) < Self.limit else { return false }
            integers[position] *= Int64(factor)
        }
        return true
    }

    private mutating func packIntegers(decimals: Int) -> PackedNumberList {
        guard let least = integers.min(), let most = integers.max() else {
            return PackedNumberList()
        }
        let span = UInt64(bitPattern: most &- least)
        let bits = 64 - span.leadingZeroBitCount
        // A reader takes a code out of the eight bytes that begin with the code's first bit.
        let width = bits > 56 ? 64 : bits
        write(integers.count, width: width) { [integers] in
            UInt64(bitPattern: integers[$0] &- least)
        }
        return PackedNumberList(
            base: least, kind: .decimals, width: UInt8(width), decimals: UInt8(decimals))
    }

    /// Each code is written over the zeros that the previous one left after its last bit.
    private mutating func write(_ count: Int, width: Int, _ code: (Int) -> UInt64) {
        let size = (count * width + 7) / 8
        let needed = end + size + 8
        if bytes.count < needed {
            bytes += repeatElement(0, count: max(needed, 2 * bytes.count) - bytes.count)
        }
        bytes.withUnsafeMutableBytes { bytes in
            var offset = end
            var pending: UInt64 = 0
            var pendingBits = 0
            for position in 0..<count {
                let word = pending | code(position) &<< UInt64(pendingBits)
                bytes.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
                let whole = (pendingBits &+ width) / 8
                pendingBits = (pendingBits &+ width) % 8
                pending = whole == 8 ? 0 : word &>> UInt64(8 &* whole)
                offset &+= whole
            }
        }
        end += size
    }
}
