import TestSupport

struct MadeUpdate {
    private(set) var body = WireMessage()
    private(set) var id: String?

    /// The numbers of `TripDescriptor.ScheduleRelationship`.
    enum Kind: Int64 {
        case added = 1
        case unscheduled = 2
        case canceled = 3
        case replacement = 5
        case duplicated = 6
        case deleted = 7
        case new = 8
        case unknown = 77
    }

    /// - Parameters:
    ///   - copy: the properties of a copy: its id, day and start.
    ///   - headsign: that of the whole run.
    init(
        _ trip: String? = nil, _ kind: Kind? = nil, day: String? = nil, start: String? = nil,
        route: String? = nil, direction: Int64? = nil, measured: String? = nil,
        delay: Int64? = nil, copy: (id: String?, day: String?, start: String?)? = nil,
        headsign: String? = nil, vehicle: String? = nil, entity: String? = nil,
        stops: [MadeStop] = []
    ) {
        id = entity
        body.message(1) { message in
            trip.map { message.text(1, $0) }
            start.map { message.text(2, $0) }
            day.map { message.text(3, $0) }
            kind.map { message.number(4, $0.rawValue) }
            route.map { message.text(5, $0) }
            direction.map { message.number(6, $0) }
        }
        for stop in stops { body.raw(2, stop.body.bytes) }
        if let vehicle { body.message(3) { $0.text(2, vehicle) } }
        if let measured { body.number(4, Int64(Town.at(measured))) }
        delay.map { body.number(5, $0) }
        if copy != nil || headsign != nil {
            body.message(6) { message in
                copy?.id.map { message.text(1, $0) }
                copy?.day.map { message.text(2, $0) }
                copy?.start.map { message.text(3, $0) }
                headsign.map { message.text(5, $0) }
            }
        }
    }

    static func message(
        _ updates: [MadeUpdate], header: String?, timestamp: Int64? = nil,
        isDifferential: Bool = false, removing: [String] = []
    ) -> [UInt8] {
        WireMessage { message in
            message.message(1) { head in
                head.text(1, "2.0")
                head.number(2, isDifferential ? 1 : 0)
                if let time = timestamp ?? header.map({ Int64(Town.at($0)) }) {
                    head.number(3, time)
                }
            }
            for (number, update) in updates.enumerated() {
                message.message(2) { entity in
                    entity.text(1, update.id ?? "\(number)")
                    entity.raw(3, update.body.bytes)
                }
            }
            for id in removing {
                message.message(2) { entity in
                    entity.text(1, id)
                    entity.number(2, 1)
                }
            }
        }.bytes
    }
}

struct MadeStop {
    enum Event {
        case delay(Int64)
        case time(String)
        /// Seconds since 1970, however wrong.
        case number(Int64)
        case both(delay: Int64, time: String)
        case planned(String, time: String?)
    }

    fileprivate(set) var body = WireMessage()

    init(
        _ sequence: Int64? = nil, id: String? = nil, arrival: Event? = nil,
        departure: Event? = nil, isSkipped: Bool = false, hasNoData: Bool = false,
        assigned: String? = nil, headsign: String? = nil, pickup: Int64? = nil,
        dropOff: Int64? = nil, uncertainty: Int64? = nil, occupancy: Int64? = nil
    ) {
        sequence.map { body.number(1, $0) }
        for (field, event) in [(2, arrival), (3, departure)] {
            guard let event else { continue }
            body.message(field) { message in
                switch event {
                case .delay(let delay): message.number(1, delay)
                case .time(let time): message.number(2, Int64(Town.at(time)))
                case .number(let time): message.number(2, time)
                case .both(let delay, let time):
                    message.number(1, delay)
                    message.number(2, Int64(Town.at(time)))
                case .planned(let planned, let time):
                    time.map { message.number(2, Int64(Town.at($0))) }
                    message.number(4, Int64(Town.at(planned)))
                }
                uncertainty.map { message.number(3, $0) }
            }
        }
        id.map { body.text(4, $0) }
        if isSkipped || hasNoData { body.number(5, isSkipped ? 1 : 2) }
        if assigned != nil || headsign != nil || pickup != nil || dropOff != nil {
            body.message(6) { message in
                assigned.map { message.text(1, $0) }
                headsign.map { message.text(2, $0) }
                pickup.map { message.number(3, $0) }
                dropOff.map { message.number(4, $0) }
            }
        }
        occupancy.map { body.number(7, $0) }
    }
}
