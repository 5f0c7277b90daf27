public import Foundation
import GTFSRealtime
import TransitBundle
public import TransitModel
import TransitRealtime

/// A small feed with live data, for previews and tests.
///
/// ```swift
/// let preview = CannedSource.sample(now: now)
/// let names = try await preview.routes().map(\.name)  // ["T8", "333", "F1"]
/// ```
///
/// The feed is a bundle among the resources of this library, opened like any other, with a message
/// of GTFS Realtime laid over it. ``failure`` and ``delay`` show how a screen behaves without an
/// answer.
public struct CannedSource: ForwardingSource {
    /// The error that every question throws instead of answering, to see how a screen shows it.
    public var failure: (any Error)?
    /// The time that every question takes, to see how a screen waits.
    public var delay: Duration
    private let source: Result<RealtimeSource, any Error>
    private let now: Date

    private static let bundle = Result { () throws -> TransitBundle in
        guard let path = Bundle.module.path(forResource: "sample", ofType: "sqlite") else {
            throw TransitBundleError.missing(path: "sample.sqlite")
        }
        return try TransitBundle(path: path)
    }

    /// Returns a sample: a station with two platforms, a train and a ferry in both directions, a
    /// bus about every ten minutes, and a service on demand.
    ///
    /// Everything runs around the clock every day from 2026 to 2032, always as if the feed had been
    /// published a month before `now`. With a fixed `now`, for pictures and tests, all answers stay
    /// the same.
    ///
    /// The train T8 goes from "Circular Quay Station" via "Central Station", "Domestic Airport
    /// Station", "Wolli Creek Station" and "Campbelltown Station" to "Macarthur Station", at five
    /// minutes past every full ten minutes; the ferry F1 from "Circular Quay, Wharf 3" to "Manly
    /// Wharf"; the bus 333 from "Circular Quay, Stand A" via "Bondi Junction Station" to "Bondi
    /// Beach"; and all of them back. Live data is included: the second train from "Circular Quay
    /// Station" is late, the third is canceled, and one is added.
    ///
    /// ```swift
    /// let preview = CannedSource.sample(now: now)
    /// let next = try await preview.nextDepartures(from: .circularQuay, at: now, count: 2)
    /// let minutes = next.map { $0.time.date.timeIntervalSince(now) / 60 }  // [5.0, 15.0]
    /// ```
    ///
    /// - Parameters:
    ///   - now: the time of the live data, which does not age.
    ///   - failure: the error that every question throws; nil to answer.
    ///   - delay: the time that every question takes.
    public static func sample(
        now: Date = Date(), failure: (any Error)? = nil, delay: Duration = .zero
    ) -> CannedSource {
        let source = bundle.flatMap { bundle in
            Result {
                let message = try FeedMessage(SampleMessage(now: now).bytes)
                let messages = RealtimeMessages(asOf: [message])
                messages.receive(message, from: "sample")
                return RealtimeSource(over: bundle, messages: messages)
            }
        }
        return CannedSource(failure: failure, delay: delay, source: source, now: now)
    }

    public func forward<Value: Sendable>(
        _ question: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Value {
        if delay > .zero { try await Task.sleep(for: delay) }
        try Task.checkCancellation()
        if let failure { throw failure }
        return try await question(try source.get())
    }

    public func answering<Value: Sendable>(
        _ questions: @Sendable (any TransitSource) async throws -> Value
    ) async throws -> Answer<Value> {
        Answer(try await questions(self), from: .canned)
    }

    /// Returns the feed, valid from a month before until two months after the time of the live
    /// data.
    public func feed() async throws -> FeedDescription {
        var feed = try await forward { try await $0.feed() }
        let today = feed.date(at: now)
        feed.validity = FeedValidity(
            firstServiceDay: today.adding(days: -30), lastServiceDay: today.adding(days: 60))
        return feed
    }

    /// Ends at once: the sample never changes.
    public func changes() -> AsyncStream<Void> {
        AsyncStream { $0.finish() }
    }
}
