import FeedReading
import GTFSRealtime

struct BodyCheck {
    let log: CheckLog

    func message(in bytes: [UInt8]) -> FeedMessage? {
        let (message, damage) = FeedMessage.readable(bytes)
        if let damage {
            let isOther = RealtimeDamage.isOtherFormat(bytes)
            log.note(
                isOther ? .notAMessage : .damagedMessage,
                ["position": damage.position, "field": damage.field, "reason": damage.reason])
            if isOther { return nil }
        }
        checkSchema(message)
        for text in message.invalidTexts() {
            log.note(
                .invalidText,
                ["position": text.position, "message": text.message, "field": text.field])
        }
        return message
    }

    private func checkSchema(_ message: FeedMessage) {
        message.forEachSchemaFault { fault in
            let notice: MessageNotice =
                fault.kind == .unknownValue ? .unknownValue : .unknownField
            log.note(
                notice,
                [
                    "message": fault.message, "field": fault.field, "value": fault.value,
                    "position": fault.position,
                ])
        }
    }
}
