import Foundation
import GTFSSchedule

package enum JSONValue: Codable, Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number without a fraction, if it can be exact.
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// Members are in the order of the text. Of those with the same name the first counts.
    case object([Member])

    package struct Member: Hashable, Sendable {
        package let name: String
        package let value: JSONValue
    }

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
            self.init(try container.decode([String: JSONValue].self))
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
        case .object: try container.encode(dictionary)
        }
    }

    package init(_ members: [String: JSONValue]) {
        self = .object(
            members.sorted { $0.key < $1.key }.map { Member(name: $0.key, value: $0.value) })
    }

    package init?(text: String) {
        do {
            self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        } catch {
            return nil
        }
    }

    /// Members of objects are in the order of their names.
    package var text: String {
        guard hasLookalikes else { return encoded }
        // A dictionary keeps one of the members whose names look the same.
        switch self {
        case .object(let members):
            var seen: Set<ExactText> = []
            let texts = members.filter { seen.insert($0.name.exact).inserted }
                .sorted { $0.name.exact < $1.name.exact }
                .map { JSONValue.string($0.name).encoded + ":" + $0.value.text }
            return "{" + texts.joined(separator: ",") + "}"
        case .array(let elements):
            return "[" + elements.map(\.text).joined(separator: ",") + "]"
        default: return encoded
        }
    }

    private var hasLookalikes: Bool {
        switch self {
        case .object(let members):
            Set(members.map(\.name)).count < Set(members.map(\.name.exact)).count
                || members.contains { $0.value.hasLookalikes }
        case .array(let elements): elements.contains { $0.hasLookalikes }
        default: false
        }
    }

    private var encoded: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            // Only numbers that JSON cannot write fail, and reading JSON yields none.
            return "null"
        }
    }

    // MARK: Objects and arrays

    /// Nil when this is not an object or has no such member.
    package subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    package var dictionary: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    }

    package var members: [Member]? {
        guard case .object(let members) = self else { return nil }
        return members.filter { $0.value != .null }
    }

    package var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    package var texts: [String] {
        (elements ?? []).compactMap { if case .string(let text) = $0 { text } else { nil } }
    }

    // MARK: Simple values

    /// Without what a cell counts as blanks at its ends; nil when empty or for other values than
    /// strings and numbers.
    package var idText: String? {
        switch self {
        case .string(let value):
            // By bytes: an accent after a blank belongs to the text, not to the blank.
            let blanks = Blanks(.forgiving)
            let trimmed = value.utf8.drop(while: blanks.contains)
            let end = trimmed.lastIndex { !blanks.contains($0) }
            return end.map { String(Substring(trimmed[...$0])) }
        case .integer(let value): return String(value)
        case .number(let value): return String(value)
        default: return nil
        }
    }

    package var isTrimmed: Bool {
        guard case .string(let value) = self, !value.isEmpty else { return false }
        return idText?.utf8.count != value.utf8.count
    }

    /// As the canonical validator reads it, which also accepts texts with a number.
    package var canonicalNumber: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .string(let text): Double(text)
        case .array(let elements): elements.count == 1 ? elements[0].canonicalNumber : nil
        case .null, .bool, .object: nil
        }
    }

    /// As the canonical validator reads simple values; nil for others.
    package var canonicalText: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(Double(number))"
        case .number(let number): "\(number)"
        case .bool(let flag): "\(flag)"
        case .array(let elements): elements.count == 1 ? elements[0].canonicalText : nil
        case .null, .object: nil
        }
    }
}

extension [JSONValue.Member] {
    package subscript(name: String) -> JSONValue? {
        first { $0.name.exact == name.exact }?.value
    }
}
