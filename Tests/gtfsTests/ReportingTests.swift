import Foundation
import TestSupport
import Testing

@Suite("Reporting", .blocking)
struct ReportingTests {
    private let place: Workplace

    private static let flawed = TestFeed.town.with(
        """
        # levels.txt
        level_id,level_index,colour
        L,zero,red
        ,1,blue
        # notes.txt
        note
        # frequencies.txt
        trip_id,start_time,end_time,headway_secs
        bus,06:00:00,07:00:00,600
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        bus,08:00:00,08:00:00,A,1
        bus,,,B,2
        bus,08:10:00,08:10:00,C,3
        tram,08:00:00,08:00:00,A,1
        tram,08:10:00,08:10:00,LOST,2
        """)

    init() throws {
        place = try Workplace(Self.flawed)
    }

    @Test("The summary has rows, notices and parts that were not loaded")
    func text() throws {
        let outcome = try place.build()
        #expect(outcome.code == 0)
        let lines = outcome.errorLines.map {
            $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        for line in [
            "file rows in feed in bundle left out", "routes.txt 4 4", "levels.txt 2 1 1",
            "stop_times.txt 5 5",
            "ERROR invalid_float 1 levels.txt row 2, fieldName level_index, fieldValue zero",
            "INFO unknown_file 1 notes.txt", "files kept, unknown: notes.txt (0 rows)",
            "columns kept, unknown, of levels.txt: colour (1 row)",
        ] {
            #expect(lines.contains(line), "\(line) of \(lines)")
        }
        #expect(
            lines.contains {
                $0.hasSuffix(
                    "1 interpolated stop time, 1 dangling id, 1 rejected row, 1 rejected cell")
            })
        // Linux counts what the process that started it had in memory as well.
        #expect(
            lines.contains { line in
                line.contains("seconds, peak memory")
                    && ["MB", "GB"].contains { line.hasSuffix($0) }
            })
    }

    @Test(
        "Bytes for each stop time are printed from 10,000 stop times on",
        arguments: [9_999, 10_000])
    func bytesPerStopTime(rows: Int) throws {
        let header = "# stop_times.txt\ntrip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
        let times = (1...rows).map { number in
            let stop = number.isMultiple(of: 2) ? "A" : "B"
            return "bus,08:00:00,08:00:00,\(stop),\(number)\n"
        }
        let place = try Workplace(.town.with(TestFeed(header + times.joined())))
        let outcome = try place.build("--no-validate")
        let line = try #require(outcome.errorLines.first)
        #expect(line.hasSuffix(" bytes per stop_time") == (rows >= 10_000), "\(line)")
        let figure = try place.build("--no-validate", "--log-format", "json").events()
            .compactMap { $0["bytesPerStopTime"] }
        #expect(figure.count == 1)
    }

    @Test("A filtered build counts the rows that were left out")
    func dropped() throws {
        let outcome = try place.build("--route", "BUS")
        let lines = outcome.errorLines.map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines.contains("routes.txt 4 1 3"))
        #expect(lines.contains("trips.txt 4 1 3"))
    }

    @Test("JSON has one object a line, and the same summary")
    func json() throws {
        let outcome = try place.build("--log-format", "json")
        #expect(outcome.code == 0)
        let events = try outcome.events()
        let names = events.compactMap { $0["event"] as? String }
        #expect(names.count == events.count)
        #expect(names.first == "opening")
        #expect(names.contains("reading"))
        let files = events.compactMap { $0["event"] as? String == "reading" ? $0["file"] : nil }
        #expect(files.count == 10)
        let summary = try #require(events.last)
        #expect(summary["event"] as? String == "summary")
        let numbers = [
            ("rejectedRows", 1), ("rejectedCells", 1), ("danglingIds", 1),
            ("interpolatedStopTimes", 1),
        ]
        for (name, value) in numbers { #expect(summary[name] as? Int == value, "\(name)") }
        let size = try FileManager.default.attributesOfItem(atPath: place.bundle)[.size] as? Int
        #expect(summary["bundleBytes"] as? Int == size)
        let hash = try place.query("SELECT value FROM metadata WHERE key = 'content_hash'").first
        #expect(summary["contentHash"] as? String == hash)
        for name in ["patterns", "timings", "seconds", "peakMemoryBytes", "archiveBytes"] {
            #expect((summary[name] as? Double ?? 0) > 0, "\(name)")
        }
        #expect(summary["unknownFiles"] as? [String] == ["notes.txt"])
        let tables = try #require(summary["extensions"] as? [[String: Any]])
        #expect(tables.map { $0["table"] as? String } == ["x_levels", "x_notes"])
        #expect(summary["extensionsNotKept"] as? [String] == [])
        let notices = try #require(summary["notices"] as? [[String: Any]])
        let notice = try #require(notices.first { $0["code"] as? String == "invalid_float" })
        #expect(notice["severity"] as? String == "ERROR")
        #expect(notice["totalNotices"] as? Int == 1)
        let sample = try #require((notice["sampleNotices"] as? [[String: Any]])?.first)
        #expect(sample["filename"] as? String == "levels.txt")
        #expect(sample["csvRowNumber"] as? Int == 2)
        #expect(sample["fieldName"] as? String == "level_index")
        #expect(sample["fieldValue"] as? String == "zero")
        let rows = try #require(summary["files"] as? [[String: Any]])
        let levels = try #require(rows.first { $0["filename"] as? String == "levels.txt" })
        #expect(levels["feedRows"] as? Int == 2)
        #expect(levels["bundleRows"] as? Int == 1)
        #expect(levels["unknownColumns"] as? [String] == ["colour"])
    }

    @Test("A bundle of another line than the replaced one is reported")
    func otherLine() throws {
        let words =
            "note: stop and route keys (sid, rid) differ from those in the bundle being replaced"
        #expect(try !place.build().errors.contains("note:"))
        #expect(try !place.build().errors.contains("note:"), "the same build, the same line")
        try place.folder.write(
            "feed/stops.txt",
            Array((TestFeed.town["stops.txt"] ?? "").utf8) + Array("Z,Z,1,1\n".utf8))
        let upon = try place.build("--previous", place.bundle)
        #expect(upon.code == 0)
        #expect(!upon.errors.contains("note:"))
        let anew = try place.build()
        #expect(anew.code == 0)
        #expect(anew.errors.contains(words), "\(anew.errors)")
        #expect(try place.build("--quiet", "--without", "shapes").errors.isEmpty)
        let events = try place.build("--log-format", "json").events()
        #expect((events.last?["note"] as? String)?.contains("--previous") == true)
    }

    @Test("--quiet says nothing, in either format, unless something fails")
    func quiet() throws {
        for format in ["text", "json"] {
            let outcome = try place.build("--quiet", "--log-format", format)
            #expect(outcome.code == 0)
            #expect(outcome.errors.isEmpty)
            #expect(outcome.output.isEmpty)
            #expect(try place.build("--quiet", "--bbox", "0,0,1,1").errorLines.count == 1)
        }
    }

    @Test("A closed log is no failure; a closed output ends the command")
    func brokenPipes() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        let build = try Command(
            ["build", place.feed, "-o", place.bundle], folder: place.folder, errors: ends[1])
        #expect(try build.wait().code == 0)
        let inspect = try Command(
            ["inspect", place.bundle], folder: place.folder, output: ends[1])
        let outcome = try inspect.wait()
        #expect(outcome.code == 141)
        #expect(outcome.errors.isEmpty)
    }
}
