public import ArgumentParser
public import FeedValidation
import Foundation

/// When a run fails, and what it overlooks.
struct PolicyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Exit 1 from this severity on: error, warning, info or never (error; never with "
                + "--compat canonical).", valueName: "severity"))
    var failOn: ValidationPolicy.Threshold?

    @Option(
        name: .customLong("ignore"),
        help: ArgumentHelp(
            "Codes to leave out, separated by commas; repeatable.", valueName: "codes"))
    var ignored: [String] = []

    @Option(
        name: .customLong("severity"),
        help: ArgumentHelp(
            "Another severity for a code, CODE=WARNING; repeatable.", valueName: "code=severity"))
    var severities: [SeverityArgument] = []

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
        for code in ignored.flatMap({ $0.split(separator: ",").map(String.init) }) {
            try Self.check(code)
            loaded.policy.ignored.insert(code)
        }
        for setting in severities {
            try Self.check(setting.code)
            loaded.policy.severities[setting.code] = setting.severity
        }
        if let failOn { loaded.failOn = failOn }
        if let baseline { loaded.baselinePath = baseline }
        try loaded.loadBaseline()
        return loaded
    }

    /// A slip in a code would leave the findings that it was to hide.
    private static func check(_ code: String) throws {
        guard NoticeCatalogue.definition(code) != nil else {
            throw ValidationError("there is no notice \(code); gtfs rules lists them")
        }
    }
}

extension ValidationPolicy.Threshold: ExpressibleByArgument {}

/// `CODE=WARNING` on the command line.
struct SeverityArgument: ExpressibleByArgument {
    let code: String
    let severity: NoticeSeverity

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let severity = NoticeSeverity(rawValue: parts[1].uppercased())
        else { return nil }
        code = parts[0]
        self.severity = severity
    }
}
