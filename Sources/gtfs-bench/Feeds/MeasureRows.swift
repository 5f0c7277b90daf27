import ArgumentParser
import FeedReading
import GTFSSchedule

/// The maximum memory of a run is that of one reader: choose it, and ask `/usr/bin/time -v`.
struct MeasureRows: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rows",
        abstract: "Measures the rows of a file as a library reads them, and as a build checks them."
    )

    enum Reader: String, CaseIterable, ExpressibleByArgument {
        case rows, build
    }

    @Argument(help: "A feed.")
    var feed: String

    @Argument(help: "A file of it, such as stop_times.txt.")
    var file = "stop_times.txt"

    @Option(help: "Only one of the readers: rows or build.")
    var reader: Reader?

    func run() throws {
        guard let type = Schedule.rowTypes.first(where: { $0.file.name == file }) else {
            throw BenchmarkError("\(file) is not a file of the reference")
        }
        let readers = reader.map { [$0] } ?? Reader.allCases
        let rows = try readers.map { reader in
            var count = 0
            let time = try ContinuousClock().measure {
                switch reader {
                case .rows: count = try Self.rows(type, of: Feed(feed))
                case .build: count = try Self.checkedRows(type, of: feed)
                }
            }
            return [reader.rawValue, "\(count)", Printing.number(time / .seconds(1), 2)]
        }
        print(Printing.markdown([["reader", "rows", "s"]] + rows))
    }

    private static func rows<Row: FeedRow>(_ type: Row.Type, of feed: Feed) throws -> Int {
        let rows = feed.rows(type)
        var count = 0
        while try rows.next() != nil { count += 1 }
        return count
    }

    private static func checkedRows(_ type: any FeedRow.Type, of feed: String) throws -> Int {
        let archive = try FeedArchive.open(feed)
        guard let member = archive.member(named: type.file.name) else { return 0 }
        let pump = FeedPump(archive, plan: [member], isHashed: false)
        defer { pump.stop() }
        let reader = try TableReader(
            type.table, source: pump.nextFile(), findings: Findings())
        let row = CheckedRow(reader)
        var count = 0
        while try reader.next() {
            if row.load() { count += 1 }
        }
        return count
    }
}
