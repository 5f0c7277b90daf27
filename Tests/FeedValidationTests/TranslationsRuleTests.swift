import FeedValidation
import TestSupport
import Testing

@Suite("Rules about translations") struct TranslationsRuleTests {
    private static let base = TestFeed.base.with(
        """
        # feed_info.txt
        feed_publisher_name,feed_publisher_url,feed_lang
        Crosstown,https://example.org,fr
        # calendar_dates.txt
        service_id,date,exception_type
        WD,20260501,2
        # frequencies.txt
        trip_id,start_time,end_time,headway_secs
        T1,08:00:00,09:00:00,600
        # shapes.txt
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
        H,48,2,1
        H,48,2.4,2
        # transfers.txt
        from_stop_id,to_stop_id,transfer_type,from_route_id
        A,B,0,
        B,C,0,R
        """)

    private static func translations(_ rows: String) -> TestFeed {
        TestFeed(
            "# translations.txt\ntable_name,field_name,language,translation,record_id,"
                + "record_sub_id,field_value\n" + rows)
    }

    static let cases: [RuleCase] = [
        RuleCase(
            "all is well",
            translations(
                """
                stops,stop_name,en,Port,A,,
                STOPS,stop_name,en,Market,,,Market
                routes,route_short_name,en,One,R,,
                trips,trip_headsign,en,There,T1,,
                stop_times,stop_headsign,en,There,T1,02,
                feed_info,feed_publisher_name,en,Cross,,,
                calendar_dates,service_id,en,May,WD,20260501,
                frequencies,trip_id,en,Often,T1,8:00:00,
                shapes,shape_id,en,Line,H,2,
                transfers,from_stop_id,en,Change,A,B,
                agency,agency_name,en,Across,X,,
                """), expecting: [:]),
        RuleCase(
            "no such file",
            translations("stations,stop_name,en,Port,A,,\nlevels,level_name,en,L,L,,"),
            expecting: ["translation_unknown_table_name": 2]),
        RuleCase(
            "a value and a record", translations("stops,stop_name,en,Port,A,1,Harbour"),
            expecting: ["translation_unexpected_value": 2]),
        RuleCase(
            "keys that the file does not have",
            translations("stops,stop_name,en,Port,A,1,\nfeed_info,feed_lang,en,x,A,,"),
            expecting: ["translation_unexpected_value": 2]),
        RuleCase(
            "keys that miss", translations("stops,stop_name,en,Port,,,\nstop_times,a,en,x,T1,,"),
            expecting: ["missing_required_field": 2]),
        RuleCase(
            "records that do not exist",
            translations(
                """
                stops,stop_name,en,Port,Z,,
                routes,route_short_name,en,One,Z,,
                trips,trip_headsign,en,There,Z,,
                stop_times,stop_headsign,en,There,T1,9,
                stop_times,stop_headsign,en,There,T1,x,
                calendar_dates,service_id,en,May,WD,20260502,
                frequencies,trip_id,en,Often,T1,08:00:01,
                shapes,shape_id,en,Line,H,3,
                transfers,from_stop_id,en,Change,B,C,
                agency,agency_name,en,Across,Z,,
                """), expecting: ["translation_foreign_key_violation": 10]),
        RuleCase(
            "the old format",
            """
            # translations.txt
            trans_id,lang,translation
            Harbour,en,Port
            """, expecting: [:]),
    ]

    @Test("Translations", arguments: cases) func translations(_ rule: RuleCase) throws {
        try rule.check(among: Self.cases, base: Self.base)
    }

    @Test("The canonical validator stops at a date that is none")
    func crash() throws {
        let rows = "calendar_dates,service_id,en,x,WD,May,\nstops,stop_name,en,Port,Z,,"
        let feed = Self.base.with(Self.translations(rows))
        let findings = try Findings(feed, isCanonical: true)
        #expect(findings.count("translation_foreign_key_violation") == 0)
        let crash = try #require(findings.report.systemErrors.first)
        #expect(crash.code == "runtime_exception_in_validator_error")
        let validator =
            "org.mobilitydata.gtfsvalidator.validator.TranslationFieldAndReferenceValidator"
        #expect(crash.fields["validator"] == .text(validator))
        #expect(crash.fields["message"] == .text("Date must have YYYYMMDD format: May"))
        #expect(try Findings(feed).count("translation_foreign_key_violation") == 2)
    }
}
