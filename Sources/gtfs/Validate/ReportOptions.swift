import ArgumentParser
import FeedReading
import SystemLayer

struct ReportOptions: ParsableArguments {
    @Option(
        "The folder for the reports.", value: "folder",
        name: [.customShort("o"), .customLong("output"), .customLong("output-base")])
    var output: String?

    @OptionGroup
    var place: OutputOptions

    @Flag(help: "Print report.json instead of a summary.")
    var stdout = false

    @Flag(help: "Print annotations for GitHub Actions instead of a summary.")
    var github = false

    @Option("Write SARIF 2.1.0, for code hosts.", value: "file")
    var sarif: String?

    @Option("Write JUnit XML, for CI servers.", value: "file")
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
        guard output != "-" else {
            throw ValidationError("--output -: name a folder; --stdout prints report.json")
        }
        try OutputCheck.named("--sarif", sarif)
        try OutputCheck.named("--junit", junit)
        if stdout, github { throw ValidationError("choose one of --stdout and --github") }
        for name in [validationReportName, htmlReportName, systemErrorsReportName] {
            guard !name.isEmpty, !name.contains("/") else {
                throw ValidationError("\"\(name)\" is not the name of a file")
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

    func prepare(_ folders: [String], reading inputs: [String]) throws {
        var outputs: [(option: String, path: String)] = []
        func add(_ option: String, at path: String?, as own: Replaceable) throws {
            guard let path else { return }
            outputs.append((option, path))
            try OutputCheck.distinct(path, from: inputs)
            try OutputCheck.replaceable(path, own, place, reading: inputs)
        }
        try add("--sarif", at: sarif, as: .sarif)
        try add("--junit", at: junit, as: .junit)
        for folder in folders {
            try Folder.make(folder)
            try add(
                "--validation-report-name", at: "\(folder)/\(validationReportName)", as: .report)
            try add("--html-report-name", at: "\(folder)/\(htmlReportName)", as: .page)
            try add(
                "--system-errors-report-name", at: "\(folder)/\(systemErrorsReportName)",
                as: .systemErrors)
        }
        if folders.count > 1 { try add("--output", at: index, as: .page) }
        try OutputCheck.distinct(outputs)
    }

    var index: String? { output.map { "\($0)/\(FeedNames.index)" } }

    func folder(_ name: String, of count: Int) -> String? {
        output.map { count > 1 ? "\($0)/\(name)" : $0 }
    }
}

enum FeedNames {
    /// The page beside the folders, whose name none of them has.
    static let index = "index.html"

    /// The last part of each path or URL without its extension; `-2` and so on distinguish equal
    /// ones.
    static func distinct(_ locations: [String]) -> [String] {
        var counts = [index: 1]
        return locations.map { location in
            let name = base(location)
            counts[name, default: 0] += 1
            return counts[name] == 1 ? name : "\(name)-\(counts[name] ?? 0)"
        }
    }

    private static func base(_ location: String) -> String {
        // Names are in published pages, so they have no secrets.
        let shown = FeedLocation(location).isURL ? ShownURL(location).text : location
        let path = shown.prefix { $0 != "?" && $0 != "#" }
        let last = path.split(separator: "/").last.map(String.init) ?? ""
        let known = [".zip", ".tar.gz", ".tgz", ".tar", ".7z"]
        let lower = last.lowercased()
        let suffix = known.first { lower.hasSuffix($0) && lower.count > $0.count } ?? ""
        let name = String(last.dropLast(suffix.count))
        return ["", "-", ".", "..", "…"].contains(name) ? "feed" : name
    }
}
