import FeedReading
import GTFSRealtime
import TransitRealtime

final class CheckLog {
    let bin = NoticeBin()
    let effort: MatchEffort
    /// The message that is checked now; nil where a notice is about several.
    var source: String? { didSet { effort.begin(source ?? "") } }

    init(_ effort: MatchEffort) {
        self.effort = effort
    }

    /// - Parameter values: says in which part of the message it is, and what is wrong.
    func note(_ notice: MessageNotice, _ values: @autoclosure () -> NoticeFields) {
        bin.add(notice.definition, in: source, values())
    }

    func note(
        _ notice: MessageNotice, in part: MessagePart,
        _ values: @autoclosure () -> NoticeFields = [:]
    ) {
        bin.add(notice.definition, in: source, part.values(and: values()))
    }
}

struct MessagePart {
    var entity: String?
    var trip: TripDescriptor?
    var vehicle: String?
    var stop: TripUpdate.StopTimeUpdate?

    /// Its values with others among them; the first few are those for which a line has room.
    func values(and others: NoticeFields) -> NoticeFields {
        var values: NoticeFields = [
            "tripId": trip?.tripID, "routeId": trip?.tripID == nil ? trip?.routeID : nil,
            "stopSequence": stop?.stopSequence.map { Int($0) }, "stopId": stop?.stopID,
        ]
        let last: NoticeFields = [
            "vehicleId": vehicle, "startTime": trip?.startTime, "startDate": trip?.startDate,
            "entityId": entity,
        ]
        for field in others.fields + last.fields where values[field.name] == nil {
            values.append(field.name, field.value)
        }
        return values
    }
}
