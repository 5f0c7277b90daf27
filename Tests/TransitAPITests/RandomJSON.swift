import TestSupport
import TransitModel

struct RandomJSON {
    let document: OpenAPIDocument
    var generator: SeededGenerator
    /// The keys that no object has, though it may.
    var absent: Set<String> = []

    init(_ document: OpenAPIDocument, seed: UInt64) {
        self.document = document
        generator = SeededGenerator(seed: seed)
    }

    /// A value that fits; objects have about two in three of the keys that may be left out.
    ///
    /// - Parameter isOptional: the key may be left out: what stands for its absence, an empty list or
    ///   false, is then not among the values.
    mutating func value(
        of schema: JSONValue, isOptional: Bool = false, depth: Int = 0
    ) -> JSONValue {
        let schema = document.resolved(schema)
        if let words = schema["enum"]?.list, let word = words.randomElement(using: &generator) {
            return word
        }
        if let alternatives = schema["anyOf"]?.list,
            let alternative = alternatives.randomElement(using: &generator)
        {
            return value(of: alternative, depth: depth)
        }
        let types = schema["type"].map { $0.text.map { [$0] } ?? $0.texts } ?? []
        switch types.randomElement(using: &generator) {
        case "string": return .text(text(schema))
        case "integer": return .number(Double(Int.random(in: -9...2_000_000, using: &generator)))
        case "number":
            return .number(Double(Int.random(in: -720...720, using: &generator)) / 4 + 0.125)
        case "boolean": return .flag(isOptional || Bool.random(using: &generator))
        case "array":
            guard let items = schema["items"] else { return .list([]) }
            let least = max(Int(schema["minItems"]?.number ?? 0), isOptional ? 1 : 0)
            let most = Int(schema["maxItems"]?.number ?? Double(max(least, depth > 3 ? 1 : 3)))
            return .list(
                (0..<Int.random(in: least...most, using: &generator)).map { _ in
                    value(of: items, depth: depth + 1)
                })
        case "object": return object(schema, depth: depth)
        default: return .null
        }
    }

    private mutating func object(_ schema: JSONValue, depth: Int) -> JSONValue {
        var object: [String: JSONValue] = [:]
        if let values = schema["additionalProperties"] {
            for key in ["a", "é", "c d"] { object[key] = value(of: values) }
            return .object(object)
        }
        let required = Set(schema["required"]?.texts ?? [])
        let properties = (schema["properties"]?.object ?? [:]).sorted { $0.key < $1.key }
        for (key, property) in properties where !absent.contains(key) {
            let isRequired = required.contains(key)
            // Deep down, only what must be: otherwise values would be endless.
            let isLeftOut =
                !isRequired && (depth > 4 || Int.random(in: 0..<3, using: &generator) == 0)
            if isLeftOut { continue }
            object[key] = value(of: property, isOptional: !isRequired, depth: depth + 1)
        }
        for (key, others) in schema["dependentRequired"]?.object ?? [:] where object[key] != nil {
            for other in others.texts where object[other] == nil {
                if let property = schema["properties"]?[other] {
                    object[other] = value(of: property, isOptional: true, depth: depth + 1)
                }
            }
        }
        // The part that a selector names follows from its other keys, and is written from them.
        if object["scope"] != nil {
            object["scope"] = .text(Self.scope(of: object).rawValue)
        }
        // Live data has words that this version knows, and says only that a call is in no timetable.
        if properties.contains(where: { $0.key == "uncertainty_seconds" }) {
            let word = CallRealtime.Status.allCases.randomElement(using: &generator)
            object["status"] = .text((word ?? .updated).rawValue)
            if object["scheduled"] != nil { object["scheduled"] = .flag(false) }
        }
        // No zone has an empty name.
        if object["timezone"] == .text("") { object["timezone"] = .text("Mars/Base") }
        return .object(object)
    }

    private static func scope(of entity: [String: JSONValue]) -> InformedEntity.Scope {
        InformedEntity(
            agencyID: entity["agency_id"]?.text, routeID: entity["route_id"]?.text,
            routeType: entity["route_type"].map { _ in 3 },
            directionID: entity["direction_id"].map { _ in 0 },
            trip: entity["trip"].map { _ in InformedEntity.Trip() },
            stopID: entity["stop_id"]?.text
        ).scope
    }

    private static let alphabet: [Character] = [
        "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\t", "\u{1}", "é", "e\u{301}", "中", "🚋", "<",
        ":",
    ]

    private mutating func text(_ schema: JSONValue) -> String {
        func number(_ range: ClosedRange<Int>, digits: Int = 2) -> String {
            let text = String(Int.random(in: range, using: &generator))
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        let day = (number(1990...2090), number(1...12), number(1...28))
        let time = "\(number(0...23)):\(number(0...59)):\(number(0...59))"
        switch (schema["format"]?.text, schema["pattern"]?.text) {
        case ("date-time", nil): return "\(day.0)-\(day.1)-\(day.2)T\(time)Z"
        case ("date-time", _?):
            let offset = "\(Bool.random(using: &generator) ? "+" : "-")\(number(1...14)):30"
            return "\(day.0)-\(day.1)-\(day.2)T\(time)\(offset)"
        case (_, "^[0-9]{8}$"): return day.0 + day.1 + day.2
        case (_, "^[01]*$"):
            return "1" + String(Int.random(in: 0...255, using: &generator), radix: 2)
        case (_, "^[0-9A-F]{6}$"):
            return String(
                (0..<6).map { _ in "0123456789ABCDEF".randomElement(using: &generator) ?? "0" })
        case (_, let pattern?) where pattern.contains(":[0-5][0-9]:"):
            return "\(number(0...120)):\(number(0...59)):07"
        case (_, let pattern?) where pattern.hasPrefix("^-?[0-9]+("): return number(0...99) + ".50"
        default:
            let count = Int.random(in: Int(schema["minLength"]?.number ?? 0)...8, using: &generator)
            return String(
                (0..<count).map { _ in Self.alphabet.randomElement(using: &generator) ?? "a" })
        }
    }
}
