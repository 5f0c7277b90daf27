/// A value of JSON, members in the order of the text.
enum JSONNode: Sendable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case array([JSONNode])
    case object([Member])

    struct Member: Sendable {
        let name: String
        let value: JSONNode
    }

    /// The members of an object without those that are null; nil for other values.
    var members: [Member]? {
        guard case .object(let members) = self else { return nil }
        return members.filter { member in
            if case .null = member.value { false } else { true }
        }
    }

    /// The elements of an array; nil for other values.
    var elements: [JSONNode]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// A number, or a text that is one; nil for other values.
    var number: Double? {
        switch self {
        case .number(let number): number
        case .text(let text): Double(text)
        case .array(let elements): elements.count == 1 ? elements[0].number : nil
        case .null, .flag, .object: nil
        }
    }

    /// A simple value as people write it: whole numbers without a point.
    var plainText: String? {
        if case .number(let number) = self, let whole = Int(exactly: number) {
            "\(whole)"
        } else {
            text
        }
    }

    /// A simple value as text; nil for others.
    var text: String? {
        switch self {
        case .text(let text): text
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .array(let elements): elements.count == 1 ? elements[0].text : nil
        case .null, .object: nil
        }
    }
}

extension [JSONNode.Member] {
    subscript(name: String) -> JSONNode? {
        first { $0.name == name }?.value
    }
}
