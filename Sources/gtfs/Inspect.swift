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

    @OptionGroup
    var form: FormOptions

    func run() throws {
        let inspection = try BundleInspection(path: bundle)
        try form.write(inspection, text: inspection.text)
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
        let bytes = Quantity.count(bundleBytes, "byte")
        let size = (name: "size", value: "\(Quantity.bytes(bundleBytes)) (\(bytes))")
        let facts = [
            ("publisher", "feed_publisher_name"), ("publisher's page", "feed_publisher_url"),
            ("feed version", "feed_version"), ("language", "feed_lang"), ("licence", "licence"),
            ("licence page", "licence_url"), ("attribution", "attribution"),
            ("content hash", "content_hash"), ("line of keys", "line"),
            ("built upon", "previous_content_hash"), ("date", "date"),
            ("options", "options"), ("tool", "tool"), ("tool version", "tool_version"),
            ("SQLite version", "sqlite_version"), ("schema version", "schema_version"),
        ].map { name, key in (name: name, value: text(key).flatMap { $0 == "{}" ? nil : $0 }) }
        return ["\(bundle)"] + TextTable([size] + facts).lines
    }

    private var validity: [String] {
        func span(_ first: String, _ last: String) -> String? {
            let ends = [text(first), text(last)]
            guard ends.contains(where: { $0 != nil }) else { return nil }
            return ends.map { $0 ?? "..." }.joined(separator: " to ")
        }
        let lines = TextTable([
            ("feed_info.txt says", span("feed_start_date", "feed_end_date")),
            ("trips run", span("first_service_day", "last_service_day")),
            (
                "days before",
                text("first_kept_day").map {
                    "from \($0) on, for trips of the first night and booking deadlines"
                }
            ),
            (
                "busiest day",
                busiestDay.map {
                    "\($0.date), with \(Quantity.count($0.runs, "run")) and "
                        + Quantity.count($0.departures, "departure")
                }
            ),
        ]).lines
        return lines.isEmpty ? ["no trip runs on any day"] : ["days"] + lines
    }

    private var routeLines: [String] {
        guard !topRoutes.isEmpty else { return [] }
        let table = TextTable(
            topRoutes,
            [
                .init("route") { $0.routeID }, .init("mode") { $0.mode },
                .init("trips", .right) { Quantity.count($0.trips) },
                .init("runs", .right) { Quantity.count($0.runs) },
                .init("departures", .right) { Quantity.count($0.departures) },
                .init("name") {
                    [$0.shortName, $0.longName].compactMap { $0 }.joined(separator: " ")
                },
            ])
        let rest =
            "  \(topRoutes.count) of \(Quantity.count(routesWithTrips)) routes, gtfs stats for all"
        return ["routes with the most runs on the busiest day"] + table.lines
            + (routesWithTrips > topRoutes.count ? [rest] : [])
    }

    private var rowLines: [String] {
        let table = TextTable(
            rows.filter { $0.rows > 0 },
            [.init("table or view") { $0.name }, .init("rows", .right) { Quantity.count($0.rows) }])
        return ["rows"] + table.lines
    }

    private var noticeLines: [String] {
        let counts = (metadata["notices"]?.dictionary ?? [:]).sorted { $0.key < $1.key }
        guard !counts.isEmpty else { return [] }
        let table = TextTable(
            counts.map { (code: $0.key, count: $0.value.text) },
            [
                .init("notice") { $0.code },
                .init("count", .right) { row in
                    Int(row.count).map { Quantity.count($0) } ?? row.count
                },
            ])
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
        let whole = Double(max(1, bundleBytes))
        let table = TextTable(
            bytes,
            [
                .init("table or index") { $0.name },
                .init("bytes", .right) { Quantity.count($0.bytes) },
                .init("share", .right) {
                    Quantity.decimal(Double($0.bytes) / whole * 100, digits: 1) + "%"
                },
            ])
        return ["bytes"] + table.lines
    }
}
