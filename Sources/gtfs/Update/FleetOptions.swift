import ArgumentParser
import Foundation
import Publishing

/// How many feeds are updated, and which of them here.
struct FleetOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Update as many feeds at the same time (1).", valueName: "number"))
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            "Only the third of sixteen parts: 3/16; auto, or auto/16, takes the part from a Slurm "
                + "array or a Kubernetes Indexed Job.", valueName: "part"))
    var shard: ShardArgument?

    var isAsked: Bool { jobs != nil || shard != nil }

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs \(jobs): must be at least 1") }
    }

    /// The part of the feeds that is this process's. Every feed is in exactly one part, broken
    /// definitions too.
    func part(of all: [FeedDefinitions.Loaded]) throws -> [FeedDefinitions.Loaded] {
        guard let shard else { return all }
        let (index, count) = try shard.resolved(ProcessInfo.processInfo.environment)
        return all.enumerated().filter { $0.offset % count == index }.map(\.element)
    }
}
