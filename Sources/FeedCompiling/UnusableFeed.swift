import FeedReading
import GTFSSchedule
import SystemLayer

/// In one line: what the files at fault look like.
package struct UnusableFeed: DiagnosedError {
    package let source: String
    package let reason: String

    package var exitCode: Int32 { 65 }

    package var description: String {
        TerminalText.safe("\(source): no trip can be used: \(reason)", limit: 600)
    }
}

extension FeedCompiler {
    /// Nil when `trips` and `stop_times` have a trip, whatever the filters, and there is a place
    /// where it could call. Ask only once all files are read.
    package func unusableFeed() throws -> UnusableFeed? {
        guard !totals.areCalling || !hasPlaces else { return nil }
        var faults: [(words: String, files: [String])] = []
        for name in ["trips.txt", "stop_times.txt", "stops.txt"] {
            guard let words = try fault(of: name) else { continue }
            if let place = faults.firstIndex(where: { $0.words == words }) {
                faults[place].files.append(name)
            } else {
                faults.append((words, [name]))
            }
        }
        let reason = faults.map { "\($0.files.joined(separator: ", ")): \($0.words)" }
        return UnusableFeed(
            source: archive.sourceDescription,
            reason: reason.isEmpty
                ? "no trip of trips.txt has stop times" : reason.joined(separator: "; "))
    }

    package var keepsUsableTrip: Bool { totals.includeUsable }

    /// Flexible services use other places than stops.
    private var hasPlaces: Bool {
        stops.count > 0
            || ["locations.geojson", "location_groups.txt"].contains { name in
                files.contains { $0.name == name && $0.rows > 0 }
            }
    }

    private func fault(of name: String) throws -> String? {
        guard let member = archive.member(named: name), let table = Schedule.table(file: name),
            let summary = files.first(where: { $0.name == name })
        else { return name == "stops.txt" && hasPlaces ? nil : "missing" }
        if let column = table.file.primaryKey.first(where: { !summary.columns.contains($0) }) {
            return FileHead(try head(of: member), fields: table.fields.map(\.name))
                .fault(missing: column)
        }
        guard summary.rows > 0 else { return "only a header" }
        let unusable = "no row of \(summary.rows) can be used"
        switch name {
        case "trips.txt": return totals.defined == 0 ? unusable : nil
        case "stops.txt": return stops.count == 0 ? unusable : nil
        default:
            guard !totals.areCalling else { return nil }
            guard let id = totals.firstUndefined else { return unusable }
            guard totals.defined > 0 else { return nil }
            return "names no trip of trips.txt, but '\(id)'"
        }
    }

    private func head(of member: FeedArchive.Member) throws -> [UInt8] {
        let pump = FeedPump(archive, plan: [member], slots: 2, chunkSize: 1 << 16, isHashed: false)
        defer { pump.stop() }
        return try pump.nextFile().readPiece()
    }
}

private struct FileHead {
    private let line: String
    private let fields: Set<String>

    init(_ bytes: [UInt8], fields: [String]) {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let begun = text.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        line = String(decoding: begun.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
        self.fields = Set(fields)
    }

    func fault(missing column: String) -> String {
        if line.isEmpty { return "empty" }
        if isKnown(",") { return "no column \(column)" }
        for (separator, words) in [(";", "';'"), ("\t", "tabs"), ("|", "'|'")]
            as [(Character, String)]
        where isKnown(separator) {
            return "separated by \(words)"
        }
        if let kind = otherKind { return "\(kind), not CSV" }
        return "the first line is not a header: '\(TerminalText.safe(line, limit: 60))'"
    }

    private var otherKind: String? {
        let start = line.prefix(200).lowercased()
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return "HTML" }
        if start.hasPrefix("<") { return "XML" }
        if start.hasPrefix("{") || start.hasPrefix("[") { return "JSON" }
        let isText = line.unicodeScalars.prefix(200).allSatisfy {
            $0.value >= 0x20 && $0 != "\u{FFFD}" || $0 == "\t"
        }
        return isText ? nil : "not text"
    }

    private func isKnown(_ separator: Character) -> Bool {
        line.split(separator: separator).contains { cell in
            let name = cell.drop { $0 == " " || $0 == "\"" }
            return fields.contains(String(name.prefix { $0 != " " && $0 != "\"" }))
        }
    }
}
