import FeedCompiling
import GTFSSchedule

/// The places of a feed's stops, and of the stops that the samples name.
struct ReportMap: Sendable {
    struct Place: Sendable, Hashable {
        let latitude: Double
        let longitude: Double
    }

    /// A place that samples name.
    struct Mark: Sendable {
        let place: Place
        let stopID: String
        let code: String
        let severity: NoticeSeverity
    }

    /// Some of the stops, as a backdrop.
    let stops: [Place]
    let marks: [Mark]

    private static let stopLimit = 3000
    private static let markLimit = 500

    init(_ feed: LoadedFeed, _ groups: [ValidationReport.Group]) {
        let rows = feed.stops.rows
        let step = max(1, rows.count / Self.stopLimit)
        stops = stride(from: 0, to: rows.count, by: step).compactMap {
            Self.place(rows[$0].stopLat, rows[$0].stopLon)
        }
        var marks: [Mark] = []
        for group in groups {
            var seen: Set<StopID> = []
            for notice in group.samples {
                for id in notice.stopIDs where seen.insert(StopID(id)).inserted {
                    guard seen.count <= Self.markLimit, let number = feed.stopIDs.find(id),
                        let stop = feed.stop(number),
                        let place = Self.place(stop.stopLat, stop.stopLon)
                    else { continue }
                    marks.append(
                        Mark(
                            place: place, stopID: id, code: group.code, severity: group.severity))
                }
            }
        }
        self.marks = marks
    }

    /// Nil for places that are none.
    private static func place(_ latitude: Double?, _ longitude: Double?) -> Place? {
        guard let latitude, let longitude, -90...90 ~= latitude, -180...180 ~= longitude,
            abs(latitude) > 0.001 || abs(longitude) > 0.001
        else { return nil }
        return Place(latitude: latitude, longitude: longitude)
    }
}
