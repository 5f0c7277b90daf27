/// A message that is read field by field.
///
/// Singular numbers and texts become properties while the bytes are read once. Whatever is
/// repeated, or rarely requested, stays in the bytes.
protocol ReadMessage: Sendable {
    init(_ slice: MessageSlice)
    static var fields: Fields<Self> { get }
}

extension ReadMessage {
    static var schema: MessageSchema { fields.schema }

    init(reading slice: MessageSlice) {
        self.init(slice)
        let fields = Self.fields
        withUnsafeMutablePointer(to: &self) { message in
            slice.forEachField { fields.read($0, of: slice, into: message) }
        }
    }
}

/// A message without lists, which is read at once.
protocol WholeMessage: ReadMessage {
    init()
}

extension WholeMessage {
    init(_ slice: MessageSlice) {
        self.init()
    }

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

struct Unread<Message: ReadMessage>: SlicedMessage {
    private let slice: MessageSlice

    init(_ slice: MessageSlice) {
        self.slice = slice
    }

    var message: Message { Message(reading: slice) }
}
