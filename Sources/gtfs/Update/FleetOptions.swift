import ArgumentParser
import Foundation
import Publishing

struct FleetOptions: ParsableArguments {
    @Option("The number of feeds to update at the same time (1).", value: "number")
    var jobs: Int?

    @Option(
        "Only one of several parts: 3/16 is the third of sixteen; auto, or auto/16, takes the part "
            + "from a Slurm array or a Kubernetes Indexed Job.",
        value: "part")
    var shard: ShardArgument?

    var isAsked: Bool { jobs != nil || shard != nil }

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs \(jobs): must be at least 1") }
    }

    /// The part of the feeds that this process updates. Every feed is in exactly one part, and so
    /// is every broken definition.
    func part(of all: [FeedDefinitions.Loaded]) throws -> [FeedDefinitions.Loaded] {
        guard let shard else { return all }
        let (index, count) = try shard.resolved(ProcessInfo.processInfo.environment)
        return all.enumerated().filter { $0.offset % count == index }.map(\.element)
    }
}

extension FeedDefinitions {
    /// Those with the given ids; all when there are none.
    static func load(_ path: String, only ids: [String]) throws -> [Loaded] {
        let loaded = try load(path)
        guard !ids.isEmpty else { return loaded }
        let only = Set(ids)
        let chosen = loaded.filter { one in
            if case .success(let definition) = one { only.contains(definition.id) } else { false }
        }
        let ids = Set(chosen.compactMap { try? $0.get().id })
        if let missing = only.subtracting(ids).sorted().first {
            // A broken definition may be the intended one.
            for case .failure(let error) in loaded where error.file.contains(missing) {
                throw error
            }
            throw ValidationError("--only \(missing): \(path) has no feed with this id")
        }
        return chosen
    }
}

/// `3/16`, `auto/16` or `auto`.
enum ShardArgument: FormedArgument, Hashable {
    static let form = "K/N, auto or auto/N"

    case part(Int, of: Int)
    /// The environment has the part and, when nil, also the number of parts.
    case automatic(of: Int?)

    init?(argument: String) {
        let words = argument.split(separator: "/", omittingEmptySubsequences: false)
        if words[0] == "auto" {
            guard words.count > 1 else {
                self = .automatic(of: nil)
                return
            }
            guard words.count == 2, let count = Int(words[1]), count > 0 else { return nil }
            self = .automatic(of: count)
        } else {
            guard words.count == 2, let part = Int(words[0]), let count = Int(words[1]), count > 0,
                1...count ~= part
            else { return nil }
            self = .part(part, of: count)
        }
    }

    func resolved(_ environment: [String: String]) throws -> (index: Int, count: Int) {
        func number(_ name: String) -> Int? { environment[name].flatMap { Int($0) } }
        switch self {
        case .part(let part, let count): return (part - 1, count)
        case .automatic(let given):
            let index: Int
            let count: Int?
            if let task = number("SLURM_ARRAY_TASK_ID"), let given {
                // Correct for 0 to N - 1 and for 1 to N, and when one task is run again alone.
                index = task % given
                count = given
            } else if let task = number("SLURM_ARRAY_TASK_ID") {
                // An array may start at any number, and count in steps.
                let step = max(number("SLURM_ARRAY_TASK_STEP") ?? 1, 1)
                index = (task - (number("SLURM_ARRAY_TASK_MIN") ?? 0)) / step
                count = number("SLURM_ARRAY_TASK_COUNT")
            } else if let completion = number("JOB_COMPLETION_INDEX") {
                index = completion
                count = given
            } else {
                throw ValidationError(
                    "--shard auto: neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set")
            }
            guard let count, count > 0 else {
                throw ValidationError("--shard auto: say how many parts there are: --shard auto/16")
            }
            guard 0..<count ~= index else {
                throw ValidationError("--shard auto: part \(index + 1) of \(count) does not exist")
            }
            return (index, count)
        }
    }
}

enum ForcedGuard: ExpressibleByArgument, Hashable {
    case unchanged
    case named(GuardName)

    init?(argument: String) {
        if argument == "unchanged" {
            self = .unchanged
        } else if let name = GuardName(rawValue: argument) {
            self = .named(name)
        } else {
            return nil
        }
    }

    static var allValueStrings: [String] { ["unchanged"] + GuardName.allCases.map(\.rawValue) }

    var name: GuardName? {
        if case .named(let name) = self { name } else { nil }
    }

    var text: String { name?.rawValue ?? "unchanged" }
}
