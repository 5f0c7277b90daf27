import FeedReading
import Foundation
import RealtimeValidation
import SystemLayer
import TransitBundle

struct RealtimeWatch {
    let messages: [String]
    let bundle: TransitBundle?
    let access: RealtimeAccess
    let reporting: ReportingOptions

    /// Producers make a message every 30 seconds; asking twice as often misses none.
    private static let interval = 15.0

    static func body(_ location: String, _ access: RealtimeAccess) throws -> RealtimeCheck.Body {
        let (bytes, isPacked) = try access.body(at: location)
        let place = FeedLocation(location)
        // A file is packed on purpose.
        return RealtimeCheck.Body(
            name: place.description, bytes: bytes, wasPacked: isPacked && place.isURL)
    }

    /// Bodies that did not change are not checked again.
    ///
    /// - Returns: the last failure of a source that never answered with a body.
    func run(for seconds: Int, into total: inout CheckedRounds) throws -> (any Error)? {
        let isOver = Locked(false)
        SignalWatch.onNext { isOver.withLock { $0 = true } }
        defer { SignalWatch.onNext(nil) }
        let end = ContinuousClock.now.advanced(by: .seconds(seconds))
        var before: [String: [UInt8]] = [:]
        var failures: [String: any Error] = [:]
        while true {
            let start = ContinuousClock.now
            var bodies: [RealtimeCheck.Body] = []
            var isNew = false
            for location in messages {
                do {
                    var body = try Self.body(location, access)
                    body.before = before[location]
                    isNew = isNew || body.bytes != body.before
                    before[location] = body.bytes
                    bodies.append(body)
                } catch {
                    failures[location] = error
                    reporting.warn("\(CheckedRounds.instant(Self.now)): \(error)")
                }
            }
            if isNew { try total.add(bodies, beside: bundle, at: Self.now) }
            guard start < end, !isOver.withLock({ $0 }) else { break }
            let next = min(start.advanced(by: .seconds(Self.interval)), end)
            while ContinuousClock.now < next, !isOver.withLock({ $0 }) {
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
        return messages.first { before[$0] == nil }.flatMap { failures[$0] }
    }

    private static var now: Int { Int(Date().timeIntervalSince1970) }
}
