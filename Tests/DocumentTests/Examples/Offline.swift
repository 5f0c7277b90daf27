import Foundation
import TransitClient
import TransitModel

/// The next departures from a stop, and the words below them that say how fresh they are.
func board(
    of id: String, in source: any TransitSource, at now: Date, words: RiderWords = .english
) async throws -> (departures: [StopEvent], footnote: String) {
    let answer = try await source.answering { source in
        let stop = try await source.stop(id: id)
        return (try await source.nextDepartures(from: stop, at: now), try await source.feed())
    }
    let (departures, feed) = answer.value
    let footnote =
        switch answer.origin {
        case .bundle: feed.validity.expiryText(on: feed.date(at: now), in: words) ?? ""
        case .live, .cached, .canned: answer.origin.text(in: words)
        }
    return (departures, footnote)
}
