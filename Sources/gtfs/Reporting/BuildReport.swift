import BundleWriting
import FeedCompiling
import FeedReading

/// All that a build has to say at its end: as text for people, as JSON for programs.
struct BuildReport: Encodable {
    let event = "summary"
    let feed: String
    let bundle: String
    let contentHash: String
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
    }

    struct Sample: Encodable {
        let filename: String
        let csvRowNumber: Int?
        let fieldName: String?
        let fieldValue: String?
    }

    init(
        _ summary: BundleBuild.Summary, feed: String, bundle: String, isFiltered: Bool,
        time: Duration
    ) {
        self.feed = feed
        self.bundle = bundle
        self.isFiltered = isFiltered
        contentHash = summary.contentHash
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
        notices = summary.notices.totals.map { code, count in
            NoticeCount(
                code: code.rawValue, severity: code.severity.rawValue, totalNotices: count,
                sampleNotices: (summary.notices.samples[code] ?? []).map(Sample.init))
        }
        rejectedRows = summary.rejectedRows
        rejectedCells = summary.rejectedCells
        danglingIds = summary.danglingIDs
        interpolatedStopTimes = summary.interpolatedStopTimes
        patterns = summary.patterns
        timings = summary.timings
        seconds = (time.seconds * 1000).rounded() / 1000
        peakMemoryBytes = PeakMemory.bytes
    }
}

extension BuildReport.Sample {
    fileprivate init(_ notice: Notice) {
        filename = notice.file
        csvRowNumber = notice.row
        fieldName = notice.field
        fieldValue = notice.value.map { String($0.prefix(200)) }
    }

    /// `trips.txt row 12, shape_id: "x"`.
    var place: String {
        var text = filename
        if let csvRowNumber { text += " row \(csvRowNumber)" }
        if let fieldName { text += ", \(fieldName)" }
        if let fieldValue {
            // What comes from a feed must not control the terminal.
            let safe = fieldValue.unicodeScalars.prefix(40).map {
                $0.properties.generalCategory == .control ? "?" : String($0)
            }.joined()
            text += ": \"\(safe)\(fieldValue.unicodeScalars.count > 40 ? "..." : "")\""
        }
        return text
    }
}
