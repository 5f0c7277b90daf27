import ArgumentParser

/// Which reports are written, and where.
struct ReportOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output"), .customLong("output-base")],
        help: ArgumentHelp("The folder for the reports.", valueName: "folder"))
    var output: String?

    @Flag(help: "Print report.json instead of a summary.")
    var stdout = false

    @Flag(help: "Print annotations for GitHub Actions instead of a summary.")
    var github = false

    @Option(help: ArgumentHelp("Write SARIF 2.1.0, for code hosts.", valueName: "file"))
    var sarif: String?

    @Option(help: ArgumentHelp("Write JUnit XML, for CI servers.", valueName: "file"))
    var junit: String?

    @Flag(name: .shortAndLong, help: "Indent report.json.")
    var pretty = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The name of report.json.", valueName: "name"))
    var validationReportName = "report.json"

    @Option(
        name: [.customShort("r"), .long],
        help: ArgumentHelp("The name of report.html.", valueName: "name"))
    var htmlReportName = "report.html"

    @Option(
        name: [.customShort("e"), .long],
        help: ArgumentHelp("The name of system_errors.json.", valueName: "name"))
    var systemErrorsReportName = "system_errors.json"

    func validate() throws {
        if stdout, output != nil {
            throw ValidationError("choose one of --stdout and --output")
        }
        if stdout, github { throw ValidationError("choose one of --stdout and --github") }
        for name in [validationReportName, htmlReportName, systemErrorsReportName] {
            guard !name.isEmpty, !name.contains("/") else {
                throw ValidationError("\"\(name)\" is no name of a file")
            }
        }
    }

    func check(feedCount: Int) throws {
        guard feedCount > 1 else { return }
        if stdout { throw ValidationError("--stdout is for one feed; use --output for several") }
        for (option, file) in [("--sarif", sarif), ("--junit", junit)] where file != nil {
            throw ValidationError("\(option) is for one feed")
        }
    }

    /// Where the reports of a feed go; nil without --output.
    func folder(_ name: String, of count: Int) -> String? {
        output.map { count > 1 ? "\($0)/\(name)" : $0 }
    }
}
