import FeedReading
import Foundation
import GTFSSchedule
import SystemLayer
import TestSupport
import Testing

@Suite("Rows of a feed") struct FeedRowsTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
    }

    private func feed(_ files: TestFeed) throws -> Feed {
        try Feed(files.pack(as: .zip(options: ""), to: folder, as: "feed.zip"))
    }

    private func all<Element>(_ rows: FeedRows<Element>) throws -> [Element] {
        var all: [Element] = []
        while let row = try rows.next() { all.append(row) }
        return all
    }

    /// Code, line, field and value.
    private func facts(_ notice: ValidationNotice) -> String {
        let values = ["csvRowNumber", "fieldName", "fieldValue"].compactMap { notice.fields[$0] }
        return ([notice.code] + values.map { "\($0)" }).joined(separator: " ")
    }

    @Test("Rows have their values, line and unknown columns")
    func values() async throws {
        let feed = try feed(
            """
            # stops.txt
            stop_id,acme_color,stop_name,stop_lat,acme_note
            A,red,"Old
            Harbour",1.5,

            B,,Mill,,"x, y"
            """)
        var lines: [Int] = []
        var stops: [Stop] = []
        var unknown: [[String: String]] = []
        for try await stop in feed.rows(Stop.self) {
            #expect(stop.file == "stops.txt")
            #expect(stop.stopName == stop.value.stopName)
            lines.append(stop.line)
            stops.append(stop.value)
            unknown.append(stop.unknown)
        }
        #expect(lines == [3, 5])
        #expect(stops.map(\.stopID) == ["A", "B"])
        #expect(stops.map(\.stopName) == ["Old\nHarbour", "Mill"])
        #expect(stops.map(\.stopLat) == [1.5, nil])
        #expect(unknown == [["acme_color": "red"], ["acme_note": "x, y"]])
    }

    @Test("Faults are handed over before their row, and collected, with codes of a validation")
    func problems() throws {
        let feed = try feed(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,location_type,acme
            A,Harbour,95,9,
            B,Mill
            ,Park,north,1,
            """)
        var codes: [String] = []
        var before: [Int] = []
        let rows = feed.rows(Stop.self) { codes.append(self.facts($0)) }
        var stops: [LocatedRow<Stop>] = []
        while let stop = try rows.next() {
            stops.append(stop)
            before.append(codes.count)
        }
        #expect(
            codes.map { $0.split(separator: " ").first } == [
                "unknown_column", "number_out_of_range", "unexpected_enum_value",
                "invalid_row_length", "missing_required_field", "invalid_float",
            ])
        #expect(before == [3, 4, 6])
        #expect(
            rows.problems.map(\.definition.code)
                == codes.map { $0.prefix { $0 != " " } }.map(String.init))
        #expect(stops.map(\.line) == [2, 3, 4])
        // A fault of the value alone is noted, and the value kept, as in a bundle.
        #expect(stops.map(\.stopLat) == [95, nil, nil])
        #expect(stops.map(\.locationType?.code) == [9, nil, 1])
    }

    @Test("A cell that its field's verdict accepts is a value of the row's type")
    func verdicts() throws {
        let cells = [
            "0", "-1", "7", "99", "1.5", "-0.001", "+3", "1e3", ".5", "5.", "20261231", "20260231",
            "8:00:00", "08:00", "25:61:00", "123:00:00", "24:00:01", "FFFFFF", "fff", "#FFFFFF",
            "2147483648", "123456789012345678", "1234567890123456789", "NaN", "inf", "0x10", "1,5",
            "12.30", "-2.50", "abc", "é", "--1", "1-", ":", "1:2:3", "0:00:00",
        ]
        func check<Row: FeedRow>(_ type: Row.Type) throws {
            for field in Row.fields {
                for cell in cells {
                    let bytes = Array(cell.utf8)
                    bytes.withUnsafeBytes { cell in
                        guard field.spec.type.judge(cell).value != nil else { return }
                        var row = Row()
                        #expect(field.read(cell, &row), "\(field.spec.name) \(bytes)")
                    }
                }
            }
        }
        for type in Schedule.rowTypes { try check(type) }
    }

    @Test("Every file of the sample has the rows of its text")
    func sample() throws {
        let path = PackageRoot.path + "/feeds/sample"
        let feed = try Feed(path)
        func count<Row: FeedRow>(_ type: Row.Type) throws -> Int {
            let rows = feed.rows(type)
            let count = try all(rows).count
            #expect(!rows.problems.contains { $0.definition.severity == .error })
            return count
        }
        var files = 0
        for type in Schedule.rowTypes {
            guard let file = feed.files.first(where: { $0.table == type.table }) else { continue }
            files += 1
            let found = try count(type)
            if file.name == Location.file.name {
                #expect(found > 0)
            } else {
                #expect(try all(feed.records(of: file.name)).count == found)
                let text = try String(contentsOfFile: path + "/" + file.name, encoding: .utf8)
                if !text.contains("\"") {
                    #expect(found == text.split(whereSeparator: \.isNewline).count - 1)
                }
            }
        }
        #expect(files > 20)
    }

    @Test("Features of locations.geojson are rows")
    func features() throws {
        let feed = try feed(
            """
            # locations.geojson
            {"type": "FeatureCollection", "features": [
            {"type": "Feature", "properties": {}, "geometry": null},
            {"type": "Feature", "id": "zone", "properties": {"stop_name": "North"},
            "geometry": {"type": "Polygon", "coordinates": []}}]}
            """)
        let rows = feed.rows(Location.self)
        let zones = try all(rows)
        #expect(zones.map(\.id) == ["zone"])
        #expect(zones.map(\.stopName) == ["North"])
        #expect(zones.map(\.line) == [2])
        #expect(rows.problems.map(\.definition.code) == ["missing_required_element"])
    }

    @Test("Records are the cells of any file, however many a row has")
    func records() throws {
        let feed = try feed(
            """
            # stops.txt
            stop_id
            # acme.txt
            a,b,a
            1, two ,3
            x
            p,q,r,"s,t"
            """)
        var notices: [String] = []
        let records = try all(feed.records(of: "acme.txt") { notices.append(self.facts($0)) })
        #expect(records.map(\.cells) == [["1", "two", "3"], ["x"], ["p", "q", "r", "s,t"]])
        #expect(records.map(\.line) == [2, 3, 4])
        #expect(records.map { $0["a"] } == ["1", "x", "p"])
        #expect(records.map { $0["b"] } == ["two", nil, "q"])
        #expect(records[0]["c"] == nil)
        #expect(records[0].header == ["a", "b", "a"])
        #expect(
            notices.map { $0.split(separator: " ").first } == [
                "duplicated_column", "invalid_row_length", "invalid_row_length",
                "invalid_row_length",
            ])
        #expect(try feed.header(of: "acme.txt") == ["a", "b", "a"])
    }

    @Test("Bytes that are not UTF-8 are noted where they are")
    func bytes() throws {
        let name = folder.path + "/feed"
        try folder.write(
            "feed/stops.txt", Array("stop_id,stop_name\nA,Zoë\nB,K".utf8) + [0xF6, 10])
        try folder.write("feed/acme.txt", Array("a\né\n".utf8) + [0xE9, 10])
        let feed = try Feed(name)
        let rows = feed.rows(Stop.self)
        #expect(try all(rows).map(\.stopName) == ["Zoë", "Kö"])
        #expect(rows.problems.map(\.definition.code) == ["invalid_character"])
        let records = feed.records(of: "acme.txt")
        #expect(try all(records).map(\.cells) == [["é"], ["é"]])
        #expect(
            records.problems.flatMap(\.samples).map { $0.fields["csvRowNumber"] } == [.integer(3)])
    }

    @Test("A missing file has no rows; a required one is noted, one that was named is an error")
    func missing() throws {
        let feed = try feed("# stops.txt\nstop_id\n")
        #expect(try all(feed.rows(Level.self)).isEmpty)
        let trips = feed.rows(Trip.self)
        #expect(try all(trips).isEmpty)
        #expect(trips.problems.map(\.definition.code) == ["missing_required_file"])
        func message(_ body: () throws(FeedError) -> Void) -> String? {
            do throws(FeedError) { try body() } catch { return error.description }
            return nil
        }
        let wanted = folder.path + "/feed.zip: the feed has no file acme.txt"
        #expect(message { () throws(FeedError) in _ = try feed.header(of: "acme.txt") } == wanted)
        let records = feed.records(of: "acme.txt")
        #expect(message { () throws(FeedError) in _ = try records.next() } == wanted)
        #expect(try records.next() == nil)
    }

    @Test("Files have the name of the feed, a size, and the table of the reference")
    func files() throws {
        let feed = try feed("# Stops.txt\nstop_id\nA\n# acme.txt\nx\n")
        #expect(feed.files.map(\.name) == ["Stops.txt", "acme.txt"])
        #expect(feed.files.map(\.size) == [10, 3])
        #expect(feed.files.map(\.table?.name) == ["stops", nil])
        #expect(try all(feed.rows(Stop.self)).map(\.stopID) == ["A"])
        #expect(try feed.header(of: "stops.txt") == ["stop_id"])
    }

    private func long(_ rows: Int) -> TestFeed {
        var feed: TestFeed = "# stops.txt\nstop_id\n"
        feed["stops.txt"] = "stop_id\n" + (0..<rows).map { "S\($0)\n" }.joined()
        return feed
    }

    @Test("A loop that is left closes what is open, and can be taken up again")
    func leaving() async throws {
        let feed = try feed(long(300_000))
        weak var left: FeedRows<LocatedRow<Stop>>?
        func leave() async throws {
            let rows = feed.rows(Stop.self)
            left = rows
            for try await stop in rows where stop.line == 3 { break }
            for try await stop in rows {
                #expect(stop.line == 4)
                break
            }
        }
        try await leave()
        #expect(left == nil)
        // Rows of one feed are read side by side.
        let (one, other) = (feed.rows(Stop.self), feed.rows(Stop.self))
        #expect(try one.next()?.stopID == "S0")
        #expect(try other.next()?.stopID == "S0")
        #expect(try one.next()?.stopID == "S1")
    }

    @Test("A canceled task ends the loop with an error")
    func cancellation() async throws {
        let feed = try feed(long(10))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            for try await _ in feed.rows(Stop.self) {}
        }
        await #expect(throws: FeedError.cancelled) { try await task.value }
    }

    @MainActor @Test("A loop of an actor stays with it")
    func actors() async throws {
        var count = 0
        for try await _ in try feed(long(1000)).rows(Stop.self) {
            MainActor.assertIsolated()
            count += 1
        }
        #expect(count == 1000)
    }

    @Test("Damage in the middle of a file is an error after the rows before it")
    func damage() throws {
        let path = try long(300_000).pack(as: .zip(options: ""), to: folder, as: "feed.zip")
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let middle = bytes.count / 2
        for place in middle..<middle + 40 { bytes[place] = 0xFF }
        try folder.write("damaged.zip", bytes)
        let rows = try Feed(folder.path + "/damaged.zip").rows(Stop.self)
        var count = 0
        #expect(throws: FeedError.self) { while try rows.next() != nil { count += 1 } }
        #expect(count > 1000)
        #expect(try rows.next() == nil)
    }
}
