import GTFSSchedule

struct HostileFeed {
    typealias Body = (inout FeedText) -> Void

    let name: String
    let files: [String: Body]

    /// The files stand beside the usual ones, or in their place.
    init(_ name: String, _ files: [String: Body]...) {
        self.name = name
        self.files = files.reduce([:]) { all, more in all.merging(more) { $1 } }
    }

    func write(to path: String) throws {
        let zip = try ZipWriter(path: path)
        let usual = Self.usual.keys.map { ($0, Self.longer($0)) }
        let all = Dictionary(uniqueKeysWithValues: usual).merging(files) { $1 }
        for (file, body) in all.sorted(by: { $0.key < $1.key }) { try zip.add(file, body: body) }
        try zip.close()
    }

    /// The usual file, and what follows.
    static func longer(_ file: String, _ body: @escaping Body = { _ in }) -> Body {
        { text in
            text.header(file)
            for row in usual[file] ?? [] { text.line(row) }
            body(&text)
        }
    }

    private static let usual = [
        "agency.txt": ["A,A,http://a.example,Europe/Berlin"],
        "stops.txt": ["S1,One,52.5,13.4", "S2,Two,52.6,13.5"],
        "routes.txt": ["R,A,1,3"],
        "calendar.txt": ["C,1,1,1,1,1,1,1,20260101,20261231"],
        "trips.txt": ["R,C,T"],
        "stop_times.txt": ["T,08:00:00,08:00:00,S1,1", "T,08:10:00,08:10:00,S2,2"],
    ]

    /// A day as feeds write it, counted from January 1st of the year 1.
    static func day(_ number: Int) -> String {
        let first = -719_162
        return ServiceDate(dayNumber: first + number).description
    }
}
