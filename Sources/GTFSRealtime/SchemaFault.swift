/// A part of a message that the schema does not define. Readers skip it.
package struct SchemaFault: Sendable {
    package enum Kind: Sendable {
        case unknownField
        /// A field has a form other than that of its type, such as a text in place of a number.
        case otherForm
        case unknownValue
    }

    package let kind: Kind
    /// The offset in bytes from the start of the message.
    package let position: Int
    package let message: String
    package let field: String
    package let value: Int?
}

extension FeedMessage {
    package func forEachSchemaFault(_ body: (SchemaFault) -> Void) {
        slice.bytes.withUnsafeBytes { bytes in
            var reader = FieldReader(bytes, from: slice.range.start, to: slice.range.end)
            Self.check(&reader, from: 0, by: Self.schema, body)
        }
    }

    private static func check(
        _ reader: inout FieldReader, from offset: Int, by schema: MessageSchema,
        _ body: (SchemaFault) -> Void
    ) {
        var position = reader.position
        while let field = reader.next() {
            let start = position
            position = reader.position
            func fault(_ kind: SchemaFault.Kind, _ name: String, value: Int? = nil) {
                body(
                    SchemaFault(
                        kind: kind, position: offset + start, message: schema.name, field: name,
                        value: value))
            }
            guard let place = schema.place(of: field.number) else {
                if !isExtension(field.number) { fault(.unknownField, "\(field.number)") }
                continue
            }
            let known = schema.fields[place]
            guard field.type == known.type.wire else {
                fault(.otherForm, known.name)
                continue
            }
            switch known.type {
            case .message(let inner):
                var parts = FieldReader(field)
                check(&parts, from: field.start, by: inner, body)
            case .code(let code):
                let number = Int32(truncatingIfNeeded: field.bits)
                if code.words[number] == nil {
                    fault(.unknownValue, known.name, value: Int(number))
                }
            default: break
            }
        }
    }

    private static func isExtension(_ number: UInt32) -> Bool {
        1000...1999 ~= number || 9000...9999 ~= number
    }
}
