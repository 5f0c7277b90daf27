import GTFSSchedule
import TransitModel

/// A checked request: an endpoint, and what is asked of it.
///
/// Servers make it of an address, clients make it and take its address from it; either way a question has
/// only parameters that its endpoint knows, with values of their forms.
public struct Question: Hashable, Sendable {
    /// A value of a parameter.
    enum Value: Hashable, Sendable {
        case text(String)
        case integer(Int)
        case place(Coordinate)
        case box(BoundingBox)
        /// In seconds.
        case duration(Int)
        case instant(AskedInstant)
        case date(ServiceDate)
        case time(ServiceTime)
    }

    /// What is asked.
    public let endpoint: Endpoint.Name
    /// What stands for `{id}` or `{name}` in the path.
    public let id: String?
    /// The values by name; of a parameter that is not repeated there is one.
    private let values: [String: [Value]]

    /// Checks the parts of a query.
    ///
    /// - Throws: `APIFailure`: an unknown parameter, one that is missing, given twice or beside
    ///   another that excludes it, or a value of another form.
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
            // A word or an id that comes again says nothing new.
            guard !known.contains(where: { $0.isSame(as: value) }) else { continue }
            values[name] = known + [value]
        }
        self.values = values
        try check(endpoint)
    }

    /// Checks the query of an address, still percent-encoded.
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
                "\(parameter.name) is missing: \(parameter.documentation)")
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
        // What somebody sent is quoted, but not at any length.
        let quoted = text.unicodeScalars.count > 60 ? "\(text.prefix(60))…" : text
        return APIFailure(
            .badValue, field: parameter.name,
            "\(parameter.name) wants \(parameter.form.wanted), not \"\(quoted)\".")
    }

    /// Whether a parameter was given.
    public func has(_ name: String) -> Bool {
        values[name] != nil
    }

    /// The first value of a parameter; nil when it was not given.
    func value(_ name: String) -> Value? {
        values[name]?.first
    }

    /// All values of a parameter, in the order in which they were given.
    func values(_ name: String) -> [Value] {
        values[name] ?? []
    }

    /// The names that were given, in their order.
    var names: [String] {
        values.keys.sorted()
    }
}

/// Compared by the address, whose bytes tell apart what `String` does not: "é" in its two forms.
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
    /// Whether both say the same, texts by their bytes: "é" in its two forms is two ids.
    func isSame(as other: Question.Value) -> Bool {
        if case .text(let text) = self, case .text(let otherText) = other {
            return text.utf8.elementsEqual(otherText.utf8)
        }
        return self == other
    }
}
