import GTFSSchedule

/// The keys of an object of an answer, each with a default: nothing that a server sends makes it fail.
///
/// Replaced values are noted in the ``DecodingReport`` of the decoder. A number is accepted as a
/// text, and the text of a number as the number: while the type of a key changes, both are right.
public struct WireReader {
    private let container: KeyedDecodingContainer<WireKey>?
    private let report: DecodingReport?

    /// - Throws: `DecodingError` for anything that is not an object.
    init(_ decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: WireKey.self)
        report = DecodingReport.key.flatMap { decoder.userInfo[$0] } as? DecodingReport
    }

    /// An object without keys; all its values are defaults.
    static var empty: WireReader { WireReader() }

    private init() {
        container = nil
        report = nil
    }

    /// Whether the object has a key, with whatever value.
    func has(_ name: String) -> Bool {
        container?.contains(WireKey(stringValue: name)) ?? false
    }

    // MARK: Values that are always there

    /// A text; empty by default, unless another default is given.
    func text(_ name: String, default usual: String = "") -> String {
        value(name, .text, usual: usual, exact: \.text, lenient: \.anyText) ?? usual
    }

    /// A whole number; 0 by default, unless another default is given.
    func integer(_ name: String, default usual: Int = 0) -> Int {
        value(name, .integer, usual: usual, exact: \.integer, lenient: \.anyInteger) ?? usual
    }

    /// The key of a stop or route; 0 by default, which is never used.
    func key(_ name: String) -> Int64 {
        Int64(integer(name))
    }

    /// A number; 0 by default.
    func number(_ name: String) -> Double {
        value(name, .number, usual: 0, exact: \.number, lenient: \.anyNumber) ?? 0
    }

    /// A truth value that is always there; false by default.
    func flag(_ name: String) -> Bool {
        value(name, .flag, usual: false, exact: \.flag, lenient: \.anyFlag) ?? false
    }

    /// A date `YYYYMMDD`; 1 January of the year 0 by default.
    func date(_ name: String) -> ServiceDate {
        value(name, .text, usual: .earliest, exact: \.date, lenient: \.anyDate) ?? .earliest
    }

    /// An instant; 1970 by default.
    func instant(_ name: String) -> ZonedInstant {
        value(name, .text, usual: .epoch, exact: \.instant) ?? .epoch
    }

    /// A word of a list; an unknown one keeps its text.
    func word<Known>(_ name: String, default usual: Known) -> WireWord<Known> {
        let word = WireWord<Known>(text: text(name, default: usual.rawValue))
        if word.known == nil { add(name, .unknownWord(word.text), replacement: word.text) }
        return word
    }

    // MARK: Values that may be left out

    /// A text; nil where there is none.
    func optionalText(_ name: String) -> String? {
        value(name, .text, exact: \.text, lenient: \.anyText)
    }

    /// A whole number; nil where there is none.
    func optionalInteger(_ name: String) -> Int? {
        value(name, .integer, exact: \.integer, lenient: \.anyInteger)
    }

    /// A number; nil where there is none.
    func optionalNumber(_ name: String) -> Double? {
        value(name, .number, exact: \.number, lenient: \.anyNumber)
    }

    /// A truth value that is left out when it is false.
    func optionalFlag(_ name: String) -> Bool {
        value(name, .flag, exact: \.flag, lenient: \.anyFlag) ?? false
    }

    /// A date `YYYYMMDD`; nil where there is none.
    func optionalDate(_ name: String) -> ServiceDate? {
        value(name, .text, exact: \.date, lenient: \.anyDate)
    }

    /// A time `HH:MM:SS` of a service day; 00:00:00 by default.
    func time(_ name: String) -> ServiceTime {
        value(name, .text, usual: ServiceTime(seconds: 0), exact: \.time) ?? ServiceTime(seconds: 0)
    }

    /// A time `HH:MM:SS` of a service day; nil where there is none.
    func optionalTime(_ name: String) -> ServiceTime? {
        value(name, .text, exact: \.time)
    }

    /// An instant; nil where there is none.
    func optionalInstant(_ name: String) -> ZonedInstant? {
        value(name, .text, exact: \.instant)
    }

    // MARK: Objects and lists

    /// An object; one of defaults when there is none.
    func object<Value: DTO>(_ name: String) -> Value {
        guard isGiven(name, else: "{}") else { return Value(.empty) }
        return optionalObject(name) ?? Value(.empty)
    }

    /// An object; nil where there is none.
    func optionalObject<Value: DTO>(_ name: String) -> Value? {
        guard let container, isGiven(name) else { return nil }
        do {
            return try container.decode(Value.self, forKey: WireKey(stringValue: name))
        } catch {
            add(name, .otherType, replacement: "nothing")
            return nil
        }
    }

    /// A list of objects, without elements that are not objects; empty when there is no list.
    func list<Value: DTO>(_ name: String) -> [Value] {
        isGiven(name, else: "[]") ? optionalList(name) : []
    }

    /// A list of objects that may be left out when it is empty.
    func optionalList<Value: DTO>(_ name: String) -> [Value] {
        let elements: [WireElement<Value>] = elements(name)
        return elements.enumerated().compactMap { index, element in
            if element.value == nil { add("\(name)[\(index)]", .otherType, replacement: "nothing") }
            return element.value
        }
    }

    /// A list of objects and nulls; anything else is taken as null.
    func sparseList<Value: DTO>(_ name: String) -> [Value?] {
        guard isGiven(name, else: "[]") else { return [] }
        let elements: [WireElement<Value>] = elements(name)
        return elements.enumerated().map { index, element in
            if element.value == nil, !element.isNull {
                add("\(name)[\(index)]", .otherType, replacement: "null")
            }
            return element.value
        }
    }

    /// A list of texts.
    func texts(_ name: String) -> [String] {
        isGiven(name, else: "[]") ? optionalTexts(name) : []
    }

    /// A list of texts that may be left out when it is empty.
    func optionalTexts(_ name: String) -> [String] {
        let scalars: [WireScalar] = elements(name)
        return scalars.enumerated().compactMap { index, scalar in
            if scalar.text == nil {
                add("\(name)[\(index)]", .otherType, replacement: scalar.anyText ?? "nothing")
            }
            return scalar.anyText
        }
    }

    /// A list of numbers and nulls; nil where there is no list.
    func optionalNumbers(_ name: String) -> [Double?]? {
        guard isGiven(name) else { return nil }
        let scalars: [WireScalar] = elements(name)
        return scalars.enumerated().map { index, scalar in
            if scalar.number == nil, scalar != .null {
                add("\(name)[\(index)]", .otherType, replacement: "null")
            }
            return scalar.number
        }
    }

    /// Pairs of numbers, such as the coordinates of GeoJSON; other elements are left out.
    func pairs(_ name: String) -> [WirePair] {
        guard isGiven(name, else: "[]") else { return [] }
        let elements: [WirePair.Element] = elements(name)
        return elements.enumerated().compactMap { index, element in
            if element.pair == nil { add("\(name)[\(index)]", .otherType, replacement: "nothing") }
            return element.pair
        }
    }

    /// Two numbers, such as the coordinates of one point; zeros by default.
    func pair(_ name: String) -> WirePair {
        let usual = WirePair(0, 0)
        guard let container, isGiven(name, else: "[0, 0]") else { return usual }
        do {
            let element = try container.decode(
                WirePair.Element.self, forKey: WireKey(stringValue: name))
            if let pair = element.pair { return pair }
        } catch {
            // The note below tells.
        }
        add(name, .otherType, replacement: "[0, 0]")
        return usual
    }

    /// Texts by name; empty where there are none.
    func textsByName(_ name: String) -> [String: String] {
        scalarsByName(name, exact: \.text, lenient: \.anyText)
    }

    /// Whole numbers by name; empty where there are none.
    func integersByName(_ name: String) -> [String: Int] {
        scalarsByName(name, exact: \.integer, lenient: \.anyInteger)
    }

    /// A value of any type.
    ///
    /// - Parameter kind: the expected type, which is tried first: finding the type of a value means
    ///   failing at all others, and failures take longer than everything else.
    func scalar(_ name: String, _ kind: WireScalar.Kind) -> WireScalar? {
        let key = WireKey(stringValue: name)
        guard let container, container.contains(key) else { return nil }
        do {
            switch kind {
            case .text: return .text(try container.decode(String.self, forKey: key))
            case .integer: return .integer(try container.decode(Int.self, forKey: key))
            case .number: return .number(try container.decode(Double.self, forKey: key))
            case .flag: return .flag(try container.decode(Bool.self, forKey: key))
            }
        } catch {
            return other(key, in: container)
        }
    }

    /// Handles a value of an unexpected type.
    private func other(
        _ key: WireKey, in container: KeyedDecodingContainer<WireKey>
    ) -> WireScalar {
        do {
            return try container.decode(WireScalar.self, forKey: key)
        } catch {
            return .other
        }
    }

    // MARK: How it is done

    /// The value of a key, or `usual` when there is none, which is noted if the key is required.
    private func value<Value>(
        _ name: String, _ kind: WireScalar.Kind, usual: Value? = nil,
        exact: (WireScalar) -> Value?,
        lenient: (WireScalar) -> Value? = { _ in nil }
    ) -> Value? {
        let scalar = scalar(name, kind)
        let words = { (value: Value?) in value.map { "\($0)" } ?? "nothing" }
        guard let scalar, scalar != .null else {
            if usual != nil {
                add(name, scalar == nil ? .missing : .null, replacement: words(usual))
            }
            return usual
        }
        if let value = exact(scalar) { return value }
        if let value = lenient(scalar) {
            add(name, .otherType, replacement: words(value))
            return value
        }
        let problem = scalar.text.map(DecodingReport.Replacement.Problem.otherForm)
        add(name, problem ?? .otherType, replacement: words(usual))
        return usual
    }

    private func scalarsByName<Value>(
        _ name: String, exact: (WireScalar) -> Value?, lenient: (WireScalar) -> Value?
    ) -> [String: Value] {
        guard let container, isGiven(name, else: "{}") else { return [:] }
        var values: [String: Value] = [:]
        do {
            let nested = try container.nestedContainer(
                keyedBy: WireKey.self, forKey: WireKey(stringValue: name))
            for key in nested.allKeys {
                let scalar = try nested.decode(WireScalar.self, forKey: key)
                values[key.stringValue] = exact(scalar) ?? lenient(scalar)
                if exact(scalar) == nil {
                    add(
                        "\(name).\(key.stringValue)", .otherType,
                        replacement: lenient(scalar).map { "\($0)" } ?? "nothing")
                }
            }
        } catch {
            add(name, .otherType, replacement: "{}")
        }
        return values
    }

    /// The elements of a list, of any type; none when there is no list.
    private func elements<Element: Decodable>(_ name: String) -> [Element] {
        guard let container, isGiven(name) else { return [] }
        do {
            return try container.decode([Element].self, forKey: WireKey(stringValue: name))
        } catch {
            add(name, .otherType, replacement: "[]")
            return []
        }
    }

    /// Whether a key has a value; with `replacement`, notes when it has none.
    private func isGiven(_ name: String, else replacement: String? = nil) -> Bool {
        let key = WireKey(stringValue: name)
        guard let container, container.contains(key) else {
            if let replacement { add(name, .missing, replacement: replacement) }
            return false
        }
        do {
            guard try container.decodeNil(forKey: key) else { return true }
            if let replacement { add(name, .null, replacement: replacement) }
            return false
        } catch {
            return true
        }
    }

    /// Adds a note to the report.
    func add(
        _ name: String, _ problem: DecodingReport.Replacement.Problem,
        replacement: @autoclosure () -> String
    ) {
        guard let report else { return }
        var path = ""
        for key in container?.codingPath ?? [] {
            path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + key.stringValue
        }
        report.add(
            .init(
                path: path.isEmpty ? name : "\(path).\(name)", problem: problem,
                replacement: replacement()))
    }
}
