import FeedReading
import GTFSSchedule
import TestSupport
import Testing

@testable import FeedValidation

/// Threads ahead of a file's loader read the rows that need no notice of their own. The result is
/// the same.
@Suite("Rows that are read ahead of the file's loader")
struct FineRowsTests {
    /// A file, and by column the usual cell and unusual ones.
    private struct File: Sendable {
        let name: String
        let columns: [(name: String, usual: @Sendable (Int) -> String, unusual: [String])]
    }

    private static let ids = ["", "A\u{1}", "Ä", "\"A\"", "\" A \"", "\"\"", "A\u{FFFD}"]

    private static let files = [
        File(
            name: "stops.txt",
            columns: [
                ("stop_id", { "S\($0)" }, ids + ["S1"]),
                (
                    "stop_name", { "Main Street \($0)" },
                    ["", "MAIN STREET", "\"a, b\"", "\"a\nb\""]
                ),
                ("stop_lat", { "47.\($0)" }, ["", "x", "91", "0.1", "89.5", "1e1", "+47.1"]),
                ("stop_lon", { "8.\($0)" }, ["", "x", "181", "0.1", "\"8.1\""]),
                ("stop_desc", { "At \($0)" }, ["", "Main Street 1", "\"\""]),
                ("stop_url", { "https://e.org/\($0)" }, ["", "x y", "http//e", "https://ä.org"]),
                ("stop_timezone", { _ in "Europe/Paris" }, ["", "Mars/Olympus"]),
                ("location_type", { _ in "0" }, ["", "1", "9", "x", "01", "99999999999"]),
                ("parent_station", { _ in "" }, ids + ["S1"]),
            ]),
        File(
            name: "trips.txt",
            columns: [
                ("route_id", { _ in "R" }, ids),
                ("service_id", { _ in "WD" }, ids),
                ("trip_id", { "T\($0)" }, ids + ["T1", "T2"]),
                ("trip_headsign", { "To \($0 % 3)" }, ["", "TO THE CENTRE", "\"a\nb\""]),
                ("block_id", { "B\($0 % 4)" }, ids),
                ("shape_id", { "P\($0 % 2)" }, ids),
                ("bikes_allowed", { "\($0 % 3)" }, ["", "9", "x", "-1", "300"]),
                ("cars_allowed", { _ in "" }, ["1", "9"]),
            ]),
        File(
            name: "calendar_dates.txt",
            columns: [
                ("service_id", { "D\($0)" }, ids + ["D1"]),
                ("date", { "202606\($0 % 20 + 10)" }, ["", "20260631", "2026-06-15", "0"]),
                ("exception_type", { "\($0 % 2 + 1)" }, ["", "0", "3", "x"]),
            ]),
        File(
            name: "frequencies.txt",
            columns: [
                ("trip_id", { "T\($0)" }, ids),
                ("start_time", { _ in "06:00:00" }, ["", "25:00:00", "6:00", "x", "08:00:00"]),
                ("end_time", { _ in "08:00:00" }, ["", "05:00:00", "x"]),
                ("headway_secs", { "\($0 + 60)" }, ["", "0", "-1", "1.5"]),
            ]),
        File(
            name: "fare_products.txt",
            columns: [
                ("fare_product_id", { "F\($0)" }, ids),
                ("amount", { "\($0).50" }, ["", "1.5", "-1", "1e1", "x"]),
                ("currency", { _ in "EUR" }, ["", "JPY", "XYZ"]),
            ]),
        File(
            name: "fare_rules.txt",
            columns: [
                ("fare_id", { "F\($0)" }, ids), ("route_id", { _ in "R" }, ids),
                ("origin_id", { "Z\($0)" }, ids),
            ]),
    ]

    private static func flawed(_ seed: UInt64) -> TestFeed {
        var random = SeededGenerator(seed: seed)
        let faults = [0, 2, 5, 30].randomElement(using: &random) ?? 0
        var lines: [String] = []
        for file in files {
            // A recommended column that is not there is noted in each row.
            let columns = file.columns.filter { _ in Int.random(in: 0..<25, using: &random) > 0 }
            lines += ["# " + file.name, columns.map(\.name).joined(separator: ",")]
            for row in 0..<Int.random(in: 0..<60, using: &random) {
                var cells = columns.map { column in
                    Int.random(in: 0..<100, using: &random) < faults
                        ? column.unusual.randomElement(using: &random) ?? "" : column.usual(row)
                }
                if Int.random(in: 0..<300, using: &random) < faults { cells.append("more") }
                if Int.random(in: 0..<300, using: &random) < faults { cells.removeLast() }
                let end =
                    Int.random(in: 0..<300, using: &random) < faults
                    ? ["\r", "\r\r", " ", "\u{0}"].randomElement(using: &random) ?? "" : ""
                lines.append(cells.joined(separator: ",") + end)
                if Int.random(in: 0..<500, using: &random) < faults { lines.append("") }
            }
        }
        return TestFeed(lines.joined(separator: "\n"))
    }

    @Test(
        "The same notices come of the same rows, in the same order",
        arguments: 0..<60 as Range<UInt64>)
    func notices(seed: UInt64) throws {
        let folder = try TestFolder()
        let path = try TestFeed.base.with(Self.flawed(seed)).write(to: folder)
        let access = ArchiveOptions(temporaryDirectory: folder.temporaryDirectory)
        let archive = try FeedArchive.open(path, options: access)
        for isCanonical in [false, true] {
            var options = ValidationOptions(date: ServiceDate(yyyymmdd: 2026_06_15))
            options.isCanonical = isCanonical
            // Nothing is read ahead of files that fit in a chunk.
            let here = try Validation(options).run(FeedFiles(archive))
            let ahead = try Validation(options).run(
                FeedFiles(archive, chunkSize: [64, 200, 1000][Int(seed % 3)]))
            #expect(ahead.groups.map(\.code) == here.groups.map(\.code))
            for (one, other) in zip(ahead.groups, here.groups) {
                #expect(one.count == other.count, "\(one.code)")
                #expect(one.samples == other.samples, "\(one.code)")
            }
        }
    }

    /// Reads a file of stops: their ids and rows, and how many notices there are of their URLs.
    private func read(
        _ rows: [String], chunkSize: Int, isCanonical: Bool = false
    ) throws -> (ahead: [(String, Int)], here: [(String, Int)], notices: Int) {
        let folder = try TestFolder()
        let path = try TestFeed(
            (["# stops.txt", "stop_id,stop_name,stop_lat,stop_lon,stop_url"] + rows)
                .joined(separator: "\n")
        ).write(to: folder)
        let access = ArchiveOptions(temporaryDirectory: folder.temporaryDirectory)
        let archive = try FeedArchive.open(path, options: access)
        var options = ValidationOptions(date: ServiceDate(yyyymmdd: 2026_06_15))
        options.isCanonical = isCanonical
        let feed = LoadedFeed(
            options: options, cancellation: Cancellation(),
            temporaryDirectory: folder.temporaryDirectory)
        let rules = RuleBins(options)
        var ahead: [(String, Int)] = []
        var here: [(String, Int)] = []
        try FeedFiles(archive, chunkSize: chunkSize).eachFile { _, source in
            let chunks = DecodedChunks<FineRowsDecoder>(source)
            let file = try CheckedFile(
                Stop.table, filename: "stops.txt", source: chunks, feed: feed, rules: rules)
            file.decodeAhead(chunks) { { String(decoding: $0[0], as: UTF8.self) } }
            defer { chunks.stop() }
            while true {
                try file.takeFineRows(chunks) { ahead.append(($0, $1)) }
                guard try file.next() else { break }
                here.append((String(decoding: file.cell(0), as: UTF8.self), file.reader.row))
            }
        }
        return (ahead, here, rules.loading.count(.invalidURL))
    }

    @Test(
        "Most rows are read ahead, the others by the loader, each once", arguments: [false, true])
    func shares(isCanonical: Bool) throws {
        let rows = (0..<3000).map {
            "S\($0),Main Street,47.1,8.1,\($0 % 100 == 50 ? "no URL" : "https://e.org")"
        }
        let read = try read(rows, chunkSize: 4000, isCanonical: isCanonical)
        // Some lie in the first chunk, and others across two.
        #expect(read.ahead.count > 2700)
        #expect(read.here.count < 300)
        #expect(read.notices == 30)
        let all = (read.ahead + read.here).sorted { $0.1 < $1.1 }
        #expect(all.map(\.0) == (0..<3000).map { "S\($0)" })
        #expect(all.map(\.1) == (0..<3000).map { $0 + 2 })
        #expect(Set(read.here.map(\.0)).isSuperset(of: (0..<30).map { "S\($0 * 100 + 50)" }))
    }

    @Test("Of a chunk of very short rows, only some thousands are read ahead")
    func shortRows() throws {
        let rows = (0..<80_000).map { "\($0),,,," }
        let chunks = rows.reduce(0) { $0 + $1.utf8.count + 1 } / (1 << 18) + 1
        let read = try read(rows, chunkSize: 1 << 18)
        #expect(read.ahead.count > 8192)
        #expect(read.ahead.count <= chunks * 8192)
        // Compared here, so that a failure does not write eighty thousand rows.
        let all = (read.ahead + read.here).sorted { $0.1 < $1.1 }
        let isWhole = all.map(\.0) == (0..<80_000).map { "\($0)" }
        #expect(isWhole)
    }
}
