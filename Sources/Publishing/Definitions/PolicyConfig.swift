package import FeedValidation
import Foundation
import RealtimeValidation
import SystemLayer
import Yams

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
        return try PolicyConfig(root)
    }

    package init() {}

    private init(_ root: DefinitionNode) throws(DefinitionError) {
        guard let mapping = root.node.mapping else { throw root.fail("must be a mapping") }
        for (key, value) in mapping {
            let place = DefinitionNode(node: value, name: "", file: root.file)
            switch key.string ?? "" {
            case "fail_on":
                guard let threshold = value.string.flatMap(ValidationPolicy.Threshold.init) else {
                    throw place.fail("fail_on: must be error, warning, info or never")
                }
                failOn = threshold
            case "ignore":
                guard let codes = value.sequence else {
                    throw place.fail("ignore: must be a list of codes")
                }
                for code in codes { policy.ignored.insert(try Self.code(code, root.file)) }
            case "severity":
                guard let settings = value.mapping else {
                    throw place.fail("severity: must map codes to ERROR, WARNING or INFO")
                }
                for (name, level) in settings {
                    let word = level.string?.uppercased()
                    guard let severity = word.flatMap({ NoticeSeverity(rawValue: $0) }) else {
                        throw DefinitionNode(node: level, name: "", file: root.file)
                            .fail("severity: must be ERROR, WARNING or INFO")
                    }
                    policy.severities[try Self.code(name, root.file)] = severity
                }
            case "country_code": countryCode = value.string
            case "baseline":
                // Relative to the file, wherever the command runs.
                let folder = root.file.lastIndex(of: "/").map { root.file[...$0] } ?? ""
                baselinePath = value.string.map { $0.hasPrefix("/") ? $0 : folder + $0 }
            case let word:
                throw DefinitionNode(node: key, name: "", file: root.file)
                    .fail("unknown setting \(word)")
            }
        }
    }

    private static func code(_ node: Node, _ file: String) throws(DefinitionError) -> String {
        guard let code = node.string,
            (NoticeCatalogue.definition(code) ?? RealtimeCatalogue.definition(code)) != nil
        else {
            throw DefinitionNode(node: node, name: "", file: file)
                .fail("there is no notice \(node.string ?? "")")
        }
        return code
    }

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
