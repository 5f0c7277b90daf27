package import FeedReading
import Foundation

/// Any JSON value.
package enum JSONValue: Codable, Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// A value that was read from a feed. The first of members with the same name counts.
    package init(_ node: JSONNode) {
        switch node {
        case .null: self = .null
        case .flag(let flag): self = .bool(flag)
        case .integer(let number): self = .integer(number)
        case .number(let number):
            self = Int(exactly: number).map { .integer($0) } ?? .number(number)
        case .text(let text): self = .string(text)
        case .array(let elements): self = .array(elements.map { JSONValue($0) })
        case .object(let members):
            let values = members.map { ($0.name, JSONValue($0.value)) }
            self = .object(Dictionary(values) { first, _ in first })
        }
    }

    /// Reads JSON; nil when the text is not JSON.
    package init?(text: String) {
        do {
            self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        } catch {
            return nil
        }
    }

    /// The value as JSON, with the members of objects in the order of their names.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            // Only numbers that JSON cannot write fail, and reading JSON yields none.
            return "null"
        }
    }

    /// A string or number as text, without blanks at its ends; nil when empty or anything else.
    package var idText: String? {
        switch self {
        case .string(let value):
            // By scalars: an accent after a blank belongs to the text, not to the blank.
            let trimmed = value.unicodeScalars.drop { $0.properties.isWhitespace }
            let end = trimmed.lastIndex { !$0.properties.isWhitespace }
            return end.map { String(trimmed[...$0]) }
        case .integer(let value): return String(value)
        case .number(let value): return String(value)
        default: return nil
        }
    }

    /// A member of the object; nil when this is not an object or has no such member.
    package subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { return members[name] }
        return nil
    }
}
