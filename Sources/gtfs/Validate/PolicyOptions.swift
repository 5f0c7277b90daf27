public import ArgumentParser
import FeedReading
public import FeedValidation
import Foundation
import SystemLayer
import Yams

/// When a run fails, and what it overlooks.
struct PolicyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Exit 1 from this severity on: error, warning, info or never (error; never with "
                + "--compat canonical).", valueName: "severity"))
    var failOn: ValidationPolicy.Threshold?

    @OptionGroup
    var notices: NoticeOptions

    @Option(
        help: ArgumentHelp(
            "A report.json whose findings are known: only others fail the run.",
            valueName: "file"))
    var baseline: String?

    @Option(
        help: ArgumentHelp(
            "A file with these settings (.gtfs.yaml, if there is one).", valueName: "file"))
    var config: String?

    /// The settings of the file, with those of the command line on top.
    func load() throws -> PolicyConfig {
        var loaded = try PolicyConfig.load(config)
        notices.add(to: &loaded.policy)
        if let failOn { loaded.failOn = failOn }
        if let baseline { loaded.baselinePath = baseline }
        try loaded.loadBaseline()
        return loaded
    }
}

extension ValidationPolicy.Threshold: ExpressibleByArgument {}

/// The settings of `.gtfs.yaml`:
///
///     fail_on: warning
///     ignore: [unknown_column]
///     severity: { missing_recommended_file: INFO }
///     country_code: AU
///     baseline: known/report.json
struct PolicyConfig {
    var policy = ValidationPolicy()
    /// Nil when nobody said so: then it depends on what the run is for.
    var failOn: ValidationPolicy.Threshold?
    var countryCode: String?
    var baselinePath: String?
    private(set) var baseline: Baseline?

    static let standardName = ".gtfs.yaml"

    /// Reads a file; the one of the working folder when none is named, if it is there.
    static func load(_ path: String?) throws -> PolicyConfig {
        let name = path ?? standardName
        guard FileManager.default.fileExists(atPath: name) else {
            guard path == nil else {
                throw ConfigError(path: name, reason: "there is no such file")
            }
            return PolicyConfig()
        }
        do {
            let text = try String(contentsOfFile: name, encoding: .utf8)
            guard let root = try Yams.compose(yaml: text) else { return PolicyConfig() }
            return try PolicyConfig(root, path: name)
        } catch let error as YamlError {
            throw ConfigError(path: name, reason: "\(error)".replacing("\n", with: " "))
        }
    }

    init() {}

    private init(_ root: Node, path: String) throws {
        func fail(_ node: Node, _ reason: String) -> ConfigError {
            ConfigError(path: path, line: node.mark?.line, reason: reason)
        }
        func code(_ node: Node) throws -> String {
            guard let code = node.string, NoticeCatalogue.definition(code) != nil else {
                throw fail(node, "there is no notice \(node.string ?? "")")
            }
            return code
        }
        guard let mapping = root.mapping else { throw fail(root, "must be a mapping") }
        for (key, value) in mapping {
            switch key.string ?? "" {
            case "fail_on":
                guard let threshold = value.string.flatMap(ValidationPolicy.Threshold.init) else {
                    throw fail(value, "fail_on: must be error, warning, info or never")
                }
                failOn = threshold
            case "ignore":
                guard let codes = value.sequence else {
                    throw fail(value, "ignore: must be a list of codes")
                }
                policy.ignored = Set(try codes.map(code))
            case "severity":
                guard let settings = value.mapping else {
                    throw fail(value, "severity: must map codes to ERROR, WARNING or INFO")
                }
                for (name, level) in settings {
                    guard
                        let severity = level.string.flatMap({
                            NoticeSeverity(rawValue: $0.uppercased())
                        })
                    else { throw fail(level, "severity: must be ERROR, WARNING or INFO") }
                    policy.severities[try code(name)] = severity
                }
            case "country_code": countryCode = value.string
            case "baseline":
                // Beside the file, wherever the command is run.
                let folder = (path as NSString).deletingLastPathComponent
                baselinePath = value.string.map {
                    $0.hasPrefix("/") || folder.isEmpty ? $0 : folder + "/" + $0
                }
            default: throw fail(key, "unknown setting \(key.string ?? "")")
            }
        }
    }

    mutating func loadBaseline() throws {
        guard let path = baselinePath else { return }
        do {
            guard let bytes = try WholeFile.read(path) else {
                throw ConfigError(path: path, reason: "there is no such file")
            }
            baseline = try Baseline(json: String(decoding: bytes, as: UTF8.self))
        } catch let error as Baseline.Unreadable {
            throw ConfigError(path: path, reason: error.description)
        } catch let error as FileError {
            throw ConfigError(path: path, reason: error.description)
        }
    }
}

/// A settings file that cannot be used.
struct ConfigError: DiagnosedError {
    let path: String
    var line: Int?
    let reason: String

    var description: String {
        path + (line.map { ":\($0)" } ?? "") + ": " + reason
    }
    var details: [String] { [] }
    var exitCode: Int32 { 64 }
}
