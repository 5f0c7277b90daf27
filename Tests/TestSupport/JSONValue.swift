import Foundation

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

    package init(json: some Sequence<UInt8>) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: Data(json))
    }

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

    package subscript(key: String) -> JSONValue? {
        get { object?[key] }
        set {
            guard var changed = object else { return }
            changed[key] = newValue
            self = .object(changed)
        }
    }

    package var object: [String: JSONValue]? {
        if case .object(let object) = self { object } else { nil }
    }

    package var list: [JSONValue]? {
        if case .list(let list) = self { list } else { nil }
    }

    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    package var number: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    package var texts: [String] { (list ?? []).compactMap(\.text) }

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
