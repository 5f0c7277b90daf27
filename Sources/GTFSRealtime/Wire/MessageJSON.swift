extension FeedMessage {
    /// The form of a message as JSON.
    public enum JSONForm: Sendable {
        /// One object with `header` and `entity`, indented.
        case indented
        /// Only the entities, one per line.
        case lines
    }

    /// Writes the message as JSON, in pieces, so that it takes little memory.
    ///
    /// Fields have the names of the schema, in the order of their numbers; those without a value
    /// are left out. Numbers are numbers, including those of 64 bits, which protobuf writes as
    /// texts; enumerations are words, unknown ones numbers; infinite numbers are the texts that
    /// protobuf writes.
    ///
    /// ```swift
    /// var json = ""
    /// try message.writeJSON(.lines) { json += $0 }
    /// ```
    public func writeJSON(
        _ form: JSONForm = .indented, to sink: (String) throws -> Void
    ) throws {
        try withoutActuallyEscaping(sink) { sink in
            try slice.bytes.withUnsafeBytes { bytes in
                var json = MessageJSON(bytes, isIndented: form == .indented, sink)
                switch form {
                case .indented: try json.object(slice.range, Self.schema)
                case .lines:
                    try json.lines(slice.range, Number.entity, of: FeedEntity.schema)
                }
                try json.finish()
            }
        }
    }
}

private struct MessageJSON {
    private struct Slot {
        var last: WireField?
        var place = FieldPlace()
    }

    private static let pieceSize = 1 << 16

    private let bytes: UnsafeRawBufferPointer
    private let isIndented: Bool
    private let sink: (String) throws -> Void
    private var output: [UInt8] = []
    private var depth = 0

    init(
        _ bytes: UnsafeRawBufferPointer, isIndented: Bool, _ sink: @escaping (String) throws -> Void
    ) {
        self.bytes = bytes
        self.isIndented = isIndented
        self.sink = sink
        output.reserveCapacity(Self.pieceSize + 1024)
    }

    mutating func lines(_ range: MessageRange, _ number: UInt32, of schema: MessageSchema) throws {
        var cursor = FieldCursor(range, field: number)
        while let field = cursor.next(in: bytes) {
            try object(MessageRange(start: field.start, end: field.end), schema)
            output.append(UInt8(ascii: "\n"))
        }
    }

    mutating func finish() throws {
        if isIndented { output.append(UInt8(ascii: "\n")) }
        try flush(from: 1)
    }

    mutating func object(_ range: MessageRange, _ schema: MessageSchema) throws {
        var slots = [Slot](repeating: Slot(), count: schema.fields.count)
        range.forEachField(in: bytes) { field in
            guard let place = schema.place(of: field.number),
                schema.fields[place].type.wire == field.type
            else { return }
            slots[place].last = field
            slots[place].place.note(field)
        }
        open("{")
        var isFirst = true
        for (field, slot) in zip(schema.fields, slots) {
            guard let last = slot.last else { continue }
            separate(&isFirst)
            text(field.name)
            write(isIndented ? ": " : ":")
            if field.isRepeated {
                try list(field, of: range)
            } else if case .message(let inner) = field.type {
                guard let message = range.message(field.number, at: slot.place) else { continue }
                try object(message, inner)
            } else {
                value(last, field.type)
            }
        }
        close("}", isEmpty: isFirst)
        try flush(from: Self.pieceSize)
    }

    private mutating func list(_ field: FieldSchema, of range: MessageRange) throws {
        open("[")
        var isFirst = true
        var cursor = FieldCursor(range, field: field.number)
        while let element = cursor.next(in: bytes) {
            separate(&isFirst)
            if case .message(let inner) = field.type {
                try object(MessageRange(start: element.start, end: element.end), inner)
            } else {
                value(element, field.type)
            }
        }
        close("]", isEmpty: isFirst)
    }

    private mutating func value(_ field: WireField, _ type: MessageFieldType) {
        let number = Int32(truncatingIfNeeded: field.bits)
        switch type {
        case .int32: write(String(number))
        case .int64: write(String(Int64(bitPattern: field.bits)))
        case .uint32: write(String(UInt32(bitPattern: number)))
        case .uint64: write(String(field.bits))
        case .bool: write(field.bits == 0 ? "false" : "true")
        case .float: decimal(Float(bitPattern: UInt32(bitPattern: number)))
        case .double: decimal(Double(bitPattern: field.bits))
        case .text, .longText: text(field.text)
        case .code(let code):
            if let word = code.words[number] { text(word) } else { write(String(number)) }
        // Messages are objects.
        case .message: break
        }
    }

    private mutating func decimal(_ value: some BinaryFloatingPoint & CustomStringConvertible) {
        if value.isFinite {
            write(value.description)
        } else {
            text(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
        }
    }

    private mutating func text(_ text: String) {
        output.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): write(#"\n"#)
            case 0..<0x20, 0x7F:
                write(#"\u00"#)
                output += [byte >> 4, byte & 15].map { $0 + UInt8(ascii: $0 < 10 ? "0" : "W") }
            default: output.append(byte)
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    private mutating func open(_ bracket: Unicode.Scalar) {
        output.append(UInt8(ascii: bracket))
        depth += 1
    }

    private mutating func separate(_ isFirst: inout Bool) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        indent()
    }

    private mutating func close(_ bracket: Unicode.Scalar, isEmpty: Bool) {
        depth -= 1
        if !isEmpty { indent() }
        output.append(UInt8(ascii: bracket))
    }

    private mutating func indent() {
        guard isIndented else { return }
        output.append(UInt8(ascii: "\n"))
        output += repeatElement(UInt8(ascii: " "), count: 2 * depth)
    }

    private mutating func write(_ text: String) {
        output += text.utf8
    }

    private mutating func flush(from size: Int) throws {
        guard output.count >= size else { return }
        try sink(String(decoding: output, as: UTF8.self))
        output.removeAll(keepingCapacity: true)
    }
}
