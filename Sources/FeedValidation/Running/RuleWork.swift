import FeedReading
import SystemLayer

/// The run of one rule over a feed that is read.
struct RuleStep {
    let name: String
    /// The codes that it may find, separated by commas.
    let codes: String
    var takesLong = false
    /// Whether it is that of an early rule, which needs no groups.
    var isEarly = false
    let run: (TripGroups) throws -> Void
}

/// The steps of a run, which threads take one after the other, and how they ended.
final class RuleWork: @unchecked Sendable {
    // Sendable: a step touches only its rule's bin; the feed that all steps read no longer changes.
    let steps: [RuleStep]
    private let errors: Locked<[(any Error)?]>

    init(_ steps: [RuleStep]) {
        self.steps = steps
        errors = Locked(Array(repeating: nil, count: steps.count))
    }

    /// Performs all steps, several at once: early ones, then the grouping, then the others.
    ///
    /// A thread that finds no early step left goes on with the grouping, so none waits for the
    /// longest step. Parts are taken in order: when a thread waits for the groups, others are at
    /// work on all of their parts.
    func performAll(_ grouping: GroupingWork) {
        let early = order { $0.isEarly }
        let late = order { !$0.isEarly }
        WorkerThread.perform(early.count + grouping.count + late.count) { [self] number in
            if number < early.count {
                perform(early[number], TripGroups())
            } else if number < early.count + grouping.count {
                grouping.perform(number - early.count)
            } else {
                let step = late[number - early.count - grouping.count]
                do {
                    perform(step, try grouping.wait())
                } catch {
                    errors.withLock { $0[step] = error }
                }
            }
        }
    }

    /// Some of the steps, long ones first, so that no thread waits for one that another began last.
    private func order(_ isMeant: (RuleStep) -> Bool) -> [Int] {
        let meant = steps.indices.filter { isMeant(steps[$0]) }
        return meant.filter { steps[$0].takesLong } + meant.filter { !steps[$0].takesLong }
    }

    func perform(_ index: Int, _ groups: TripGroups) {
        do {
            try steps[index].run(groups)
        } catch {
            errors.withLock { $0[index] = error }
        }
    }

    /// The errors of failed steps, in the order of the steps.
    var failures: [(step: RuleStep, error: any Error)] {
        let errors = errors.withLock { $0 }
        return zip(steps, errors).compactMap { step, error in error.map { (step, $0) } }
    }
}
