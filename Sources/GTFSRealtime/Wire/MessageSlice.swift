/// A message within the bytes of the whole: the bytes are kept, and values are read on request.
@usableFromInline struct MessageSlice: Sendable {
    @usableFromInline let bytes: [UInt8]
    let range: MessageRange

    static let none = MessageSlice(bytes: [], range: MessageRange(start: 0, end: 0))

    func forEachField(_ body: (WireField) -> Void) {
        bytes.withUnsafeBytes { range.forEachField(in: $0, body) }
    }
}

/// Where a message is within the bytes of the whole.
///
/// A field that holds one message may occur several times; protobuf then reads the bytes of all
/// occurrences as those of one message. They need not be contiguous. So such a message is described
/// by the bytes around all of them, and the numbers of the fields that lead into it from there.
@usableFromInline struct MessageRange: Sendable {
    let start: Int
    let end: Int
    var path = FieldPath()

    func forEachField(in bytes: UnsafeRawBufferPointer, _ body: (WireField) -> Void) {
        var parts = path.count == 0 ? nil : FieldCursor(self)
        var reader = FieldReader(bytes, from: start, to: parts == nil ? end : start)
        while true {
            // Once, as it is compiled for each message.
            while let field = reader.next() { body(field) }
            guard let part = parts?.next(in: bytes) else { return }
            reader = FieldReader(part)
        }
    }

    func message(_ number: UInt32, at place: FieldPlace) -> MessageRange? {
        guard place.start >= 0 else { return nil }
        return place.isSplit
            ? split(number) : MessageRange(start: Int(place.start), end: Int(place.end))
    }

    /// The message in several fields with this number.
    func split(_ number: UInt32) -> MessageRange {
        MessageRange(start: start, end: end, path: path.appending(number))
    }
}

struct FieldPlace: Sendable {
    private(set) var start: Int32 = -1
    private(set) var end: Int32 = -1
    private(set) var isSplit = false

    mutating func note(_ field: WireField) {
        guard field.type == .bytes else { return }
        if start >= 0 {
            isSplit = true
        } else {
            // Messages of more than 2 GB are refused long before.
            start = Int32(truncatingIfNeeded: field.start)
            end = Int32(truncatingIfNeeded: field.end)
        }
    }
}

/// Numbers of fields that lead from a message into another one. The schema is five messages deep.
struct FieldPath: Sendable {
    private(set) var count = 0
    private var numbers = SIMD8<UInt8>()

    subscript(level: Int) -> UInt32 { UInt32(numbers[level]) }

    func appending(_ number: UInt32) -> FieldPath {
        var path = self
        path.numbers[count] = UInt8(truncatingIfNeeded: number)
        path.count += 1
        return path
    }
}

@usableFromInline struct FieldCursor: Sendable {
    private let path: FieldPath
    private var level = 0
    /// How far each level has been read, and where it ends.
    private var positions = SIMD8<Int32>()
    private var ends = SIMD8<Int32>()

    init(_ range: MessageRange) {
        path = range.path
        positions[0] = Int32(truncatingIfNeeded: range.start)
        ends[0] = Int32(truncatingIfNeeded: range.end)
    }

    init(_ range: MessageRange, field: UInt32) {
        self.init(
            MessageRange(start: range.start, end: range.end, path: range.path.appending(field)))
    }

    mutating func next(in bytes: UnsafeRawBufferPointer) -> WireField? {
        while true {
            let number = path[level]
            var reader = FieldReader(bytes, from: Int(positions[level]), to: Int(ends[level]))
            var found: WireField?
            while let field = reader.next() {
                guard field.number == number, field.type == .bytes else { continue }
                found = field
                break
            }
            positions[level] = Int32(truncatingIfNeeded: reader.position)
            guard let found else {
                guard level > 0 else { return nil }
                level -= 1
                continue
            }
            guard level + 1 < path.count else { return found }
            level += 1
            positions[level] = Int32(truncatingIfNeeded: found.start)
            ends[level] = Int32(truncatingIfNeeded: found.end)
        }
    }
}
