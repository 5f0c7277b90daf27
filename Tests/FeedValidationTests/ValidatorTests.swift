import FeedValidation
import Foundation
import GTFSSchedule
import TestSupport
import Testing

@Suite("Validator")
struct ValidatorTests {
    private let folder: TestFolder
    private let feed: String
    private let options: ValidationOptions

    private static let flawed = TestFeed.base.with(
        """
        # levels.txt
        level_id,level_index
        A,one
        B,two
        C,three
        """)

    init() throws {
        folder = try TestFolder()
        feed = try Self.flawed.write(to: folder)
        options = ValidationOptions(date: ServiceDate(yyyymmdd: 2026_06_15))
    }

    private struct ColorRule: RowRule {
        static let missingColor = NoticeDefinition(
            code: "acme_missing_color", severity: .warning, summary: "A route has no color.",
            why: "Our map is gray.", fix: "Give it one.", file: "routes.txt",
            fields: ["route_color"])
        static let notices = [missingColor]

        func check(_ row: Route, in context: RowContext, into bin: NoticeBin) {
            guard row.routeColor == nil else { return }
            bin.add(
                Self.missingColor, ["csvRowNumber": context.row, "routeId": row.routeID])
        }
    }

    private struct ShortTripRule: TripRule {
        static let shortTrip = NoticeDefinition(
            code: "acme_short_trip", severity: .info, summary: "A trip is short.")
        static let notices = [shortTrip]
        static let inputs = ["trips.txt", "stop_times.txt"]
        static let reads: TripParts = .calls

        func check(_ trip: TripView, into bin: NoticeBin) {
            if trip.count < 100 { bin.add(Self.shortTrip, ["tripId": trip.tripID]) }
        }
    }

    @Test("Validates a feed")
    func report() async throws {
        let report = try await Validator(Feed(feed), options).validate()
        let group = try #require(report.groups.first { $0.code == "invalid_float" })
        #expect(group.count == 3)
        #expect(group.severity == .error)
        #expect(
            group.samples.map { $0.fields["fieldValue"] }
                == ["one", "two", "three"].map { .text($0) })
        #expect(report.total(.error) >= 3)
    }

    @Test("Unreadable feeds have distinct errors, with advice")
    func errors() async throws {
        func error(_ feed: String, _ access: FeedAccess = FeedAccess()) async -> FeedError? {
            await #expect(throws: FeedError.self) {
                try await Validator(Feed(feed, access: access), options).validate()
            }
        }
        let missing = await error("/nowhere.zip")
        guard case .inputMissing(let source, _)? = missing else {
            Issue.record("\(String(describing: missing))")
            return
        }
        #expect(source == "/nowhere.zip")
        #expect(missing?.localizedDescription.hasPrefix("/nowhere.zip: ") == true)

        let zip = try Self.flawed.pack(as: .zip(options: ""), to: folder, as: "feed.zip")
        let large = await error(zip, FeedAccess(limits: ArchiveLimits(totalBytes: 100)))
        guard case .limitExceeded(_, limit: .totalBytes(100), _)? = large else {
            Issue.record("\(String(describing: large))")
            return
        }
        #expect(large?.localizedDescription.hasSuffix("ArchiveLimits.totalBytes") == true)
        #expect(large?.description.hasSuffix("--max-unpacked-size") == true)
    }

    @Test("locations.geojson, which is read whole, has a limit of its own")
    func geoJSON() async throws {
        var feed = Self.flawed
        feed["locations.geojson"] =
            #"{"type":"FeatureCollection","features":[]}"# + String(repeating: " ", count: 1000)
        let path = try feed.pack(as: .zip(options: ""), to: folder, as: "feed.zip")
        let error = await #expect(throws: FeedError.self) {
            let access = FeedAccess(limits: ArchiveLimits(geoJSONBytes: 1000))
            _ = try await Validator(Feed(path, access: access), options).validate()
        }
        guard case .limitExceeded(_, limit: .geoJSONBytes(1000), _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.localizedDescription.hasSuffix("ArchiveLimits.geoJSONBytes") == true)
        #expect(error?.description.hasSuffix("--max-geojson-size") == true)
        let access = FeedAccess(limits: ArchiveLimits(geoJSONBytes: 2000))
        _ = try await Validator(Feed(path, access: access), options).validate()
    }

    @Test("A feed is looked for where the access says")
    func subpath() async throws {
        let names = ["north", "south"]
        for name in names {
            _ = try Self.flawed.write(to: folder, as: "both/" + name)
        }
        let both = folder.path + "/both"
        let error = #expect(throws: FeedError.self) { try Feed(both) }
        guard case .severalFeeds(_, let folders)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(folders.sorted() == names)
        #expect(error?.localizedDescription.contains("choose with FeedAccess.subpath") == true)
        let south = try Feed(both, access: FeedAccess(subpath: "south"))
        let report = try await Validator(south, options).validate()
        #expect(report.groups.contains { $0.code == "invalid_float" })
    }

    @Test("A download sends the headers of the access, and no others", .blocking)
    func headers() async throws {
        let zip = try Self.flawed.pack(as: .zip(options: ""), to: folder, as: "served.zip")
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: zip)))
        let server = try TestServer { request, _ in
            request.text.contains("X-Key: s3cret\r\n")
                ? ServedReply(body: bytes) : .status("403 Forbidden")
        }
        let url = server.url("/feed.zip")
        let access = FeedAccess(
            httpHeaders: ["X-Key": "s3cret"], temporaryDirectory: folder.temporaryDirectory)
        let report = try await Validator(Feed(url, access: access), options).validate()
        #expect(report.groups.contains { $0.code == "invalid_float" })
        #expect(try folder.temporaryFiles().isEmpty)

        let refused = await #expect(throws: FeedError.self) {
            try await Validator(Feed(url), options).validate()
        }
        #expect(refused?.localizedDescription.contains("FeedAccess.httpHeaders") == true)
        let split = FeedAccess(httpHeaders: ["X-Key": "one\r\nX-Other: two"])
        let unsent = await #expect(throws: FeedError.self) {
            try await Validator(Feed(url, access: split), options).validate()
        }
        #expect(unsent?.localizedDescription.contains("X-Key") == true)
        #expect(unsent?.localizedDescription.contains("X-Other") == false)
    }

    @Test("The summary has and omits the same entries as the canonical one")
    func summary() async throws {
        func feedInfo(_ feed: TestFeed) async throws -> [String: Any] {
            let folder = try TestFolder()
            var options = options
            options.isCanonical = true
            let path = try TestFeed.base.with(feed).write(to: folder, as: "summary")
            let report = try await Validator(Feed(path), options).validate()
            let context = ReportContext(validatorVersion: "test", validatedAt: "now")
            let json = try JSONSerialization.jsonObject(with: Data(report.json(context).utf8))
            let summary = (json as? [String: Any])?["summary"] as? [String: Any]
            return try #require(summary?["feedInfo"] as? [String: Any])
        }
        let info = try await feedInfo(
            """
            # feed_info.txt
            feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date
            X,https://example.org,pt-BR,
            """)
        #expect(info["feedLanguage"] as? String == "Portuguese")
        #expect(info["feedStartDate"] as? String == "")
        #expect(info["feedEndDate"] == nil)
        #expect((info["feedServiceWindowStart"] as? String)?.count == 10)
        // Rows of trips.txt count only when all of them are right.
        let broken = try await feedInfo("# trips.txt\nroute_id,service_id,trip_id\nR,WD")
        #expect(broken["feedLanguage"] as? String == "")
        #expect(broken["feedServiceWindowStart"] == nil)
    }

    @Test("Rules of one's own run beside the others")
    func ownRules() async throws {
        var options = options
        options.ownRules = [ColorRule(), ShortTripRule()]
        let report = try await Validator(Feed(feed), options).validate()
        #expect(report.groups.contains { $0.code == "acme_missing_color" })
        #expect(report.groups.contains { $0.code == "acme_short_trip" })
        #expect(report.groups.contains { $0.code == "invalid_float" })
    }

    /// Counts the rows of a file; those at some rows are told.
    private struct CountingRule<Row: FeedRow>: RowRule {
        static var notices: [NoticeDefinition] {
            [NoticeDefinition(code: "acme_\(Row.file.name)", severity: .info, summary: "A row.")]
        }

        func check(_ row: Row, in context: RowContext, into bin: NoticeBin) {
            bin.add(Self.notices[0], ["csvRowNumber": context.row])
        }
    }

    @Test("Row rules also get trips, stop times and points of shapes; nothing else counts twice")
    func columnFiles() async throws {
        let path = try TestFeed.base.with(
            """
            # shapes.txt
            shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
            S,48.0,2.0,1
            S,none,2.0,2
            S,48.2,2.0,3
            """
        ).write(to: folder, as: "rows")
        let alone = try await Validator(Feed(path), options).validate()
        var options = options
        options.ownRules = [
            CountingRule<Trip>(), CountingRule<StopTime>(), CountingRule<ShapePoint>(),
        ]
        for isCanonical in [false, true] {
            options.isCanonical = isCanonical
            let report = try await Validator(Feed(path), options).validate()
            let own = report.groups.filter { $0.code.hasPrefix("acme_") }
            #expect(
                own.map(\.code) == ["acme_shapes.txt", "acme_stop_times.txt", "acme_trips.txt"])
            // The row with a bad cell is skipped.
            #expect(
                own.first?.samples.map { $0.fields["csvRowNumber"] } == [.integer(2), .integer(4)])
            #expect(own.dropFirst().allSatisfy { $0.count > 0 })
            guard !isCanonical else { continue }
            #expect(
                report.groups.filter { !$0.code.hasPrefix("acme_") }.map {
                    "\($0.code) \($0.count)"
                }
                    == alone.groups.map { "\($0.code) \($0.count)" })
        }
    }

    @Test("The sequence has every notice, also beyond the thousand of the report")
    func sequence() async throws {
        let rows = (0..<3000).map { "L\($0),none\n" }.joined()
        let many = TestFeed.base.with(TestFeed("# levels.txt\nlevel_id,level_index\n" + rows))
        let path = try many.write(to: folder, as: "many")
        var count = 0
        for try await notice in try Validator(Feed(path), options).notices()
        where notice.code == "invalid_float" {
            count += 1
        }
        #expect(count == 3000)
        let report = try await Validator(Feed(path), options).validate()
        let group = try #require(report.groups.first { $0.code == "invalid_float" })
        #expect(group.count == 3000)
        #expect(group.samples.count == 1000)
        // A reader that has seen enough may stop.
        for try await notice in try Validator(Feed(path), options).notices()
        where notice.code == "invalid_float" {
            break
        }
    }

    @Test("The sequence ends with the error of a feed that cannot be read")
    func failure() async throws {
        await #expect(throws: (any Error).self) {
            for try await _ in try Validator(Feed("/nowhere.zip"), options).notices() {}
        }
    }

    @Test("Under canonical counts the sequence has the final notices")
    func canonicalSequence() async throws {
        var options = options
        options.isCanonical = true
        var codes: Set<String> = []
        for try await notice in try Validator(Feed(feed), options).notices() {
            codes.insert(notice.code)
        }
        let report = try await Validator(Feed(feed), options).validate()
        #expect(codes == Set(report.groups.map(\.code)))
    }

    @Test("An annotation points to the row, whatever the notice calls it")
    func rows() async throws {
        let double = TestFeed.base.with(
            """
            # levels.txt
            level_id,level_index
            A,1
            A,2
            """)
        let path = try double.write(to: folder, as: "double")
        let report = try await Validator(Feed(path), options).validate()
        let context = ReportContext(validatorVersion: "test", validatedAt: "now")
        let line = report.gitHubAnnotations(context).split(separator: "\n").first {
            $0.contains("duplicate_key")
        }
        #expect(line?.hasPrefix("::error file=levels.txt,line=") == true)
        #expect(line?.contains("RowNumber") == false)
    }

    @Test("Annotations tell files apart whose names differ in case")
    func caseOfNames() async throws {
        let feed = TestFeed.base.with("# notes.txt\na\n# Notes.txt\na\n# Levels.txt\nlevel_id\nA\n")
        let path = try feed.pack(as: .zip(options: ""), to: folder, as: "case.zip")
        let report = try await Validator(Feed(path), options).validate()
        let context = ReportContext(validatorVersion: "test", validatedAt: "now")
        let text = report.gitHubAnnotations(context)
        for name in ["notes.txt", "Notes.txt", "Levels.txt"] {
            #expect(text.contains(" file=\(name),"), "\(text)")
        }
    }

    @Test("Each code of report.json has its meaning, advice and reference")
    func advice() async throws {
        let path = try TestFeed.base.with(
            """
            # levels.txt
            level_id,level_index
            A,zero
            """
        ).write(to: folder, as: "advice")
        let report = try await Validator(Feed(path), options).validate()
        let context = ReportContext(validatorVersion: "test", validatedAt: "now")
        let json = try JSONSerialization.jsonObject(with: Data(report.json(context).utf8))
        let notices = try #require((json as? [String: Any])?["notices"] as? [[String: Any]])
        #expect(notices.count == report.groups.count)
        for (notice, group) in zip(notices, report.groups) {
            #expect(notice["code"] as? String == group.code)
            #expect(notice["summary"] as? String == group.definition.summary)
            #expect(notice["fix"] as? String == group.definition.fix)
            #expect(notice["reference"] as? String == group.definition.link)
        }
        let number = try #require(notices.first { $0["code"] as? String == "invalid_float" })
        #expect((number["summary"] as? String)?.isEmpty == false)
        #expect((number["fix"] as? String)?.isEmpty == false)
        #expect((number["reference"] as? String)?.hasPrefix("https://gtfs.org/") == true)
    }

    @Test("A page holds nothing of a feed unescaped")
    func escaping() async throws {
        let hostile = TestFeed.base.with(
            """
            # agency.txt
            agency_id,agency_name,agency_url,agency_timezone
            A,<script>alert(1)</script>,javascript:alert(1),"<b>""&zone"
            # levels.txt
            level_id,level_index
            A,<img src=x onerror=alert(1)>
            """)
        let path = try hostile.write(to: folder, as: "hostile")
        let report = try await Validator(Feed(path), options).validate()
        let context = ReportContext(validatorVersion: "test", validatedAt: "now")
        let page = report.html(context)
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        for harm in ["<script>alert", "<img", "<b>\"", "href=\"javascript:"] {
            #expect(!page.contains(harm), "\(harm)")
        }
        for text in [report.json(context), report.sarif(context), report.systemErrorsJSON(context)]
        {
            #expect(throws: Never.self) {
                _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
            }
        }
        // A line is one command to GitHub: nothing of a feed may begin another.
        let lines = report.gitHubAnnotations(context).split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("::") })
    }
}
