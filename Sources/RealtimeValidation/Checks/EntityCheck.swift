import FeedReading
import GTFSRealtime
import GTFSSchedule
import TransitRealtime

struct EntityCheck {
    let log: CheckLog
    private var ids: Set<Identifier<FeedEntity>> = []

    init(_ log: CheckLog) {
        self.log = log
    }

    mutating func check(_ entity: FeedEntity, isDifferential: Bool) {
        let part = MessagePart(entity: entity.id)
        if let id = UsableValues.id(entity.id) {
            if !ids.insert(Identifier(id)).inserted {
                log.note(.duplicateEntityID, in: part)
            }
        } else {
            log.note(.noEntityID, in: part)
        }
        let isDeleted = entity.isDeleted == true
        if isDeleted, !isDifferential { log.note(.e039, in: part) }
        let count = entity.payloadCount
        if count > 1 || (count == 0 && !isDeleted) {
            log.note(.entityPayload, in: part, ["count": count])
        }
    }
}
