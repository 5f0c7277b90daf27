import ArgumentParser

struct Realtime: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "realtime",
        abstract: "Show, match and check messages of GTFS Realtime.",
        subcommands: [RealtimeShow.self, RealtimeMatch.self, RealtimeCheckCommand.self])
}
