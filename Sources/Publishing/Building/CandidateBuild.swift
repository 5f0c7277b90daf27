import BundleManifest
import BundleWriting
package import FeedCompiling
package import FeedReading
package import FeedValidation
import GTFSSchedule
import SystemLayer

struct CandidateBuild {
    let definition: FeedDefinition
    let options: UpdateOptions
    let today: ServiceDate

    struct Candidate {
        let path: String
        let contentHash: String
        let report: ValidationReport
        let notices: Manifest.Notices
        let servedFrom: ServiceDate?
        let unknownNames: [UnknownName]
    }

    func run(
        _ archive: FeedArchive, to path: String, previous: String?,
        progress: @escaping (UpdateProgress) -> Void
    ) throws -> Candidate {
        var build = BundleBuild.Options()
        build.filter = definition.build.filter
        build.previous = previous
        build.temporaryDirectory = options.temporaryDirectory
        build.toolVersion = options.toolVersion
        build.terms = definition.terms
        build.allowsEmpty = definition.build.allowsEmpty
        // The date is not part of the feed: nothing that depends on it goes into the bundle.
        let validation = BuildValidation(
            ValidationOptions(date: today, countryCode: definition.build.countryCode),
            isDated: false)
        let summary = try BundleBuild(build).run(archive, to: path, companion: validation) {
            switch $0 {
            case .reading(let reading):
                progress(.building(file: reading.file, bytes: reading.bytes))
            case .finishing: progress(.finishing)
            }
        }
        var report = try validation.report().applying(definition.policy)
        // The report is published, and paths on this machine are private.
        report.source = Manifest.published(report.source)
        return Candidate(
            path: path, contentHash: summary.contentHash, report: report,
            notices: Manifest.Notices(report),
            servedFrom: summary.startsBeforeWindow ? build.filter.from : nil,
            unknownNames: summary.unknownNames)
    }
}

extension Manifest.Notices {
    init(_ report: ValidationReport) {
        self.init(
            errors: report.total(.error), warnings: report.total(.warning),
            infos: report.total(.info),
            codes: Dictionary(
                report.groups.map { ($0.code, $0.count) }, uniquingKeysWith: { $0 + $1 }),
            errorCodes: report.groups.filter { $0.severity == .error }.map(\.code).sorted())
    }
}

package final class BuildValidation: BuildCompanion {
    private let validator: Validator
    /// Whether a date was given: only then may the bundle have what depends on it.
    private let isDated: Bool
    private let result = Promise<Result<ValidationReport, any Error>>()

    package init(_ options: ValidationOptions, isDated: Bool) {
        validator = Validator(options)
        self.isDated = isDated
    }

    package func start(_ files: FeedFiles, _ sharing: SharedReading) {
        let job = Job(validator: validator, files: files, sharing: sharing, result: result)
        WorkerThread.start { job.run() }
    }

    package func report() throws -> ValidationReport { try result.value().get() }

    package func totals() throws -> [(code: String, count: Int)] {
        try report().groups
            .filter { isDated || !NoticeCatalogue.dependingOnToday.contains($0.code) }
            .map { (code: $0.code, count: $0.count) }
    }

    private struct Job: @unchecked Sendable {
        // Sendable: `files` is handed over; no other thread uses it.
        let validator: Validator
        let files: FeedFiles
        let sharing: SharedReading
        let result: Promise<Result<ValidationReport, any Error>>

        func run() {
            do {
                _ = try validator.validate(
                    files, sharing: sharing, onReport: { result.keep(.success($0)) })
            } catch {
                result.keep(.failure(error))
            }
        }
    }
}
