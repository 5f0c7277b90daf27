/// A JSON value; members are in the order of the text.
package enum JSONNode: Sendable {
    case null
    case flag(Bool)
    /// A number without a point or an exponent, if it can be exact.
    case integer(Int)
    case number(Double)
    case text(String)
    case array([JSONNode])
    case object([Member])

    package struct Member: Sendable {
        package let name: String
        package let value: JSONNode
    }

    /// The members of an object, except nulls; nil for other values.
    package var members: [Member]? {
        guard case .object(let members) = self else { return nil }
        return members.filter { member in
            if case .null = member.value { false } else { true }
        }
    }

    /// The elements of an array; nil for other values.
    package var elements: [JSONNode]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// A number, or a text with a number; nil for other values.
    package var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .text(let text): Double(text)
        case .array(let elements): elements.count == 1 ? elements[0].number : nil
        case .null, .flag, .object: nil
        }
    }

    /// A simple value as people write it: whole numbers without a point.
    package var plainText: String? {
        switch self {
        case .integer(let whole): "\(whole)"
        case .number(let number): Int(exactly: number).map { "\($0)" } ?? text
        default: text
        }
    }

    /// A simple value as text; nil for others.
    package var text: String? {
        switch self {
        case .text(let text): text
        case .integer(let number): "\(Double(number))"
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .array(let elements): elements.count == 1 ? elements[0].text : nil
        case .null, .object: nil
        }
    }
}

extension [JSONNode.Member] {
    package subscript(name: String) -> JSONNode? {
        first { $0.name == name }?.value
    }
}
