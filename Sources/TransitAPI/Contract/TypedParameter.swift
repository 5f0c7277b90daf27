package import GTFSSchedule
package import TransitModel

/// A parameter whose values have a type, from which its form follows.
package final class TypedParameter<Value: AskedValue>: ParameterDescription {
    package let parameter: Parameter
    /// The value where a question lacks the parameter.
    let usual: Value

    init(
        _ name: String, _ form: Parameter.Form = Value.form, isRequired: Bool = false,
        usual: Value? = nil, meaning: String, component: String? = nil, example: String? = nil
    ) {
        parameter = Parameter(
            name: name, form: form, isRequired: isRequired, usual: usual?.texts.first,
            meaning: meaning, key: component, example: example ?? Value.example)
        guard let absent = usual ?? Value(texts: []) else {
            preconditionFailure("\(name) needs a value for where it is left out")
        }
        self.usual = absent
    }
}

/// A parameter, whatever its type.
package protocol ParameterDescription: Sendable {
    var parameter: Parameter { get }
}

/// The values of a parameter in a question.
package protocol AskedValue: Sendable {
    static var form: Parameter.Form { get }
    static var example: String? { get }
    /// Nil where a question lacks the parameter, but must have a value.
    init?(texts: [String])
    /// As the canonical query has them.
    var texts: [String] { get }
}

/// One value, which has one canonical text.
package protocol AskedScalar: AskedValue {
    init?(asked text: String)
    var askedText: String { get }
}

extension AskedValue {
    package static var example: String? { nil }
}

extension AskedScalar {
    package init?(texts: [String]) {
        guard let text = texts.first else { return nil }
        self.init(asked: text)
    }

    package var texts: [String] { [askedText] }
}

extension Optional: AskedValue where Wrapped: AskedScalar {
    package static var form: Parameter.Form { Wrapped.form }
    package static var example: String? { Wrapped.example }

    package init?(texts: [String]) {
        self = Wrapped(texts: texts)
    }

    package var texts: [String] { map { [$0.askedText] } ?? [] }
}

extension Array: AskedValue where Element: AskedScalar {
    package static var form: Parameter.Form {
        switch Element.form {
        case .word(let words): .words(of: words)
        case .integer: .keys(maximum: 100)
        default: .ids(maximum: 100)
        }
    }

    package init?(texts: [String]) {
        self = texts.compactMap(Element.init(asked:))
    }

    package var texts: [String] { map(\.askedText) }
}

extension String: AskedScalar {
    package static var form: Parameter.Form { .id }
    package init?(asked text: String) { self = text }
    package var askedText: String { self }
}

extension AskedScalar where Self: FixedWidthInteger {
    package static var form: Parameter.Form { .integer(0...Int(Int32.max)) }
    package init?(asked text: String) { self.init(text) }
    package var askedText: String { String(self) }
}

extension Int: AskedScalar {}

extension Int64: AskedScalar {}

extension Coordinate: AskedScalar {
    package static var form: Parameter.Form { .place }

    package init?(asked text: String) {
        guard let degrees = NumberText.degrees(text, bounds: [90, 180]) else { return nil }
        self.init(latitude: degrees[0], longitude: degrees[1])
    }

    package var askedText: String { NumberText.degrees([latitude, longitude]) }
}

extension BoundingBox: AskedScalar {
    package static var form: Parameter.Form { .box }

    package init?(asked text: String) {
        guard let degrees = NumberText.degrees(text, bounds: [180, 90, 180, 90]),
            degrees[1] <= degrees[3]
        else { return nil }
        self.init(south: degrees[1], west: degrees[0], north: degrees[3], east: degrees[2])
    }

    package var askedText: String { NumberText.degrees([west, south, east, north]) }
}

extension AskedInstant: AskedScalar {
    package static var form: Parameter.Form { .instant }
    package static var example: String? { "2026-11-23T08:00:00" }
    package init?(asked text: String) { self.init(text: text) }
    package var askedText: String { canonicalText }
}

extension ServiceDate: AskedScalar {
    package static var form: Parameter.Form { .date }
    package static var example: String? { "20261123" }

    package init?(asked text: String) {
        guard let date = AskedInstant.date(text[...]) else { return nil }
        self = date
    }

    package var askedText: String { description }
}

extension ServiceTime: AskedScalar {
    package static var form: Parameter.Form { .time }

    /// `HH:MM:SS` with two or three digits for the hours.
    package init?(asked text: String) {
        guard 8...9 ~= text.utf8.count else { return nil }
        self.init(cellText: text)
    }

    package var askedText: String { description }
}

extension TransitModel.RouteType: AskedScalar {
    package static var form: Parameter.Form { .word(of: Mode.allCases.map(\.rawValue)) }
    package init?(asked text: String) { self.init(word: text) }
    package var askedText: String { mode.rawValue }
}

extension AskedScalar where Self: RawRepresentable<String> & CaseIterable {
    package static var form: Parameter.Form { .word(of: allCases.map(\.rawValue)) }
    package init?(asked text: String) { self.init(rawValue: text) }
    package var askedText: String { rawValue }
}
