import GTFSSchedule

/// A call is at one place: a stop, a group of stops or a zone.
struct CallPlaceRule: TripRule {
    static let notices: [NoticeDefinition] = [.missingRequiredField, .forbiddenGeographyID]
    static let inputs = ["stop_times.txt"]
    static let checksSingleRows = true
    static let reads: TripParts = .calls

    func applies(to feed: LoadedFeed) -> Bool {
        let header = feed.header(of: "stop_times.txt")
        return header.has("stop_id") || header.has("location_group_id")
            || header.has("location_id")
    }

    func check(_ trip: TripView, _ bin: NoticeBin) {
        for position in trip.calls.indices {
            let call = trip.calls[position]
            if call.stop >= 0 && call.extra == 0 || trip.isPassedOver(position) { continue }
            let extra = trip.extra(position)
            let places = [call.stop >= 0, extra.locationGroupID != nil, extra.locationID != nil]
            switch places.count(where: { $0 }) {
            case 1: break
            case 0:
                bin.add(
                    .missingRequiredField,
                    [
                        "filename": "stop_times.txt", "csvRowNumber": trip.row(position),
                        "fieldName": "stop_id",
                    ])
            default:
                bin.add(
                    .forbiddenGeographyID,
                    [
                        "csvRowNumber": trip.row(position), "stopId": trip.stopID(position),
                        "locationGroupId": extra.locationGroupID,
                        "locationId": extra.locationID,
                    ])
            }
        }
    }
}

extension NoticeDefinition {
    static let forbiddenGeographyID = NoticeDefinition(
        "forbidden_geography_id", .error,
        "A row has more than one of `stop_id`, `location_group_id` and `location_id`.",
        why: "It is not clear where riders can board.",
        fix: "Keep one of the three.",
        reference: "stop_times.txt", "stop_id", "location_group_id", "location_id")
}
