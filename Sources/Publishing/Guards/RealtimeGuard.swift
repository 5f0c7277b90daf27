import FeedReading
import Foundation
import GTFSRealtime
import RealtimeValidation
import SystemLayer
import TransitBundle
import TransitModel
import TransitRealtime

/// `realtime`: live data whose ids the new bundle no longer has. Boards would show the timetable, as if all
/// were on time, for days.
///
/// A version that fits no worse than the published one is not refused: keeping the old one would
/// not help.
enum RealtimeGuard {
    static func reasons(_ situation: GuardCase) -> [GuardReason] {
        guard let limit = situation.settings.realtime?.minMatchPercent,
            let fit = situation.realtime, Double(fit.percent) < limit
        else { return [] }
        if let published = fit.publishedPercent, published <= fit.percent { return [] }
        let other = fit.publishedPercent.map { "; \($0) % fit the published one" } ?? ""
        let least = limit == limit.rounded() ? "\(Int(limit))" : "\(limit)"
        return [
            GuardReason(
                "\(fit.percent) % of \(Quantity.count(fit.tripUpdates, "trip update")) from \(fit.source) "
                    + "fit the bundle, at least \(least) % should\(other)")
        ]
    }
}

struct RealtimeFit {
    let source: String
    let tripUpdates: Int
    let percent: Int
    let publishedPercent: Int?

    /// A message that cannot be fetched says nothing about the bundle.
    enum Measurement {
        case fit(RealtimeFit)
        case warning(String)
    }

    /// The seconds that a download may take: the job goes on without it.
    private static let patience = Duration.seconds(60)

    static func measure(
        _ settings: GuardSettings.Realtime, candidate: String, published: String?, now: Int,
        environment: [String: String]
    ) throws -> Measurement {
        let name = settings.source.shown
        let bytes: [UInt8]
        do {
            bytes = try body(settings, environment)
        } catch let error as DefinitionError {
            throw error
        } catch {
            // The message may contain values of variables.
            let reason =
                settings.source.template.variables.isEmpty ? "\(error)" : "\(name) cannot be read"
            return .warning("the guard realtime was skipped: \(reason)")
        }
        let body = RealtimeCheck.Body(name: name, bytes: bytes)
        if FeedMessage.readable(bytes).damage != nil {
            return .warning("the guard realtime was skipped: \(name) is not a complete message")
        }
        func match(_ path: String) throws -> (percent: Int, count: Int)? {
            let report = try RealtimeCheck(at: now)
                .run([body], beside: TransitBundle(path: path)).match
            guard let report, let percent = report.matchedPercent,
                report.expectedUpdates >= RealtimeLimits.fewestUpdates
            else { return nil }
            return (percent, report.expectedUpdates)
        }
        do {
            guard let new = try match(candidate) else {
                return .warning(
                    "the guard realtime was skipped: \(name) has fewer than \(RealtimeLimits.fewestUpdates) "
                        + "trip updates")
            }
            return .fit(
                RealtimeFit(
                    source: name, tripUpdates: new.count, percent: new.percent,
                    publishedPercent: try published.flatMap(match)?.percent))
        } catch let error as CostlyMessage {
            return .warning("the guard realtime was skipped: \(error)")
        }
    }

    private static func body(
        _ settings: GuardSettings.Realtime, _ environment: [String: String]
    ) throws -> [UInt8] {
        let source = settings.source
        let place = try source.template.expanded(
            environment, in: source.isLocal ? .plain : .url)
        var options = ArchiveOptions(
            httpHeaders: try settings.headers.map { try $0.header(environment) },
            userAgent: "swift-gtfs")
        options.download.limits.totalTimeout = patience
        options.download.retry.retries = 1
        options.acceptsPipes = false
        return try WholeInput.read(
            place.value, atMost: FeedMessage.largestSize, options: options)
    }
}
