import ArgumentParser
import Foundation

struct MeasureBytes: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bytes",
        abstract: "Measures bundles: bytes, bytes per stop time, the largest part.",
        discussion: "Bytes are the same on every machine.")

    @Argument(help: "Zipped feeds.")
    var feeds: [String]

    @Option(help: "The gtfs that builds; by default the one beside gtfs-bench.")
    var gtfs: String?

    func run() throws {
        let scratch = try ScratchPlace()
        defer { scratch.remove() }
        let gtfs = try gtfs ?? MeasuredProgram.neighbour("gtfs")
        let bundle = "\(scratch.path)/bundle.sqlite"
        let sizes = "\(scratch.path)/sizes.json"
        let rows = try feeds.map { feed in
            _ = try MeasuredProgram(
                program: gtfs,
                arguments: ["build", "--no-validate", feed, "-o", bundle, "--quiet"]
            ).run()
            _ = try MeasuredProgram(program: gtfs, arguments: ["inspect", bundle, "--json"])
                .run(writing: sizes)
            let inspected = try JSONDecoder().decode(
                BundleSizes.self, from: Data(contentsOf: URL(fileURLWithPath: sizes)))
            return try inspected.cells(feed: feed)
        }
        print(Printing.markdown([BundleSizes.header] + rows))
    }
}

struct BundleSizes: Decodable {
    struct Part: Decodable {
        let table: String
        let bytes: Int
    }

    struct Rows: Decodable {
        let name: String
        let rows: Int
    }

    enum CodingKeys: String, CodingKey {
        case bundleBytes = "bundle_bytes"
        case parts = "bytes"
        case rows
    }

    let bundleBytes: Int
    let parts: [Part]
    let rows: [Rows]

    static let header = [
        "feed", "stop times", "zip, MB", "bundle, bytes", "bytes per stop time", "largest table",
    ]

    func cells(feed: String) throws -> [String] {
        let archive = URL(fileURLWithPath: feed).resolvingSymlinksInPath()
        let zip = try archive.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        let stopTimes = rows.first { $0.name == "stop_times" }?.rows ?? 0
        let perStopTime = stopTimes == 0 ? nil : Double(bundleBytes) / Double(stopTimes)
        return [
            URL(fileURLWithPath: feed).deletingPathExtension().lastPathComponent,
            stopTimes.formatted(.number.locale(Locale(identifier: "en_US"))),
            Printing.number(Double(zip) / 1e6, 1),
            bundleBytes.formatted(.number.locale(Locale(identifier: "en_US"))),
            Printing.number(perStopTime, 1),
            largest.map { "\($0.table), \(100 * $0.bytes / bundleBytes) %" } ?? "-",
        ]
    }

    private var largest: (table: String, bytes: Int)? {
        Dictionary(grouping: parts, by: \.table)
            .map { (table: $0.key, bytes: $0.value.reduce(0) { $0 + $1.bytes }) }
            .max { ($0.bytes, $1.table) < ($1.bytes, $0.table) }
    }
}
