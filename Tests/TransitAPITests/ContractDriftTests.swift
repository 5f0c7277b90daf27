import Foundation
import TestSupport
import Testing

/// The contract only grows.
@Suite("Changes of the contract") struct ContractDriftTests {
    private let document: OpenAPIDocument

    init() throws {
        document = try OpenAPIDocument.shared.get()
    }

    /// `.ci/run` names the `openapi.yaml` of the last tag; without one there is nothing to compare with.
    private static let earlier = ProcessInfo.processInfo.environment["GTFS_CONTRACT_BASE"]

    @Test("since the last tag, nothing was taken away", .enabled(if: earlier != nil))
    func sinceTag() throws {
        let path = try #require(Self.earlier)
        let before = try OpenAPIDocument(yaml: String(contentsOfFile: path, encoding: .utf8))
        #expect(!before.operations.isEmpty)
        #expect(ContractDrift(from: before, to: document).losses == [])
    }

    @Test("since a release, nothing was taken away", arguments: EarlierRelease.all)
    func sinceRelease(release: EarlierRelease) throws {
        let before = try OpenAPIDocument(yaml: release.text("openapi.yaml"))
        #expect(!before.operations.isEmpty)
        #expect(ContractDrift(from: before, to: document).losses == [])
    }

    /// The breaking changes when a text of the contract is another one, wherever it stands.
    private func losses(replacing old: String, with new: String) throws -> [String] {
        let yaml = try String(
            contentsOfFile: PackageRoot.path + "/schema/openapi.yaml", encoding: .utf8)
        #expect(yaml.contains(old))
        let changed = try OpenAPIDocument(yaml: yaml.replacingOccurrences(of: old, with: new))
        return ContractDrift(from: document, to: changed).losses
    }

    @Test("the contract takes nothing away from itself")
    func same() {
        #expect(ContractDrift(from: document, to: document).losses == [])
    }

    @Test(
        "what takes away is found",
        arguments: [
            ("  /api/v1/stops/{id}:\n", "  /api/v1/stop/{id}:\n", "GET /api/v1/stops/{id} is gone"),
            (
                "operationId: feed-version-trip\n", "operationId: x\n",
                "GET /api/v1/feeds/{feed}/versions/{version}/trips/{id} has another operationId"
            ),
            ("name: radius\n", "name: meters\n", "GET /api/v1/stops has no parameter radius"),
            ("maximum: 500}", "maximum: 400}", "GET /api/v1/stops limit has a smaller maximum"),
            ("minimum: 1,", "minimum: 2,", "GET /api/v1/stops limit has a greater minimum"),
            ("maxItems: 100}", "maxItems: 50}", "GET /api/v1/stops ids has a smaller maxItems"),
            ("boarding_area]", "area]", "GET /api/v1/stops kind[] refuses \"boarding_area\""),
            ("'416': ", "'417': ", "GET /api/v1/bundle/{name} does not answer 416"),
            (
                "text/event-stream:", "text/plain:",
                "GET /api/v1/stops/{id}/departures/stream does not answer 200 as text/event-stream"
            ),
            ("        stop_code: ", "        code: ", "Stop.stop_code is gone"),
        ])
    func losses(old: String, new: String, loss: String) throws {
        let losses = try losses(replacing: old, with: new)
        #expect(losses.contains(loss), "\(losses)")
    }

    private func changed(
        _ keys: [String], _ change: (inout JSONValue) -> Void
    ) throws -> [String] {
        func applied(_ value: JSONValue, _ keys: ArraySlice<String>) -> JSONValue {
            var value = value
            if let key = keys.first {
                value[key] = applied(value[key] ?? .null, keys.dropFirst())
            } else {
                change(&value)
            }
            return value
        }
        let root = applied(document.root, keys[...])
        #expect(root != document.root)
        return ContractDrift(from: document, to: OpenAPIDocument(root: root)).losses
    }

    private static let stop = ["components", "schemas", "Stop"]

    @Test("a key of answers that goes, may be left out, or has another type")
    func keys() throws {
        #expect(
            try changed(Self.stop + ["properties"]) { $0["sid"] = nil } == ["Stop.sid is gone"])
        #expect(
            try changed(Self.stop + ["required"]) {
                $0 = .list([.text("sid"), .text("stop_name")])
            }
                == ["Stop.stop_id may be left out"])
        #expect(
            try changed(Self.stop + ["properties", "sid", "type"]) { $0 = .text("string") }
                == ["Stop.sid has another type"])
        #expect(
            try changed(Self.stop + ["properties", "stop_lat", "type"]) {
                $0 = .list([.text("number"), .text("null")])
            } == ["Stop.stop_lat has another type"])
        let board = ["components", "schemas", "Board", "properties", "departures", "items", "$ref"]
        #expect(
            try changed(board) { $0 = .text("#/components/schemas/Arrival") }
                == ["Board.departures[] has another $ref"])
    }

    @Test("a parameter that is needed now, and a header that is not always there")
    func needs() throws {
        let limit = try changed(["components", "parameters", "q"]) { $0["required"] = .flag(true) }
        #expect(limit.contains("GET /api/v1/stops needs q"))
        let tag = try changed(["components", "headers", "ETag"]) { $0["required"] = nil }
        #expect(tag.contains("GET /api/v1/feed 200 does not always have the header ETag"))
    }

    @Test("additions are not breaking")
    func additions() throws {
        let text = JSONValue.object(["type": .text("string")])
        #expect(try changed(Self.stop + ["properties"]) { $0["stop_access"] = text } == [])
        #expect(try changed(["components", "schemas"]) { $0["Level2"] = text } == [])
        #expect(
            try changed(["components", "schemas", "Mode", "enum"]) {
                $0 = .list(($0.list ?? []) + [.text("hovercraft")])
            } == [])
        #expect(
            try changed(["components", "parameters", "limit", "schema", "maximum"]) {
                $0 = .number(1000)
            } == [])
        #expect(
            try changed(["paths"]) { $0["/api/v2/feed"] = $0["/api/v1/feed"] } == [])
        #expect(
            try changed(["paths", "/api/v1/agencies", "get"]) {
                $0["parameters"] = .list([
                    .object(["name": .text("q"), "in": .text("query"), "schema": text])
                ])
            } == [])
    }
}
