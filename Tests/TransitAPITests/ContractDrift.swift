import TestSupport

/// Breaking changes of a contract for clients of an earlier one.
///
/// Answers may get keys, words, statuses and paths; questions may get parameters that can be left out,
/// and values that were refused before.
struct ContractDrift {
    private let old: OpenAPIDocument
    private let new: OpenAPIDocument
    private(set) var losses: [String] = []

    init(from old: OpenAPIDocument, to new: OpenAPIDocument) {
        self.old = old
        self.new = new
        compareOperations()
        compareSchemas()
    }

    private mutating func compareOperations() {
        for (path, method, operation) in old.operations {
            let place = "\(method.uppercased()) \(path)"
            guard let now = new.root["paths"]?[path]?[method] else {
                losses.append("\(place) is gone")
                continue
            }
            if operation["operationId"] != now["operationId"] {
                losses.append("\(place) has another operationId")
            }
            compareParameters(from: operation, to: now, at: place)
            let responses = now["responses"]?.object ?? [:]
            for (status, _) in operation["responses"]?.object ?? [:] {
                guard let response = responses[status].map(new.resolved) else {
                    losses.append("\(place) does not answer \(status)")
                    continue
                }
                compareContent(status, from: operation, to: response, at: place)
            }
        }
    }

    private mutating func compareContent(
        _ status: String, from operation: JSONValue, to now: JSONValue, at place: String
    ) {
        let before = operation["responses"]?[status].map(old.resolved)
        for (type, content) in before?["content"]?.object ?? [:] {
            guard let current = now["content"]?[type] else {
                losses.append("\(place) does not answer \(status) as \(type)")
                continue
            }
            compareAnswer(
                from: content["schema"] ?? .null, to: current["schema"] ?? .null,
                at: "\(place) \(status)")
        }
        for (name, header) in before?["headers"]?.object ?? [:]
        where old.resolved(header)["required"] == .flag(true) {
            let kept = now["headers"]?[name].map(new.resolved)
            if kept?["required"] != .flag(true) {
                losses.append("\(place) \(status) does not always have the header \(name)")
            }
        }
    }

    // MARK: Questions

    private mutating func compareParameters(
        from before: JSONValue, to now: JSONValue, at place: String
    ) {
        let known = Self.byName((before["parameters"]?.list ?? []).map(old.resolved))
        let current = Self.byName((now["parameters"]?.list ?? []).map(new.resolved))
        for (name, parameter) in known {
            guard let same = current[name] else {
                losses.append("\(place) has no parameter \(name)")
                continue
            }
            compareQuestion(
                from: parameter["schema"] ?? .null, to: same["schema"] ?? .null,
                at: "\(place) \(name)")
            if parameter["explode"] != same["explode"] {
                losses.append("\(place) \(name) is repeated in another way")
            }
        }
        for (name, parameter) in current where parameter["required"] == .flag(true) {
            if known[name]?["required"] != .flag(true) {
                losses.append("\(place) needs \(name)")
            }
        }
    }

    private static func byName(_ parameters: [JSONValue]) -> [String: JSONValue] {
        Dictionary(parameters.map { ($0["name"]?.text ?? "", $0) }) { first, _ in first }
    }

    /// Values that were taken have to be taken still.
    private mutating func compareQuestion(
        from before: JSONValue, to now: JSONValue, at place: String
    ) {
        let before = old.resolved(before)
        let now = new.resolved(now)
        if let words = now["enum"]?.list {
            let lost = Set(before["enum"]?.list ?? []).subtracting(words).map(\.json).sorted()
            if !lost.isEmpty { losses.append("\(place) refuses \(lost.joined(separator: ", "))") }
            if before["enum"] == nil { losses.append("\(place) is one of a list only") }
        }
        for key in ["type", "pattern", "format", "anyOf"] where now[key] != nil {
            if now[key] != before[key] { losses.append("\(place) has another \(key)") }
        }
        for key in ["minimum", "minLength", "minItems"] {
            guard let least = now[key]?.number else { continue }
            if least > before[key]?.number ?? -.infinity {
                losses.append("\(place) has a greater \(key)")
            }
        }
        for key in ["maximum", "maxLength", "maxItems"] {
            guard let most = now[key]?.number else { continue }
            if most < before[key]?.number ?? .infinity {
                losses.append("\(place) has a smaller \(key)")
            }
        }
        if let items = now["items"] {
            compareQuestion(from: before["items"] ?? .null, to: items, at: place + "[]")
        }
    }

    // MARK: Answers

    private mutating func compareSchemas() {
        for (name, schema) in old.schemas.sorted(by: { $0.key < $1.key }) {
            guard let now = new.schemas[name] else {
                losses.append("\(name) is gone")
                continue
            }
            compareAnswer(from: schema, to: now, at: name)
        }
    }

    /// Answers must still have their earlier properties, of the same types. References are compared
    /// by their names: what they lead to is compared by itself.
    private mutating func compareAnswer(from before: JSONValue, to now: JSONValue, at place: String)
    {
        for key in ["$ref", "type", "anyOf", "pattern", "format"] where before[key] != nil {
            if before[key] != now[key] { losses.append("\(place) has another \(key)") }
        }
        if before["$ref"] == nil, now["$ref"] != nil {
            losses.append("\(place) has another type")
        }
        let required = Set(now["required"]?.texts ?? [])
        for key in before["required"]?.texts ?? [] where !required.contains(key) {
            losses.append("\(place).\(key) may be left out")
        }
        for (key, property) in before["properties"]?.object ?? [:] {
            guard let same = now["properties"]?[key] else {
                losses.append("\(place).\(key) is gone")
                continue
            }
            compareAnswer(from: property, to: same, at: "\(place).\(key)")
        }
        for key in ["items", "additionalProperties"] {
            guard let nested = before[key] else { continue }
            compareAnswer(from: nested, to: now[key] ?? .null, at: "\(place)[]")
        }
    }
}
