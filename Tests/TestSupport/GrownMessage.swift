/// A message of GTFS Realtime with any number of each thing that may come again and again: to see that work and
/// memory grow with its bytes, and not with the product of two of its lengths.
///
/// It names trips and stops of the towns of the tests, on Wednesday, 4 March 2026.
package struct GrownMessage {
    /// A part that may come again and again. That of a repeated field within another one grows in its first
    /// value, so that a message never has the product of two numbers.
    package enum Part: String, CaseIterable, Sendable {
        case update = "FeedEntity.trip_update"
        case vehicle = "FeedEntity.vehicle"
        case alert = "FeedEntity.alert"
        case shape = "FeedEntity.shape"
        case stop = "FeedEntity.stop"
        case detour = "FeedEntity.trip_modifications"
        case stopUpdate = "TripUpdate.stop_time_update"
        case carriage = "VehiclePosition.multi_carriage_details"
        case activePeriod = "Alert.active_period"
        case communicationPeriod = "Alert.communication_period"
        case impactPeriod = "Alert.impact_period"
        case informedEntity = "Alert.informed_entity"
        case translation = "TranslatedString.translation"
        case image = "TranslatedImage.localized_image"
        case selectedTrips = "TripModifications.selected_trips"
        case startTime = "TripModifications.start_times"
        case serviceDate = "TripModifications.service_dates"
        case modification = "TripModifications.modifications"
        case replacementStop = "Modification.replacement_stops"
        case tripID = "SelectedTrips.trip_ids"
    }

    /// The parts that messages of agencies have thousands of.
    package static let main: [Part] = [.update, .stopUpdate, .vehicle, .alert, .informedEntity]

    package enum Style: CaseIterable, Sendable {
        /// One run of the timetable, again and again; its calls by their stop.
        case same
        /// Runs that are in no timetable, each with a start of its own.
        case added
        /// One run that is in no timetable.
        case addedOnce
        /// Copies of a trip, each with a start of its own.
        case copied
        /// The runs of a trip on one day after the other.
        case daily
        /// Trips that the feed does not have, by their routes and starts.
        case described
        /// Runs of a headway, each with a start of its own.
        case headway
    }

    package private(set) var bytes: [UInt8] = []

    private let style: Style
    private let counts: [Part: Int]

    /// Midnight of the day, in seconds since 1970.
    private static let midnight: Int64 = 1_772_578_800
    private static let stops = ["A", "B", "S1", "D", "Z"]

    package init(_ style: Style, _ counts: [Part: Int] = [:]) {
        self.style = style
        self.counts = counts
        let header = WireMessage { message in
            message.message(1) { header in
                header.text(1, "2.0")
                header.number(3, Self.midnight + 8 * 3600)
            }
        }
        bytes =
            header.bytes
            + entities(.update, as: 3) { number, body in update(number, &body) }
            + entities(.vehicle, as: 4) { number, body in vehicle(number, &body) }
            + entities(.alert, as: 5) { number, body in alert(number, &body) }
            + entities(.shape, as: 6) { number, body in
                body.text(1, "new \(number)")
                body.text(2, "_p~iF~ps|U_ulLnnqC")
            }
            + entities(.stop, as: 7) { number, body in
                body.text(1, "new \(number)")
                body.message(3) { text(number, &$0) }
            }
            + entities(.detour, as: 8) { number, body in detour(number, &body) }
    }

    /// How many there are of a part; of all but the first around it there is one in each.
    private func count(_ part: Part, in number: Int) -> Int { number == 0 ? counts[part] ?? 1 : 1 }

    private func entities(
        _ part: Part, as field: Int, _ build: (Int, inout WireMessage) -> Void
    ) -> [UInt8] {
        WireMessage { message in
            for number in 0..<(counts[part] ?? 1) {
                message.message(2) { entity in
                    entity.text(1, "\(field) \(number)")
                    entity.message(field) { build(number, &$0) }
                }
            }
        }.bytes
    }

    private func clock(_ number: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(8 + number / 3600 % 90)):\(two(number / 60 % 60)):\(two(number % 60))"
    }

    /// One of the Wednesdays of 2026 from the first in March on.
    private func day(_ number: Int) -> String {
        let days = [
            "0304", "0311", "0318", "0325", "0401", "0408", "0415", "0422", "0429", "0506",
        ]
        return "2026" + days[number % days.count]
    }

    private func run(_ number: Int, isUpdate: Bool, _ trip: inout WireMessage) {
        switch style {
        case .same:
            trip.text(1, "L1")
            trip.text(3, day(0))
        case .added:
            trip.text(1, "new")
            // A vehicle names one that comes late, or is not there.
            trip.text(2, clock(isUpdate ? number : 80_000 + number))
            trip.text(3, day(0))
            trip.number(4, 8)
        case .addedOnce:
            trip.text(1, "new")
            trip.text(3, day(0))
            trip.number(4, 8)
        case .copied:
            trip.text(1, "T1")
            trip.text(2, clock(number))
            trip.text(3, day(0))
            trip.number(4, 6)
        case .daily:
            trip.text(1, "N1")
            trip.text(3, day(number))
        case .described:
            trip.text(1, "unknown \(number)")
            trip.text(2, "08:00:00")
            trip.text(3, day(0))
            trip.text(5, "R")
        case .headway:
            trip.text(1, "F0")
            trip.text(2, "12:" + clock(number).suffix(5))
            trip.text(3, day(0))
        }
    }

    private func update(_ number: Int, _ body: inout WireMessage) {
        body.message(1) { run(number, isUpdate: true, &$0) }
        for stop in 0..<count(.stopUpdate, in: number) {
            body.message(2) { update in
                if style == .added || style == .addedOnce { update.number(1, Int64(stop)) }
                update.message(2) { $0.number(2, Self.midnight + 36_000 + Int64(stop)) }
                update.text(4, Self.stops[stop % Self.stops.count])
            }
        }
        body.message(3) { $0.text(1, "bus \(number)") }
    }

    private func vehicle(_ number: Int, _ body: inout WireMessage) {
        body.message(1) { run(number, isUpdate: false, &$0) }
        body.message(2) { position in
            position.float(1, 48)
            position.float(2, 2.05)
        }
        body.number(3, Int64(number % 7))
        body.number(5, Self.midnight + 8 * 3600)
        body.message(8) { $0.text(1, "bus \(number)") }
        for carriage in 0..<count(.carriage, in: number) {
            body.message(11) { details in
                details.text(1, "c\(carriage)")
                details.number(5, Int64(carriage + 1))
            }
        }
    }

    private func alert(_ number: Int, _ body: inout WireMessage) {
        for period in 0..<count(.activePeriod, in: number) {
            body.message(1) { $0.number(1, Self.midnight + Int64(period)) }
        }
        // None of these overlaps with one of the next.
        for period in 0..<count(.communicationPeriod, in: number) {
            body.message(2) { $0.number(2, Self.midnight + Int64(period)) }
        }
        for period in 0..<count(.impactPeriod, in: number) {
            body.message(3) { $0.number(1, Self.midnight + 1_000_000 + Int64(period)) }
        }
        for part in 0..<count(.informedEntity, in: number) {
            body.message(5) { selector in
                switch part % 3 {
                case 0: selector.text(5, Self.stops[part / 3 % Self.stops.count])
                case 1: selector.message(4) { run(part, isUpdate: false, &$0) }
                default:
                    selector.text(2, "R")
                    selector.text(5, Self.stops[part / 3 % Self.stops.count])
                }
            }
        }
        body.message(10) { text(number, &$0) }
        body.message(15) { picture in
            for image in 0..<count(.image, in: number) {
                picture.message(1) { localized in
                    localized.text(1, "https://example.org/\(image).png")
                    localized.text(2, "image/png")
                    localized.text(3, "x-\(image)")
                }
            }
        }
    }

    private func text(_ number: Int, _ body: inout WireMessage) {
        for language in 0..<count(.translation, in: number) {
            body.message(1) { translation in
                translation.text(1, "text")
                translation.text(2, "x-\(language)")
            }
        }
    }

    private func detour(_ number: Int, _ body: inout WireMessage) {
        for trips in 0..<count(.selectedTrips, in: number) {
            body.message(1) { selected in
                let ids = trips == 0 ? count(.tripID, in: number) : 1
                for id in 0..<ids { selected.text(1, "T\(id)") }
            }
        }
        for start in 0..<count(.startTime, in: number) { body.text(2, clock(start)) }
        for date in 0..<count(.serviceDate, in: number) { body.text(3, day(date)) }
        for modification in 0..<count(.modification, in: number) {
            body.message(4) { modified in
                modified.message(1) { $0.text(2, "A") }
                modified.message(2) { $0.text(2, "B") }
                let stops = modification == 0 ? count(.replacementStop, in: number) : 1
                for stop in 0..<stops {
                    modified.message(4) { replacement in
                        replacement.number(1, Int64(stop))
                        replacement.text(2, Self.stops[stop % Self.stops.count])
                    }
                }
            }
        }
    }
}

extension GrownMessage {
    /// Messages that grow in one part, or in two.
    package struct Growth: CustomStringConvertible, Sendable {
        package let style: Style
        package let parts: [Part]

        package var description: String {
            "\(style): " + parts.map(\.rawValue).joined(separator: ", ")
        }

        package func message(of number: Int) -> [UInt8] {
            let counts = parts.map { ($0, number) }
            return GrownMessage(style, Dictionary(counts) { $1 }).bytes
        }

        /// Whether a measure of the message grows about as fast as its bytes: twice as much is nearly twice as
        /// large, and not four times.
        ///
        /// - Parameter measure: of one of each, of some, and of twice as many.
        package static func isLinear(_ measure: [Int]) -> Bool {
            Double(measure[2] - measure[0]) <= 2.75 * Double(max(measure[1] - measure[0], 100))
        }
    }

    /// Growths in each of some parts, and in each pair of them.
    package static func growths(of parts: [Part], in style: Style) -> [Growth] {
        parts.indices.flatMap { first in
            parts.indices[first...].map { second in
                Growth(
                    style: style,
                    parts: first == second ? [parts[first]] : [parts[first], parts[second]])
            }
        }
    }

    /// Growths in all parts in one style, in the others in those that agencies have thousands of.
    package static func growths(in style: Style) -> [Growth] {
        growths(of: style == .same ? Part.allCases : main, in: style)
    }
}
