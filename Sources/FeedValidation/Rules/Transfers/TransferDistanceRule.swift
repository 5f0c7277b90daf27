import GTFSSchedule
import SystemLayer

/// The stops of a transfer are near each other.
///
/// A stop without coordinates has those of its parent. When there are none, the pair is skipped;
/// the canonical validator puts such a stop at 0 degrees north and east.
struct TransferDistanceRule: FeedRule {
    static let notices: [NoticeDefinition] = [.transferDistanceTooLarge, .transferDistanceAbove2Km]
    static let inputs = ["transfers.txt", "stops.txt"]

    private typealias Place = (latitude: Double, longitude: Double)

    private static let earthRadiusMeters = 6_371_010.0

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        let isCanonical = feed.options.isCanonical
        for (index, transfer) in feed.transfers.rows.enumerated() {
            try feed.checkCancellation()
            guard let from = transfer.fromStopID, let to = transfer.toStopID,
                let first = place(from, feed) ?? (isCanonical ? (0, 0) : nil),
                let second = place(to, feed) ?? (isCanonical ? (0, 0) : nil)
            else { continue }
            let meters = Self.distanceMeters(first, second)
            guard meters > 2_000 else { continue }
            bin.add(
                meters > 10_000 ? .transferDistanceTooLarge : .transferDistanceAbove2Km,
                [
                    "csvRowNumber": feed.transfers.rowNumbers[index], "fromStopId": from,
                    "toStopId": to, "distanceKm": meters / 1_000,
                ])
        }
    }

    /// The coordinates of a stop, else of its parent, else of that one's parent.
    private func place(_ id: StopID, _ feed: LoadedFeed) -> Place? {
        var next: StopID? = id
        for _ in 0..<3 {
            guard let stop = feed.stop(next) else { return nil }
            if let latitude = stop.stopLat, let longitude = stop.stopLon {
                return (latitude, longitude)
            }
            next = stop.parentStation
        }
        return nil
    }

    /// On a sphere, from the angle between the two directions from its center.
    private static func distanceMeters(_ first: Place, _ second: Place) -> Double {
        let (a, b) = (direction(first), direction(second))
        let cross = (
            a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x
        )
        let sine = (cross.0 * cross.0 + cross.1 * cross.1 + cross.2 * cross.2).squareRoot()
        return Double.atan2(y: sine, x: a.x * b.x + a.y * b.y + a.z * b.z) * earthRadiusMeters
    }

    private static func direction(_ place: Place) -> (x: Double, y: Double, z: Double) {
        let latitude = place.latitude * (.pi / 180)
        let longitude = place.longitude * (.pi / 180)
        return (
            Double.cos(longitude) * Double.cos(latitude),
            Double.sin(longitude) * Double.cos(latitude), Double.sin(latitude)
        )
    }
}

extension NoticeDefinition {
    static let transferDistanceTooLarge = NoticeDefinition(
        "transfer_distance_too_large", .warning,
        summary: "The stops of a transfer are more than 10 km apart.",
        why: "Riders do not walk that far, so a stop is probably wrong.",
        fix: "Correct the stops or their coordinates.",
        reference: "transfers.txt", fields: "from_stop_id", "to_stop_id")
    static let transferDistanceAbove2Km = NoticeDefinition(
        "transfer_distance_above_2_km", .info,
        summary: "The stops of a transfer are more than 2 km and at most 10 km apart.",
        why: "Few riders walk that far.",
        fix: "Check the stops and their coordinates.",
        reference: "transfers.txt", fields: "from_stop_id", "to_stop_id")
}
