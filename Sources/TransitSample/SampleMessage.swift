import Foundation
import GTFSSchedule
import TransitModel

/// The live data of the sample: of the trains to Macarthur, the second one after `now` is four
/// minutes late, the third is canceled, and an extra one leaves two minutes after it; an alert says
/// why.
struct SampleMessage {
    /// The first train of a service day, in seconds of the day.
    private static let first = 300
    private static let period = 600

    let now: Date
    private let clock = ServiceClock(
        timeZone: (NamedTimeZone("Australia/Sydney") ?? .fallback).timeZone)

    init(now: Date) {
        self.now = now
    }

    var bytes: [UInt8] {
        let canceled = train(2)
        let extraStart = ServiceTime(seconds: Self.first + canceled.number * Self.period + 120)
        var message = MessageWriter()
        message.add(1) { header in
            header.add(1, "2.0")
            header.add(3, max(0, Int(now.timeIntervalSince1970)))
        }
        addUpdate("late", to: &message) { update in
            addTrip(train(1), to: &update)
            update.add(5, 240)
        }
        addUpdate("canceled", to: &message) { update in
            addTrip(canceled, relationship: 3, to: &update)
        }
        addUpdate("duplicated", to: &message) { update in
            addTrip(canceled, relationship: 6, to: &update)
            update.add(6) { properties in
                properties.add(1, "T8-EXTRA")
                properties.add(2, canceled.day.description)
                properties.add(3, extraStart.description)
            }
        }
        message.add(2) { entity in
            entity.add(1, "signals")
            entity.add(5, Self.writeAlert)
        }
        return message.bytes
    }

    /// A train to Macarthur, by its position among those to come.
    private func train(_ place: Int) -> (day: ServiceDate, number: Int) {
        let today = clock.date(at: now)
        let seconds = now.timeIntervalSince(clock.start(of: today)) - Double(Self.first)
        let count = ServiceTime.secondsPerDay / Self.period
        // From yesterday on: where clocks are set back, a service day begins after midnight.
        let number = Int((seconds / Double(Self.period)).rounded(.up)) + place + count
        return (today.adding(days: number / count - 1), number % count)
    }

    private func addUpdate(
        _ id: String, to message: inout MessageWriter, _ write: (inout MessageWriter) -> Void
    ) {
        message.add(2) { entity in
            entity.add(1, id)
            entity.add(3, write)
        }
    }

    private func addTrip(
        _ train: (day: ServiceDate, number: Int), relationship: Int = 0,
        to update: inout MessageWriter
    ) {
        update.add(1) { trip in
            trip.add(1, "T8-0-\(train.number + 1)")
            trip.add(3, train.day.description)
            trip.add(4, relationship)
        }
    }

    private static func writeAlert(_ alert: inout MessageWriter) {
        alert.add(5) { $0.add(2, "T8") }
        // TECHNICAL_PROBLEM, SIGNIFICANT_DELAYS
        alert.add(6, 3)
        alert.add(7, 3)
        for (field, text) in [
            (10, "Trains to Macarthur run late"),
            (11, "Signals are being repaired. Allow ten minutes more."),
        ] {
            alert.add(field) { $0.add(1) { $0.add(1, text) } }
        }
        // WARNING
        alert.add(14, 3)
    }
}

/// Writes the fields of a protobuf message.
private struct MessageWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ field: Int, _ number: Int) {
        addVarint(field << 3)
        addVarint(number)
    }

    mutating func add(_ field: Int, _ text: String) { add(field, Array(text.utf8)) }

    mutating func add(_ field: Int, _ write: (inout MessageWriter) -> Void) {
        var message = MessageWriter()
        write(&message)
        add(field, message.bytes)
    }

    private mutating func add(_ field: Int, _ content: [UInt8]) {
        addVarint(field << 3 | 2)
        addVarint(content.count)
        bytes += content
    }

    private mutating func addVarint(_ number: Int) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
