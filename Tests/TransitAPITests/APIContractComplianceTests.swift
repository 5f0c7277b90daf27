import Foundation
import TestSupport
import Testing
import TransitAPI
import TransitModel

@Suite("The contract and the table of endpoints") struct APIContractComplianceTests {
    private let document: OpenAPIDocument

    init() throws {
        document = try OpenAPIDocument.shared.get()
    }

    private static let path = PackageRoot.path + "/schema/openapi.yaml"
    private static let command = """
        GTFS_TESTS=TransitAPITests RECORD_CONTRACT=1 swift test --filter APIContractComplianceTests
        """

    @Test("the contract has the paths and parameters of the table, and no others")
    func current() throws {
        let contract = try String(contentsOfFile: Self.path, encoding: .utf8)
        let written = try #require(
            ContractWriter(contract).contract(),
            "schema/openapi.yaml lacks paths, parameters or headers")
        if ProcessInfo.processInfo.environment["RECORD_CONTRACT"] == "1", written != contract {
            try Data(written.utf8).write(to: URL(fileURLWithPath: Self.path))
            Issue.record("schema/openapi.yaml was written anew")
        } else if written != contract {
            // Not both texts, which have thousands of lines.
            let (old, new) = (contract.split(separator: "\n"), written.split(separator: "\n"))
            let first = zip(old, new).first { $0 != $1 }
            Issue.record(
                """
                schema/openapi.yaml is old: run \(Self.command)
                It has "\(first?.0 ?? "")", the table "\(first?.1 ?? "")".
                """)
        }
    }

    @Test("a path edited by hand is written over, and what is not of the table stays")
    func edited() throws {
        let contract = try String(contentsOfFile: Self.path, encoding: .utf8)
        for (old, new, stays) in [
            ("operationId: version-trip\n", "operationId: x\n", false),
            ("maxItems: 99}", "maxItems: 98}", false), ("title: swift-gtfs", "title: x", true),
        ] {
            let edited = contract.replacingOccurrences(of: old, with: new)
            #expect(!contract.contains(new) && contract.contains(old))
            let isRight = ContractWriter(edited).contract() == (stays ? edited : contract)
            #expect(isRight, "\(old)")
        }
    }

    private func parameters(of operation: JSONValue) -> [JSONValue] {
        (operation["parameters"]?.list ?? []).map(document.resolved)
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

    @Test("examples and usual values have the forms of their parameters")
    func examples() {
        for parameter in Endpoint.all.flatMap(\.parameters) {
            for text in [parameter.example, parameter.usual].compactMap({ $0 }) {
                #expect(takes(parameter, text), "\(parameter.name): \(text)")
            }
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
