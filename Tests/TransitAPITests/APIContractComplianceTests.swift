import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitModel

/// The table of endpoints and `schema/openapi.yaml` say the same.
@Suite("The contract and the table of endpoints") struct APIContractComplianceTests {
    private let document: OpenAPIDocument

    init() throws {
        document = try OpenAPIDocument.shared.get()
    }

    private static let roots: [(prefix: String, path: String, parameters: [String])] = [
        ("", "/api/v1/", []), ("version-", "/api/v1/versions/{version}/", ["version"]),
        ("feed-", "/api/v1/feeds/{feed}/", ["feed"]),
        ("feed-version-", "/api/v1/feeds/{feed}/versions/{version}/", ["feed", "version"]),
    ]

    /// A path of the table, with the name and the path parameters of its operation.
    private struct Place {
        let name: String
        let parameters: [String]
        let endpoint: Endpoint
    }

    /// The paths of the table.
    private static let paths: [String: Place] = {
        var paths: [String: Place] = [:]
        for endpoint in Endpoint.all {
            let own = endpoint.path.split(separator: "/").filter { $0.hasPrefix("{") }
                .map { String($0.dropFirst().dropLast()) }
            guard endpoint.scope == .feed else {
                paths["/" + endpoint.path] = Place(
                    name: endpoint.name.rawValue, parameters: own, endpoint: endpoint)
                continue
            }
            for root in roots {
                paths[root.path + endpoint.path] = Place(
                    name: root.prefix + endpoint.name.rawValue, parameters: root.parameters + own,
                    endpoint: endpoint)
            }
        }
        return paths
    }()

    @Test("both have the same paths, each with GET")
    func samePaths() {
        #expect(Set(document.operations.map(\.path)) == Set(Self.paths.keys))
        #expect(document.operations.allSatisfy { $0.method == "get" })
    }

    @Test("operations have the names of endpoints, and the parameters of their paths")
    func operations() throws {
        for (path, _, operation) in document.operations {
            let expected = try #require(Self.paths[path])
            #expect(operation["operationId"]?.text == expected.name)
            let inPath = parameters(of: operation).filter { $0["in"]?.text == "path" }
            #expect(inPath.compactMap { $0["name"]?.text } == expected.parameters)
            #expect(inPath.allSatisfy { $0["required"] == .flag(true) })
        }
    }

    private func parameters(of operation: JSONValue) -> [JSONValue] {
        (operation["parameters"]?.list ?? []).map(document.resolved)
    }

    @Test("both have the same parameters, with the same bounds")
    func sameParameters() throws {
        for (path, _, operation) in document.operations {
            let endpoint = try #require(Self.paths[path]).endpoint
            let inQuery = parameters(of: operation).filter { $0["in"]?.text == "query" }
            #expect(inQuery.compactMap { $0["name"]?.text } == endpoint.parameters.map(\.name))
            for (said, parameter) in zip(inQuery, endpoint.parameters) {
                #expect((said["required"] == .flag(true)) == parameter.isRequired)
                if let need = parameter.need { #expect(said["description"]?.text == need) }
                let schema = try #require(said["schema"])
                #expect(Self.fits(schema, parameter), "\(path) \(parameter.name)")
                #expect((said["explode"] == .flag(true)) == parameter.form.isRepeated)
            }
        }
    }

    /// Whether a schema has the type, words and bounds of a form.
    private static func fits(_ schema: JSONValue, _ parameter: Parameter) -> Bool {
        func isText(_ schema: JSONValue?, _ maximum: Int) -> Bool {
            schema?["type"]?.text == "string" && schema?["minLength"]?.number == 1
                && schema?["maxLength"]?.number == Double(maximum)
        }
        let items = schema["items"]
        switch parameter.form {
        case .text(let maximum): return isText(schema, maximum)
        case .id: return isText(schema, Parameter.Form.longestID)
        case .ids(let maximum):
            return isText(items, Parameter.Form.longestID)
                && schema["maxItems"]?.number == Double(maximum)
                && (schema["minItems"]?.number == 1) == parameter.isRequired
        case .keys(let maximum):
            return items?["type"]?.text == "integer" && items?["format"]?.text == "int64"
                && schema["maxItems"]?.number == Double(maximum)
        case .word(let words): return schema["enum"]?.texts == words
        case .words(let words):
            return items?["enum"]?.texts == words
                && schema["maxItems"]?.number == Double(words.count)
        case .integer(let range):
            return schema["type"]?.text == "integer"
                && schema["minimum"]?.number == Double(range.lowerBound)
                && schema["maximum"]?.number == Double(range.upperBound)
        // The next test compares these by what they take.
        case .place, .box, .duration, .instant, .moment, .date, .time, .cursor:
            return schema["type"]?.text == "string"
        }
    }

    /// Texts that parameters of several forms take, and texts close to them.
    private static let samples: [String] =
        [
            "", " ", "0", "1", "-1", "86400", "86401", "90m", "1440m", "1441m", "0m", "24h", "25h",
            "1h", "01h", "1h30m", "23h59m", "24h1m", "1h60m", "1h0m", "30s", "86400s", "m", "1d",
            "1h30", "h", "0,0", "-0,0", "90,180", "90.0,180.000000000", "90.1,0", "0,180.1",
            "-90,-180", "89.999999999,179.999999999", "1.0000000000,0", "1.,0", ".5,0", "+1,0",
            "00,0", "0,007", "0 ,0", "0,0,", "-33.86,151.21", "151.2,-33.9,151.3,-33.8",
            "179,-18,-179,-16", "0,0,0,91", "181,0,0,0", "0,-91,0,0", "2026-11-21", "20261121",
            "2026-13-01", "20261301", "2026-02-30", "2024-02-29", "2026-1-1", "26-11-21",
            "2026-11-21T08:00:00Z", "2026-11-21T08:00:00+11:00", "2026-11-21T08:00:00.125-05:30",
            "2026-11-21t08:00:00z", "2026-11-21T08:00:60Z", "2026-11-21T08:00:61Z",
            "2026-11-21T24:00:00Z", "2026-11-21T08:00:00", "2026-11-21T08:00", "2026-11-21T8:00",
            "2026-11-21T08:00:00.Z", "2026-11-21T08:00:00+24:00", "2026-11-21T08:00:00+1100",
            "2026-02-28T23:59", "2026-11-21 08:00:00", "08:00:00", "25:10:00", "125:00:00",
            "8:00:00", "08:60:00", "08:00", "1000:00:00", "abc_-9", "a b", "a=", "é", "a\n",
            String(repeating: "a", count: 512), String(repeating: "a", count: 513),
        ]

    @Test("a pattern accepts the same values as the server", arguments: samples)
    func samePatterns(sample: String) throws {
        for endpoint in Endpoint.all where endpoint.scope == .feed {
            for parameter in endpoint.parameters {
                switch parameter.form {
                case .place, .box, .duration, .instant, .moment, .date, .time, .cursor: break
                default: continue
                }
                let said = document.operations.lazy
                    .filter { $0.operation["operationId"]?.text == endpoint.name.rawValue }
                    .flatMap { parameters(of: $0.operation) }
                    .first { $0["name"]?.text == parameter.name }
                let schema = try #require(said?["schema"])
                let fits = document.problems(of: .text(sample), against: schema).isEmpty
                #expect(fits == takes(parameter, sample), "\(parameter.name): \(sample)")
            }
        }
    }

    /// Whether a question can have a value of a parameter.
    private func takes(_ parameter: Parameter, _ text: String) -> Bool {
        // Alone, so that nothing but the form counts.
        var endpoint = Endpoint[.root]
        endpoint.parameters = [parameter]
        do {
            _ = try Question(endpoint, query: [(name: parameter.name, value: text)])
            return true
        } catch {
            return false
        }
    }

    @Test("every answer of a feed can be an error that is described")
    func errors() {
        for (path, _, operation) in document.operations {
            let responses = operation["responses"]?.object ?? [:]
            #expect(responses["200"] != nil)
            #expect(responses["400"] != nil, "\(path)")
            #expect(responses["431"] != nil, "\(path)")
            if path.contains("{feed}") || path.contains("{version}") {
                #expect(responses["404"] != nil)
                #expect(responses["410"] != nil)
                #expect(responses["503"] != nil)
            }
        }
    }

    @Test("links lead to operations that are there, with parameters that they have")
    func links() throws {
        let operations = Dictionary(
            document.operations.map { ($0.operation["operationId"]?.text ?? "", $0.operation) }
        ) { first, _ in first }
        var count = 0
        for (_, response) in document.root["components"]?["responses"]?.object ?? [:] {
            for (_, link) in response["links"]?.object ?? [:] {
                count += 1
                let operation = try #require(operations[link["operationId"]?.text ?? ""])
                let names = Set(parameters(of: operation).compactMap { $0["name"]?.text })
                #expect(names.isSuperset(of: link["parameters"]?.object?.keys.map { $0 } ?? []))
            }
        }
        #expect(count > 20)
    }

    @Test("a board has the keys of departures.schema.json")
    func departures() throws {
        let json = try JSONValue(
            json: String(
                contentsOfFile: PackageRoot.path + "/schema/departures.schema.json",
                encoding: .utf8
            ).utf8)
        let command = try #require(json["items"])
        let api = try #require(document.schema("Departure"))
        let keys = Set(command["properties"]?.object?.keys.map { $0 } ?? [])
        let added: Set = ["departure_seconds", "timezone"]
        #expect(Set(api["properties"]?.object?.keys.map { $0 } ?? []) == keys.union(added))
        #expect(Set(api["required"]?.texts ?? []) == Set(command["required"]?.texts ?? []))
        #expect(api["dependentRequired"] == command["dependentRequired"])
    }

    @Test("words of answers are those of the code")
    func words() {
        let modes = document.schema("Mode")?["enum"]?.texts
        #expect(modes == Mode.allCases.map(\.rawValue))
        func words(_ schema: String, _ key: String) -> [String]? {
            document.schema(schema)?["properties"]?[key]?["enum"]?.texts
        }
        #expect(words("Note", "code") == Note.Code.allCases.map(\.rawValue))
        #expect(words("FeedStatus", "state") == FeedStatusDTO.State.allCases.map(\.rawValue))
        for schema in ["RealtimeMeta", "RealtimeReport", "RealtimeSource", "RealtimeEvent"] {
            let states = RealtimeState.Freshness.allCases.map(\.rawValue)
            #expect(words(schema, "state") == states, "\(schema)")
        }
        #expect(words("Shape", "format") == ShapeFormat.allCases.map(\.rawValue))
    }
}
