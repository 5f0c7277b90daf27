import Dispatch

/// The run of one rule over a feed that is read.
struct RuleStep {
    let name: String
    let run: () throws -> Void
}

/// The steps of a run, for threads that take one after the other, and how they ended.
final class RuleWork: @unchecked Sendable {
    // Sendable: a step touches only the bin of its rule; the feed that all read no longer changes.
    // `errors` is guarded by `lock`.
    let steps: [RuleStep]
    private let lock = DispatchSemaphore(value: 1)
    private var errors: [(any Error)?]

    init(_ steps: [RuleStep]) {
        self.steps = steps
        errors = Array(repeating: nil, count: steps.count)
    }

    func perform(_ index: Int) {
        do {
            try steps[index].run()
        } catch {
            lock.wait()
            errors[index] = error
            lock.signal()
        }
    }

    /// What the steps threw that did not end well, in their order.
    var failures: [(step: RuleStep, error: any Error)] {
        lock.wait()
        defer { lock.signal() }
        return zip(steps, errors).compactMap { step, error in error.map { (step, $0) } }
    }
}
