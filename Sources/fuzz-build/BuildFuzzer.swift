import BundleWriting
import FeedReading
import FeedValidation
import FuzzSupport
import GTFSSchedule

/// Builds a bundle from arbitrary bytes. That may fail with a documented exit code; a bundle that is
/// built must be sound and account for every row. Then validates them, both ways, and writes all
/// reports.
@main
enum BuildFuzzer {
    private static let scratch = ScratchFolder()

    static func main() {
        FuzzDriver.run(build)
    }

    private static func validate(_ archive: FeedArchive, isCanonical: Bool) throws {
        var options = ValidationOptions(date: ServiceDate(dayNumber: 20_600), countryCode: "US")
        options.isCanonical = isCanonical
        let report = try Validator(options).validate(FeedFiles(archive, chunkSize: 1024))
        let context = ReportContext(validatorVersion: "", validatedAt: "")
        let texts = [
            report.json(context), report.html(context), report.sarif(context),
            report.junit(failing: [.error]), report.gitHubAnnotations(context),
        ]
        precondition(texts.prefix(4).allSatisfy { !$0.isEmpty })
    }

    private static func build(_ input: [UInt8]) {
        do {
            let feed = try FuzzedFeed(input, in: scratch)
            defer { feed.remove() }
            var options = ArchiveOptions()
            options.limits = ArchiveLimits(totalBytes: 20_000_000, ratio: 300, memberCount: 100)
            options.temporaryDirectory = scratch.path
            let target = scratch.path + "/bundle.sqlite"
            let archive = try FeedArchive.open(feed.path, options: options)
            var build = BundleBuild.Options()
            // Small enough that most of a file is decoded ahead of its reader.
            build.chunkSize = 64 << (input.count % 8)
            let summary = try BundleBuild(build).run(archive, to: target) { _ in }
            try BundleInvariants(path: target).run(summary)
            for isCanonical in [false, true] { try validate(archive, isCanonical: isCanonical) }
        } catch let error as FeedError {
            precondition([65, 66].contains(error.exitCode), "exit \(error.exitCode): \(error)")
        } catch let error as BundleError {
            precondition(error.exitCode == 65, "exit \(error.exitCode): \(error)")
        } catch {
            preconditionFailure("undocumented: \(error)")
        }
    }
}
