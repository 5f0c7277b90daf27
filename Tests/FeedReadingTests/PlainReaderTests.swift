import FeedReading
import Foundation
import TestSupport
import Testing

/// `gtfs verify` reads a feed with the reader that built the bundle. So that reader is tried against
/// another, which is plain and slow.
@Suite("Two readers of one file") struct PlainReaderTests {
    private static func difference(_ file: [UInt8]) throws -> String? {
        let fast = try CSVTranscript(file)
        var plain = CSVNaiveParser.records(file)
        let header = plain.isEmpty ? [] : plain.removeFirst().cells
        guard fast.header.map({ Array($0.utf8) }) == header else { return "header" }
        for (found, expected) in zip(fast.records, plain)
        where found.cells != expected.cells || found.row != expected.row {
            return "row \(expected.row)"
        }
        return fast.records.count == plain.count ? nil : "the number of rows"
    }

    /// The largest file that is read before each merge.
    private static let largest: Int64 = PackageRoot.readsLargeFiles ? 1 << 26 : 100_000

    private static func compare(_ archive: FeedArchive) throws {
        for member in archive.members
        where member.size ?? 0 <= largest && !member.name.hasSuffix(".geojson") {
            let pump = FeedPump(archive, plan: [member], isHashed: false)
            defer { pump.stop() }
            let source = pump.nextFile()
            var bytes: [UInt8] = []
            while true {
                let piece = try source.readPiece()
                if piece.isEmpty { break }
                bytes += piece
            }
            #expect(try difference(bytes) == nil, "\(member.name)")
        }
    }

    @Test(
        "Files of shared feeds", .sharedFiles,
        arguments: PackageRoot.sharedFiles(in: "feeds", suffix: ".zip"))
    func feeds(name: String) throws {
        try Self.compare(FeedArchive.open(try #require(PackageRoot.shared("feeds/" + name))))
    }

    @Test("Files of the sample, and seeds of the fuzzers")
    func sample() throws {
        try Self.compare(FeedArchive.open(PackageRoot.path + "/feeds/sample"))
        let seeds = ["csv", "build"].flatMap {
            PackageRoot.files(below: "Tests/FuzzCorpus/\($0)", suffix: "")
        }
        var count = 0
        for path in seeds {
            guard let bytes = FileManager.default.contents(atPath: path) else { continue }
            #expect(try Self.difference(Array(bytes)) == nil, "\(path)")
            count += 1
        }
        #expect(count > 0)
    }

    /// Foundation's reader of JSON is another than ours.
    @Test("Random values of JSON are those of another reader")
    func json() throws {
        var random = SeededGenerator(seed: 31)
        for _ in 0..<(PackageRoot.readsLargeFiles ? 5000 : 500) {
            let text = Self.value(&random, depth: 0)
            let ours = try JSONReader.value(Array(text.utf8))
            let other = try #require(JSONValue(text: text), "\(text)")
            // Of members with one name either may count; here none repeats.
            #expect(ours.text == other.text, "\(text)")
        }
    }

    private static func value(_ random: inout SeededGenerator, depth: Int) -> String {
        let blank = ["", "", " ", "\n\t"].randomElement(using: &random) ?? ""
        let count = Int.random(in: 0..<4, using: &random)
        switch Int.random(in: 0..<(depth < 4 ? 8 : 6), using: &random) {
        case 0: return ["null", "true", "false"].randomElement(using: &random) ?? ""
        case 1: return "\(Int.random(in: -1_000_000...1_000_000, using: &random))"
        case 2: return "\(Double.random(in: -180...180, using: &random))"
        case 3: return ["1e3", "-0.5E-7", "12.50", "0", "1E+2"].randomElement(using: &random) ?? ""
        case 4, 5:
            let parts = [
                "a", "é", "\\n", "\\u00e9", "\\ud83d\\ude8c", "\\\"", "\\\\", "/", "\\/", "東",
            ]
            let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }
            return "\"\(text.joined())\""
        case 6:
            return "[" + blank
                + (0..<count).map { _ in value(&random, depth: depth + 1) }
                .joined(separator: "," + blank) + "]"
        default:
            return "{" + blank
                + (0..<count).map { "\"m\($0)\"\(blank): " + value(&random, depth: depth + 1) }
                .joined(separator: blank + ",") + blank + "}"
        }
    }
}
