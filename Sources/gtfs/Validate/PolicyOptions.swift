import ArgumentParser
import FeedReading
package import FeedValidation
import Publishing

struct PolicyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Exit 1 for findings of this severity or above: error, warning, info or never "
                + "(error).", valueName: "severity"))
    var failOn: ValidationPolicy.Threshold?

    @OptionGroup
    var notices: NoticeOptions

    @Option("A report.json whose findings are known: only others fail the run.", value: "file")
    var baseline: String?

    @Option("A file with these settings (.gtfs.yaml, if there is one).", value: "file")
    var config: String?

    func load() throws -> PolicyConfig {
        var loaded = try PolicyConfig.load(config)
        notices.add(to: &loaded.policy)
        if let failOn { loaded.failOn = failOn }
        if let baseline { loaded.baselinePath = baseline }
        try loaded.loadBaseline()
        return loaded
    }

    func files(of loaded: PolicyConfig) -> [String] {
        [config ?? PolicyConfig.standardName] + [loaded.baselinePath].compactMap { $0 }
    }
}

extension ValidationPolicy.Threshold: ExpressibleByArgument {}
