/// Reads the fields of a message one after the other, as protobuf writes them.
///
/// It is used twice: by the check of a whole message, which throws what it finds, and afterwards by
/// everything that reads values, where no fault is left. Every access is within `bytes` either way.
struct FieldReader {
    /// The bytes of the reader; `offset` is their position in the whole message.
    private let bytes: UnsafeRawBufferPointer
    private let offset: Int
    private(set) var position: Int
    private let end: Int

    init(_ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) {
        self.bytes = bytes
        self.end = min(end, bytes.count)
        offset = 0
        position = max(start, 0)
    }

    init(_ field: WireField) {
        bytes = field.payload
        offset = field.start
        end = field.payload.count
        position = 0
    }

    /// The next field of bytes that were checked; nil after the last one.
    @inline(__always)
    mutating func next() -> WireField? {
        do throws(WireFault) {
            return try checkedNext()
        } catch {
            return nil
        }
    }

    @inline(__always)
    mutating func checkedNext() throws(WireFault) -> WireField? {
        guard position < end else { return nil }
        let (number, type) = try tag()
        var field = WireField(number: number, type: type)
        switch type {
        case .varint: field.bits = try varint()
        case .fixed64: field.bits = UInt64(littleEndian: try fixed())
        case .fixed32: field.bits = UInt64(UInt32(littleEndian: try fixed()))
        case .bytes:
            let count = try varint()
            guard count <= UInt64(end - position) else { throw .cut }
            let start = position
            position += Int(count)
            field.start = offset + start
            field.payload = UnsafeRawBufferPointer(rebasing: bytes[start..<position])
        case .group: try skipGroup(number, depth: 1)
        case .groupEnd: throw .unopenedGroup
        }
        return field
    }

    /// Skips numbers with a tag of one byte: a check only needs to know that they end.
    @inline(__always)
    mutating func passNumbers() {
        var place = position
        while place + 1 < end {
            // Fields 1 to 15: the form of a number is 0.
            guard bytes[place] & 0x87 == 0, bytes[place] != 0 else { break }
            var last = place + 1
            let limit = min(end, last + 10)
            while last < limit, bytes[last] >= 0x80 { last += 1 }
            // The fault is found when the field is read.
            guard last < limit else { break }
            place = last + 1
        }
        position = place
    }

    func peekedNumber() -> UInt32? {
        var reader = self
        do throws(WireFault) {
            return try reader.tag().0
        } catch {
            return nil
        }
    }

    @inline(__always)
    private mutating func tag() throws(WireFault) -> (UInt32, WireType) {
        let start = position
        let tag = try varint()
        // Protobuf gives a tag 32 bits and five bytes.
        guard tag >= 8, tag <= UInt64(UInt32.max), position - start <= 5 else {
            position = start
            throw .noField
        }
        guard let type = WireType(rawValue: UInt8(tag & 7)) else {
            position = start
            throw .noField
        }
        return (UInt32(tag >> 3), type)
    }

    @inline(__always)
    private mutating func varint() throws(WireFault) -> UInt64 {
        guard position < end else { throw .cut }
        let first = bytes[position]
        guard first >= 0x80 else {
            position += 1
            return UInt64(first)
        }
        return try longVarint()
    }

    private mutating func longVarint() throws(WireFault) -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        // Bits beyond the 64th are dropped, as other readers do.
        while shift < 70 {
            guard position < end else { throw .cut }
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw .longNumber
    }

    private mutating func fixed<Bits: FixedWidthInteger>() throws(WireFault) -> Bits {
        let size = Bits.bitWidth / 8
        guard end - position >= size else { throw .cut }
        defer { position += size }
        return bytes.loadUnaligned(fromByteOffset: position, as: Bits.self)
    }

    /// Skips to the end of a group, which no field of the schema is.
    private mutating func skipGroup(_ number: UInt32, depth: Int) throws(WireFault) {
        guard depth <= Self.deepestGroup else { throw .deepGroup }
        while true {
            guard position < end else { throw .cut }
            let (inner, type) = try tag()
            switch type {
            case .varint: _ = try varint()
            case .fixed64: try skip(8)
            case .fixed32: try skip(4)
            case .bytes: try skip(try varint())
            case .group: try skipGroup(inner, depth: depth + 1)
            case .groupEnd:
                guard inner == number else { throw .unopenedGroup }
                return
            }
        }
    }

    private mutating func skip(_ count: UInt64) throws(WireFault) {
        guard count <= UInt64(end - position) else { throw .cut }
        position += Int(count)
    }

    /// The maximum depth of nested groups, as in other readers.
    private static let deepestGroup = 100
}

/// The form of a field: the lowest three bits of its tag.
enum WireType: UInt8 {
    case varint, fixed64, bytes, group, groupEnd, fixed32
}

/// A field as it appears in the bytes, without the name and type that the schema gives it.
struct WireField {
    let number: UInt32
    let type: WireType
    var bits: UInt64 = 0
    var start = 0
    var payload = UnsafeRawBufferPointer(start: nil, count: 0)

    var end: Int { start + payload.count }
    var text: String { String(decoding: payload, as: UTF8.self) }
}

enum WireFault: Error {
    case cut
    case noField
    case longNumber
    case unopenedGroup
    case deepGroup
}
