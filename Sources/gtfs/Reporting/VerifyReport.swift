import FeedCompiling
import FeedExporting
import GTFSSchedule
import SystemLayer

struct VerifyReport: Encodable {
    /// Whether all differences are rounding by the contract or an option.
    let isWhole: Bool
    let isExact: Bool
    let filters: String?
    let isOfTheseBytes: Bool
    let passedOver: [String]
    let unknownFiles: [String]
    let filesElsewhere: [String]
    let files: [FileTally]
    let comparedRows: Int
    let viewRows: Int
    let differenceCount: Int
    let differences: [Difference]
    let extensionsNotKept: [UnkeptEntry]

    private let unkept: [UnkeptExtension]

    private enum CodingKeys: CodingKey {
        case isWhole, isExact, filters, isOfTheseBytes, passedOver, unknownFiles, filesElsewhere
        case files, comparedRows, viewRows, differenceCount, differences, extensionsNotKept
    }

    init(_ outcome: FeedProof.Outcome) {
        isWhole = outcome.isWhole
        isExact = outcome.isExact
        filters = outcome.filters
        isOfTheseBytes = outcome.isOfTheseBytes
        passedOver = outcome.passedOver
        unknownFiles = outcome.unknownFiles
        filesElsewhere = outcome.filesElsewhere
        files = outcome.files
        comparedRows = outcome.files.reduce(0) { $0 + $1.bundleRows }
        viewRows = outcome.files.reduce(0) { $0 + $1.viewRows }
        differenceCount = outcome.differenceCount
        differences = outcome.differences
        unkept = outcome.unkept
        extensionsNotKept = unkept.map(UnkeptEntry.init)
    }

    var text: String {
        let table = TextTable(
            files,
            [
                .init("file") { $0.file }, .init("in feed", .right) { Quantity.count($0.feedRows) },
                .init("in bundle", .right) { Quantity.count($0.bundleRows) },
                .init("rejected rows", .right) { Quantity.count($0.rejectedRows) },
                .init("rejected cells", .right) { Quantity.count($0.rejectedCells) },
                .init("different", .right) { Quantity.count($0.differences) },
            ])
        var lines = table.lines
        lines.append(
            "Compared \(Quantity.count(comparedRows, "row")) of the bundle, "
                + "\(Quantity.count(viewRows)) of them through its views.")
        if !isOfTheseBytes {
            lines.append("The bundle was built from a different file than this feed.")
        }
        if let filters {
            lines.append("The bundle was built with filters (\(filters)).")
            lines.append("Data that they left out was not compared.")
        }
        lines += missingLines
        lines += differences.map(\.description)
        if differenceCount > differences.count {
            lines.append("and \(Quantity.count(differenceCount - differences.count)) more")
        }
        lines.append(verdict)
        return lines.joined(separator: "\n") + "\n"
    }

    private var missingLines: [String] {
        var lines = UnknownParts.lines(
            not: "loaded", files: unknownFiles,
            columns: files.map { (file: $0.file, names: $0.unknownColumns) },
            elsewhere: filesElsewhere, reasons: unkept)
        for file in files {
            for (what, names) in [
                (
                    "columns not loaded, without a name of their own",
                    file.ignoredColumns.map(String.init)
                ),
                ("members not loaded, unknown", file.unknownMembers),
                ("members not loaded, repeated", file.repeatedMembers),
            ] where !names.isEmpty {
                lines.append("\(what), of \(file.file): \(UnknownParts.list(names))")
            }
        }
        return lines
    }

    private var verdict: String {
        guard differenceCount == 0 else {
            return "\(Quantity.count(differenceCount)) DIFFERENCE\(differenceCount == 1 ? "" : "S")"
        }
        guard filters != nil else {
            let exceptions = missing + inexact
            return exceptions.isEmpty
                ? "NOTHING LOST" : "Nothing lost but \(Self.joined(exceptions))"
        }
        if isExact { return "NOTHING WRONG IN WHAT WAS KEPT" }
        let rest = missing.isEmpty ? "" : "; not kept: \(Self.joined(missing))"
        return "Nothing wrong in what was kept"
            + (inexact.isEmpty ? "" : " but \(Self.joined(inexact))") + rest
    }

    private var missing: [String] {
        func total(_ counts: KeyPath<FileTally, Int>) -> Int {
            files.reduce(0) { $0 + $1[keyPath: counts] }
        }
        let members = " of \(Location.file.name)"
        let unknown = [
            Self.count(unknownFiles.count, "file"),
            Self.count(total(\.unknownColumns.count), "column"),
            Self.count(total(\.unknownMembers.count), "member").map { $0 + members },
        ].compactMap { $0 }
        var missing: [String] = []
        if let last = unknown.last {
            let first = unknown.dropLast().joined(separator: ", ")
            missing.append(
                (first.isEmpty ? last : "\(first) and \(last)")
                    + " that the reference does not know")
        }
        let ignored = total(\.ignoredColumns.count)
        if let columns = Self.count(ignored, "column") {
            missing.append("\(columns) without a name of \(ignored == 1 ? "its" : "their") own")
        }
        if let repeated = Self.count(total(\.repeatedMembers.count), "member") {
            missing.append("\(repeated)\(members) with the name of an earlier one")
        }
        missing += files.filter(\.isUnusable).map { "\($0.file), whose features cannot be read" }
        if let files = Self.count(filesElsewhere.count, "file") {
            let folder = filesElsewhere.count == 1 ? "another folder" : "other folders"
            missing.append("\(files) in \(folder)")
        }
        if !passedOver.isEmpty {
            missing.append(
                "contents of other files of the same name: \(UnknownParts.list(passedOver))")
        }
        return missing
    }

    /// Values that the bundle has, but not as the feed does: "what the contract rounds: 1,234
    /// points of shapes.txt, by at most 0.06 m".
    private var inexact: [String] {
        func total(_ counts: KeyPath<FileTally, Int>, _ noun: String) -> String? {
            Self.count(files.reduce(0) { $0 + $1[keyPath: counts] }, noun)
        }
        var inexact: [String] = []
        if let rows = total(\.cutRows, "row") {
            inexact.append("what follows the beginning of \(rows) of more than 16 MiB")
        }
        for file in files {
            guard let count = Self.count(file.convertedCharacters, "character") else { continue }
            inexact.append(
                "the bytes of \(count) of \(file.file), which is not UTF-8 and was read as "
                    + "Windows-1252"
            )
        }
        if let cells = total(\.repairedCells, "cell") {
            inexact.append("bytes that are not UTF-8, in \(cells)")
        }
        if let cells = total(\.trimmedCells, "cell") {
            inexact.append(
                "blanks at the ends of quoted text or control characters at the ends of values, "
                    + "in \(cells)")
        }
        for file in files {
            guard let values = Self.count(file.alteredValues, "value") else { continue }
            let holder = file.file == Location.file.name ? "JSON cannot" : "no double can"
            inexact.append("\(values) of \(file.file) that \(holder) hold")
        }
        for file in files {
            inexact += file.rounded.map { "what \(Self.words($0, of: file.file))" }
        }
        return inexact
    }

    private static func joined(_ exceptions: [String]) -> String {
        exceptions.joined(separator: "; and ")
    }

    private static func count(_ count: Int, _ noun: String) -> String? {
        count == 0 ? nil : Quantity.count(count, noun)
    }

    private static func words(_ rounded: RoundedValues, of file: String) -> String {
        let agent = rounded.option.map { "--\($0)" } ?? "the contract"
        let what = rounded.count == 1 ? String(rounded.what.dropLast()) : rounded.what
        // Rounded up, so that "at most" is true.
        let shift = (rounded.largestShift * 100).rounded(.up) / 100
        return "\(agent) rounds: \(Quantity.count(rounded.count)) \(what) of \(file), "
            + "by at most \(Quantity.decimal(shift, digits: 2)) \(rounded.unit)"
    }
}
