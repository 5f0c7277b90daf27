import BundleManifest
import BundleWriting
import FeedReading
import FeedValidation
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
        var builder = BundleBuilder(Feed(archive))
        builder.filter = definition.build.filter
        builder.previous = previous
        builder.toolVersion = options.toolVersion
        builder.terms = definition.terms
        builder.allowsEmpty = definition.build.allowsEmpty
        builder.validatesSource = definition.build.validatesSource
        // The date is not part of the feed: nothing that depends on it goes into the bundle.
        var validation = ValidationOptions(
            date: today, countryCode: definition.build.countryCode)
        validation.isDated = false
        builder.validation = validation
        let built = try builder.write(to: path) {
            switch $0 {
            case .reading(let file, _, let bytes): progress(.building(file: file, bytes: bytes))
            case .finishing: progress(.finishing)
            }
        }
        guard var report = built.validation?.applying(definition.policy) else {
            throw BundleError.internalFailure(reason: "the build ran no rules")
        }
        // The report is published, and paths on this machine are private.
        report.source = Manifest.published(report.source)
        return Candidate(
            path: path, contentHash: built.contentHash, report: report,
            notices: Manifest.Notices(report),
            servedFrom: built.startsBeforeWindow ? builder.filter.from : nil,
            unknownNames: built.unknownNames)
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
