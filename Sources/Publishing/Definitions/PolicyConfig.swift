package import FeedValidation
import Foundation
import RealtimeValidation
import SystemLayer

/// The settings of `.gtfs.yaml`:
///
///     fail_on: warning
///     ignore: [unknown_column]
///     severity: { missing_recommended_file: INFO }
///     country_code: AU
///     baseline: known/report.json
package struct PolicyConfig: Sendable {
    package var policy = ValidationPolicy()
    /// Nil when it was not given: it then depends on the purpose of the run.
    package var failOn: ValidationPolicy.Threshold?
    package var countryCode: String?
    package var baselinePath: String?
    package private(set) var baseline: Baseline?

    package static let standardName = ".gtfs.yaml"
    package var baselineLimit = 256 << 20

    package static func load(_ path: String?) throws(DefinitionError) -> PolicyConfig {
        let name = path ?? standardName
        guard FileManager.default.fileExists(atPath: name) else {
            guard path == nil else { throw failure(name, "there is no such file") }
            return PolicyConfig()
        }
        guard let root = try YAMLFile.read(name) else { return PolicyConfig() }
        var config = PolicyConfig()
        try root.read(keys, into: &config)
        return config
    }

    package init() {}

    private static let keys = DefinitionKeys<PolicyConfig>([
        "fail_on": { config, node in
            let threshold: ValidationPolicy.Threshold = try node.value(
                expected: "error, warning, info or never"
            ) { ValidationPolicy.Threshold(rawValue: $0) }
            config.failOn = threshold
        },
        "ignore": { config, node in
            guard node.isList else { throw node.fail("expected a list of codes") }
            try config.policy.ignore(node, among: NoticeCatalogue.all + RealtimeCatalogue.all)
        },
        "severity": {
            try $0.policy.grade($1, among: NoticeCatalogue.all + RealtimeCatalogue.all)
        },
        "country_code": { $0.countryCode = try $1.text() },
        // Relative to the file, wherever the command runs.
        "baseline": { $0.baselinePath = DefinitionNode.path(try $1.text(), beside: $1.file) },
    ])

    package mutating func loadBaseline() throws(DefinitionError) {
        guard let path = baselinePath else { return }
        var found: [UInt8]?
        do throws(FileError) {
            found = try WholeFile.read(path, atMost: baselineLimit)
        } catch {
            throw Self.failure(path, error.reason)
        }
        guard let bytes = found else { throw Self.failure(path, "there is no such file") }
        do {
            baseline = try Baseline(json: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw Self.failure(path, "\(error)")
        }
    }

    private static func failure(_ path: String, _ reason: String) -> DefinitionError {
        DefinitionError(file: path, line: nil, reason: reason)
    }
}
