import Foundation

/// A value of JSON, or of the part of YAML that is JSON.
package enum JSONValue: Decodable, Hashable, Sendable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let object = try? container.decode([String: JSONValue].self) {
            self = .object(object)
        } else if let list = try? container.decode([JSONValue].self) {
            self = .list(list)
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    /// Reads JSON.
    package init(json: some Sequence<UInt8>) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: Data(json))
    }

    /// The values of a YAML document; nil for those that JSON lacks.
    package init?(_ value: Any?) {
        switch value {
        case nil, is NSNull: self = .null
        case let flag as Bool: self = .flag(flag)
        case let number as Int: self = .number(Double(number))
        case let number as Double: self = .number(number)
        case let text as String: self = .text(text)
        case let list as [Any]: self = .list(list.compactMap(JSONValue.init))
        case let object as [String: Any]: self = .object(object.compactMapValues(JSONValue.init))
        default: return nil
        }
    }

    /// The value of a key of an object; nil where there is none.
    package subscript(key: String) -> JSONValue? {
        get { object?[key] }
        set {
            guard var changed = object else { return }
            changed[key] = newValue
            self = .object(changed)
        }
    }

    /// The keys and values of an object.
    package var object: [String: JSONValue]? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The elements of a list.
    package var list: [JSONValue]? {
        if case .list(let list) = self { list } else { nil }
    }

    /// The text.
    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The number.
    package var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The texts of a list of texts.
    package var texts: [String] { (list ?? []).compactMap(\.text) }

    /// The value as JSON.
    package var json: String {
        switch self {
        case .null: "null"
        case .flag(let flag): "\(flag)"
        case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        case .text(let text): Self.quoted(text)
        case .list(let list): "[\(list.map(\.json).joined(separator: ","))]"
        case .object(let object):
            "{"
                + object.sorted { $0.key < $1.key }
                .map { "\(Self.quoted($0.key)):\($0.value.json)" }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\0"..<" ":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
