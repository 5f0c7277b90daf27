import FeedReading
import GTFSSchedule

/// Counts the trips of each route; says what is wrong with the file, and where.
func tripsByRoute(of zip: String) throws -> (trips: [RouteID: Int], problems: [String]) {
    let feed = try Feed(zip)
    var trips: [RouteID: Int] = [:]
    var problems: [String] = []
    let rows = feed.rows(Trip.self) { notice in
        guard case .integer(let line)? = notice.fields["csvRowNumber"] else { return }
        problems.append("line \(line): \(notice.code)")
    }
    while let trip = try rows.next() {
        if let route = trip.routeID { trips[route, default: 0] += 1 }
    }
    return (trips, problems)
}

/// The values of a column that only its publisher knows.
func colors(of zip: String) async throws -> [StopID: String] {
    var colors: [StopID: String] = [:]
    for try await stop in try Feed(zip).rows(Stop.self) {
        if let id = stop.stopID, let color = stop.unknown["acme_color"] { colors[id] = color }
    }
    return colors
}

/// The lines of a file that the reference does not know, with a text in one of their cells.
func lines(of zip: String, file: String, with text: String) async throws -> [Int] {
    let records = try Feed(zip).records(of: file)
    var lines: [Int] = []
    for try await record in records where record.cells.contains(text) {
        lines.append(record.line)
    }
    return lines
}

/// The names of a feed's files, and what the reference calls them.
func files(of zip: String) throws -> [String] {
    try Feed(zip).files.map { "\($0.name): \($0.table?.name ?? "unknown")" }
}

/// The examples in the comments of `FeedReading`.
struct FeedReadingExamples {
    func stops() async throws {
        let feed = try Feed("gtfs.zip")
        for try await stop in feed.rows(Stop.self) {
            print(stop.stopName ?? "?", stop.line)
        }
    }

    func names(in feed: Feed) throws -> [Int: String] {
        var names: [Int: String] = [:]
        let rows = feed.rows(Stop.self)
        while let stop = try rows.next() {
            names[stop.line] = stop.stopName
        }
        return names
    }

    func calls(in feed: Feed) async throws -> [TripID: Int] {
        var calls: [TripID: Int] = [:]
        for try await call in feed.rows(StopTime.self) {
            if let trip = call.tripID { calls[trip, default: 0] += 1 }
        }
        return calls
    }
}
