import BundleWriting
import FeedCompiling
import FeedReading
import FeedValidation
import SystemLayer

/// All that a build has to say at its end: as text for people, as JSON for programs.
struct BuildReport: Encodable {
    let event = "summary"
    let feed: String
    let bundle: String
    let contentHash: String
    /// Absent for a folder.
    let archiveHash: String?
    /// The line of bundles that share their keys.
    let line: String
    let archiveBytes: Int
    let bundleBytes: Int
    /// Bundle bytes for each row of `stop_times.txt` in the bundle; absent when there is none.
    let bytesPerStopTime: Double?
    let isFiltered: Bool
    let files: [File]
    let unknownFiles: [String]
    let notices: [NoticeCount]
    let rejectedRows: Int
    let rejectedCells: Int
    let danglingIds: Int
    let interpolatedStopTimes: Int
    let patterns: Int
    let timings: Int
    /// What to know about the bundle that this one replaced.
    let note: String?
    let seconds: Double
    let peakMemoryBytes: Int

    /// A file of the feed. Of its rows, those not in the bundle were rejected or filtered out.
    struct File: Encodable {
        let filename: String
        let feedRows: Int
        let bundleRows: Int
        let unknownColumns: [String]
    }

    /// The notices of one code, in the form of the canonical validator's report.
    struct NoticeCount: Encodable {
        let code: String
        let severity: String
        let totalNotices: Int
        let sampleNotices: [Sample]

        /// How many a report of a build has; `gtfs validate` has more.
        static let sampleLimit = 5
    }

    /// The values of one notice.
    struct Sample: Encodable {
        let values: JSONValue
        /// For people.
        let place: String

        func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }
    }

    init(
        _ summary: BundleBuild.Summary, validation: ValidationReport?, feed: String,
        archiveHash: String?, bundle: String, isFiltered: Bool, note: String?, time: Duration
    ) {
        self.feed = feed
        self.archiveHash = archiveHash
        self.note = note
        self.bundle = bundle
        self.isFiltered = isFiltered
        contentHash = summary.contentHash
        line = summary.line
        archiveBytes = Int(summary.archiveBytes)
        bundleBytes = summary.bundleBytes
        let columns = Dictionary(
            summary.files.map { ($0.name, $0.unknownColumns) },
            uniquingKeysWith: { first, _ in first })
        files = summary.kept.map {
            File(
                filename: $0.file, feedRows: $0.feedRows, bundleRows: $0.bundleRows,
                unknownColumns: columns[$0.file] ?? [])
        }
        let stopTimes = files.first { $0.filename == "stop_times.txt" }?.bundleRows ?? 0
        bytesPerStopTime =
            stopTimes > 0
            ? (Double(summary.bundleBytes) / Double(stopTimes) * 100).rounded() / 100 : nil
        unknownFiles = summary.unknownFiles.sorted()
        notices =
            validation.map { $0.groups.map(NoticeCount.init) }
            ?? summary.notices.map(NoticeCount.init)
        rejectedRows = summary.rejectedRows
        rejectedCells = summary.rejectedCells
        danglingIds = summary.danglingIDs
        interpolatedStopTimes = summary.interpolatedStopTimes
        patterns = summary.patterns
        timings = summary.timings
        seconds = (time.seconds * 1000).rounded() / 1000
        peakMemoryBytes = ThisProcess.peakMemoryBytes
    }
}

extension BuildReport.NoticeCount {
    fileprivate init(_ group: ValidationReport.Group) {
        code = group.code
        severity = group.severity.rawValue
        totalNotices = group.count
        sampleNotices = Self.samples(group.samples)
    }

    fileprivate init(_ entry: NoticeBin.Entry) {
        code = entry.definition.code
        severity = entry.definition.severity.rawValue
        totalNotices = entry.count
        sampleNotices = Self.samples(entry.samples)
    }

    private static func samples(_ notices: [ValidationNotice]) -> [BuildReport.Sample] {
        notices.prefix(sampleLimit).map {
            BuildReport.Sample(values: $0.jsonValue, place: $0.placeText)
        }
    }
}
