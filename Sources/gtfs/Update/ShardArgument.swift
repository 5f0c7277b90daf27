import ArgumentParser

/// Which part of the feeds a process updates: `3/16`, `auto/16` or `auto`.
enum ShardArgument: ExpressibleByArgument, Hashable {
    /// From 1 on.
    case part(Int, of: Int)
    /// The part is in the environment; so is the number of parts when it is nil.
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

    /// The part from 0 on, and how many there are.
    func resolved(_ environment: [String: String]) throws -> (index: Int, count: Int) {
        func number(_ name: String) -> Int? { environment[name].flatMap { Int($0) } }
        switch self {
        case .part(let part, let count): return (part - 1, count)
        case .automatic(let given):
            let index: Int
            let count: Int?
            if let task = number("SLURM_ARRAY_TASK_ID"), let given {
                // Right for 0 to N - 1 and for 1 to N, and when one task alone is run again.
                index = task % given
                count = given
            } else if let task = number("SLURM_ARRAY_TASK_ID") {
                // An array may be numbered from anything on, in steps.
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
