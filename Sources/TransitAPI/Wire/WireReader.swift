import GTFSSchedule

/// The keys of an object of an answer, each with a default: nothing that a server sends makes it fail.
///
/// Replaced values are recorded in the ``DecodingReport`` of the decoder.
public struct WireReader {
    private let container: KeyedDecodingContainer<WireKey>?
    private let report: DecodingReport?

    init(_ decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: WireKey.self)
        report = DecodingReport.key.flatMap { decoder.userInfo[$0] } as? DecodingReport
    }

    static var empty: WireReader { WireReader() }

    private init() {
        container = nil
        report = nil
    }
}

extension WireReader: Wire {
    func has(_ name: StaticString) -> Bool { container?.contains(WireKey(name)) == true }

    func key<Value: WireValue>(_ name: StaticString, _ value: inout Value) {
        guard let read = read(WireKey(name), usual: value) else { return }
        value = read
        if let word = value.unknownWord {
            add(name.description, .unknownWord(word), replacement: word)
        }
    }

    func optional<Value: WireValue>(_ name: StaticString, _ value: inout Value?) {
        value = read(WireKey(name), usual: nil)
    }

    func nullable<Value: WireValue>(_ name: StaticString, _ value: inout Value?) {
        optional(name, &value)
    }

    func optional(_ name: StaticString, _ flag: inout Bool) {
        flag = read(WireKey(name), usual: nil) ?? false
    }

    func key<Value: WireValue>(_ name: StaticString, _ list: inout [Value]) {
        list = elements(WireValueElement.self, WireKey(name), ifAbsent: "[]").compactMap { $0 }
    }

    func optional<Value: WireValue>(_ name: StaticString, _ list: inout [Value]) {
        list = elements(WireValueElement.self, WireKey(name)).compactMap { $0 }
    }

    func optional<Value: WireValue>(_ name: StaticString, _ list: inout [Value?]?) {
        let key = WireKey(name)
        list = isGiven(key) ? elements(WireValueElement.self, key, isSparse: true) : nil
    }

    func key<Value: WireValue>(_ name: StaticString, _ values: inout [String: Value]) {
        let key = WireKey(name)
        guard let container, isGiven(key, ifAbsent: "{}") else { return }
        do {
            let elements = try container.decode(
                [String: WireValueElement<Value>].self, forKey: key)
            for (name, element) in elements { note(element, at: "\(key.stringValue).\(name)") }
            values = elements.compactMapValues { $0.value }
        } catch {
            add(key.stringValue, .otherType, replacement: "{}")
        }
    }

    func key<Object: WireForm>(_ name: StaticString, _ object: inout Object) {
        let key = WireKey(name)
        if isGiven(key, ifAbsent: "{}"), let read: Object = self.object(key) { object = read }
    }

    func optional<Object: WireForm>(_ name: StaticString, _ object: inout Object?) {
        object = self.object(WireKey(name))
    }

    func key<Object: WireForm>(_ name: StaticString, _ list: inout [Object]) {
        list = elements(WireObjectElement.self, WireKey(name), ifAbsent: "[]").compactMap { $0 }
    }

    func optional<Object: WireForm>(_ name: StaticString, _ list: inout [Object]) {
        list = elements(WireObjectElement.self, WireKey(name)).compactMap { $0 }
    }

    func key<Object: WireForm>(_ name: StaticString, _ list: inout [Object?]) {
        list = elements(WireObjectElement.self, WireKey(name), ifAbsent: "[]", isSparse: true)
    }

    func columns(_ values: inout [String: String]) {
        for key in container?.allKeys ?? [] {
            values[key.stringValue] = read(key, usual: nil as String?)
        }
    }

    /// A value of the wrong type becomes blank.
    func columns<Row: FeedRow>(_ row: inout Row) {
        for field in Row.fields {
            let name = field.spec.name
            let type = field.spec.type
            guard let scalar = scalar(WireKey(stringValue: name), type.wireKind), scalar != .null
            else { continue }
            let isUsual = type.isNumber ? scalar.number != nil : scalar.text != nil
            var text = scalar.anyInteger.map(String.init) ?? scalar.anyText ?? ""
            if !type.isNumber { text = scalar.anyText ?? "" }
            let isRead = text.withUTF8 { field.read(UnsafeRawBufferPointer($0), &row) }
            if !isRead || scalar.anyText == nil {
                add(name, .otherType, replacement: "blank")
            } else if !isUsual {
                add(name, .otherType, replacement: text)
            }
        }
    }
}

extension WireReader {
    private func read<Value: WireValue>(_ key: WireKey, usual: Value?) -> Value? {
        let words = { (value: Value?) in value.map { "\($0)" } ?? "nothing" }
        let scalar = scalar(key, Value.kind)
        guard let scalar, scalar != .null else {
            if usual != nil {
                add(key.stringValue, scalar == nil ? .missing : .null, replacement: words(usual))
            }
            return usual
        }
        if let value = Value(exactly: scalar) { return value }
        if let value = Value(leniently: scalar) {
            add(key.stringValue, .otherType, replacement: words(value))
            return value
        }
        let problem = scalar.text.map(DecodingReport.Replacement.Problem.otherForm)
        add(key.stringValue, problem ?? .otherType, replacement: words(usual))
        return usual
    }

    private func scalar(_ key: WireKey, _ kind: WireScalar.Kind) -> WireScalar? {
        guard let container, container.contains(key) else { return nil }
        do {
            switch kind {
            case .text: return .text(try container.decode(String.self, forKey: key))
            case .integer: return .integer(try container.decode(Int.self, forKey: key))
            case .number: return .number(try container.decode(Double.self, forKey: key))
            case .flag: return .flag(try container.decode(Bool.self, forKey: key))
            case .place, .line: return try container.decode(WireScalar.self, forKey: key)
            }
        } catch {
            return other(key, in: container)
        }
    }

    private func other(
        _ key: WireKey, in container: KeyedDecodingContainer<WireKey>
    ) -> WireScalar {
        do {
            return try container.decode(WireScalar.self, forKey: key)
        } catch {
            return .other
        }
    }

    private func object<Object: WireForm>(_ key: WireKey) -> Object? {
        guard let container, isGiven(key) else { return nil }
        do {
            return try container.decode(ModelDTO<Object>.self, forKey: key).model
        } catch {
            add(key.stringValue, .otherType, replacement: "nothing")
            return nil
        }
    }

    /// Nil for elements of another type; empty when there is no list.
    private func elements<Element: WireElement>(
        _ type: Element.Type, _ key: WireKey, ifAbsent replacement: String? = nil,
        isSparse: Bool = false
    ) -> [Element.Value?] {
        guard let container, isGiven(key, ifAbsent: replacement) else { return [] }
        do {
            let elements = try container.decode([Element].self, forKey: key)
            for (index, element) in elements.enumerated() where !(isSparse && element.isNull) {
                note(
                    element, at: "\(key.stringValue)[\(index)]", else: isSparse ? "null" : "nothing"
                )
            }
            return elements.map { $0.value }
        } catch {
            add(key.stringValue, .otherType, replacement: "[]")
            return []
        }
    }

    private func note(
        _ element: some WireElement, at path: @autoclosure () -> String,
        else none: String = "nothing"
    ) {
        if element.isExact { return }
        add(path(), .otherType, replacement: element.value.map { "\($0)" } ?? none)
    }

    private func isGiven(_ key: WireKey, ifAbsent replacement: String? = nil) -> Bool {
        guard let container, container.contains(key) else {
            if let replacement { add(key.stringValue, .missing, replacement: replacement) }
            return false
        }
        do {
            guard try container.decodeNil(forKey: key) else { return true }
            if let replacement { add(key.stringValue, .null, replacement: replacement) }
            return false
        } catch {
            return true
        }
    }

    private func add(
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
