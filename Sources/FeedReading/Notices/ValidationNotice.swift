public import GTFSSchedule

/// Something found in a feed: a code, and values that say where and what.
public struct ValidationNotice: Sendable, Hashable {
    /// The code's entry in the catalogue.
    public let definition: NoticeDefinition
    /// File, row, ids and values, under the names of the canonical validator and in its order.
    public let fields: NoticeFields
    package let file: String?

    /// The code in reports.
    public var code: String { definition.code }

    package init(_ definition: NoticeDefinition, _ fields: NoticeFields, file: String? = nil) {
        self.definition = definition
        self.fields = fields
        self.file = file
    }
}

/// The named values of a notice, in order; nil values are left out.
public struct NoticeFields: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// One value and its name.
    public struct Field: Sendable, Hashable {
        /// The name in the canonical validator, such as `stopId`.
        public let name: String
        /// The value in this notice.
        public let value: NoticeValue
    }

    /// All of them, in order.
    public private(set) var fields: [Field]

    public init(dictionaryLiteral elements: (String, (any NoticeConvertible)?)...) {
        fields = []
        fields.reserveCapacity(elements.count)
        for (name, value) in elements { append(name, value) }
    }

    /// The value with that name.
    public subscript(name: String) -> NoticeValue? {
        fields.first { $0.name == name }?.value
    }

    /// The longest text, in code points: a cell may have megabytes, and be in a thousand notices.
    private static let longestText = 1024

    var shortened: NoticeFields {
        guard fields.contains(where: { $0.value.isLonger(than: Self.longestText) }) else {
            return self
        }
        var short: NoticeFields = [:]
        for field in fields { short.append(field.name, field.value.cut(to: Self.longestText)) }
        return short
    }

    /// Adds a value, unless it is nil.
    public mutating func append(_ name: String, _ value: (any NoticeConvertible)?) {
        if let value = value?.noticeValue { fields.append(Field(name: name, value: value)) }
    }

    package mutating func append(_ others: NoticeFields) { fields += others.fields }
}

/// A value in a notice, as in JSON.
public enum NoticeValue: Sendable, Hashable {
    /// A text, or what is printed as one: an id, a date, a time.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// A number with decimals.
    case number(Double)
    /// True or false.
    case flag(Bool)
    /// Several values.
    case list([NoticeValue])

    fileprivate func isLonger(than count: Int) -> Bool {
        switch self {
        case .text(let text): text.utf8.count > count
        case .list(let values): values.contains { $0.isLonger(than: count) }
        case .integer, .number, .flag: false
        }
    }

    fileprivate func cut(to count: Int) -> NoticeValue {
        switch self {
        case .text(let text) where text.utf8.count > count:
            .text(String(text.unicodeScalars.prefix(count)) + "…")
        case .list(let values): .list(values.map { $0.cut(to: count) })
        case .text, .integer, .number, .flag: self
        }
    }
}

/// A value that a notice can have.
public protocol NoticeConvertible {
    /// Nil when there is no value; the field is then left out.
    var noticeValue: NoticeValue? { get }
}

extension String: NoticeConvertible {
    public var noticeValue: NoticeValue? { .text(self) }
}

extension Int: NoticeConvertible {
    public var noticeValue: NoticeValue? { .integer(self) }
}

extension Double: NoticeConvertible {
    public var noticeValue: NoticeValue? { .number(self) }
}

extension Bool: NoticeConvertible {
    public var noticeValue: NoticeValue? { .flag(self) }
}

extension NoticeValue: NoticeConvertible {
    public var noticeValue: NoticeValue? { self }
}

extension Optional: NoticeConvertible where Wrapped: NoticeConvertible {
    public var noticeValue: NoticeValue? { flatMap(\.noticeValue) }
}

extension Array: NoticeConvertible where Element: NoticeConvertible {
    public var noticeValue: NoticeValue? { .list(compactMap(\.noticeValue)) }
}

extension Identifier: NoticeConvertible {
    public var noticeValue: NoticeValue? { .text(text) }
}

extension ServiceDate: NoticeConvertible {
    public var noticeValue: NoticeValue? { .text(description) }
}

extension ServiceTime: NoticeConvertible {
    public var noticeValue: NoticeValue? { .text(description) }
}
