import FeedReading

/// The values of a definition's headers and query, for as long as a fetch lasts.
struct FetchSecrets {
    let headers: [(name: String, value: SecretText)]
    private let query: [(name: String, value: SecretText)]
    private let definition: FeedDefinition

    /// Throws when the environment lacks a variable, or a value would break the request.
    init(
        _ definition: FeedDefinition, environment: [String: String]
    ) throws(DefinitionError) {
        self.definition = definition
        var headers: [(name: String, value: SecretText)] = []
        for header in definition.headers {
            let value = try header.value.expanded(environment)
            guard HTTPHeader(name: header.name, value: value.value) != nil else {
                throw DefinitionError(
                    file: header.value.file, line: header.value.line,
                    reason: "the value for the header \(header.name) holds a line break")
            }
            headers.append((header.name, value))
        }
        self.headers = headers
        var query: [(name: String, value: SecretText)] = []
        for parameter in definition.query {
            query.append((parameter.name, try parameter.value.expanded(environment)))
        }
        self.query = query
    }

    /// A URL with the query's parameters.
    func adding(to url: SecretText) -> SecretText {
        guard !query.isEmpty else { return url }
        let base = url.value.prefix { $0 != "#" }
        let parameters = query.map { "\($0.name.percentEncoded)=\($0.value.value.percentEncoded)" }
        let separator = base.contains("?") ? "&" : "?"
        return SecretText(base + separator + parameters.joined(separator: "&"))
    }

    /// What to check when a server refuses.
    func hint(for source: FeedSource) -> String {
        let places =
            definition.headers.map { (place: "header \($0.name)", template: $0.value) }
            + definition.query.map { (place: "query \($0.name)", template: $0.value) }
            + [(place: "source", template: source.template)]
        let checks = places.flatMap { place in
            place.template.variables.map { "\($0) (\(place.place))" }
        }
        if !checks.isEmpty { return "check the variable \(checks.joined(separator: ", "))" }
        let names = places.dropLast().map(\.place)
        return names.isEmpty
            ? "perhaps it wants a key: see headers and query"
            : "check \(names.joined(separator: ", "))"
    }
}
