import GTFSSchedule
import TestSupport

/// The service of a day, worked out from a feed's text files with plain loops.
struct ServiceOracle {
    struct Run {
        let route: String
        let direction: String
        let wheelchair: String
        /// Nil for a run without times.
        let times: (start: Int, end: Int)?
        let stops: [String]
        let shape: String?
    }

    let runs: [Run]
    let trips: Int

    init(_ feed: TestFeed, on date: ServiceDate) throws {
        let services = Self.services(feed, on: date)
        let calls = Dictionary(grouping: feed.rows("stop_times.txt")) { $0["trip_id"] ?? "" }
        let frequencies = Dictionary(grouping: feed.rows("frequencies.txt")) {
            $0["trip_id"] ?? ""
        }
        var runs: [Run] = []
        var trips = 0
        for trip in feed.rows("trips.txt") where services.contains(trip["service_id"] ?? "") {
            trips += 1
            let id = trip["trip_id"] ?? ""
            let calls = (calls[id] ?? []).sorted {
                Int($0["stop_sequence"] ?? "") ?? 0 < Int($1["stop_sequence"] ?? "") ?? 0
            }
            let first = calls.first.flatMap { Self.seconds($0["departure_time"]) }
            let last = calls.last.flatMap { Self.seconds($0["arrival_time"]) }
            var starts = [first]
            if let rows = frequencies[id] {
                var all: Set<Int> = []
                for row in rows {
                    guard var start = Self.seconds(row["start_time"]),
                        let end = Self.seconds(row["end_time"]),
                        let step = Int(row["headway_secs"] ?? "")
                    else { continue }
                    while start < end {
                        all.insert(start)
                        start += step
                    }
                }
                starts = Array(all)
            }
            for start in starts {
                var times: (start: Int, end: Int)?
                if let start, let first, let last { times = (start, start + last - first) }
                runs.append(
                    Run(
                        route: trip["route_id"] ?? "", direction: trip["direction_id"] ?? "",
                        wheelchair: trip["wheelchair_accessible"] ?? "0", times: times,
                        stops: calls.compactMap { $0["stop_id"] }, shape: trip["shape_id"]))
            }
        }
        self.runs = runs
        self.trips = trips
    }

    private static func services(_ feed: TestFeed, on date: ServiceDate) -> Set<String> {
        let weekday =
            ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"][
                date.weekday.rawValue - 1]
        var services: Set<String> = []
        for row in feed.rows("calendar.txt")
        where row[weekday] == "1" && row["start_date"] ?? "" <= date.description
            && date.description <= row["end_date"] ?? ""
        {
            services.insert(row["service_id"] ?? "")
        }
        for row in feed.rows("calendar_dates.txt") where row["date"] == date.description {
            let service = row["service_id"] ?? ""
            if row["exception_type"] == "1" {
                services.insert(service)
            } else {
                services.remove(service)
            }
        }
        return services
    }

    private static func seconds(_ text: String?) -> Int? {
        let parts = (text ?? "").split(separator: ":").compactMap { Int($0) }
        return parts.count == 3 ? parts[0] * 3600 + parts[1] * 60 + parts[2] : nil
    }

    // MARK: Figures

    var seconds: Int { runs.reduce(0) { $0 + ($1.times.map { $0.end - $0.start } ?? 0) } }

    /// The most runs under way at the start of one of them.
    var peak: Int {
        let times = runs.compactMap(\.times)
        return times.map { time in
            times.count { $0.start <= time.start && time.start < $0.end }
        }.max() ?? 0
    }

    /// Seconds between starts from 07:00 to 19:00, ascending.
    func headways(_ route: String, _ direction: String) -> [Int] {
        let starts = runs.filter { $0.route == route && $0.direction == direction }
            .compactMap { $0.times?.start }.filter { $0 >= 25200 && $0 <= 68400 }.sorted()
        return zip(starts.dropFirst(), starts).map { $0 - $1 }.sorted()
    }
}
