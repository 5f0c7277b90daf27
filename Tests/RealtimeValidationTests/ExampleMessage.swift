import TestSupport

@testable import GTFSRealtime

/// Reads the examples of notices: messages in the text form of protobuf, with times of the clock on the day
/// of ``Crosstown``.
struct ExampleMessage {
    private var tokens: [Token]
    private var position = 0
    private var entities = 0

    private enum Token: Equatable {
        case word(String)
        case text([UInt8])
        case sign(Character)
    }

    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    /// The parts of an example: below `before:`, `beside:`, `wrong:` and `right:`.
    static func parts(of example: String) -> [String: String] {
        var parts: [String: String] = [:]
        var name = ""
        for line in example.split(separator: "\n") {
            if let word = line.wholeMatch(of: /(before|beside|wrong|right):/)?.1 {
                name = String(word)
            } else {
                parts[name, default: ""] += line + "\n"
            }
        }
        return parts
    }

    /// The bytes of a message; one without a header gets that of 08:05.
    static func bytes(of text: String) throws -> [UInt8] {
        var reader = ExampleMessage(tokens: try tokens(of: text))
        return try reader.message()
    }

    // MARK: Tokens

    private static func tokens(of text: String) throws -> [Token] {
        var tokens: [Token] = []
        var rest = text[...]
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
            } else if first == "\"" {
                let (bytes, end) = try quoted(rest.dropFirst())
                tokens.append(.text(bytes))
                rest = end
            } else if first.isLetter || first.isNumber || first == "-" {
                // A colon belongs to a time where a digit stands on either side.
                var word = ""
                while let next = rest.first,
                    next.isLetter || next.isNumber || "_.-".contains(next)
                        || (next == ":" && word.allSatisfy { $0.isNumber || $0 == ":" }
                            && rest.dropFirst().first?.isNumber == true)
                {
                    word.append(next)
                    rest.removeFirst()
                }
                tokens.append(.word(word))
            } else {
                tokens.append(.sign(first))
                rest.removeFirst()
            }
        }
        return tokens
    }

    private static func quoted(_ text: Substring) throws -> ([UInt8], Substring) {
        var bytes: [UInt8] = []
        var rest = text
        while let first = rest.popFirst() {
            if first == "\"" { return (bytes, rest) }
            guard first == "\\" else {
                bytes += String(first).utf8
                continue
            }
            guard let next = rest.first else { break }
            if next == "n" {
                bytes.append(10)
                rest.removeFirst()
            } else if let byte = UInt8(rest.prefix(3), radix: 8) {
                bytes.append(byte)
                rest.removeFirst(3)
            } else {
                bytes += String(next).utf8
                rest.removeFirst()
            }
        }
        throw Unreadable(description: "a text has no end")
    }

    private init(tokens: [Token]) {
        self.tokens = tokens
    }

    private mutating func next() throws -> Token {
        guard position < tokens.count else { throw Unreadable(description: "the text is cut") }
        defer { position += 1 }
        return tokens[position]
    }

    private mutating func take(_ sign: Character) -> Bool {
        guard position < tokens.count, tokens[position] == .sign(sign) else { return false }
        position += 1
        return true
    }

    // MARK: Messages

    private mutating func message() throws -> [UInt8] {
        var body = WireMessage()
        var hasHeader = false
        while position < tokens.count {
            guard case .word(let name) = try next() else {
                throw Unreadable(description: "a name is missing at \(position)")
            }
            switch name {
            case "body":
                _ = take(":")
                guard case .text(let bytes) = try next() else {
                    throw Unreadable(description: "the body is no text")
                }
                return bytes
            case "no_header":
                _ = take(":")
                _ = try next()
                hasHeader = true
            case "header":
                hasHeader = true
                body.raw(1, try fields(of: FeedHeader.schema))
            case "entity": body.raw(2, try fields(of: FeedEntity.schema))
            default:
                position -= 1
                entities += 1
                let id = "\(entities)"
                let payload = try field(of: FeedEntity.schema)
                body.raw(2, WireMessage { $0.text(1, id) }.bytes + payload)
            }
        }
        guard !hasHeader else { return body.bytes }
        return WireMessage { message in
            message.message(1) { header in
                header.text(1, "2.0")
                header.number(2, 0)
                header.number(3, Int64(Crosstown.at("08:05")))
            }
        }.bytes + body.bytes
    }

    /// The fields between braces.
    private mutating func fields(of schema: MessageSchema) throws -> [UInt8] {
        guard take("{") else { throw Unreadable(description: "no { for \(schema.name)") }
        var bytes: [UInt8] = []
        while !take("}") { bytes += try field(of: schema) }
        return bytes
    }

    private mutating func field(of schema: MessageSchema) throws -> [UInt8] {
        guard case .word(let name) = try next() else {
            throw Unreadable(description: "a name is missing in \(schema.name)")
        }
        guard let field = schema.fields.first(where: { $0.name == name }) else {
            return try unknownField(name, in: schema)
        }
        var message = WireMessage()
        let number = Int(field.number)
        if case .message(let inner) = field.type {
            message.raw(number, try fields(of: inner))
            return message.bytes
        }
        _ = take(":")
        switch (field.type, try next()) {
        case (.text, .text(let bytes)), (.longText, .text(let bytes)): message.raw(number, bytes)
        case (.float, .word(let word)):
            guard let value = Float(word) else { throw Unreadable(description: word) }
            message.float(number, value)
        case (.code(let code), .word(let word)):
            let value = code.words.first { $0.value == word }?.key ?? Int32(word)
            guard let value else { throw Unreadable(description: word) }
            message.number(number, Int64(value))
        case (.bool, .word(let word)): message.number(number, word == "true" ? 1 : 0)
        case (_, .word(let word)):
            let value = word.contains(":") ? Int64(Crosstown.at(word)) : Int64(word)
            guard let value else { throw Unreadable(description: word) }
            message.number(number, value)
        case (_, let token): throw Unreadable(description: "\(name): \(token)")
        }
        return message.bytes
    }

    private mutating func unknownField(_ name: String, in schema: MessageSchema) throws -> [UInt8] {
        guard let number = Int(name), take(":"), case .text(let bytes) = try next() else {
            throw Unreadable(description: "\(schema.name) has no \(name)")
        }
        var message = WireMessage()
        message.raw(number, bytes)
        return message.bytes
    }
}
