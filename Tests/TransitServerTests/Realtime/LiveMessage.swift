import GTFSSchedule
import TestSupport

struct LiveMessage {
    private var body = WireMessage()

    /// - Parameter at: the instant of its header, in seconds since 1970.
    init(at instant: Int) {
        body.message(1) { header in
            header.text(1, "2.0")
            header.number(3, Int64(instant))
        }
    }

    var bytes: [UInt8] { body.bytes }

    func late(
        _ trip: String, on day: String = "20261120", start: String? = nil, from sequence: Int,
        by seconds: Int
    ) -> LiveMessage {
        adding { entity in
            entity.text(1, "late \(trip)")
            entity.message(3) { update in
                update.message(1) { Self.run(trip, on: day, start: start, in: &$0) }
                update.message(2) { stop in
                    stop.number(1, Int64(sequence))
                    stop.message(3) { $0.number(1, Int64(seconds)) }
                }
            }
        }
    }

    func vehicle(_ trip: String, on day: String = "20261120") -> LiveMessage {
        adding { entity in
            entity.text(1, "vehicle \(trip)")
            entity.message(4) { vehicle in
                vehicle.message(1) { Self.run(trip, on: day, start: nil, in: &$0) }
                vehicle.message(2) { position in
                    position.float(1, -33.88)
                    position.float(2, 151.2)
                }
            }
        }
    }

    func canceled(
        _ trip: String, on day: String = "20261120", start: String? = nil
    ) -> LiveMessage {
        adding { entity in
            entity.text(1, "canceled \(trip)")
            entity.message(3) { update in
                update.message(1) { run in
                    Self.run(trip, on: day, start: start, in: &run)
                    run.number(4, 3)
                }
            }
        }
    }

    func duplicated(
        _ trip: String, as copy: String, on day: String = "20261120", start: String
    ) -> LiveMessage {
        adding { entity in
            entity.text(1, "copy \(copy)")
            entity.message(3) { update in
                update.message(1) { run in
                    Self.run(trip, on: day, start: nil, in: &run)
                    run.number(4, 6)
                }
                update.message(6) { properties in
                    properties.text(1, copy)
                    properties.text(2, day)
                    properties.text(3, start)
                }
            }
        }
    }

    /// With a run of a route that is in no timetable, from the first of some stops to the last, at
    /// the instants at which it calls there.
    func added(
        _ trip: String, on day: String = "20261120", start: String? = nil, route: String,
        calls: [(stop: String, at: Int)]
    ) -> LiveMessage {
        adding { entity in
            entity.text(1, "added \(trip)")
            entity.message(3) { update in
                update.message(1) { run in
                    Self.run(trip, on: day, start: start, in: &run)
                    run.number(4, 8)
                    run.text(5, route)
                }
                for call in calls {
                    update.message(2) { stop in
                        stop.message(3) { $0.number(2, Int64(call.at)) }
                        stop.text(4, call.stop)
                    }
                }
            }
        }
    }

    /// With a detour of a trip that replaces its calls from one number to another.
    func detour(
        _ trip: String, on day: String = "20261120", from first: Int, to last: Int
    ) -> LiveMessage {
        adding { entity in
            entity.text(1, "detour \(trip)")
            entity.message(8) { detour in
                detour.message(1) { $0.text(1, trip) }
                detour.text(3, day)
                detour.message(4) { part in
                    part.message(1) { $0.number(1, Int64(first)) }
                    part.message(2) { $0.number(1, Int64(last)) }
                }
            }
        }
    }

    func deleted(_ trip: String, on day: String = "20261120") -> LiveMessage {
        adding { entity in
            entity.text(1, "deleted \(trip)")
            entity.message(3) { update in
                update.message(1) { run in
                    Self.run(trip, on: day, start: nil, in: &run)
                    run.number(4, 7)
                }
            }
        }
    }

    func expected(
        _ trip: String, on day: String = "20261120", start: String, at sequence: Int, _ instant: Int
    ) -> LiveMessage {
        adding { entity in
            entity.text(1, "expected \(trip)")
            entity.message(3) { update in
                update.message(1) { Self.run(trip, on: day, start: start, in: &$0) }
                update.message(2) { stop in
                    stop.number(1, Int64(sequence))
                    stop.message(3) { $0.number(2, Int64(instant)) }
                }
            }
        }
    }

    /// With a run that is named by its route, day and start; its trip is not one of the feed.
    func described(_ trip: String, on day: String, route: String) -> LiveMessage {
        adding { entity in
            entity.text(1, "described \(day)")
            entity.message(3) { update in
                update.message(1) { run in
                    Self.run(trip, on: day, start: "08:00:00", in: &run)
                    run.text(5, route)
                }
            }
        }
    }

    /// With an alert about a stop, or about an agency.
    ///
    /// - Parameters:
    ///   - shown: from and to when riders see it, in seconds since 1970.
    ///   - title: names the alert when nil.
    ///   - languages: the tags of titles that name them; none for one title without a tag.
    func alert(
        _ id: String, stop: String? = nil, agency: String? = nil, shown: Range<Int>? = nil,
        title: String? = nil, languages: [String] = []
    ) -> LiveMessage {
        adding { entity in
            entity.text(1, id)
            entity.message(5) { alert in
                if let shown {
                    alert.message(1) { period in
                        period.number(1, Int64(shown.lowerBound))
                        period.number(2, Int64(shown.upperBound))
                    }
                }
                alert.message(5) { part in
                    agency.map { part.text(1, $0) }
                    stop.map { part.text(5, $0) }
                }
                alert.message(10) { text in
                    if languages.isEmpty { text.message(1) { $0.text(1, title ?? "About \(id)") } }
                    for language in languages {
                        text.message(1) { translation in
                            translation.text(1, "About \(id) in \(language)")
                            translation.text(2, language)
                        }
                    }
                }
            }
        }
    }

    private static func run(
        _ trip: String, on day: String, start: String?, in run: inout WireMessage
    ) {
        run.text(1, trip)
        start.map { run.text(2, $0) }
        run.text(3, day)
    }

    private func adding(_ build: (inout WireMessage) -> Void) -> LiveMessage {
        var message = self
        message.body.message(2, build)
        return message
    }
}
