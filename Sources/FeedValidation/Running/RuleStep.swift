import Foundation

/// The run of one rule over a feed that is read.
struct RuleStep {
    let name: String
    let run: () throws -> Void
}

/// The steps of a run, for threads that take one after the other.
struct RuleWork: @unchecked Sendable {
    // Sendable: a step touches only the bin of its rule; the feed that all read no longer changes.
    let steps: [RuleStep]
    let finished: (Int, any Error) -> Void

    func perform(_ index: Int) {
        do {
            try steps[index].run()
        } catch {
            finished(index, error)
        }
    }
}

/// How the steps of a run ended.
final class RuleResults: @unchecked Sendable {
    // Sendable: `errors` is touched only with the lock held.
    private let lock = NSLock()
    private var errors: [(any Error)?]

    init(count: Int) {
        errors = Array(repeating: nil, count: count)
    }

    func set(_ index: Int, _ error: any Error) {
        lock.withLock { errors[index] = error }
    }

    /// By step: what it threw; nil when it did not.
    var all: [(any Error)?] { lock.withLock { errors } }
}
