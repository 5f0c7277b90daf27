import BundleWriting
import TransitBundle

/// Counts the trips of each route on a day, in the rows of the feed.
func trips(of feed: Feed, on day: ServiceDate) async throws -> [String: Int] {
    var services: Set<ServiceID> = []
    for try await row in feed.rows(ServiceCalendar.self) {
        guard let id = row.serviceID, let start = row.startDate, let end = row.endDate,
            start <= day, day <= end, row.value[day.weekday] == .running
        else { continue }
        services.insert(id)
    }
    for try await row in feed.rows(CalendarDate.self) where row.date == day {
        guard let id = row.serviceID else { continue }
        if row.exceptionType == .added { services.insert(id) } else { services.remove(id) }
    }
    var counts: [String: Int] = [:]
    for try await trip in feed.rows(GTFSSchedule.Trip.self) {
        guard let service = trip.serviceID, services.contains(service) else { continue }
        counts[trip.routeID?.text ?? "", default: 0] += 1
    }
    return counts
}

/// Reads a feed, builds its bundle and opens it.
func building(_ zip: String, at path: String) async throws {
    guard let day = ServiceDate(yyyymmdd: 20_261_123) else { return }
    let feed = try Feed(zip)
    let counts = try await trips(of: feed, on: day).sorted { $0.key < $1.key }
    print("trips: \(counts.map { "\($0.key) \($0.value)" })")
    let report = try await BundleBuilder(feed).write(to: path)
    print("built: \(report.rejectedRows) rejected rows")
    print("opened: \(try await TransitBundle(path: path).routes().count) routes")
}
