import Foundation
import TestSupport
import Testing

@Suite("Query: arguments", .blocking)
struct QueryArgumentTests {
    @Test("Ids that begin with a minus are ids")
    func minus() throws {
        let place = try Workplace(
            """
            # agency.txt
            agency_name,agency_url,agency_timezone
            A,https://a.example,UTC
            # stops.txt
            stop_id,stop_name,stop_lat,stop_lon
            -5,Minus,1,1
            -b,Letter,1,1.1
            # routes.txt
            route_id,route_short_name,route_type
            -333,R,3
            # calendar.txt
            service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
            S,1,1,1,1,1,1,1,20260101,20261231
            # trips.txt
            route_id,service_id,trip_id
            -333,S,-1
            # stop_times.txt
            trip_id,stop_id,stop_sequence,arrival_time,departure_time
            -1,-5,1,08:00:00,08:00:00
            -1,-b,2,09:00:00,09:00:00
            """)
        try place.build("--no-validate")
        let at = "2026-06-01T00:00"
        for (question, part) in [
            (["stop", "-5"], "Minus"), (["stop", "-b"], "Letter"), (["trip", "-1"], "09:00:00"),
            (["timetable", "-333", "--date", "20260601"], "Minus   08:00"),
            (["timetable", "--date=20260601", "-333"], "Minus   08:00"),
            (["departures", "-5", "--at", at, "--for", "1d"], "08:00:00+00:00"),
            (["stop", "--", "-5"], "Minus"),
        ] {
            let outcome = try Command.run(["query"] + question + [place.bundle], in: place.folder)
            #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(question): \(outcome.errors)")
            #expect(outcome.output.contains(part), "\(question): \(outcome.output)")
        }
        let unknown = try place.run("query", "stop", "-7", place.bundle)
        #expect(unknown.code == 66)
        #expect(unknown.errors == "gtfs: The feed has no stop -7. The nearest ids are -5, -b.\n")
        // One minus too few is still told.
        #expect(try place.run("query", "stop", "-json", "-5", place.bundle).code == 64)
        #expect(try place.run("query", "-h").code == 0)
    }

    @Test("The error for a file that is not a bundle says how to make one, as a new file")
    func notABundle() throws {
        let folder = try TestFolder()
        let zip = try TestFeed.town.pack(as: .zip(options: ""), to: folder, as: "feed.zip")
        let text = try folder.write("text.sqlite", Array("stop_id\n".utf8))
        let advice = "`gtfs build \(zip) -o \(zip.dropLast(4)).sqlite` makes one from a feed."
        for (path, words) in [
            (zip, "\(zip) is a zip, not a transit bundle. \(advice)"),
            (text, "\(text) is not a transit bundle. `gtfs build` makes one from a feed."),
            (folder.path, "\(folder.path) cannot be read: it is a folder."),
        ] {
            let outcome = try Command.run(["query", "routes", path], in: folder)
            #expect(outcome.code == 65)
            #expect(outcome.errors == "gtfs: \(words)\n")
        }
    }

    @Test(
        "The error for a malformed value names the wanted form",
        arguments: [
            (["departures", "CJ", "--at", "yesterday"], "expected a time such as 08:00, "),
            (["departures", "CJ", "--at", "-5"], "The value '-5' is invalid for '--at <time>'"),
            (["departures", "CJ", "--at", "24:00"], "expected a time such as 08:00, "),
            (["departures", "CJ", "--for", "3 weeks"], "expected a length such as 90m, "),
            (["departures", "CJ", "--for", "0"], "a day at most"),
            (["departures", "CJ", "--for", "2d"], "a day at most"),
            (["nearby", "95,10"], "expected degrees as LAT,LON, such as -33.86,151.21"),
            (
                ["nearby", "-95,10"],
                "The value '-95,10' is invalid for '<lat,lon>': expected degrees"
            ),
            (["nearby", "5 3,10 2"], "expected degrees as LAT,LON, such as -33.86,151.21"),
            (["stops", ""], "The value '' is invalid for '<text>': expected text of 1 to "),
            (["nearby", "5,10", "--limit", "few"], "expected a whole number from 1 to 500"),
            (["nearby", "5,10", "--limit", "0"], "expected a whole number from 1 to 500"),
            (["stops", "x", "--limit", "501"], "invalid for '--limit <limit>': expected a whole"),
            (["nearby", "5,10", "--limit", "-4"], "The value '-4' is invalid"),
            (["nearby", "5,10", "--radius", "-4"], "expected a whole number from 1 to 100000"),
            (["nearby", "5,10", "--radius", "nan"], "expected a whole number from 1 to 100000"),
            (["nearby", "5,10", "--radius", "100001"], "expected a whole number from 1 to 100000"),
            (["stops", "x", "--limit", "1.5"], "expected a whole number from 1 to 500"),
            (
                ["timetable", "T1", "--date", "today"],
                "expected a date such as 20261121 or 2026-11-21"
            ),
            (["timetable", "T1", "--date", "20260231"], "expected a date such as"),
            (
                ["trip", "M1-E", "--start", "noon"],
                "expected a time of the service day such as 04:30"
            ),
        ])
    func forms(question: [String], part: String) throws {
        let outcome = try Command.run(
            ["query"] + question + ["none.sqlite"], in: try TestFolder())
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains(part), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test("Numbers are read as people write them")
    func numbers() throws {
        let place = try Workplace()
        try Command.run(["build", Workplace.sample, "-o", place.bundle], in: place.folder)
        let plain = try place.run("query", "nearby", "0.5,5", "--limit", "2", place.bundle)
        #expect(plain.code == 0 && !plain.output.isEmpty)
        let written = try place.run("query", "nearby", "+.5, 5.", "--limit", "+02", place.bundle)
        #expect(written.output == plain.output, "\(written.errors)")
    }

    @Test("A time without a date is today's, in the feed's zone")
    func today() throws {
        let place = try Workplace()
        try Command.run(["build", Workplace.sample, "-o", place.bundle], in: place.folder)
        func answer(_ time: String) throws -> String {
            let outcome = try place.run(
                "query", "departures", "CJ", "--at", time, "--for", "1h", place.bundle)
            #expect(outcome.code == 0, "\(outcome.errors)")
            return outcome.output
        }
        func dated() throws -> String {
            let format = DateFormatter()
            format.locale = Locale(identifier: "en_US_POSIX")
            format.timeZone = TimeZone(identifier: "Australia/Sydney")
            format.dateFormat = "yyyy-MM-dd"
            return try answer(format.string(from: Date()) + "T08:00")
        }
        // Midnight may pass between the questions.
        let before = try dated()
        let found = [try answer("08:00"), try answer("8:00:00")]
        let after = try dated()
        #expect(found.allSatisfy { $0 == before || $0 == after })
    }
}
