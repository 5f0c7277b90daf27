import Foundation
import TransitClient
import TransitModel

/// The next departures from a stop, and the words below them that say how fresh they are.
func board(
    of id: String, in source: any TransitSource, at now: Date, words: RiderWords = .english
) async throws -> (departures: [StopEvent], footnote: String) {
    let answer = try await source.answering { source in
        try await source.nextDepartures(from: source.stop(id: id), at: now)
    }
    return (answer.value, answer.origin.text(in: words))
}
