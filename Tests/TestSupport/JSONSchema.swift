import Foundation
import SystemLayer

/// Checks values against schemas: the part of JSON Schema 2020-12 that `schema/openapi.yaml` and the
/// schemas of reports and settings use.
///
/// A keyword that it does not know is a problem of its own, so that no promise goes unchecked.
package final class JSONSchema: Sendable {
    private let root: JSONValue
    private let expressions = Locked<[String: Expression]>([:])
    /// Whether a key that a schema of an object does not have is a problem. The contract lets answers
    /// grow; what this server says is all in the contract nevertheless.
    private let forbidsUnknownKeys: Bool

    package init(root: JSONValue, forbidsUnknownKeys: Bool = false) {
        self.root = root
        self.forbidsUnknownKeys = forbidsUnknownKeys
    }

    /// A pattern, compiled; nil for one that is none.
    private struct Expression: @unchecked Sendable {
        // Sendable: `NSRegularExpression` is immutable, and made for several threads.
        let value: NSRegularExpression?

        init(_ pattern: String) {
            value = try? NSRegularExpression(pattern: pattern)
        }
    }

    private static let notes: Set<String> = [
        "$defs", "$id", "$schema", "default", "description", "example", "examples", "title",
    ]
    private static let known: Set<String> = [
        "$ref", "additionalProperties", "anyOf", "dependentRequired", "enum", "format", "items",
        "maxItems", "maxLength", "maximum", "minItems", "minLength", "minimum", "pattern",
        "properties", "required", "type",
    ]

    /// Where and why a value does not fit a schema; empty when it does.
    package func problems(
        of value: JSONValue, against schema: JSONValue, at path: String = "$"
    ) -> [String] {
        if case .flag(let fits) = schema { return fits ? [] : ["\(path): must not be there"] }
        guard let keywords = schema.object else { return ["\(path): the schema is not an object"] }
        var problems = keywords.keys.filter { !Self.known.contains($0) && !Self.notes.contains($0) }
            .map { "\(path): the checker does not know \($0)" }
        if let reference = keywords["$ref"]?.text {
            guard let target = resolved(reference) else { return ["\(path): no \(reference)"] }
            problems += self.problems(of: value, against: target, at: path)
        }
        if let alternatives = keywords["anyOf"]?.list,
            !alternatives.contains(where: {
                self.problems(of: value, against: $0, at: path).isEmpty
            })
        {
            problems.append("\(path): fits none of anyOf")
        }
        if let allowed = keywords["enum"]?.list, !allowed.contains(value) {
            problems.append("\(path): \(value.json) is not one of \(allowed.map(\.json))")
        }
        if let type = keywords["type"] {
            let types = type.text.map { [$0] } ?? type.texts
            guard types.contains(where: { Self.isOf(value, $0) }) else {
                return problems + ["\(path): \(value.json.prefix(40)) is not \(types)"]
            }
        }
        switch value {
        case .text(let text): problems += self.problems(of: text, keywords, path)
        case .number(let number):
            if let least = keywords["minimum"]?.number, number < least {
                problems.append("\(path): \(number) is less than \(least)")
            }
            if let most = keywords["maximum"]?.number, number > most {
                problems.append("\(path): \(number) is more than \(most)")
            }
        case .list(let list): problems += self.problems(of: list, keywords, path)
        case .object(let object): problems += self.problems(of: object, keywords, path)
        case .null, .flag: break
        }
        return problems
    }

    package func resolved(_ reference: String) -> JSONValue? {
        reference.split(separator: "/").dropFirst().reduce(Optional(root)) { value, key in
            value?[
                key.replacingOccurrences(of: "~1", with: "/")
                    .replacingOccurrences(of: "~0", with: "~")]
        }
    }

    private static func isOf(_ value: JSONValue, _ type: String) -> Bool {
        switch (value, type) {
        case (.null, "null"), (.flag, "boolean"), (.number, "number"), (.text, "string"),
            (.list, "array"), (.object, "object"):
            true
        case (.number(let number), "integer"): number == number.rounded()
        default: false
        }
    }

    private func problems(
        of text: String, _ keywords: [String: JSONValue], _ path: String
    ) -> [String] {
        var problems: [String] = []
        let length = Double(text.unicodeScalars.count)
        if let least = keywords["minLength"]?.number, length < least {
            problems.append("\(path): \(text) is too short")
        }
        if let most = keywords["maxLength"]?.number, length > most {
            problems.append("\(path): \(text.prefix(40))… is too long")
        }
        if let pattern = keywords["pattern"]?.text, !matches(text, pattern) {
            problems.append("\(path): \(text) does not match \(pattern)")
        }
        switch keywords["format"]?.text {
        case nil: break
        case "date-time":
            if !matches(text, Self.dateTime) { problems.append("\(path): \(text) is no date-time") }
        case "date":
            if !Self.isDate(text) { problems.append("\(path): \(text) is no date") }
        case let format?: problems.append("\(path): the checker does not know \(format)")
        }
        return problems
    }

    private static let dateTime =
        "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:"
        + #"([0-5][0-9]|60)(\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$"#

    /// Whether a text `YYYY-MM-DD` is a day of the calendar.
    private static func isDate(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        guard parts.map(\.count) == [4, 2, 2], numbers.count == 3, 1...12 ~= numbers[1] else {
            return false
        }
        let isLeap = numbers[0] % 4 == 0 && (numbers[0] % 100 != 0 || numbers[0] % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return 1...days[numbers[1] - 1] ~= numbers[2]
    }

    private func matches(_ text: String, _ pattern: String) -> Bool {
        let expression = expressions.withLock { known in
            let expression = known[pattern] ?? Expression(pattern)
            known[pattern] = expression
            return expression.value
        }
        // `$` of this engine also fits before a line break at the end.
        guard !text.hasSuffix("\n") || !pattern.hasSuffix("$") || pattern.contains("^[^") else {
            return false
        }
        let range = NSRange(text.startIndex..., in: text)
        return expression?.firstMatch(in: text, range: range) != nil
    }

    private func problems(
        of list: [JSONValue], _ keywords: [String: JSONValue], _ path: String
    ) -> [String] {
        var problems: [String] = []
        if let least = keywords["minItems"]?.number, Double(list.count) < least {
            problems.append("\(path): has \(list.count) elements")
        }
        if let most = keywords["maxItems"]?.number, Double(list.count) > most {
            problems.append("\(path): has \(list.count) elements")
        }
        if let items = keywords["items"] {
            for (index, element) in list.enumerated() {
                problems += self.problems(of: element, against: items, at: "\(path)[\(index)]")
            }
        }
        return problems
    }

    private func problems(
        of object: [String: JSONValue], _ keywords: [String: JSONValue], _ path: String
    ) -> [String] {
        var problems = (keywords["required"]?.texts ?? []).filter { object[$0] == nil }
            .map { "\(path): lacks \($0)" }
        for (key, others) in keywords["dependentRequired"]?.object ?? [:] where object[key] != nil {
            problems += others.texts.filter { object[$0] == nil }
                .map { "\(path): has \(key), but lacks \($0)" }
        }
        let properties = keywords["properties"]?.object
        for (key, value) in object {
            if let schema = properties?[key] {
                problems += self.problems(of: value, against: schema, at: "\(path).\(key)")
            } else if let schema = keywords["additionalProperties"] {
                problems += self.problems(of: value, against: schema, at: "\(path).\(key)")
            } else if forbidsUnknownKeys, properties != nil {
                problems.append("\(path): the contract does not have \(key)")
            }
        }
        return problems
    }
}
