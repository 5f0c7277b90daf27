import TestSupport

struct MadeAlert {
    private(set) var body = WireMessage()
    let id: String

    struct Part {
        fileprivate let body: WireMessage

        init(
            agency: String? = nil, route: String? = nil, type: Int64? = nil,
            direction: Int64? = nil, stop: String? = nil, trip: String? = nil, day: String? = nil,
            start: String? = nil, runOf: String? = nil, runDirection: Int64? = nil
        ) {
            body = WireMessage { message in
                agency.map { message.text(1, $0) }
                route.map { message.text(2, $0) }
                type.map { message.number(3, $0) }
                if [trip, day, start, runOf].contains(where: { $0 != nil }) {
                    message.message(4) { run in
                        trip.map { run.text(1, $0) }
                        start.map { run.text(2, $0) }
                        day.map { run.text(3, $0) }
                        runOf.map { run.text(5, $0) }
                        runDirection.map { run.number(6, $0) }
                    }
                }
                stop.map { message.text(5, $0) }
                direction.map { message.number(6, $0) }
            }
        }
    }

    /// - Parameters:
    ///   - header: the title by language; an empty one has no tag.
    ///   - active: spans as clock times; an empty end is open.
    init(
        _ parts: [Part], id: String = "a", header: KeyValuePairs<String, String> = [:],
        severity: Int64? = nil, effect: Int64? = nil, cause: Int64? = nil,
        active: [(String, String)] = [], shown: [(String, String)] = [],
        affects: [(String, String)] = []
    ) {
        self.id = id
        for (field, periods) in [(1, active), (2, shown), (3, affects)] {
            for (start, end) in periods {
                body.message(field) { range in
                    if !start.isEmpty { range.number(1, Int64(Town.at(start))) }
                    if !end.isEmpty { range.number(2, Int64(Town.at(end))) }
                }
            }
        }
        for part in parts { body.raw(5, part.body.bytes) }
        cause.map { body.number(6, $0) }
        effect.map { body.number(7, $0) }
        if !header.isEmpty {
            body.message(10) { text in
                for (language, title) in header {
                    text.message(1) { translation in
                        translation.text(1, title)
                        if !language.isEmpty { translation.text(2, language) }
                    }
                }
            }
        }
        severity.map { body.number(14, $0) }
    }

    /// A message of alerts, from 08:00.
    static func message(_ alerts: [MadeAlert]) -> [UInt8] {
        WireMessage { message in
            message.message(1) { head in
                head.text(1, "2.0")
                head.number(3, Int64(Town.at("08:00")))
            }
            for alert in alerts {
                message.message(2) { entity in
                    entity.text(1, alert.id)
                    entity.raw(5, alert.body.bytes)
                }
            }
        }.bytes
    }
}
