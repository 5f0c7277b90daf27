import BundleWriting
import FeedCompiling
import FeedReading
import FeedValidation
import SystemLayer

struct BuildReport: Encodable {
    private let summary: BundleReport
    private let archive: FeedArchive
    private let archiveHash: String?
    private let bundle: String
    private let isFiltered: Bool
    private let files: [File]
    private let notices: [NoticeCount]
    private let note: String?
    private let seconds: Double
    private let peakMemoryBytes = ThisProcess.peakMemoryBytes

    private enum CodingKeys: CodingKey {
        case event, feed, bundle, contentHash, archiveHash, line, archiveBytes, bundleBytes
        case bytesPerStopTime, isFiltered, files, unknownFiles, extensions, extensionsNotKept
        case filesElsewhere, notices, rejectedRows, rejectedCells, danglingIds
        case interpolatedStopTimes, patterns, timings, note, seconds, peakMemoryBytes
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("summary", forKey: .event)
        try container.encode(archive.sourceDescription, forKey: .feed)
        try container.encode(bundle, forKey: .bundle)
        try container.encode(summary.contentHash, forKey: .contentHash)
        try container.encodeIfPresent(archiveHash, forKey: .archiveHash)
        try container.encode(summary.line, forKey: .line)
        try container.encode(summary.archiveBytes, forKey: .archiveBytes)
        try container.encode(summary.bundleBytes, forKey: .bundleBytes)
        try container.encodeIfPresent(bytesPerStopTime, forKey: .bytesPerStopTime)
        try container.encode(isFiltered, forKey: .isFiltered)
        try container.encode(files, forKey: .files)
        try container.encode(summary.unknownFiles.sorted(), forKey: .unknownFiles)
        try container.encode(summary.extensions.map(ExtensionEntry.init), forKey: .extensions)
        try container.encode(summary.unkept.map(UnkeptEntry.init), forKey: .extensionsNotKept)
        try container.encode(archive.filesElsewhere, forKey: .filesElsewhere)
        try container.encode(notices, forKey: .notices)
        try container.encode(summary.rejectedRows, forKey: .rejectedRows)
        try container.encode(summary.rejectedCells, forKey: .rejectedCells)
        try container.encode(summary.danglingIDs, forKey: .danglingIds)
        try container.encode(summary.interpolatedStopTimes, forKey: .interpolatedStopTimes)
        try container.encode(summary.patterns, forKey: .patterns)
        try container.encode(summary.timings, forKey: .timings)
        try container.encodeIfPresent(note, forKey: .note)
        try container.encode(seconds, forKey: .seconds)
        try container.encode(peakMemoryBytes, forKey: .peakMemoryBytes)
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
        _ summary: BundleReport, validation: ValidationReport?, of archive: FeedArchive,
        archiveHash: String?, bundle: String, isFiltered: Bool, note: String?, time: Duration
    ) {
        self.summary = summary
        self.archive = archive
        self.archiveHash = archiveHash
        self.note = note
        self.bundle = bundle
        self.isFiltered = isFiltered
        let columns = Dictionary(
            summary.files.map { ($0.name, $0.unknownColumns) },
            uniquingKeysWith: { first, _ in first })
        files = summary.tables.map {
            File(
                filename: $0.file, feedRows: $0.feedRows, bundleRows: $0.bundleRows,
                unknownColumns: columns[$0.file] ?? [])
        }
        let ofBuild = summary.notices.filter { $0.definition == .extensionNotKept }
        notices =
            validation.map { $0.groups.map(NoticeCount.init) + ofBuild.map(NoticeCount.init) }
            ?? summary.notices.map(NoticeCount.init)
        seconds = (time.seconds * 1000).rounded() / 1000
    }

    private var stopTimes: Int {
        files.first { $0.filename == "stop_times.txt" }?.bundleRows ?? 0
    }

    /// Nil without stop times.
    private var bytesPerStopTime: Double? {
        stopTimes > 0
            ? (Double(summary.bundleBytes) / Double(stopTimes) * 100).rounded() / 100 : nil
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
        var line = "\(bundle): \(Quantity.bytes(summary.bundleBytes))"
        // A small bundle is mostly the pages that every bundle has.
        if let bytesPerStopTime, stopTimes >= 10_000 {
            line += ", \(Quantity.decimal(bytesPerStopTime, digits: 1)) bytes per stop_time"
        }
        return [
            line,
            "from \(archive.sourceDescription): "
                + "\(Quantity.bytes(Int(summary.archiveBytes))), content \(summary.contentHash)",
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
            (summary.patterns, "pattern"), (summary.timings, "timing"),
            (summary.interpolatedStopTimes, "interpolated stop time"),
            (summary.danglingIDs, "dangling id"), (summary.rejectedRows, "rejected row"),
            (summary.rejectedCells, "rejected cell"),
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
            files: summary.unknownFiles.sorted(),
            columns: files.map { (file: $0.filename, names: $0.unknownColumns) },
            elsewhere: archive.filesElsewhere, kept: summary.extensions, reasons: summary.unkept)
    }

    private var costLines: [String] {
        [
            "\(Quantity.decimal(seconds, digits: 2)) seconds, "
                + "peak memory \(Quantity.bytes(peakMemoryBytes))"
        ]
    }
}
