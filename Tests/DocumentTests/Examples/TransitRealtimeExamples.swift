import Foundation
import TransitBundle
import TransitModel
import TransitRealtime

/// The lines of a live board, with the bytes of a message.
func liveBoard(
    of bundle: TransitBundle, at stopID: String, now: Date, bytes: [UInt8]
) async throws -> [String] {
    let messages = RealtimeMessages(clock: { now })
    try messages.receive(bytes, from: "trips")
    let live = RealtimeSource(over: bundle, messages: messages)
    return try await live.departures(from: live.stop(id: stopID), at: now).map { event in
        // Such as "2 min late" or "Canceled".
        "\(event.tripID) \(event.realtime?.statusText() ?? "by the timetable")"
    }
}

/// The examples in the comments of `TransitRealtime`.
struct TransitRealtimeExamples {
    let bundle: TransitBundle
    let stop: Stop
    let bytes: [UInt8]
    let now: Date

    func next() async throws -> [StopEvent] {
        let messages = RealtimeMessages()
        try messages.receive(bytes, from: "trips")
        let live = RealtimeSource(over: bundle, messages: messages)
        let next = try await live.departures(from: stop)
        return next
    }

    func afterAStart(_ folder: URL) -> RealtimeSource {
        let kept = RealtimeMessages(keptIn: folder)  // the messages of the last run, if any
        let offline = RealtimeSource(over: bundle, messages: kept)
        return offline
    }

    func canceled(_ messages: RealtimeMessages) async throws -> [StopEvent] {
        let live = RealtimeSource(over: bundle, messages: messages)
        let board = try await live.departures(from: stop, at: now)
        let canceled = board.filter { $0.realtime?.status == .canceled }
        return canceled
    }

    func late(in source: RealtimeSource) async throws -> [StopEvent] {
        let next = try await source.departures(from: stop, at: now)
        let late = next.filter { ($0.realtime?.delaySeconds ?? 0) >= 60 }
        return late
    }
}
