/// A field of a message, and how its property takes a value.
struct MessageField<Message>: Sendable {
    /// Takes the address of the message, the field, and the bytes of the message.
    typealias Reader = @Sendable (UnsafeMutableRawPointer, WireField, MessageSlice) -> Void

    let schema: FieldSchema
    /// Nil for a field that stays in the bytes.
    let reader: Reader?

    static func value<Value: FieldValue>(
        _ number: UInt32, _ name: String, _ path: WritableKeyPath<Message, Value?>,
        as type: MessageFieldType = Value.fieldType
    ) -> MessageField {
        MessageField(number, name, type, path) { value, field, _ in value = Value(field) }
    }

    static func code<Code: RealtimeCode>(
        _ number: UInt32, _ name: String, _ path: WritableKeyPath<Message, Code?>
    ) -> MessageField {
        MessageField(number, name, .code(Code.self), path) { value, field, _ in
            value = Code(rawValue: Int32(truncatingIfNeeded: field.bits))
        }
    }

    static func message<Inner: WholeMessage>(
        _ number: UInt32, _ name: String, _ path: WritableKeyPath<Message, Inner?>
    ) -> MessageField {
        MessageField(number, name, .message(Inner.schema), path) { value, field, _ in
            value = Inner(merging: field, into: value)
        }
    }

    /// A message that is read when it is asked for.
    static func slice<Inner: SlicedMessage>(
        _ number: UInt32, _ name: String, _ path: WritableKeyPath<Message, Inner?>
    ) -> MessageField {
        MessageField(number, name, .message(Inner.Message.schema), path) { value, field, slice in
            let range =
                value == nil
                ? MessageRange(start: field.start, end: field.end) : slice.range.split(number)
            value = Inner(MessageSlice(bytes: slice.bytes, range: range))
        }
    }

    static func list(_ field: ListField<some Sendable>) -> MessageField {
        MessageField(
            schema: FieldSchema(field.number, field.name, as: field.type, repeated: true),
            reader: nil)
    }

    static func unread(_ number: UInt32, _ name: String, as type: MessageFieldType) -> MessageField
    {
        MessageField(schema: FieldSchema(number, name, as: type), reader: nil)
    }
}

extension MessageField {
    private init<Value>(
        _ number: UInt32, _ name: String, _ type: MessageFieldType,
        _ path: WritableKeyPath<Message, Value>,
        _ take: @escaping @Sendable (inout Value, WireField, MessageSlice) -> Void
    ) {
        // Going through the key path would take as long as all the rest of reading.
        guard let offset = MemoryLayout<Message>.offset(of: path) else {
            preconditionFailure("\(name) is not a stored property")
        }
        schema = FieldSchema(number, name, as: type)
        reader = { message, field, slice in
            take(&(message + offset).assumingMemoryBound(to: Value.self).pointee, field, slice)
        }
    }
}

/// The fields of a message, with the properties that hold them.
struct Fields<Message>: Sendable {
    let schema: MessageSchema
    private let readers: [MessageField<Message>.Reader?]

    init(_ name: String, _ fields: MessageField<Message>...) {
        schema = MessageSchema(name, fields.map(\.schema))
        readers = fields.map(\.reader)
    }

    /// Takes a field of a message. A field that comes again replaces a value, and adds to a message;
    /// one whose form is not that of its type is one that the schema does not know.
    func read(
        _ field: WireField, of slice: MessageSlice, into message: UnsafeMutablePointer<Message>
    ) {
        guard let place = schema.place(of: field.number), let reader = readers[place],
            schema.fields[place].wire == field.type
        else { return }
        reader(UnsafeMutableRawPointer(message), field, slice)
    }
}

/// A field that may come any number of times, which stays in the bytes.
struct ListField<Element: Sendable>: Sendable {
    let number: UInt32
    let name: String
    let type: MessageFieldType
}

extension ListField where Element: ReadMessage {
    init(_ number: UInt32, _ name: String) {
        self.init(number: number, name: name, type: .message(Element.schema))
    }
}

extension ListField<String> {
    init(_ number: UInt32, _ name: String) {
        self.init(number: number, name: name, type: .text)
    }
}

protocol FieldValue: Sendable {
    static var fieldType: MessageFieldType { get }
    /// Reads a field of the form of `fieldType`.
    init(_ field: WireField)
}

extension UInt32: FieldValue {
    static var fieldType: MessageFieldType { .uint32 }

    init(_ field: WireField) { self.init(truncatingIfNeeded: field.bits) }
}

extension Int32: FieldValue {
    static var fieldType: MessageFieldType { .int32 }

    init(_ field: WireField) { self.init(truncatingIfNeeded: field.bits) }
}

extension UInt64: FieldValue {
    static var fieldType: MessageFieldType { .uint64 }

    init(_ field: WireField) { self = field.bits }
}

extension Int64: FieldValue {
    static var fieldType: MessageFieldType { .int64 }

    init(_ field: WireField) { self.init(bitPattern: field.bits) }
}

extension Bool: FieldValue {
    static var fieldType: MessageFieldType { .bool }

    init(_ field: WireField) { self = field.bits != 0 }
}

extension Float: FieldValue {
    static var fieldType: MessageFieldType { .float }

    init(_ field: WireField) { self.init(bitPattern: UInt32(truncatingIfNeeded: field.bits)) }
}

extension Double: FieldValue {
    static var fieldType: MessageFieldType { .double }

    init(_ field: WireField) { self.init(bitPattern: field.bits) }
}

extension String: FieldValue {
    static var fieldType: MessageFieldType { .text }

    init(_ field: WireField) { self.init(decoding: field.payload, as: UTF8.self) }
}
