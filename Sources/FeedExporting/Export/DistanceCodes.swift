/// A list of distances as the bundle stores it, see `distances` in `schema/bundle.sql`.
struct DistanceCodes {
    /// What values are to be divided by: a power of ten.
    let scale: Int64
    private let base: Int64
    private let width: Int
    private let isCurved: Bool
    private let codes: UnsafeRawBufferPointer

    /// Nil when there is no list.
    init?(
        base: Int64?, scale: Int64?, width: Int64?, curved: Int64?, codes: UnsafeRawBufferPointer
    ) {
        guard let base, let scale, let width else { return nil }
        self.base = base
        self.scale = scale
        self.width = Int(width)
        isCurved = curved == 1
        self.codes = codes
    }

    /// The distance at a position from 0 on, times `scale`; nil when it is blank.
    func value(_ position: Int) -> Int64? {
        let number = BigEndian.number(codes, at: position, width: width)
        guard number > 0 else { return nil }
        let code = Int64(number) - 1
        guard isCurved else { return base + code }
        return code < 5120 ? code : (5120 + code % 5120) << (code / 5120 - 1)
    }
}

/// Numbers of a few bytes in a blob.
enum BigEndian {
    /// The number at a position, all numbers having the same width; 0 beyond the end.
    static func number(_ bytes: UnsafeRawBufferPointer, at position: Int, width: Int) -> UInt64 {
        guard (position + 1) * width <= bytes.count else { return 0 }
        var number: UInt64 = 0
        for index in position * width..<(position + 1) * width {
            number = number << 8 | UInt64(bytes[index])
        }
        return number
    }
}
