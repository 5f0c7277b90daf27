import FeedCompiling
import GTFSSchedule

/// Trips of ferries say whether bicycles are taken along.
struct BikesAllowanceRule: FeedRule {
    static let notices: [NoticeDefinition] = [.missingBikeAllowance]
    static let inputs = ["trips.txt", "routes.txt"]
    private static let ferry = 4

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
        let ferries = countFerries(feed)
        guard ferries.contains(where: { $0 > 0 }) else { return }
        feed.trips.forEachRow { row in
            guard row.route >= 0, row.route < ferries.count, row.bikes != 1, row.bikes != 2 else {
                return true
            }
            for _ in 0..<ferries[Int(row.route)] {
                bin.add(
                    .missingBikeAllowance,
                    [
                        "csvRowNumber": Int(row.row),
                        "routeId": feed.routeIDs.string(Int(row.route)),
                        "tripId": feed.trips.id(Int(row.trip)),
                    ])
            }
            return true
        }
    }

    /// By number of a route id: how many rows make it a ferry. The canonical validator looks at
    /// trips once for each row, also when two have the same id.
    private func countFerries(_ feed: LoadedFeed) -> [Int] {
        var counts = [Int](repeating: 0, count: feed.routeIDs.count)
        for route in feed.routes.rows {
            let type = route.routeType
            let code = feed.options.isCanonical ? type?.code : type?.basicCode
            guard code == Self.ferry else { continue }
            guard let id = route.routeID, let number = feed.routeIDs.find(id.text) else { continue }
            counts[number] = feed.options.isCanonical ? counts[number] + 1 : 1
        }
        return counts
    }
}

extension NoticeDefinition {
    static let missingBikeAllowance = NoticeDefinition(
        "missing_bike_allowance", .warning,
        "A trip of a ferry does not say whether bicycles are allowed.",
        why: "Whether a bicycle can come along decides about taking the ferry.",
        fix: "Set `bikes_allowed` to 1 or 2.",
        reference: "trips.txt", "bikes_allowed")
}
