import FeedCompiling

/// A row as SQLite's file format stores it, in tables and indexes alike: the types of its values,
/// then the values.
///
///     | size of the head | type | type ... | value | value ... |
struct PackedRecord: ~Copyable {
    /// A record has a header of at most 127 bytes, so that its size fits in one byte.
    static let mostColumns = 14
    private static let headRoom = 128

    private let types: UnsafeMutableRawPointer
    private var typesCount = 0
    /// Room for the header precedes the values; it is put right before them once it is known.
    private var memory: UnsafeMutableRawPointer
    private var capacity: Int
    private var end = Self.headRoom

    init() {
        types = .allocate(byteCount: Self.headRoom, alignment: 8)
        capacity = 4096
        memory = .allocate(byteCount: capacity, alignment: 8)
    }

    deinit {
        types.deallocate()
        memory.deallocate()
    }

    mutating func begin() {
        typesCount = 0
        end = Self.headRoom
    }

    mutating func appendNull() {
        append(type: 0)
    }

    mutating func append(_ value: Int64) {
        switch value {
        case 0: append(type: 8)
        case 1: append(type: 9)
        case -0x80...0x7F: append(value, type: 1, bytes: 1)
        case -0x8000...0x7FFF: append(value, type: 2, bytes: 2)
        case -0x80_0000...0x7F_FFFF: append(value, type: 3, bytes: 3)
        case -0x8000_0000...0x7FFF_FFFF: append(value, type: 4, bytes: 4)
        case -0x8000_0000_0000...0x7FFF_FFFF_FFFF: append(value, type: 5, bytes: 6)
        default: append(value, type: 6, bytes: 8)
        }
    }

    mutating func append(_ value: Int32) {
        append(Int64(value))
    }

    mutating func append(_ value: Int64?) {
        if let value { append(value) } else { appendNull() }
    }

    /// 0 stands for NULL.
    mutating func append(orNull number: Int32) {
        if number == 0 { appendNull() } else { append(number) }
    }

    /// NaN stands for NULL. As everywhere in SQLite, zero has no sign.
    mutating func append(orNull value: Double) {
        if value.isNaN { return appendNull() }
        append(type: 7)
        let value = value == 0 ? 0 : value
        append(bigEndian: Int64(bitPattern: value.bitPattern), bytes: 8)
    }

    mutating func append(code: Int32) {
        if code == Int32(StopTimeRow.noCode) { appendNull() } else { append(code) }
    }

    mutating func append(text: UnsafeRawBufferPointer) {
        append(type: UInt64(text.count) * 2 + 13)
        reserve(text.count)
        if let base = text.baseAddress, text.count > 0 {
            (memory + end).copyMemory(from: base, byteCount: text.count)
        }
        end += text.count
    }

    /// Takes a closure because the record owns its memory.
    func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
        let start = Self.headRoom - typesCount - 1
        (memory + start).storeBytes(of: UInt8(typesCount + 1), as: UInt8.self)
        (memory + start + 1).copyMemory(from: types, byteCount: typesCount)
        return try body(UnsafeRawBufferPointer(start: memory + start, count: end - start))
    }

    private mutating func append(type: UInt64) {
        precondition(typesCount < Self.headRoom - PackedNumber.longest, "too many columns")
        typesCount += PackedNumber.write(type, to: types + typesCount)
    }

    private mutating func append(_ value: Int64, type: UInt64, bytes: Int) {
        append(type: type)
        append(bigEndian: value, bytes: bytes)
    }

    private mutating func append(bigEndian value: Int64, bytes: Int) {
        reserve(8)
        let shifted = value << Int64((8 - bytes) * 8)
        (memory + end).storeBytes(of: shifted.bigEndian, as: Int64.self)
        end += bytes
    }

    private mutating func reserve(_ count: Int) {
        guard end + count > capacity else { return }
        capacity = max(capacity * 2, end + count)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
        larger.copyMemory(from: memory, byteCount: end)
        memory.deallocate()
        memory = larger
    }
}

/// SQLite's numbers of variable length: seven bits a byte, the highest first; the eighth bit is set
/// when another byte follows. A ninth byte contributes all eight bits.
enum PackedNumber {
    static let longest = 9

    static func size(_ value: UInt64) -> Int {
        if value < 0x80 { return 1 }
        let bits = UInt64.bitWidth - value.leadingZeroBitCount
        return bits > 56 ? 9 : (bits + 6) / 7
    }

    @discardableResult
    static func write(_ value: UInt64, to place: UnsafeMutableRawPointer) -> Int {
        let size = size(value)
        var rest = value
        var last = size - 1
        if size == 9 {
            place.storeBytes(of: UInt8(truncatingIfNeeded: rest), toByteOffset: 8, as: UInt8.self)
            rest >>= 8
            last = 7
        }
        for index in stride(from: last, through: 0, by: -1) {
            let more: UInt8 = index == size - 1 ? 0 : 0x80
            place.storeBytes(
                of: UInt8(truncatingIfNeeded: rest) & 0x7F | more, toByteOffset: index,
                as: UInt8.self)
            rest >>= 7
        }
        return size
    }
}
