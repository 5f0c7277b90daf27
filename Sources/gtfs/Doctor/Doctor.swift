import ArgumentParser
import FeedReading

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check this machine: libraries, certificates, disk space, write access.",
        discussion: """
            Checks everything that the other commands need, and changes nothing. Exits 0 when \
            nothing is missing, else 1, with advice for each missing thing.
            """)

    @Argument(help: "The folder for bundles.")
    var folder = "."

    @Option("The folder for temporary files ($TMPDIR, or else /tmp).", value: "folder")
    var temporaryDirectory: String?

    @OptionGroup
    var form: FormOptions

    func run() throws {
        let findings =
            [
                SQLiteCheckup.finding, LibraryCheckup.inflating, LibraryCheckup.unpacking,
                LibraryCheckup.downloading, CertificateCheckup.finding,
                FolderCheckup.finding(
                    temporaryDirectory ?? ArchiveOptions.systemTemporaryDirectory,
                    for: "temporary files",
                    advice: "name another with --temporary-directory or $TMPDIR"),
                FolderCheckup.finding(folder, for: "bundles", advice: "choose another folder"),
                LibraryCheckup.serving,
            ]
        try form.write(findings, text: Self.text(findings))
        if findings.contains(where: { $0.state == .missing }) { throw ExitCode(1) }
    }

    private static func text(_ findings: [CheckupFinding]) -> String {
        let width = findings.map(\.state.rawValue.count).max() ?? 0
        let indent = String(repeating: " ", count: width + 2)
        let lines = findings.flatMap { finding -> [String] in
            let state = finding.state.rawValue
            let line = state + String(indent.dropFirst(state.count)) + finding.message
            return [line] + (finding.advice.map { [indent + $0] } ?? [])
        }
        let missing = findings.count { $0.state == .missing }
        let verdict =
            switch missing {
            case 0: "nothing is missing"
            case 1: "1 thing is missing"
            default: "\(missing) things are missing"
            }
        return (lines + [verdict]).map { $0 + "\n" }.joined()
    }
}

struct CheckupFinding: Encodable, Hashable {
    enum State: String, Encodable {
        case ok
        /// Something works differently, or only some commands need it and it is missing.
        case note
        case missing
    }

    let state: State
    let subject: String
    let message: String
    let advice: String?

    static func ok(_ subject: String, _ message: String) -> Self {
        Self(state: .ok, subject: subject, message: message, advice: nil)
    }

    static func note(_ subject: String, _ message: String, advice: String? = nil) -> Self {
        Self(state: .note, subject: subject, message: message, advice: advice)
    }

    static func missing(_ subject: String, _ message: String, advice: String) -> Self {
        Self(state: .missing, subject: subject, message: message, advice: advice)
    }
}
