import Foundation
import TransitAPI

/// Writes what `schema/openapi.yaml` has of the table of endpoints: its paths and parameters.
struct ContractWriter {
    /// The file as it is, a line each: all else in it is edited by hand.
    private let lines: [String]

    init(_ contract: String) {
        lines = contract.components(separatedBy: "\n")
    }

    /// The file as it has to be; nil where it lacks the headings between which it is written.
    func contract() -> String? {
        guard let paths = lines.firstIndex(of: "paths:"),
            let parameters = lines.firstIndex(of: "  parameters:"),
            let headers = lines.firstIndex(of: "  headers:"), paths < parameters,
            parameters < headers, lines[parameters - 1] == "components:"
        else { return nil }
        let written =
            lines[...paths] + Self.paths + ["components:", "  parameters:"]
            + Self.parameters(inOrderOf: lines[parameters..<headers]) + lines[headers...]
        return written.joined(separator: "\n")
    }

    private static var paths: [String] {
        Endpoint.all.filter { $0.scope == .server }.flatMap { endpoint in
            operation(
                of: endpoint, path: "/" + endpoint.path, name: endpoint.name.rawValue,
                tag: "server")
        }
            + Endpoint.roots.flatMap { root in
                Endpoint.all.filter { $0.scope == .feed }.flatMap { endpoint in
                    operation(
                        of: endpoint, path: root.path + endpoint.path,
                        name: root.prefix + endpoint.name.rawValue, tag: root.tag,
                        // Of the four only the first says more than a line.
                        saysMore: root.prefix.isEmpty, rootParameters: root.parameters)
                }
            }
    }

    private static func operation(
        of endpoint: Endpoint, path: String, name: String, tag: String, saysMore: Bool = true,
        rootParameters: [Parameter] = []
    ) -> [String] {
        var lines = ["  \(path):", "    get:"]
        func add(_ key: String, _ value: ContractValue) {
            lines += value.lines(key: key, indentation: 6)
        }
        add("operationId", .text(name))
        add("tags", .list([.text(tag)]))
        add("summary", .text(endpoint.summary))
        if saysMore, let remark = endpoint.remark { add("description", .text(remark)) }
        let parameters =
            rootParameters + [endpoint.idParameter].compactMap { $0 } + endpoint.parameters
        if !parameters.isEmpty {
            add("parameters", .list(parameters.map { reference("parameters", $0.component) }))
        }
        lines.append("      responses:")
        let own = endpoint.response ?? camelCase(endpoint.name.rawValue)
        for status in (endpoint.statuses + [200, 400, 431]).sorted() {
            let response = reference("responses", responses[status] ?? own)
            lines += response.lines(key: "'\(status)'", indentation: 8)
        }
        return lines
    }

    /// The answers that are the same for all endpoints.
    private static let responses = [
        206: "FilePart", 304: "NotModified", 400: "BadRequest", 401: "Unauthorized",
        404: "NotFound", 410: "Gone", 416: "RangeNotSatisfiable", 429: "RateLimited",
        431: "HeadTooLarge", 503: "Unavailable",
    ]

    private static func reference(_ kind: String, _ name: String) -> ContractValue {
        .map([("$ref", .text("#/components/\(kind)/\(name)"))])
    }

    /// `RouteStops` for `route_stops`.
    private static func camelCase(_ name: String) -> String {
        name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The parameters of all paths. Those that the file has stay where they are; new ones come last.
    private static func parameters(inOrderOf lines: ArraySlice<String>) -> [String] {
        let inPaths = Endpoint.roots.flatMap(\.parameters) + Endpoint.all.compactMap(\.idParameter)
        let inQueries = Endpoint.all.flatMap(\.parameters)
        var written: [String: [String]] = [:]
        var order = lines.compactMap { $0.firstMatch(of: /^ {4}(\w+):$/).map { String($0.1) } }
        for (parameters, place) in [(inPaths, "path"), (inQueries, "query")] {
            for parameter in parameters where written[parameter.component] == nil {
                written[parameter.component] = component(parameter, in: place)
                if !order.contains(parameter.component) { order.append(parameter.component) }
            }
        }
        return order.flatMap { written[$0] ?? [] }
    }

    private static func component(_ parameter: Parameter, in place: String) -> [String] {
        var lines = ["    \(parameter.component):"]
        func add(_ key: String, _ value: ContractValue) {
            lines += value.lines(key: key, indentation: 6)
        }
        add("name", .text(parameter.name))
        add("in", .text(place))
        if place == "path" { add("required", .word("true")) }
        add("description", .text(parameter.meaning(usual: nil)))
        if parameter.isRequired { add("required", .word("true")) }
        if parameter.form.isRepeated { add("explode", .word("true")) }
        add("schema", place == "path" ? text(maximum: nil) : schema(of: parameter))
        if let example = parameter.example {
            switch parameter.form {
            case .integer: add("example", .word(example))
            case .ids, .keys, .words: add("example", .list([.text(example)]))
            default: add("example", .text(example))
            }
        }
        return lines
    }

    private static func schema(of parameter: Parameter) -> ContractValue {
        switch parameter.form {
        case .text(let maximum): text(maximum: maximum)
        case .id: text(maximum: Parameter.Form.longestID)
        case .ids: list(of: text(maximum: Parameter.Form.longestID), in: parameter)
        case .keys:
            list(of: .map([("type", .text("integer")), ("format", .text("int64"))]), in: parameter)
        case .word(let words): word(of: words)
        case .words(let words): list(of: word(of: words), in: parameter)
        case .integer(let range):
            .map([
                ("type", .text("integer")), ("minimum", .word("\(range.lowerBound)")),
                ("maximum", .word("\(range.upperBound)")),
            ])
        case .place: text(pattern: "^\(latitude),\(longitude)$")
        case .box: text(pattern: "^\(longitude),\(latitude),\(longitude),\(latitude)$")
        case .duration: text(pattern: "^(\(seconds)s?|\(minutes)m|\(hours)h|\(hoursAndMinutes))$")
        case .instant, .moment:
            text(
                format: "date-time", pattern: "^[0-9]{4}-.*([Zz]|[+-][0-9]{2}:[0-9]{2})$",
                or: "^[0-9]{4}-(0[1-9]|1[0-2])-\(day)T"
                    + "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$")
        case .date:
            text(
                format: "date", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
                or: "^[0-9]{4}(0[1-9]|1[0-2])\(day)$")
        case .time: text(pattern: "^[0-9]{2,3}:[0-5][0-9]:[0-5][0-9]$")
        case .cursor: text(pattern: "^[A-Za-z0-9_-]{1,\(Parameter.Form.longestCursor)}$")
        }
    }

    private static func text(maximum: Int?) -> ContractValue {
        .map(
            [("type", .text("string")), ("minLength", .word("1"))]
                + (maximum.map { [("maxLength", .word("\($0)"))] } ?? [])
                + [("pattern", .text(#"^[^\u0000]+$"#))])
    }

    private static func text(pattern: String) -> ContractValue {
        .map([("type", .text("string")), ("pattern", .text(pattern))])
    }

    private static func text(
        format: String, pattern: String, or other: String
    ) -> ContractValue {
        .map([
            ("type", .text("string")),
            (
                "anyOf",
                .list([
                    .map([("format", .text(format)), ("pattern", .text(pattern))]),
                    .map([("pattern", .text(other))]),
                ])
            ),
        ])
    }

    private static func word(of words: [String]) -> ContractValue {
        .map([("type", .text("string")), ("enum", .list(words.map(ContractValue.text)))])
    }

    private static func list(of items: ContractValue, in parameter: Parameter) -> ContractValue {
        .map(
            [
                ("type", .text("array")), ("items", items),
                ("maxItems", .word("\(parameter.form.mostValues)")),
            ] + (parameter.isRequired ? [("minItems", .word("1"))] : []))
    }

    private static let latitude = #"-?(90(\.0{1,20})?|[1-8]?[0-9](\.[0-9]{1,20})?)"#
    private static let longitude =
        #"-?(180(\.0{1,20})?|(1[0-7][0-9]|[1-9]?[0-9])(\.[0-9]{1,20})?)"#
    private static let seconds =
        "([1-9][0-9]{0,3}|[1-7][0-9]{4}|8[0-5][0-9]{3}|86[0-3][0-9]{2}|86400)"
    private static let minutes = "([1-9][0-9]{0,2}|1[0-3][0-9]{2}|14[0-3][0-9]|1440)"
    private static let hours = "([1-9]|1[0-9]|2[0-4])"
    private static let hoursAndMinutes = "([1-9]|1[0-9]|2[0-3])h([1-9]|[1-5][0-9])m"
    /// The days that every month has: of later ones a pattern does not know which.
    private static let day = "(0[1-9]|1[0-9]|2[0-8])"
}
