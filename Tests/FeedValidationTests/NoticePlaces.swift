import FeedValidation
import Foundation
import TestSupport
import Testing

struct NoticePlaces {
    private let feed: TestFeed
    private var rows: [String: [Int: [String: String]]] = [:]
    private(set) var compared: [String: Int] = [:]

    /// Names of values that are ids, by what they begin with: `tripIdA`, `stopId2`.
    private static let columns = [
        ("tripId", "trip_id"), ("stopId", "stop_id"), ("routeId", "route_id"),
        ("shapeId", "shape_id"), ("serviceId", "service_id"), ("agencyId", "agency_id"),
        ("pathwayId", "pathway_id"), ("bookingRuleId", "booking_rule_id"),
        ("fareProductId", "fare_product_id"),
        ("attributionId", "attribution_id"), ("timeframeGroupId", "timeframe_group_id"),
        ("agencyName", "agency_name"), ("parentStation", "parent_station"),
        ("tableName", "table_name"), ("blockId", "block_id"), ("geographyId", "stop_id"),
        ("geographyId", "location_group_id"), ("fareMediaId", "fare_media_id"),
    ]

    init(_ feed: TestFeed) {
        self.feed = feed
    }

    mutating func check(_ report: ValidationReport) {
        for group in report.groups {
            for notice in group.samples { check(notice) }
        }
    }

    private mutating func check(_ notice: ValidationNotice) {
        let numbers = notice.fields.fields.count { $0.name.contains("owNumber") }
        #expect(notice.places.count { $0.row != nil } == numbers, "\(notice.fields)")
        var cells: [String: [String: Set<String>]] = [:]
        for place in notice.places {
            guard let number = place.row, number > 1 else { continue }
            guard let rows = rows(of: place.file) else { continue }
            guard let row = rows[number] else {
                Issue.record("\(place.file) has no row \(number): \(notice.code)")
                continue
            }
            for (column, cell) in row {
                cells[place.file, default: [:]][column, default: []].insert(cell)
            }
        }
        let keys = Self.keys(of: notice)
        for (file, columns) in cells {
            for (column, found) in columns {
                guard let values = keys[column] else { continue }
                compared[notice.code, default: 0] += 1
                // Of two rows, the notice may have the id of one, or a row that lacks it.
                #expect(
                    values.isSubset(of: found) || found.isSubset(of: values),
                    "\(notice.code): \(file) \(column) is \(found), not \(values)")
            }
        }
    }

    /// By column: the values that its cell may have.
    private static func keys(of notice: ValidationNotice) -> [String: Set<String>] {
        var keys: [String: Set<String>] = [:]
        for field in notice.fields.fields {
            for (name, column) in columns where field.name.hasPrefix(name) {
                let rest = field.name.dropFirst(name.count)
                guard ["", "1", "2", "A", "B"].contains(rest) else { continue }
                keys[column, default: []].insert(field.value.plainText)
            }
        }
        if notice.fields["parentCsvRowNumber"] != nil {
            let parents = keys["parent_station"] ?? []
            keys["stop_id", default: []].formUnion(parents)
        }
        for (field, value) in [("childFieldName", "fieldValue"), ("fieldName1", "fieldValue1")] {
            guard let names = notice.fields[field], let values = notice.fields[value] else {
                continue
            }
            let columns = names.plainText.split(separator: ",")
            for (column, value) in zip(columns, values.plainText.split(separator: ",")) {
                keys[String(column), default: []].insert(String(value))
            }
        }
        return keys
    }

    /// The rows of a file by the line on which they end, each by column.
    private mutating func rows(of file: String) -> [Int: [String: String]]? {
        if let known = rows[file] { return known }
        // How lines end in other systems, and where a quote ends that is never closed, is for other
        // tests.
        guard let text = feed[file], !text.utf8.contains(13),
            text.utf8.count(where: { $0 == 34 }).isMultiple(of: 2)
        else { return nil }
        var header: [String] = []
        var found: [Int: [String: String]] = [:]
        var cells = [""]
        var line = 1
        var isQuoted = false
        for character in text + "\n" {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: cells.append("")
            case "\n":
                if isQuoted {
                    cells[cells.count - 1].append(character)
                } else {
                    cells = cells.map { $0.trimmingCharacters(in: .whitespaces) }
                    if header.isEmpty { header = cells }
                    found[line] = Dictionary(zip(header, cells)) { first, _ in first }
                    cells = [""]
                }
                line += 1
            default: cells[cells.count - 1].append(character)
            }
        }
        rows[file] = found
        return found
    }
}

/// Where notices point to.
@Suite("Places of notices") struct NoticePlaceTests {
    /// The feed of an example: its files in the place of the base feed's. Nil where the example is
    /// a list of files or has remarks that stand for more.
    private static func feed(_ definition: NoticeDefinition) -> TestFeed? {
        guard let example = definition.example, !example.hasPrefix("feed.zip") else { return nil }
        let lines = example.split(separator: "\n").filter { !$0.hasPrefix("(") }.map { line in
            line.wholeMatch(of: /[a-z_]+\.(txt|geojson)/) == nil ? String(line) : "# \(line)"
        }
        return TestFeed(lines.joined(separator: "\n"))
    }

    /// The rest of the feeds that the examples are of.
    private static let rest = TestFeed.base.with(
        """
        # routes.txt
        route_id,agency_id,route_short_name,route_type
        R1,X,1,3
        # calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        WEEK,1,1,1,1,1,0,0,20260101,20261231
        # trips.txt
        route_id,service_id,trip_id,shape_id
        R1,WEEK,T1,L1
        # stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        A,Quay Street,-33.860,151.200
        B,Mill Lane,-33.860,151.225
        C,Museum,-33.860,151.240
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T1,08:00:00,08:00:00,B,1
        T1,08:30:00,08:30:00,A,2
        # booking_rules.txt
        booking_rule_id,booking_type
        NOW,0
        """)

    /// A path to and fro along the stops of a trip.
    private static let toAndFro = rest.with(
        TestFeed(
            "# shapes.txt\nshape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n"
                + (1...60).map { "L1,-33.860,151.2\($0 % 2 == 0 ? "25" : "00"),\($0)\n" }
                .joined()))

    /// Codes whose examples stand for more than they show: other files, bytes or days.
    private static let untried: Set<String> = [
        "csv_parsing_failed", "feed_expiration_date30_days",
        "feed_valid_beyond_total_service_window", "future_calendar", "future_feed",
        "gtfs_archive_member_count", "gtfs_backslashes_in_path", "gtfs_bytes_outside_archive",
        "gtfs_compressed_archive", "gtfs_duplicate_file", "gtfs_encoding",
        "gtfs_extension_not_kept", "gtfs_file_name_case",
        "gtfs_geometry_not_checked", "gtfs_line_ends", "gtfs_nul_character",
        "gtfs_rule_gave_up", "invalid_input_files_in_subfolder",
        "overlapping_zone_and_pickup_drop_off_window", "too_many_rows",
        "trip_coverage_not_active_for_next7_days", "trip_distance_exceeds_shape_distance",
        "trip_distance_exceeds_shape_distance_below_threshold", "unknown_file",
    ]

    @Test("Each row that a notice of the catalogue's examples names is the one with its ids")
    func examples() throws {
        var compared: [String: Int] = [:]
        var found: Set<String> = []
        let examples = NoticeCatalogue.all.compactMap(Self.feed)
        let feeds =
            examples + examples.map { TestFeed.base.with($0) }
            + examples.map { Self.rest.with($0) } + [Self.toAndFro]
        for feed in feeds {
            let report = try Findings(feed).report
            found.formUnion(report.groups.map(\.code))
            var places = NoticePlaces(feed)
            places.check(report)
            compared.merge(places.compared, uniquingKeysWith: +)
        }
        let silent = Set(NoticeCatalogue.all.map(\.code)).subtracting(found)
        #expect(silent.isSubset(of: Self.untried), "\(silent.subtracting(Self.untried).sorted())")
        for definition in NoticeCatalogue.all where !definition.rowFiles.isEmpty {
            #expect(compared[definition.code] ?? 0 > 0, "\(definition.code)")
        }
    }

    @Test("Two rows are two places, in each report")
    func twoPlaces() throws {
        let feed = TestFeed.base.with(
            """
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon,stop_url
            A,Harbour,48.0,2.0,https://example.org
            B,Market,48.0,2.1,
            C,Museum,48.0,2.2,
            D,Airport,48.0,2.4,
            """)
        let report = try Findings(feed).report
        let notice = try #require(
            report.groups.first { $0.code == "same_stop_and_agency_url" }?.samples.first)
        #expect(notice.places.map(\.file) == ["stops.txt", "agency.txt"])
        #expect(notice.places.map(\.row) == [2, 2])
        #expect(notice.placeText.hasPrefix("stops.txt row 2, agency.txt row 2, stopId A, "))
        let context = ReportContext(validatorVersion: "test", validatedAt: "now")
        let annotation = report.gitHubAnnotations(context).split(separator: "\n").first {
            $0.contains("same_stop_and_agency_url")
        }
        #expect(annotation?.hasPrefix("::warning file=stops.txt,line=2,title=") == true)
        #expect(annotation?.hasSuffix(" See also agency.txt row 2.") == true)
        let junit = report.junit(failing: [])
        #expect(junit.contains("\nstops.txt:2, agency.txt:2: A `stop_url` equals"))
        #expect(report.html(context).contains("<td>stops.txt row 2, agency.txt row 2</td>"))
        let sarif = report.sarif(context)
        #expect(sarif.components(separatedBy: "\"agency.txt\"").count == 2)
    }

    @Test("A feed without calendar.txt has its findings in calendar_dates.txt")
    func calendarDates() throws {
        for header in [
            "",
            "# calendar.txt\nservice_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date",
        ] {
            let feed = TestFeed.base.without("calendar.txt").with(
                TestFeed(
                    "# calendar_dates.txt\nservice_id,date,exception_type\nWD,20250105,1\n"
                        + header))
            let report = try Findings(feed).report
            for code in ["expired_calendar", "trip_coverage_not_active_for_next7_days"] {
                let notice = report.groups.first { $0.code == code }?.samples.first
                #expect(notice?.places.first?.file == "calendar_dates.txt", "\(code)")
            }
        }
    }

    @Test("A line for a missing id names the file once, and the id")
    func missingID() throws {
        let feed = TestFeed.base.with(
            "# trips.txt\nroute_id,service_id,trip_id\nR,WD,T1\nR9,WD,T2")
        let notice = try #require(
            try Findings(feed).report.groups.first { $0.code == "foreign_key_violation" }?
                .samples.first)
        #expect(
            notice.placeText
                == "trips.txt row 3, childFieldName route_id, fieldValue R9, parentFilename routes.txt"
        )
    }
}
