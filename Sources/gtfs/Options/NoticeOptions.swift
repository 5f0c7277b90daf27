import ArgumentParser
import FeedValidation
import RealtimeValidation

struct NoticeOptions: ParsableArguments {
    @Option(
        name: .customLong("ignore"),
        help: ArgumentHelp(
            "Codes to leave out, separated by commas; repeatable.", valueName: "codes"))
    var ignored: [String] = []

    @Option(
        name: .customLong("severity"),
        help: ArgumentHelp(
            "Another severity for a code, CODE=WARNING; repeatable.", valueName: "code=severity"),
        transform: SeverityArgument.read)
    var severities: [SeverityArgument] = []

    var isGiven: Bool { !ignored.isEmpty || !severities.isEmpty }

    /// A misspelled code would not hide the findings that it was meant to hide.
    func validate() throws {
        for code in ignoredCodes + severities.map(\.code)
        where NoticeCatalogue.definition(code) == nil && RealtimeCatalogue.definition(code) == nil {
            throw ValidationError("there is no notice \(code); gtfs rules lists them")
        }
    }

    func add(to policy: inout ValidationPolicy) {
        policy.ignored.formUnion(ignoredCodes)
        for setting in severities { policy.severities[setting.code] = setting.severity }
    }

    private var ignoredCodes: [String] {
        ignored.flatMap { $0.split(separator: ",").map(String.init) }
    }
}

struct SeverityArgument: FormedArgument {
    static let form = "CODE=ERROR, CODE=WARNING or CODE=INFO"
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
