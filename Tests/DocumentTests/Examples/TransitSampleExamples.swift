import Foundation
import TransitModel
import TransitSample

/// The next departures of a preview, each with its news.
func previewLines(at now: Date) async throws -> [String] {
    let preview = CannedSource.sample(now: now)
    let next = try await preview.nextDepartures(from: .circularQuay, at: now, count: 3)
    // ["Macarthur", "Macarthur, 4 min late", "Macarthur, Canceled"]
    return next.map { departure in
        [departure.headsign, departure.realtime?.statusText()].compactMap { $0 }
            .joined(separator: ", ")
    }
}

/// The examples in the comments of `TransitSample`.
struct TransitSampleExamples {
    let now: Date

    func canned() async throws -> [String] {
        let preview = CannedSource.sample(now: now)
        let names = try await preview.routes().map(\.name)  // ["T8", "333", "F1"]
        return names
    }

    func preview() async throws -> [Double] {
        let preview = CannedSource.sample(now: now)
        let next = try await preview.nextDepartures(from: .circularQuay, at: now, count: 2)
        let minutes = next.map { $0.time.date.timeIntervalSince(now) / 60 }  // [5.0, 15.0]
        return minutes
    }
}
