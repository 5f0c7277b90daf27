import GTFSSchedule
import TransitModel

/// A checked request: an endpoint and its parameters.
///
/// Servers create a question from an address; clients create one by its type (`Asked`) and derive
/// an address from it. Either way it has only parameters that its endpoint knows, with values of the
/// correct form.
package struct Question: Hashable, Sendable {
    package let endpoint: Endpoint.Name
    /// The part of the path at `{id}` or `{name}`.
    package let id: String?
    /// The canonical texts of each parameter; one where it cannot be repeated.
    private var values: [String: [String]] = [:]

    /// - Throws: `APIFailure` for a parameter that is unknown, missing, given twice or excluded by
    ///   another one, and for a value of the wrong form.
    package init(
        _ endpoint: Endpoint, id: String? = nil, query: [(name: String, value: String)] = []
    ) throws(APIFailure) {
        self.endpoint = endpoint.name
        self.id = id
        var counts: [String: Int] = [:]
        for (name, text) in query {
            guard let parameter = endpoint.parameter(name) else {
                throw Self.unknown(name, endpoint)
            }
            guard let value = parameter.form.canonical(text) else {
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
            // A repeated word or id adds nothing. By bytes: the two forms of "é" are two ids.
            guard !known.contains(where: { $0.utf8.elementsEqual(value.utf8) }) else { continue }
            values[name] = known + [value]
        }
        try check(endpoint)
    }

    init(unchecked endpoint: Endpoint.Name, id: String?) {
        self.endpoint = endpoint
        self.id = id
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

    package func has(_ name: String) -> Bool {
        values[name] != nil
    }

    /// Returns the texts of a parameter, each once, in the order of the query.
    package func list(_ name: String) -> [String] { values[name] ?? [] }

    subscript<Value>(parameter: TypedParameter<Value>) -> Value {
        get {
            values[parameter.parameter.name].flatMap { Value(texts: $0) } ?? parameter.usual
        }
        set { set(parameter.parameter.name, newValue.texts) }
    }

    mutating func set(_ name: String, _ texts: [String]) {
        values[name] = texts.isEmpty ? nil : texts
    }
}

/// Questions are compared by address: its bytes distinguish what `String` does not, such as the two
/// forms of "é".
extension Question {
    package static func == (left: Question, right: Question) -> Bool {
        left.endpoint == right.endpoint && left.address() == right.address()
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(endpoint)
        hasher.combine(address())
    }
}

extension Question {
    /// The query in canonical form: names in order, sets of words in order, numbers and times in
    /// their shortest form. Questions with the same canonical query have the same answer.
    package var canonicalQuery: String { canonicalQuery(without: []) }

    package func canonicalQuery(without omitted: [String]) -> String {
        var query: [UInt8] = []
        for name in values.keys.sorted() where !omitted.contains(name) {
            var texts = list(name)
            // One text is in order.
            if texts.count > 1, isSet(name) { texts.sort() }
            for text in texts {
                if !query.isEmpty { query.append(UInt8(ascii: "&")) }
                query += name.utf8
                query.append(UInt8(ascii: "="))
                PercentCoding.append(text, to: &query)
            }
        }
        return String(decoding: query, as: UTF8.self)
    }

    private func isSet(_ name: String) -> Bool {
        if name == "route" { return true }
        if case .words = Endpoint[endpoint].parameter(name)?.form { return true }
        return false
    }

    /// Percent-encoded, with its leading slash.
    ///
    /// - Parameters:
    ///   - feed: nil for the only one.
    ///   - version: nil for the current one.
    package func path(feed: String? = nil, version: String? = nil) -> String {
        let endpoint = Endpoint[endpoint]
        var parts: [String] = []
        if endpoint.scope == .feed {
            parts = ["api", "v1"]
            if let feed { parts += ["feeds", PercentCoding.encodedSegment(feed)] }
            if let version { parts += ["versions", PercentCoding.encodedSegment(version)] }
        }
        parts += endpoint.segments.map { segment in
            segment.hasPrefix("{") ? PercentCoding.encodedSegment(id ?? "") : segment
        }
        return "/" + parts.joined(separator: "/")
    }

    /// The path and, if there is one, the query.
    package func address(feed: String? = nil, version: String? = nil) -> String {
        let query = canonicalQuery
        return path(feed: feed, version: version) + (query.isEmpty ? "" : "?" + query)
    }
}
