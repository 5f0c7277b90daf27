import ArgumentParser
import GTFSRealtime

struct RealtimeShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a message of GTFS Realtime as JSON.",
        discussion: """
            Fields and words are those of the schema; fields without a value are left out, and \
            extensions are skipped.
            """)

    @Flag(help: "Print the entities only, each on one line.")
    var lines = false

    @OptionGroup var access: RealtimeAccess

    @Argument(help: "The message: a file, a URL, or - for standard input.")
    var message: String

    func validate() throws {
        try access.check(message)
    }

    func run() throws {
        try access.message(at: message).writeJSON(lines ? .lines : .indented) {
            try StandardOutput.write(data: $0)
        }
    }
}
