import GTFSSchedule

/// Names in JSON and CSV are those of `schema/stats.schema.json`. A number that cannot be known is
/// missing, such as a headway of one run.
package struct ServiceFigures: Sendable, Encodable {
    package internal(set) var mode: String?
    /// Missing for trips that name no route.
    package internal(set) var routeID: String?
    package internal(set) var routeShortName: String?
    package internal(set) var routeLongName: String?
    package internal(set) var directionID: Int?
    package internal(set) var routes: Int?
    /// Rows of `trips.txt`; one that runs on five of the days counts five times.
    package internal(set) var trips = 0
    /// A trip of `frequencies.txt` has a run for each of its starts, all others have one.
    package internal(set) var runs = 0
    /// Calls of the runs at which a vehicle leaves a stop.
    package internal(set) var departures = 0
    package internal(set) var kilometers = 0.0
    package internal(set) var hours = 0.0
    package internal(set) var firstDeparture: String?
    package internal(set) var lastArrival: String?
    /// Minutes between the starts of consecutive runs from 07:00 to 19:00; of one direction.
    package internal(set) var minHeadway: Double?
    package internal(set) var medianHeadway: Double?
    package internal(set) var meanHeadway: Double?
    package internal(set) var maxHeadway: Double?
    package internal(set) var peakRuns: Int?
    /// The first of the longest such times.
    package internal(set) var peakStart: String?
    package internal(set) var peakEnd: String?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case mode
        case routeID = "route_id"
        case routeShortName = "route_short_name"
        case routeLongName = "route_long_name"
        case directionID = "direction_id"
        case routes, trips, runs, departures, kilometers, hours
        case firstDeparture = "first_departure"
        case lastArrival = "last_arrival"
        case minHeadway = "min_headway"
        case medianHeadway = "median_headway"
        case meanHeadway = "mean_headway"
        case maxHeadway = "max_headway"
        case peakRuns = "peak_runs"
        case peakStart = "peak_start"
        case peakEnd = "peak_end"
    }
}

struct ServiceSums {
    var trips = 0
    var runs = 0
    var departures = 0
    var meters = 0.0
    var seconds = 0
    var first = Int.max
    var last = Int.min
    var headways: [Int32] = []
    var peak: RunPeak?
    var hasAllStarts = true

    static func += (sums: inout ServiceSums, other: ServiceSums) {
        sums.trips &+= other.trips
        sums.runs &+= other.runs
        sums.departures &+= other.departures
        sums.meters += other.meters
        sums.seconds &+= other.seconds
        sums.first = min(sums.first, other.first)
        sums.last = max(sums.last, other.last)
    }

    mutating func addTimes(of group: TimedTrips.Group) {
        seconds &+= group.seconds
        first = min(first, group.first)
        last = max(last, group.last)
    }

    func figures() -> ServiceFigures {
        var figures = ServiceFigures()
        figures.trips = trips
        figures.runs = runs
        figures.departures = departures
        figures.kilometers = (meters / 1000).thousandths
        figures.hours = (Double(seconds) / 3600).thousandths
        if first <= last {
            figures.firstDeparture = Self.time(first)
            figures.lastArrival = Self.time(last)
        }
        guard hasAllStarts else { return figures }
        if let headways = Headways(headways) {
            figures.minHeadway = headways.min
            figures.medianHeadway = headways.median
            figures.meanHeadway = headways.mean
            figures.maxHeadway = headways.max
        }
        if let peak {
            figures.peakRuns = peak.runs
            figures.peakStart = Self.time(peak.start)
            figures.peakEnd = Self.time(peak.end)
        }
        return figures
    }

    private static func time(_ seconds: Int) -> String { ServiceTime(seconds: seconds).description }
}

extension Double {
    /// Rounded to three decimals.
    var thousandths: Double { (self * 1000).rounded() / 1000 }
}
