/// A message that is read field by field.
///
/// Singular numbers and texts become properties while its bytes are gone over once. What is repeated, or
/// rarely asked for, stays in the bytes.
protocol ReadMessage: Sendable {
    associatedtype Key: RawRepresentable<UInt32>
    init(_ slice: MessageSlice)
    /// Takes a field of the message. A field that comes again replaces a value, and adds to a message.
    mutating func read(_ field: WireField, as key: Key)
    static var schema: MessageSchema { get }
}

extension ReadMessage {
    init(reading slice: MessageSlice) {
        self.init(slice)
        slice.forEachField { field in
            if let key = Key(rawValue: field.number) { read(field, as: key) }
        }
    }
}

protocol WholeMessage: ReadMessage {
    init()
}

extension WholeMessage {
    init(_ slice: MessageSlice) {
        self.init()
    }
}

/// A field whose form is not that of its type is one that the schema does not know.
extension WireField {
    func read(_ value: inout UInt32?) {
        if type == .varint { value = UInt32(truncatingIfNeeded: bits) }
    }

    func read(_ value: inout Int32?) {
        if type == .varint { value = Int32(truncatingIfNeeded: bits) }
    }

    func read(_ value: inout UInt64?) {
        if type == .varint { value = bits }
    }

    func read(_ value: inout Int64?) {
        if type == .varint { value = Int64(bitPattern: bits) }
    }

    func read(_ value: inout Bool?) {
        if type == .varint { value = bits != 0 }
    }

    func read(_ value: inout Float?) {
        if type == .fixed32 { value = Float(bitPattern: UInt32(truncatingIfNeeded: bits)) }
    }

    func read(_ value: inout Double?) {
        if type == .fixed64 { value = Double(bitPattern: bits) }
    }

    func read<Code: RealtimeCode>(_ value: inout Code?) {
        if type == .varint { value = Code(rawValue: Int32(truncatingIfNeeded: bits)) }
    }

    func read(_ value: inout String?) {
        if type == .bytes { value = text }
    }

    func read<Message: WholeMessage>(_ value: inout Message?) {
        guard type == .bytes else { return }
        var message = value ?? Message()
        var reader = WireReader(self)
        while let field = reader.next() {
            if let key = Message.Key(rawValue: field.number) { message.read(field, as: key) }
        }
        value = message
    }

    var text: String { String(decoding: payload, as: UTF8.self) }
}
