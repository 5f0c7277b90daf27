import BundleWriting
import Dispatch
package import FeedReading
package import FeedValidation
import GTFSSchedule
import SystemLayer

/// Validates a feed while it is built: what `gtfs build` and `gtfs update` do.
package final class BuildValidation: BuildCompanion {
    private let validator: Validator
    /// Whether the date was given: only then the bundle may hold what depends on it.
    private let isDated: Bool
    private let result = PendingReport()

    package init(_ options: ValidationOptions, isDated: Bool) {
        validator = Validator(options)
        self.isDated = isDated
    }

    package func start(_ files: FeedFiles) {
        let job = Job(validator: validator, files: files, result: result)
        WorkerThread.start { job.run() }
    }

    /// The report, once the validation is done.
    package func report() throws -> ValidationReport { try result.wait() }

    package func totals() throws -> [(code: String, count: Int)] {
        try report().groups
            .filter { isDated || !NoticeCatalogue.dependingOnToday.contains($0.code) }
            .map { (code: $0.code, count: $0.count) }
    }

    /// What the other thread needs.
    private struct Job: @unchecked Sendable {
        // Sendable: `files` is handed over; nobody else uses it.
        let validator: Validator
        let files: FeedFiles
        let result: PendingReport

        func run() {
            result.set(Result { try validator.validate(files) })
        }
    }
}

/// A report that another thread makes.
private final class PendingReport: Sendable {
    private let done = DispatchSemaphore(value: 0)
    private let result = Locked<Result<ValidationReport, any Error>?>(nil)

    func set(_ result: Result<ValidationReport, any Error>) {
        self.result.withLock { $0 = result }
        done.signal()
    }

    func wait() throws -> ValidationReport {
        done.wait()
        done.signal()
        guard let result = result.withLock({ $0 }) else {
            preconditionFailure("signalled without a result")
        }
        return try result.get()
    }
}
