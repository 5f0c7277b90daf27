import TestSupport

struct MadeDetour {
    /// Names a call of a trip.
    enum Place {
        case sequence(Int64)
        case stop(String)
    }

    /// An entity, to put behind the bytes of a message.
    let bytes: [UInt8]

    /// - Parameters:
    ///   - parts: from the first call that is replaced to the last one, if any is.
    ///   - stops: those instead.
    init(
        of trips: [String], on days: [String] = ["20260304"], starts: [String] = [],
        replacing parts: [(Place, Place?)], by stops: [String] = []
    ) {
        bytes =
            WireMessage { message in
                message.message(2) { entity in
                    entity.text(1, "detour")
                    entity.message(8) { detour in
                        detour.message(1) { selected in
                            for trip in trips { selected.text(1, trip) }
                        }
                        for start in starts { detour.text(2, start) }
                        for day in days { detour.text(3, day) }
                        for (start, end) in parts {
                            detour.message(4) { part in
                                part.message(1) { Self.select(start, &$0) }
                                if let end { part.message(2) { Self.select(end, &$0) } }
                                for stop in stops { part.message(4) { $0.text(2, stop) } }
                            }
                        }
                    }
                }
            }.bytes
    }

    private static func select(_ place: Place, _ selector: inout WireMessage) {
        switch place {
        case .sequence(let sequence): selector.number(1, sequence)
        case .stop(let id): selector.text(2, id)
        }
    }
}
