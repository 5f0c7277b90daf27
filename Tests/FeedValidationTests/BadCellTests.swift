import FeedReading
import FeedValidation
import Foundation
import GTFSSchedule
import TestSupport
import Testing

@Suite("One fault is one finding")
struct BadCellTests {
    /// A cell of the sample feed that a test spoils.
    private struct Spoiled {
        let file: String
        let field: FieldSpec
        let row: Int
        let text: String
        /// The notices that the cell itself may have.
        let codes: Set<String>

        var key: String { "\(file)/\(field.name)" }
    }

    /// The notices that follow from a blank cell besides its own, by file and field.
    ///
    /// A blank id leaves those that refer to it without anything to refer to: each of them has to be
    /// corrected if the row does not get its id back.
    private static let consequences: [String: Set<String>] = [
        "areas.txt/area_id": ["foreign_key_violation"],
        "booking_rules.txt/booking_rule_id": ["foreign_key_violation"],
        "calendar.txt/service_id": ["foreign_key_violation"],
        "fare_attributes.txt/fare_id": ["foreign_key_violation"],
        "fare_media.txt/fare_media_id": ["foreign_key_violation"],
        "fare_products.txt/fare_product_id": ["foreign_key_violation"],
        "levels.txt/level_id": ["foreign_key_violation", "translation_foreign_key_violation"],
        "location_groups.txt/location_group_id": ["foreign_key_violation"],
        "networks.txt/network_id": ["foreign_key_violation"],
        "rider_categories.txt/rider_category_id": ["foreign_key_violation"],
        "routes.txt/route_id": ["foreign_key_violation", "translation_foreign_key_violation"],
        "stops.txt/stop_id": ["foreign_key_violation", "translation_foreign_key_violation"],
        "timeframes.txt/timeframe_group_id": ["foreign_key_violation"],
        "trips.txt/trip_id": ["foreign_key_violation", "translation_foreign_key_violation"],
    ]

    private static let files = Schedule.tables.map(\.file.name).filter { $0.hasSuffix(".txt") }

    @Test("A bad cell of any field has no other consequence", arguments: files)
    func everyField(file: String) throws {
        let table = try #require(Schedule.table(file: file))
        let folder = try TestFolder()
        let feed = try Self.sample()
        let path = try feed.write(to: folder)
        let before = try Self.counts(path)
        let lines = try #require(feed[file]).split(separator: "\n").map(Self.cells)
        for field in table.fields {
            guard let column = lines[0].firstIndex(of: field.name) else { continue }
            for spoiled in Self.spoiled(field, at: column, of: file, in: lines) {
                var other = lines
                other[spoiled.row][column] = spoiled.text
                try folder.write(
                    "feed/" + file,
                    Array(other.map { $0.joined(separator: ",") + "\n" }.joined().utf8))
                try Self.check(spoiled, Self.counts(path), before: before)
            }
        }
    }

    private static func check(
        _ spoiled: Spoiled, _ counts: [String: Int], before: [String: Int]
    ) throws {
        var more = counts.merging(before.mapValues { 0 - $0 }, uniquingKeysWith: +)
        let own = spoiled.codes.reduce(0) { $0 + (more.removeValue(forKey: $1) ?? 0) }
        if spoiled.text.isEmpty {
            for code in consequences[spoiled.key] ?? [] { more[code] = nil }
        }
        #expect(
            own == 1 && more.allSatisfy { $0.value == 0 },
            "\(spoiled.key), row \(spoiled.row + 1): \"\(spoiled.text)\" gives \(own), \(more)")
    }

    /// The cells of a column that are spoiled: in the first row that has one, and in the last.
    private static func spoiled(
        _ field: FieldSpec, at column: Int, of file: String, in lines: [[String]]
    ) -> [Spoiled] {
        let rows = lines.indices.dropFirst().filter { !lines[$0][column].isEmpty }
        return Set([rows.first, rows.last].compactMap { $0 }).sorted().flatMap { row in
            bad(field).map {
                Spoiled(file: file, field: field, row: row, text: $0.text, codes: $0.codes)
            }
        }
    }

    private static func bad(_ field: FieldSpec) -> [(text: String, codes: Set<String>)] {
        var bad: [(text: String, codes: Set<String>)] = []
        // A blank transfer_type stands for 0, whatever the reference calls it.
        if field.presence == .required, field.name != "transfer_type" {
            bad.append(("", ["missing_required_field"]))
        }
        let range: Set = ["number_out_of_range"]
        switch field.type {
        case .id, .text, .keyword, .phoneNumber, .email: break
        case .url: bad.append(("no address", ["invalid_url"]))
        case .languageCode: bad.append(("e!", ["invalid_language_code"]))
        case .timezone: bad.append(("Nowhere/Land", ["invalid_timezone"]))
        case .currencyCode: bad.append(("ZZZZ", ["invalid_currency"]))
        case .currencyAmount: bad.append(("1.5e1", ["invalid_float"]))
        case .nonNegativeAmount: bad += [("1.5e1", ["invalid_float"]), ("-1.5", range)]
        case .color: bad.append(("#12345", ["invalid_color"]))
        case .date: bad.append(("2026-11-20", ["invalid_date"]))
        case .time, .localTime: bad.append(("8.15", ["invalid_time"]))
        case .latitude, .longitude: bad += [("x", ["invalid_float"]), ("-999", range)]
        case .float: bad.append(("1,5", ["invalid_float"]))
        case .nonNegativeFloat, .positiveFloat: bad += [("x", ["invalid_float"]), ("-9", range)]
        case .integer: bad.append(("1.0", ["invalid_integer"]))
        case .nonNegativeInteger, .positiveInteger:
            bad += [("x", ["invalid_integer"]), ("-999", range)]
        case .nonZeroInteger: bad += [("x", ["invalid_integer"]), ("0", range)]
        case .enumeration, .routeType:
            bad += [("x", ["invalid_integer"]), ("999", ["unexpected_enum_value"])]
        }
        // In quotes, because one of them has a comma.
        return bad.map { ($0.text.isEmpty ? "" : "\"\($0.text)\"", $0.codes) }
    }

    private static func sample() throws -> TestFeed {
        let path = PackageRoot.path + "/feeds/sample"
        var feed = TestFeed("")
        for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted() {
            guard Schedule.table(file: name) != nil else { continue }
            feed[name] = try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
        }
        return feed
    }

    private static func counts(_ path: String) throws -> [String: Int] {
        let date = try #require(ServiceDate(yyyymmdd: 2026_11_20))
        let report = try Validation(ValidationOptions(date: date)).run(
            FeedFiles(FeedArchive.open(path)))
        return Dictionary(uniqueKeysWithValues: report.groups.map { ($0.code, $0.count) })
    }

    private static func cells(_ line: Substring) -> [String] {
        var cells = [""]
        var isQuoted = false
        for character in line {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted {
                cells.append("")
            } else {
                cells[cells.count - 1].append(character)
            }
        }
        return cells
    }

    // MARK: Rows of trips

    private static func stopTimes(_ row: String, for old: String) -> TestFeed {
        var feed = TestFeed.base
        feed["stop_times.txt"] = feed["stop_times.txt"]?.replacing(old, with: row)
        return feed
    }

    @Test(
        "A row without a usable stop_sequence is neither a call nor a gap",
        arguments: [
            ("T1,08:10:00,08:11:00,B,three", "T1,08:10:00,08:11:00,B,2", "invalid_integer"),
            ("T1,08:10:00,08:11:00,B,", "T1,08:10:00,08:11:00,B,2", "missing_required_field"),
            ("T1,08:10:00,08:11:00,B,-2", "T1,08:10:00,08:11:00,B,2", "number_out_of_range"),
            (",08:10:00,08:11:00,B,2", "T1,08:10:00,08:11:00,B,2", "missing_required_field"),
            ("T1,08:00:00,08:00:00,A,x", "T1,08:00:00,08:00:00,A,1", "invalid_integer"),
            (",08:30:00,08:30:00,D,4", "T1,08:30:00,08:30:00,D,4", "missing_required_field"),
            ("T2,25:20:00,25:20:00,D,x", "T2,25:20:00,25:20:00,D,4", "invalid_integer"),
        ])
    func noSequence(row: String, old: String, code: String) throws {
        let before = try Findings(.base).report.groups.map(\.code)
        let report = try Findings(Self.stopTimes(row, for: old)).report
        #expect(Set(report.groups.map(\.code)) == Set(before + [code]))
        #expect(report.groups.first { $0.code == code }?.count == 1)
    }

    @Test("Of a trip without any sequence it is only said that it has none")
    func noSequences() throws {
        var feed = TestFeed.base
        feed["stop_times.txt"] = """
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,08:00:00,08:00:00,A,1
            T1,08:10:00,08:11:00,B,2
            T1,08:20:00,08:20:30,C,3
            T1,08:30:00,08:30:00,D,4
            T2,23:50:00,23:50:00,A,first
            T2,24:00:00,24:01:00,B,second
            """
        let before = try Findings(.base).report.groups.map(\.code)
        let report = try Findings(feed).report
        #expect(Set(report.groups.map(\.code)) == Set(before + ["invalid_integer"]))
    }

    @Test("A blank time has a notice of each rule that it breaks, an invalid one only its own")
    func severalRules() throws {
        func codes(_ time: String) throws -> Set<String> {
            let feed = TestFeed.base.with(
                TestFeed(
                    """
                    # stop_times.txt
                    trip_id,arrival_time,departure_time,stop_id,stop_sequence,timepoint
                    T1,\(time),08:00:00,A,1,1
                    T1,08:10:00,08:10:00,B,2,1
                    T2,09:00:00,09:00:00,A,1,1
                    T2,09:10:00,09:10:00,B,2,1
                    """))
            return Set(try Findings(feed).report.groups.map(\.code))
        }
        let others = try codes("08:00:00")
        #expect(
            try codes("").subtracting(others) == [
                "missing_trip_edge", "stop_time_timepoint_without_times",
                "stop_time_with_only_arrival_or_departure_time",
            ])
        #expect(try codes("xx").subtracting(others) == ["invalid_time"])
    }

    @Test("Two faults of a row are two findings")
    func twoFaults() throws {
        let feed = TestFeed.base.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon
            A,,48.0 N,2.0
            B,Market,48.0,2.1
            C,Museum,48.0,2.2
            D,Airport,48.0,2.4
            """)
        let findings = try Findings(feed)
        #expect(findings.count("invalid_float") == 1)
        #expect(findings.count("missing_stop_name") == 1)
        #expect(findings.count("stop_without_location") == 0)
    }
}
