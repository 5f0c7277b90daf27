import GTFSSchedule
import TransitModel

/// A checked request: an endpoint and its parameters.
///
/// Servers create a question from an address; clients create one and derive an address from it.
/// Either way it has only parameters that its endpoint knows, with values of the correct form.
public struct Question: Hashable, Sendable {
    enum Value: Hashable, Sendable {
        case text(String)
        case integer(Int)
        case place(Coordinate)
        case box(BoundingBox)
        case duration(Int)
        case instant(AskedInstant)
        case date(ServiceDate)
        case time(ServiceTime)
    }

    /// The endpoint.
    public let endpoint: Endpoint.Name
    /// The part of the path at `{id}` or `{name}`.
    public let id: String?
    /// A parameter that cannot be repeated has one value.
    private let values: [String: [Value]]

    /// Creates a question from the parts of a query, which are checked.
    ///
    /// ```swift
    /// var failure: APIFailure?
    /// do throws(APIFailure) {
    ///     _ = try Question(Endpoint[.departures], id: "QUAY", query: [("at", "noon")])
    /// } catch {
    ///     failure = error  // code .badValue, status 400
    /// }
    /// ```
    ///
    /// - Throws: `APIFailure` for a parameter that is unknown, missing, given twice or excluded by
    ///   another one, and for a value of the wrong form.
    public init(
        _ endpoint: Endpoint, id: String? = nil, query: [(name: String, value: String)] = []
    ) throws(APIFailure) {
        self.endpoint = endpoint.name
        self.id = id
        var values: [String: [Value]] = [:]
        var counts: [String: Int] = [:]
        for (name, text) in query {
            guard let parameter = endpoint.parameter(name) else {
                throw Self.unknown(name, endpoint)
            }
            guard let value = parameter.form.value(text) else {
                throw Self.badValue(parameter, text)
            }
            let known = values[name] ?? []
            guard known.isEmpty || parameter.form.isRepeated else {
                throw APIFailure(
                    .conflictingParameters, field: name, "\(name) is given twice.")
            }
            counts[name, default: 0] += 1
            guard counts[name, default: 0] <= parameter.form.mostValues else {
                throw APIFailure(
                    .badValue, field: name,
                    "\(name) may be given \(parameter.form.mostValues) times at most.")
            }
            // A repeated word or id adds nothing.
            guard !known.contains(where: { $0.isSame(as: value) }) else { continue }
            values[name] = known + [value]
        }
        self.values = values
        try check(endpoint)
    }

    package init(
        _ match: Endpoint.Match, encodedQuery: String
    ) throws(APIFailure) {
        try self.init(
            match.endpoint, id: match.id, query: PercentCoding.pairs(query: encodedQuery))
    }

    private func check(_ endpoint: Endpoint) throws(APIFailure) {
        for parameter in endpoint.parameters where parameter.isRequired && !has(parameter.name) {
            throw APIFailure(
                .missingParameter, field: parameter.name,
                "\(parameter.name) is missing: \(parameter.meaning)")
        }
        let given = endpoint.alternatives.filter(has)
        if given.count > 1 {
            let names = given.joined(separator: " and ")
            throw APIFailure(
                .conflictingParameters, "Give one of \(names), not both.",
                details: given.map { name in
                    let others = given.filter { $0 != name }.joined(separator: ", ")
                    return APIFailure.Detail(
                        field: name, message: "\(name) cannot stand beside \(others).")
                })
        }
        for names in endpoint.dependencies where has(names[0]) {
            let wanted = names.dropFirst()
            guard !wanted.contains(where: has) else { continue }
            throw APIFailure(
                .missingParameter, field: names[1],
                "\(names[0]) needs \(wanted.joined(separator: " or ")) beside it.")
        }
    }

    private static func unknown(_ name: String, _ endpoint: Endpoint) -> APIFailure {
        let known = endpoint.parameters.map(\.name)
        let hint =
            if let closest = ClosestWord.to(name, among: known) {
                "did you mean \(closest)?"
            } else if known.isEmpty {
                "there are none here."
            } else {
                "there are \(known.joined(separator: ", "))."
            }
        return APIFailure(
            .unknownParameter, field: name, "There is no parameter \(name); \(hint)")
    }

    private static func badValue(_ parameter: Parameter, _ text: String) -> APIFailure {
        // The client's text is quoted, but not at any length.
        let quoted = text.unicodeScalars.count > 60 ? "\(text.prefix(60))…" : text
        return APIFailure(
            .badValue, field: parameter.name,
            "\(parameter.name) wants \(parameter.form.wanted), not \"\(quoted)\".")
    }

    /// Returns whether a parameter was given.
    public func has(_ name: String) -> Bool {
        values[name] != nil
    }

    func value(_ name: String) -> Value? {
        values[name]?.first
    }

    func values(_ name: String) -> [Value] {
        values[name] ?? []
    }

    var names: [String] {
        values.keys.sorted()
    }
}

/// Questions are compared by address: its bytes distinguish what `String` does not, such as the two
/// forms of "é".
extension Question {
    public static func == (left: Question, right: Question) -> Bool {
        left.endpoint == right.endpoint && left.address() == right.address()
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(endpoint)
        hasher.combine(address())
    }
}

extension Question.Value {
    /// Texts are compared by their bytes: the two forms of "é" are two ids.
    func isSame(as other: Question.Value) -> Bool {
        if case .text(let text) = self, case .text(let otherText) = other {
            return text.utf8.elementsEqual(otherText.utf8)
        }
        return self == other
    }
}
