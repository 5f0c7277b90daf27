import ArgumentParser

/// The command `gtfs`: one file for each of its verbs.
@main
struct GTFS: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gtfs",
        abstract: "Turns a GTFS Schedule feed into one small SQLite file that apps read directly.",
        version: Tool.version,
        subcommands: [Build.self, Export.self, Verify.self])
}

/// What the tool calls itself.
enum Tool {
    static let version = "0.1.0"
    static let userAgent = "swift-gtfs/\(version)"
}
