import BundleWriting
import FeedCompiling
import FeedReading
import FeedValidation
import Foundation
import FuzzSupport
import GTFSSchedule
import SQLiteLayer

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
        let report = try Validation(options).run(FeedFiles(archive, chunkSize: 1024))
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

/// A feed on disk, made from a fuzzer's input.
///
/// Input that begins with `# ` is the text of several files, each below a line with its name, and
/// becomes a folder: mutations of such a text reach the rows, while those of a zip mostly end at
/// its checksums. All other input is an archive as it is.
struct FuzzedFeed {
    let path: String

    init(_ input: [UInt8], in scratch: ScratchFolder) throws {
        if input.starts(with: Array("# ".utf8)) {
            path = scratch.path + "/feed"
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            for (name, content) in Self.files(input) {
                try Data(content).write(to: URL(fileURLWithPath: path + "/" + name))
            }
        } else {
            path = scratch.path + "/feed.zip"
            try Data(input).write(to: URL(fileURLWithPath: path))
        }
    }

    func remove() {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            preconditionFailure("\(path): \(error)")
        }
    }

    /// The files in the text, by name: those of the reference, and others with a harmless name.
    private static func files(_ input: [UInt8]) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        var name: String?
        for line in input.split(separator: 10, omittingEmptySubsequences: false) {
            if line.starts(with: Array("# ".utf8)) {
                let heading = String(decoding: line.dropFirst(2), as: UTF8.self)
                name = Schedule.table(file: heading) != nil || isHarmless(heading) ? heading : nil
            } else if let name {
                files[name, default: []] += Array(line) + [10]
            }
        }
        return files
    }

    private static func isHarmless(_ name: String) -> Bool {
        (5...40).contains(name.utf8.count)
            && [".txt", ".csv"].contains(String(name.suffix(4)).lowercased())
            && name.dropLast(4).utf8.allSatisfy { byte in
                byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
                    || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            }
    }
}

struct BundleInvariants {
    let path: String

    func run(_ summary: BundleReport) throws {
        let bundle = try Connection(path: path, .reading)
        let verdict = try bundle.texts("PRAGMA integrity_check")
        precondition(verdict == ["ok"], "integrity_check: \(verdict)")
        for table in summary.tables { try checkRows(of: table, bundle) }
        for (table, rows) in summary.extensions {
            let found = try bundle.integer("SELECT count(*) FROM \(table.table)")
            precondition(rows == found, "\(table.file): \(rows) rows, \(found ?? 0) in the table")
        }
        try bundle.close()
    }

    /// Every row of the feed is in the table or view of its file, or complete in `rejected`.
    private func checkRows(of table: BundleReport.TableCount, _ bundle: Connection) throws {
        let name = table.file.prefix { $0 != "." }
        var rows = 0
        let all = try Statement(bundle, "SELECT * FROM \(name)")
        while try all.next() { rows += 1 }
        let left = try Statement(
            bundle, "SELECT count(*) FROM rejected WHERE file = ? AND field IS NULL")
        try left.bind([table.file])
        let rejected = try left.next() ? left.row.integer(0) : nil
        precondition(
            rows + (rejected ?? 0) == table.feedRows,
            "\(table.file): \(table.feedRows) rows, \(rows) in the view, \(rejected ?? 0) rejected")
        precondition(
            rows == table.bundleRows,
            "\(table.file): \(table.bundleRows) rows in the summary, \(rows) in the view")
    }
}
