import ArgumentParser
import BundleWriting
import FeedCompiling
import FeedReading
import SystemLayer

struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show the contents of a bundle: provenance, days, counts, bytes, top routes.")

    @Argument(help: "The bundle.")
    var bundle: String

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let inspection = try BundleInspection(path: bundle)
        if json {
            try StandardOutput.write(data: JSONText.pretty(inspection) + "\n")
        } else {
            try StandardOutput.write(inspection.text)
        }
    }
}

extension BundleInspection {
    var text: String {
        let sections = [
            provenance, validity, routeLines, rowLines, noticeLines, unknownLines, byteLines,
        ]
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
            .joined(separator: "\n\n") + "\n"
    }

    private var provenance: [String] {
        var table = TextTable([], rightAligned: [])
        table.add(["size", "\(Quantity.bytes(bundleBytes)) (\(bundleBytes) bytes)"])
        for (name, key) in [
            ("publisher", "feed_publisher_name"), ("publisher's page", "feed_publisher_url"),
            ("feed version", "feed_version"), ("language", "feed_lang"), ("licence", "licence"),
            ("licence page", "licence_url"), ("attribution", "attribution"),
            ("content hash", "content_hash"), ("line of keys", "line"),
            ("built upon", "previous_content_hash"), ("date", "date"),
            ("options", "options"), ("tool", "tool"), ("tool version", "tool_version"),
            ("SQLite version", "sqlite_version"), ("schema version", "schema_version"),
        ] {
            if let value = text(key), value != "{}" { table.add([name, value]) }
        }
        return ["\(bundle)"] + table.lines
    }

    private var validity: [String] {
        var table = TextTable([], rightAligned: [])
        for (name, first, last) in [
            ("feed_info.txt says", "feed_start_date", "feed_end_date"),
            ("trips run", "first_service_day", "last_service_day"),
        ] where text(first) != nil || text(last) != nil {
            table.add([name, "\(text(first) ?? "...") to \(text(last) ?? "...")"])
        }
        if let first = text("first_kept_day") {
            table.add([
                "days before",
                "from \(first) on, for trips of the first night and booking deadlines",
            ])
        }
        if let busiestDay {
            table.add([
                "busiest day",
                "\(busiestDay.date), with \(Quantity.count(busiestDay.runs, "run")) and "
                    + Quantity.count(busiestDay.departures, "departure"),
            ])
        }
        let lines = table.lines
        return lines.isEmpty ? ["no trip runs on any day"] : ["days"] + lines
    }

    private var routeLines: [String] {
        guard !topRoutes.isEmpty else { return [] }
        var table = TextTable(
            ["route", "mode", "trips", "runs", "departures", "name"], rightAligned: [2, 3, 4])
        for route in topRoutes {
            let names = [route.shortName, route.longName].compactMap { $0 }
            table.add([
                route.routeID, route.mode ?? "", Quantity.count(route.trips),
                Quantity.count(route.runs), Quantity.count(route.departures),
                names.joined(separator: " "),
            ])
        }
        return ["routes with the most runs on the busiest day"] + table.lines
    }

    private var rowLines: [String] {
        var table = TextTable(["table or view", "rows"], rightAligned: [1])
        for row in rows where row.rows > 0 { table.add([row.name, Quantity.count(row.rows)]) }
        return ["rows"] + table.lines
    }

    private var noticeLines: [String] {
        let counts = (metadata["notices"]?.dictionary ?? [:]).sorted { $0.key < $1.key }
        guard !counts.isEmpty else { return [] }
        var table = TextTable(["notice", "count"], rightAligned: [1])
        for (code, count) in counts {
            table.add([code, Int(count.text).map { Quantity.count($0) } ?? count.text])
        }
        return ["notices about the feed"] + table.lines
    }

    private var unknownLines: [String] {
        let columns = unknownColumns.sorted { $0.key < $1.key }
        var lines = UnknownParts.lines(
            files: unknownFiles, columns: columns.map { (file: $0.key, names: $0.value) },
            kept: extensions, reasons: unkept)
        if let extensionBytes, !extensions.isEmpty {
            lines.append("what was kept takes \(Quantity.count(extensionBytes, "byte"))")
        }
        return lines
    }

    private var byteLines: [String] {
        guard let bytes else {
            return ["bytes: unknown, this SQLite was built without dbstat"]
        }
        var table = TextTable(["table or index", "bytes", "share"], rightAligned: [1, 2])
        for item in bytes {
            let share = Double(item.bytes) / Double(max(1, bundleBytes)) * 100
            table.add([
                item.name, Quantity.count(item.bytes), Quantity.decimal(share, digits: 1) + "%",
            ])
        }
        return ["bytes"] + table.lines
    }
}
