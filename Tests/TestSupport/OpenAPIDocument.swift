import Foundation
import Yams

package struct OpenAPIDocument: Sendable {
    package let root: JSONValue
    private let checker: JSONSchema
    private let lenientChecker: JSONSchema

    package static let shared = Result { try OpenAPIDocument() }

    private init() throws {
        let path = PackageRoot.path + "/schema/openapi.yaml"
        try self.init(yaml: String(contentsOfFile: path, encoding: .utf8))
    }

    package init(yaml: String) throws {
        self.init(root: JSONValue(try Yams.load(yaml: yaml)) ?? .null)
    }

    package init(root: JSONValue) {
        self.root = root
        checker = JSONSchema(root: root, forbidsUnknownKeys: true)
        lenientChecker = JSONSchema(root: root)
    }

    package func schema(_ name: String) -> JSONValue? { schemas[name] }

    package var schemas: [String: JSONValue] {
        root["components"]?["schemas"]?.object ?? [:]
    }

    package var operations: [(path: String, method: String, operation: JSONValue)] {
        (root["paths"]?.object ?? [:]).sorted { $0.key < $1.key }.flatMap { path, item in
            (item.object ?? [:]).sorted { $0.key < $1.key }.map { (path, $0.key, $0.value) }
        }
    }

    package func resolved(_ value: JSONValue) -> JSONValue {
        value["$ref"]?.text.flatMap(checker.resolved) ?? value
    }

    /// Where and why a value does not fit a schema; empty when it does.
    package func problems(of value: JSONValue, against schema: JSONValue) -> [String] {
        checker.problems(of: value, against: schema)
    }

    /// Whether a value fits a schema as clients read it: with keys that it does not know.
    package func allows(_ value: JSONValue, by schema: JSONValue) -> Bool {
        lenientChecker.problems(of: value, against: schema).isEmpty
    }

    /// Where and why the body of an answer is not what the contract says; empty when it is.
    ///
    /// - Parameters:
    ///   - body: JSON.
    ///   - operation: its `operationId`, the name of the endpoint: `departures`.
    ///   - status: the status of the answer.
    package func problems(
        of body: some Sequence<UInt8>, answering operation: String, status: Int = 200
    ) throws -> [String] {
        let found = operations.first { $0.operation["operationId"]?.text == operation }
        guard let found else { return ["the contract has no operation \(operation)"] }
        guard let response = found.operation["responses"]?["\(status)"].map(resolved) else {
            return ["\(operation) does not answer \(status)"]
        }
        guard let schema = response["content"]?["application/json"]?["schema"] else {
            return ["\(operation) does not answer \(status) with JSON"]
        }
        return problems(of: try JSONValue(json: body), against: schema)
    }
}
