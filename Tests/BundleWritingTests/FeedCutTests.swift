import BundleWriting
import FeedCompiling
import FeedExporting
import FeedReading
import FeedValidation
import GTFSSchedule
import TestSupport
import Testing

@Suite("Findings about what filters keep")
struct FeedCutTests {
    private static let options = ValidationOptions(date: ServiceDate(dayNumber: 20_605))

    private func judge(
        _ feed: TestFeed, _ filter: FeedFilter, in folder: TestFolder,
        _ validation: ValidationOptions = options, ofSource: Bool = false
    ) throws -> (report: ValidationReport, bundle: String) {
        var options = BundleBuild.Options()
        options.filter = filter
        options.validatesSource = ofSource
        options.temporaryDirectory = folder.temporaryDirectory
        let access = ArchiveOptions(temporaryDirectory: folder.temporaryDirectory)
        let judge = BuildValidation(validation)
        let bundle = folder.path + "/cut.sqlite"
        _ = try BundleBuild(options).run(
            FeedArchive.open(feed.write(to: folder), options: access), to: bundle,
            validation: judge
        ) { _ in }
        return (try judge.report(), bundle)
    }

    private func counts(_ report: ValidationReport) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: report.groups.map { ($0.code, $0.count) })
    }

    @Test("A sound feed that was cut has the findings of its export", arguments: 0..<24)
    func export(seed: Int) throws {
        let folder = try TestFolder()
        let made = RandomFeed(seed: UInt64(seed))
        let (report, bundle) = try judge(made.feed, made.filter, in: folder)
        let target = folder.path + "/export"
        _ = try FeedExport(bundle: bundle).run(to: target, overwriting: false)
        let exported = try Validation(Self.options).run(
            FeedFiles(at: target, for: Self.options))
        // Bundles have one of the rows with the same key.
        let expected = counts(exported).merging(
            counts(report).filter { $0.key == "duplicate_key" }
        ) { first, _ in first }
        #expect(counts(report) == expected, "\(made.filter.json.text)")
    }

    @Test("Rows, cells and files that are left out have no findings, and others keep their rows")
    func places() throws {
        let feed = TestFeed.base.with(
            #"""
            # agency.txt
            agency_id,agency_name,agency_url,agency_timezone
            X,Crosstown,https://example.org,Europe/Paris
            Y,Yellow,none,Europe/Paris
            # routes.txt
            route_id,agency_id,route_short_name,route_type
            GONE,Y,1,x
            GONE,Y,2,x

            R,X,1,3
            R,X,1,x
            # trips.txt
            route_id,service_id,trip_id,shape_id
            GONE,NONE,T1,NONE
            R,WD,T2,"a ""shape"""
            ,WD,,
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence,shape_dist_traveled
            T1,08:00:00,07:00:00,A,1,x
            T1,08:10:00,08:11:00,"A
            B",2,x
            T2,09:00:00,08:59:00,B,3,x
            T2,09:10:00,09:10:00,C,4,
            T9,09:10:00,09:10:00,C,4,
            # transfers.txt
            from_stop_id,to_stop_id,transfer_type
            A,B,x
            B,C,x
            # shapes.txt
            shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
            a,x,x,x
            """#)
        var filter = FeedFilter(routes: ["R"])
        filter.without = [.shapes, .distances]
        let report = try judge(feed, filter, in: TestFolder()).report
        func rows(_ code: String) -> [NoticeValue?] {
            (report.groups.first { $0.code == code }?.samples ?? []).map {
                $0.fields["csvRowNumber"] ?? $0.fields["newCsvRowNumber"]
            }
        }
        #expect(rows("duplicate_key") == [.integer(6)])
        #expect(rows("start_and_end_range_out_of_order") == [.integer(5)])
        #expect(Set(rows("invalid_integer")) == [.integer(6), .integer(3)])
        #expect(Set(rows("missing_required_field")) == [.integer(4)])
        for code in ["foreign_key_violation", "invalid_url", "invalid_float"] {
            #expect(report.groups.allSatisfy { $0.code != code }, "\(code)")
        }
    }

    private struct OwnRule<Row: FeedRow>: RowRule {
        static var notices: [NoticeDefinition] {
            [NoticeDefinition(code: "acme_\(Row.file.name)", severity: .info, summary: "A row.")]
        }

        func check(_ row: Row, in context: RowContext, into bin: NoticeBin) {
            bin.add(Self.notices[0], ["csvRowNumber": context.row])
        }
    }

    @Test("Row rules of one's own judge what is left, or the source", arguments: [false, true])
    func ownRules(ofSource: Bool) throws {
        let feed = TestFeed.base.with(
            """
            # routes.txt
            route_id,agency_id,route_short_name,route_type
            GONE,X,1,3
            R,X,2,3
            # trips.txt
            route_id,service_id,trip_id
            GONE,WD,T1
            R,WD,T2
            # stop_times.txt
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            T1,08:00:00,08:00:00,A,1
            T1,08:10:00,08:10:00,B,2
            T2,09:00:00,09:00:00,B,3
            T2,09:10:00,09:10:00,C,4
            # shapes.txt
            shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
            a,48.0,2.0,1
            """)
        var filter = FeedFilter(routes: ["R"])
        filter.without = [.shapes]
        var options = Self.options
        options.ownRules = [OwnRule<Trip>(), OwnRule<StopTime>(), OwnRule<ShapePoint>()]
        let report = try judge(feed, filter, in: TestFolder(), options, ofSource: ofSource).report
        var rows: [String: [NoticeValue?]] = [:]
        for group in report.groups where group.code.hasPrefix("acme_") {
            rows[group.code] = group.samples.map { $0.fields["csvRowNumber"] }
        }
        if ofSource {
            #expect(rows["acme_trips.txt"] == [.integer(2), .integer(3)])
            #expect(rows["acme_stop_times.txt"]?.count == 4)
            #expect(rows["acme_shapes.txt"] == [.integer(2)])
        } else {
            #expect(rows["acme_trips.txt"] == [.integer(3)])
            #expect(rows["acme_stop_times.txt"] == [.integer(4), .integer(5)])
            #expect(rows["acme_shapes.txt"] == nil)
        }
    }
}
