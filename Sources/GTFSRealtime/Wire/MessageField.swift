/// A field of a message, and the property that takes its values.
struct MessageField<Message>: Sendable {
    /// Takes the property, the field, and the bytes of the message.
    typealias Reader = @Sendable (UnsafeMutableRawPointer, WireField, MessageSlice) -> Void

    let schema: FieldSchema
    let kind: FieldKind
    /// The offset of the property in the message, in bytes.
    let offset: Int
    let reader: Reader?

    static func value<Value: FieldValue>(
        _ number: UInt32, _ name: String, _ path: WritableKeyPath<Message, Value?>,
        as type: MessageFieldType = Value.fieldType
    ) -> MessageField {
        MessageField(number, name, type, Value.kind, path)
    }

    static func code<Code: RealtimeCode>(
        _ number: UInt32, _ name: String, _ path: WritableKeyPath<Message, Code?>
    ) -> MessageField {
        // A code is its number.
        precondition(MemoryLayout<Code?>.size == MemoryLayout<Int32?>.size)
        return MessageField(number, name, .code(Code.self), .bits32, path)
    }

    static func message<Inner: WholeMessage>(
        _ number: UInt32, _ name: String, _ path: WritableKeyPath<Message, Inner?>
    ) -> MessageField {
        MessageField(number, name, .message(Inner.schema), .other, path) { value, field, _ in
            let value = value.assumingMemoryBound(to: Inner?.self)
            if value.pointee == nil { value.pointee = Inner() }
            value.pointee?.merge(field)
        }
    }

    static func slice<Inner: SlicedMessage>(
        _ number: UInt32, _ name: String, _ path: WritableKeyPath<Message, Inner?>
    ) -> MessageField {
        let type = MessageFieldType.message(Inner.Message.schema)
        return MessageField(number, name, type, .other, path) { value, field, slice in
            let value = value.assumingMemoryBound(to: Inner?.self)
            let range =
                value.pointee == nil
                ? MessageRange(start: field.start, end: field.end) : slice.range.split(number)
            value.pointee = Inner(MessageSlice(bytes: slice.bytes, range: range))
        }
    }

    static func list<Element: ListElement>(
        _ number: UInt32, _ name: String, _ path: WritableKeyPath<Message, RepeatedField<Element>>
    ) -> MessageField {
        MessageField(number, name, Element.listType, .list, path) { value, field, slice in
            value.assumingMemoryBound(to: RepeatedField<Element>.self).pointee =
                RepeatedField(slice, field.number)
        }
    }

    static func unread(_ number: UInt32, _ name: String, as type: MessageFieldType) -> MessageField
    {
        MessageField(FieldSchema(number, name, as: type))
    }

    private init(_ schema: FieldSchema) {
        self.schema = schema
        kind = .unread
        offset = 0
        reader = nil
    }

    private init<Value>(
        _ number: UInt32, _ name: String, _ type: MessageFieldType, _ kind: FieldKind,
        _ path: WritableKeyPath<Message, Value>, _ reader: Reader? = nil
    ) {
        guard let offset = MemoryLayout<Message>.offset(of: path) else {
            preconditionFailure("\(name) is not a stored property")
        }
        schema = FieldSchema(number, name, as: type, repeated: kind == .list)
        self.kind = kind
        self.offset = offset
        self.reader = reader
    }
}

/// How a value becomes that of a property. The frequent kinds are not closures: calling these would
/// take as long as everything else in reading.
enum FieldKind: UInt8, Sendable {
    /// 32 or 64 bits, unchanged: integers, codes, floating-point numbers.
    case bits32, bits64
    case flag, text, other
    /// The bytes of all values, whether there are any or not.
    case list
    case unread
}

/// The fields of a message, with the properties that hold them.
final class Fields<Message>: Sendable {
    let schema: MessageSchema
    private let places: [Place]
    private let readers: [MessageField<Message>.Reader?]
    private let lists: [MessageField<Message>]

    private struct Place: Sendable {
        var wire = WireType.group
        var kind = FieldKind.unread
        var offset: Int32 = 0
    }

    init(_ name: String, _ fields: MessageField<Message>...) {
        schema = MessageSchema(name, fields.map(\.schema))
        let count = Int(fields.last?.schema.number ?? 0) + 1
        var places = [Place](repeating: Place(), count: count)
        var readers = [MessageField<Message>.Reader?](repeating: nil, count: count)
        for field in fields {
            let number = Int(field.schema.number)
            places[number] = Place(
                wire: field.schema.wire, kind: field.kind, offset: Int32(field.offset))
            readers[number] = field.reader
        }
        self.places = places
        self.readers = readers
        lists = fields.filter { $0.kind == .list }
    }

    /// Before the other fields are read.
    @inline(__always)
    func readLists(of slice: MessageSlice, into message: UnsafeMutablePointer<Message>) {
        for list in lists {
            let value = UnsafeMutableRawPointer(message) + list.offset
            list.reader?(value, WireField(number: list.schema.number, type: .bytes), slice)
        }
    }

    /// Takes a field of a message. A field that is repeated replaces a value, and adds to a
    /// message; one whose form is not that of its type counts as one that the schema does not know.
    @inline(__always)
    func read(
        _ field: WireField, of slice: MessageSlice, into message: UnsafeMutablePointer<Message>
    ) {
        let number = Int(field.number)
        guard number < places.count else { return }
        let place = places[number]
        guard place.wire == field.type else { return }
        let value = UnsafeMutableRawPointer(message) + Int(place.offset)
        switch place.kind {
        case .bits32: set(value, UInt32(truncatingIfNeeded: field.bits))
        case .bits64: set(value, field.bits)
        case .flag: set(value, field.bits != 0)
        case .text: set(value, field.text)
        case .other: readers[number]?(value, field, slice)
        case .list, .unread: break
        }
    }

    @inline(__always)
    private func set<Value>(_ property: UnsafeMutableRawPointer, _ value: Value) {
        property.assumingMemoryBound(to: Value?.self).pointee = value
    }
}

protocol FieldValue: Sendable {
    static var fieldType: MessageFieldType { get }
    static var kind: FieldKind { get }
}

extension UInt32: FieldValue {
    static var fieldType: MessageFieldType { .uint32 }
    static var kind: FieldKind { .bits32 }
}

extension Int32: FieldValue {
    static var fieldType: MessageFieldType { .int32 }
    static var kind: FieldKind { .bits32 }
}

extension Float: FieldValue {
    static var fieldType: MessageFieldType { .float }
    static var kind: FieldKind { .bits32 }
}

extension UInt64: FieldValue {
    static var fieldType: MessageFieldType { .uint64 }
    static var kind: FieldKind { .bits64 }
}

extension Int64: FieldValue {
    static var fieldType: MessageFieldType { .int64 }
    static var kind: FieldKind { .bits64 }
}

extension Double: FieldValue {
    static var fieldType: MessageFieldType { .double }
    static var kind: FieldKind { .bits64 }
}

extension Bool: FieldValue {
    static var fieldType: MessageFieldType { .bool }
    static var kind: FieldKind { .flag }
}

extension String: FieldValue {
    static var fieldType: MessageFieldType { .text }
    static var kind: FieldKind { .text }
}
