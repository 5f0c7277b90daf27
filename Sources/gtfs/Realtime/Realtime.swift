import ArgumentParser

struct Realtime: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "realtime",
        abstract: "Read messages of GTFS Realtime: show, match, check.",
        subcommands: [RealtimeShow.self, RealtimeMatch.self, RealtimeCheckCommand.self])
}
