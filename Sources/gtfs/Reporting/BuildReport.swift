import BundleWriting
import FeedCompiling
import FeedReading
import FeedValidation
import SystemLayer

struct BuildReport: Encodable {
    let event = "summary"
    let feed: String
    let bundle: String
    let contentHash: String
    let archiveHash: String?
    let line: String
    let archiveBytes: Int
    let bundleBytes: Int
    /// Bytes of the bundle per row of `stop_times.txt` in it; absent when there is none.
    let bytesPerStopTime: Double?
    let isFiltered: Bool
    let files: [File]
    let unknownFiles: [String]
    let extensions: [ExtensionEntry]
    let extensionsNotKept: [UnkeptEntry]
    let filesElsewhere: [String]
    let notices: [NoticeCount]
    let rejectedRows: Int
    let rejectedCells: Int
    let danglingIds: Int
    let interpolatedStopTimes: Int
    let patterns: Int
    let timings: Int
    let note: String?
    let seconds: Double
    let peakMemoryBytes: Int

    private let kept: [(table: PackedExtension, rows: Int)]
    private let unkept: [UnkeptExtension]

    private enum CodingKeys: CodingKey {
        case event, feed, bundle, contentHash, archiveHash, line, archiveBytes, bundleBytes
        case bytesPerStopTime, isFiltered, files, unknownFiles, extensions, extensionsNotKept
        case filesElsewhere, notices, rejectedRows, rejectedCells, danglingIds
        case interpolatedStopTimes, patterns, timings, note, seconds, peakMemoryBytes
    }

    struct File: Encodable {
        let filename: String
        let feedRows: Int
        let bundleRows: Int
        let unknownColumns: [String]
    }

    /// In the form of the canonical validator's report.
    struct NoticeCount: Encodable {
        let code: String
        let severity: String
        let totalNotices: Int
        let sampleNotices: [Sample]

        static let sampleLimit = 5
    }

    struct Sample: Encodable {
        let values: JSONValue
        let place: String

        func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }
    }

    init(
        _ summary: BundleBuild.Summary, validation: ValidationReport?, of archive: FeedArchive,
        archiveHash: String?, bundle: String, isFiltered: Bool, note: String?, time: Duration
    ) {
        feed = archive.sourceDescription
        filesElsewhere = archive.filesElsewhere
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
        extensions = summary.extensions.map(ExtensionEntry.init)
        extensionsNotKept = summary.unkept.map(UnkeptEntry.init)
        kept = summary.extensions
        unkept = summary.unkept
        let ofBuild = summary.notices.filter { $0.definition == .extensionNotKept }
        notices =
            validation.map { $0.groups.map(NoticeCount.init) + ofBuild.map(NoticeCount.init) }
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

extension BuildReport {
    var text: String {
        let sections = [
            sizeLines, fileLines, countLines, noticeLines, unknownLines, noteLines, costLines,
        ]
        return sections.filter { !$0.isEmpty }.flatMap { $0 }.joined(separator: "\n") + "\n"
    }

    private var sizeLines: [String] {
        var line = "\(bundle): \(Quantity.bytes(bundleBytes))"
        let stopTimes = files.first { $0.filename == "stop_times.txt" }?.bundleRows ?? 0
        // A small bundle is mostly the pages that every bundle has.
        if let bytesPerStopTime, stopTimes >= 10_000 {
            line += ", \(Quantity.decimal(bytesPerStopTime, digits: 1)) bytes per stop_time"
        }
        return [
            line, "from \(feed): \(Quantity.bytes(archiveBytes)), content \(contentHash)",
            archiveHash.map { "archive \($0)" },
        ].compactMap { $0 }
    }

    private var noteLines: [String] { note.map { ["note: \($0)"] } ?? [] }

    private var fileLines: [String] {
        TextTable(
            files,
            [
                .init("file") { $0.filename },
                .init("rows in feed", .right) { Quantity.count($0.feedRows) },
                .init("in bundle", .right) { Quantity.count($0.bundleRows) },
                .init("left out", .right) { file in
                    let missing = file.feedRows - file.bundleRows
                    return missing > 0 ? Quantity.count(missing) : nil
                },
            ]
        ).lines
    }

    private var countLines: [String] {
        let counts = [
            (patterns, "pattern"), (timings, "timing"),
            (interpolatedStopTimes, "interpolated stop time"), (danglingIds, "dangling id"),
            (rejectedRows, "rejected row"), (rejectedCells, "rejected cell"),
        ]
        return [counts.map { Quantity.count($0.0, $0.1) }.joined(separator: ", ")]
    }

    private var noticeLines: [String] {
        guard !notices.isEmpty else { return ["no notices"] }
        let table = TextTable(
            notices,
            [
                .init { $0.severity }, .init { $0.code },
                .init("", .right) { Quantity.count($0.totalNotices) },
                .init { $0.sampleNotices.first?.place },
            ])
        return ["notices, each with the place of the first:"] + table.lines
    }

    private var unknownLines: [String] {
        UnknownParts.lines(
            files: unknownFiles,
            columns: files.map { (file: $0.filename, names: $0.unknownColumns) },
            elsewhere: filesElsewhere, kept: kept, reasons: unkept)
    }

    private var costLines: [String] {
        [
            "\(Quantity.decimal(seconds, digits: 2)) seconds, "
                + "peak memory \(Quantity.bytes(peakMemoryBytes))"
        ]
    }
}
