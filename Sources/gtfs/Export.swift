import ArgumentParser
import FeedExporting
import FeedReading
import SystemLayer

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract:
            "Write GTFS text files back from a bundle, tables for analysts, or GeoJSON for maps.",
        discussion: """
            Writes the files and columns of the reference that the feed had. Trips, stop times and \
            shapes come in the order of their ids, everything else in the order of the feed; the \
            same bundle gives the same bytes. Rows and cells that were rejected when the bundle \
            was built are left out. A folder must be new or empty, a zip new. --overwrite replaces \
            a zip, and a folder that contains only an export; any other folder, such as that of \
            the original feed, is left alone.

            --format geojson writes routes, as the lines of their shapes, and stops, as points, \
            into one file for maps, a line for each. Routes without shapes and stops without \
            coordinates are left out and counted.

            --format sqlite writes a plain database for analysts: a table for each file of the \
            reference, with its columns, types and primary keys, seconds beside times, and indexes. \
            It is larger than the bundle, and much faster to read as a whole.
            """)

    @Argument(help: "The bundle.")
    var bundle: String

    @Option(
        "A folder, or a zip when the name ends in .zip; of GeoJSON and SQLite a file.",
        value: "path",
        name: .shortAndLong)
    var output: String

    @Option(help: "What to write: gtfs, geojson, or sqlite.")
    var format = Format.gtfs

    @Flag(help: "Replace a file, or a folder that holds an older export.")
    var overwrite = false

    @OptionGroup(title: "Reporting")
    var reporting: ReportingOptions

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case gtfs, geojson, sqlite
    }

    func validate() throws {
        if format != .gtfs { return try OutputCheck.named("--output", output) }
        guard !output.isEmpty, output != "-" else {
            throw ValidationError("--output: a feed is a folder or a zip; name one")
        }
    }

    func run() throws {
        try OutputCheck.distinct(output, from: [bundle])
        switch format {
        case .gtfs, .sqlite: try exportFeed()
        case .geojson: try exportFeatures()
        }
    }

    private func exportFeatures() throws {
        let counts = try GeoJSONExport(bundle: bundle).run(to: output, overwriting: overwrite)
        guard !reporting.quiet else { return }
        switch reporting.logFormat {
        case .text:
            let table = TextTable(
                [("routes", counts.routes), ("stops", counts.stops)],
                [.init { $0.0 }, .init("", .right) { Quantity.count($0.1) }])
            let left = [
                (counts.routesWithoutShape, "route", "shape"),
                (counts.stopsWithoutPlace, "stop", "place"),
            ].filter { $0.0 > 0 }.map { "\(Quantity.count($0.0, $0.1)) without a \($0.2)" }
            StandardError.write("\(bundle) -> \(output)\n")
            StandardError.write(table.lines.map { $0 + "\n" }.joined())
            if !left.isEmpty {
                StandardError.write("not written: \(left.joined(separator: ", "))\n")
            }
        case .json:
            reporting.event(
                "exported",
                [
                    "output": .string(output), "routes": .integer(counts.routes),
                    "stops": .integer(counts.stops),
                    "routesWithoutShape": .integer(counts.routesWithoutShape),
                    "stopsWithoutPlace": .integer(counts.stopsWithoutPlace),
                ])
        }
    }

    private func exportFeed() throws {
        let export = try FeedExport(bundle: bundle)
        let counts =
            format == .sqlite
            ? try export.run(toDatabase: output, overwriting: overwrite)
            : try export.run(to: output, overwriting: overwrite)
        guard !reporting.quiet else { return }
        switch reporting.logFormat {
        case .text:
            let table = TextTable(
                counts, [.init { $0.file }, .init("", .right) { Quantity.count($0.rows) }])
            StandardError.write("\(bundle) -> \(output)\n")
            StandardError.write((table.lines + export.unwritten.lines).map { $0 + "\n" }.joined())
        case .json:
            let rows = counts.map { ($0.file, JSONValue.integer($0.rows)) }
            let members: [String: JSONValue] = [
                "output": .string(output),
                "rows": JSONValue(Dictionary(uniqueKeysWithValues: rows)),
            ]
            reporting.event("exported", members.merging(export.unwritten.members) { own, _ in own })
        }
    }
}

extension FeedExport.Unwritten {
    fileprivate var members: [String: JSONValue] {
        let columns = unknownColumns.map { file, names in
            (file, JSONValue.array(names.map { .string($0) }))
        }
        let ignored = notices.map { ($0.code, JSONValue.integer($0.count)) }
        var members: [String: JSONValue] = [
            "unknownFiles": .array(unknownFiles.map { .string($0) }),
            "unknownColumns": JSONValue(Dictionary(uniqueKeysWithValues: columns)),
            "ignored": JSONValue(Dictionary(uniqueKeysWithValues: ignored)),
            "rejectedRows": .integer(rejectedRows), "rejectedCells": .integer(rejectedCells),
        ]
        members["filters"] = filters.map { .string($0) }
        return members
    }

    fileprivate var lines: [String] {
        var lines = UnknownParts.lines(
            not: "written", files: unknownFiles, columns: unknownColumns,
            reasons: unkept)
        if !notices.isEmpty {
            let counts = notices.map { "\($0.code) \(Quantity.count($0.count))" }
            lines.append(
                "parts not written, ignored by the build: \(counts.joined(separator: ", "))")
        }
        let rejected = [(rejectedRows, "row"), (rejectedCells, "cell")].filter { $0.0 > 0 }
        if !rejected.isEmpty {
            let counts = rejected.map { Quantity.count($0.0, $0.1) }
            lines.append("not written, rejected by the build: \(counts.joined(separator: ", "))")
        }
        if let filters { lines.append("not written, left out by filters: \(filters)") }
        return lines
    }
}
