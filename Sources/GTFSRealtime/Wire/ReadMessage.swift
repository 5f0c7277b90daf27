/// A message that is read field by field.
///
/// Singular numbers and texts become properties while the bytes are read once. Whatever is
/// repeated, or rarely requested, stays in the bytes.
protocol ReadMessage: ListElement {
    init()
    static var fields: Fields<Self> { get }
}

extension ReadMessage {
    static var schema: MessageSchema { fields.schema }

    static var listType: MessageFieldType { .message(schema) }

    init(listed slice: MessageSlice) {
        self.init(reading: slice)
    }

    init(reading slice: MessageSlice) {
        self.init()
        let fields = Self.fields
        withUnsafeMutablePointer(to: &self) { message in
            fields.readLists(of: slice, into: message)
            slice.forEachField { fields.read($0, of: slice, into: message) }
        }
    }
}

/// A message without lists, which is read at once.
protocol WholeMessage: ReadMessage {}

extension WholeMessage {
    /// Takes the fields in a field; a message that is repeated adds to the previous one.
    mutating func merge(_ field: WireField) {
        let (fields, slice) = (Self.fields, MessageSlice.none)
        withUnsafeMutablePointer(to: &self) { message in
            var reader = FieldReader(field)
            while let field = reader.next() { fields.read(field, of: slice, into: message) }
        }
    }
}

/// The bytes of a message that is read on request.
protocol SlicedMessage: Sendable {
    associatedtype Message: ReadMessage
    init(_ slice: MessageSlice)
}

extension SlicedMessage where Self == Message {
    /// All its fields are lists, which stay in the bytes: of a text that occurs a million times, each
    /// occurrence would read all of them.
    init(_ slice: MessageSlice) {
        self.init()
        let fields = Self.fields
        withUnsafeMutablePointer(to: &self) { fields.readLists(of: slice, into: $0) }
    }
}

struct Unread<Message: ReadMessage>: SlicedMessage {
    private let slice: MessageSlice

    init(_ slice: MessageSlice) {
        self.slice = slice
    }

    var message: Message { Message(reading: slice) }
}
