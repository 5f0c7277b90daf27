import Foundation
import TestSupport
import Testing

/// A week of `gtfs update` behind a week of `gtfs fetch`. `ALL_SHARED_FEEDS=1` adds real feeds, whose
/// figures it prints.
@Suite("Seven nights", .blocking)
struct SevenNightsTests {
    @Test("Every night comes by a delta, in half of the bytes of whole files at most")
    func constructed() throws {
        let sent = try Week(NightlyPlace(), NightlyPlace.feed(trips: 2000)).run()
        #expect(sent.ways == Array(repeating: "delta", count: 7))
        #expect(sent.received * 2 <= sent.whole, "\(sent.received) of \(sent.whole) bytes")
    }

    @Test(
        "So does every night of real feeds", .sharedFiles,
        .enabled(
            if: ProcessInfo.processInfo.environment["ALL_SHARED_FEEDS"] == "1",
            "it takes minutes; ALL_SHARED_FEEDS=1 asks for it"),
        arguments: ["cairns-au", "sound-transit", "nyc-subway"])
    func shared(name: String) throws {
        let path = try #require(PackageRoot.shared("feeds/\(name).zip"))
        let place = try NightlyPlace(settings: [
            "guards: { allow_expired: true, allow_new_errors: true }"
        ])
        let unpacked = place.folder.path + "/unpacked"
        let unzip = try ProcessRun.run(
            "/usr/bin/unzip", ["-q", "-j", path, "*.txt", "-d", unpacked],
            folder: place.folder)
        try #require(unzip.end == .exited(0), "\(unzip.standardError)")
        var feed = TestFeed("")
        for file in try FileManager.default.contentsOfDirectory(atPath: unpacked) {
            feed[file] = try String(contentsOfFile: unpacked + "/" + file, encoding: .utf8)
                .replacing("\r\n", with: "\n")
        }
        let sent = try Week(place, feed).run()
        #expect(sent.ways == Array(repeating: "delta", count: 7))
        #expect(sent.received * 2 <= sent.whole)
        print("\(name): seven nights \(sent.received) bytes, as whole files \(sent.whole)")
    }
}

/// A feed that changes every night as feeds do, and a phone that follows.
private struct Week {
    /// The bytes that a week has sent.
    struct Sent {
        var ways: [String] = []
        /// Bytes, those of manifests included.
        var received = 0
        /// The bytes of the same bundles as whole `.gz`, with their manifests.
        var whole = 0
    }

    private let place: NightlyPlace
    private var feed: TestFeed
    /// Every trip's place in `trips.txt`.
    private let places: [Substring: Int]

    init(_ place: NightlyPlace, _ feed: TestFeed) throws {
        self.place = place
        self.feed = feed
        let trips = try Table(feed, "trips.txt")
        let id = try trips.column("trip_id")
        places = Dictionary(
            trips.rows.enumerated().map { ($0.element.split(",")[id], $0.offset) },
            uniquingKeysWith: { first, _ in first })
    }

    func run() throws -> Sent {
        var week = self
        var sent = Sent()
        _ = try week.publishAndFetch()
        for night in 1...7 {
            try week.change(night)
            let result = try week.publishAndFetch()
            sent.ways.append(result["way"] as? String ?? "none")
            sent.received += result["receivedBytes"] as? Int ?? 0
            let current = try #require(try place.manifest()["current"] as? [String: Any])
            let gzip = try #require(current["gzip"] as? [String: Any])
            sent.whole += try #require(gzip["bytes"] as? Int)
            sent.whole += try Data(
                contentsOf: URL(fileURLWithPath: place.publishFolder + "/manifest.json")
            ).count
        }
        return sent
    }

    private func publishAndFetch() throws -> [String: Any] {
        try place.serve(feed)
        let update = try place.update()
        try #require(update.code == 0, "\(update.errors)")
        let fetch = try Command.run(
            [
                "fetch", place.publishFolder, "-o", place.folder.path + "/phone.sqlite",
                "--log-format", "json",
            ], in: place.folder)
        try #require(fetch.code == 0, "\(fetch.errors)")
        return try #require(try fetch.events().last)
    }

    /// One trip in a hundred leaves a minute later, two in a thousand are gone, a stop has another
    /// name.
    private mutating func change(_ night: Int) throws {
        func isGone(_ trip: Substring) -> Bool { places[trip].map { $0 % 500 == night } ?? false }
        func isMoved(_ trip: Substring) -> Bool {
            places[trip].map { $0 % 100 == 50 + night } ?? false
        }
        var trips = try Table(feed, "trips.txt")
        let id = try trips.column("trip_id")
        trips.rows.removeAll { isGone($0.split(",")[id]) }
        feed["trips.txt"] = trips.text
        var times = try Table(feed, "stop_times.txt")
        let trip = try times.column("trip_id")
        let columns = [try times.column("arrival_time"), try times.column("departure_time")]
        times.rows = times.rows.compactMap { row in
            var cells = row.split(",")
            if isGone(cells[trip]) { return nil }
            guard isMoved(cells[trip]) else { return row }
            for column in columns { cells[column] = Self.minuteLater(cells[column]) }
            return cells.joined(separator: ",")
        }
        feed["stop_times.txt"] = times.text
        var stops = try Table(feed, "stops.txt")
        let name = try stops.column("stop_name")
        let number = night % stops.rows.count
        var cells = stops.rows[number].split(",")
        cells[name] = "Night \(night)"
        stops.rows[number] = cells.joined(separator: ",")
        feed["stops.txt"] = stops.text
    }

    private static func minuteLater(_ time: Substring) -> Substring {
        let parts = time.split(":").compactMap { Int($0) }
        guard parts.count == 3 else { return time }
        let minutes = parts[0] * 60 + parts[1] + 1
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(minutes / 60)):\(two(minutes % 60)):\(two(parts[2]))"
    }
}

/// A file of a feed whose cells hold neither commas nor line feeds where it is changed.
private struct Table {
    private let header: String
    var rows: [String]

    init(_ feed: TestFeed, _ name: String) throws {
        var lines = try #require(feed[name]).split(separator: "\n").map(String.init)
        header = lines.removeFirst()
        rows = lines
    }

    var text: String { ([header] + rows).joined(separator: "\n") + "\n" }

    func column(_ name: String) throws -> Int {
        try #require(
            header.split(",").firstIndex { $0.trimmingCharacters(in: ["\u{FEFF}", "\""]) == name })
    }
}

extension StringProtocol where SubSequence == Substring {
    fileprivate func split(_ separator: Character) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}
