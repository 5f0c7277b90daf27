struct HostileFeed {
    typealias Body = (inout FeedText) -> Void

    let name: String
    let files: [String: Body]

    init(_ name: String, _ files: [String: Body] = [:]) {
        self.name = name
        self.files = files
    }

    func write(to path: String) throws {
        let zip = try ZipWriter(path: path)
        let all = Self.usual.mapValues(Self.text).merging(files) { $1 }
        for (file, body) in all.sorted(by: { $0.key < $1.key }) { try zip.add(file, body: body) }
        try zip.close()
    }

    private static func text(_ lines: [String]) -> Body {
        { text in for line in lines { text.line(line) } }
    }

    static func longer(_ file: String, _ body: @escaping Body) -> Body {
        { text in
            for line in usual[file] ?? [] { text.line(line) }
            body(&text)
        }
    }

    static func lines(
        _ header: String, count: Int, _ line: @escaping (Int) -> String
    ) -> Body {
        { text in
            text.line(header)
            for number in 0..<count { text.line(line(number)) }
        }
    }

    private static let usual = [
        "agency.txt": [
            "agency_id,agency_name,agency_url,agency_timezone",
            "A,A,http://a.example,Europe/Berlin",
        ],
        "stops.txt": [stopsHeader, "S1,One,52.5,13.4", "S2,Two,52.6,13.5"],
        "routes.txt": ["route_id,agency_id,route_short_name,route_type", "R,A,1,3"],
        "calendar.txt": [calendarHeader, "C,1,1,1,1,1,1,1,20260101,20261231"],
        "trips.txt": ["route_id,service_id,trip_id", "R,C,T"],
        "stop_times.txt": [
            stopTimesHeader, "T,08:00:00,08:00:00,S1,1", "T,08:10:00,08:10:00,S2,2",
        ],
    ]

    static let stopsHeader = "stop_id,stop_name,stop_lat,stop_lon"
    static let calendarHeader =
        "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date"
    static let datesHeader = "service_id,date,exception_type"
    static let stopTimesHeader = "trip_id,arrival_time,departure_time,stop_id,stop_sequence"
    static let shapesHeader = "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence"

    static func clock(_ seconds: Int) -> String {
        "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }

    /// A day as feeds write it, counted from January 1st of the year 1.
    static func day(_ number: Int) -> String {
        // Years begin in March, so that the leap day comes last.
        let days = number + 306
        let era = days / 146_097
        let inEra = days % 146_097
        let year = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
        let inYear = inEra - (365 * year + year / 4 - year / 100)
        let month = (5 * inYear + 2) / 153
        let day = inYear - (153 * month + 2) / 5 + 1
        let isNextYear = month > 9
        let digits = "\(year + era * 400 + (isNextYear ? 1 : 0))"
        return String(repeating: "0", count: max(4 - digits.count, 0)) + digits
            + two(isNextYear ? month - 9 : month + 3) + two(day)
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
