import FeedCompiling
import FeedReading
package import FeedValidation
import SystemLayer

/// Runs the rules beside a build, which reads the largest files for both sides.
package final class BuildValidation {
    private let validation: Validation
    private let isDated: Bool
    private let result = Promise<Result<ValidationReport, any Error>>()

    package init(_ options: ValidationOptions) {
        validation = Validation(options)
        isDated = options.isDated
    }

    /// Returns at once. If the build reads some files for both sides, `sharing` gets the checks for
    /// them. What filters left out of the feed is known when the build has read it: then the rules
    /// read the feed for themselves, with this cut.
    func start(_ files: FeedFiles, sharing: SharedReading?, cut: FeedCut?) {
        let job = Job(
            validation: validation, files: files, sharing: sharing, cut: cut, result: result)
        WorkerThread.start { job.run() }
    }

    package func report() throws -> ValidationReport { try result.value().get() }

    /// What depends on today is not part of a bundle unless its day was given.
    func totals() throws -> [(code: String, count: Int)] {
        try report().groups
            .filter { isDated || !NoticeCatalogue.dependingOnToday.contains($0.code) }
            .map { (code: $0.code, count: $0.count) }
    }

    private struct Job: @unchecked Sendable {
        // Sendable: `files` and `cut` are handed over; no other thread uses them.
        let validation: Validation
        let files: FeedFiles
        let sharing: SharedReading?
        let cut: FeedCut?
        let result: Promise<Result<ValidationReport, any Error>>

        func run() {
            do {
                _ = try validation.run(
                    files, sharing: sharing, cut: cut, onReport: { result.keep(.success($0)) })
            } catch {
                result.keep(.failure(error))
            }
        }
    }
}
