import BundleManifest
import BundleWriting
import FeedReading
import Foundation
import Publishing
import SystemLayer

final class UpdateReporter: RunReporter {
    private let id: String

    init(_ id: String, _ options: ReportingOptions) {
        self.id = id
        super.init(options, subject: (name: "feed", value: id))
    }

    func progress(_ progress: UpdateProgress) {
        switch progress {
        case .fetching(let source): show("fetching", "fetching \(source)")
        case .comparing: show("comparing", "comparing with the last archive")
        case .building(let file, let bytes):
            show("building \(file)", "\(file)  \(Quantity.bytes(bytes))")
        case .finishing: show("indexing", "writing indexes")
        case .guarding: show("guarding", "asking the guards")
        case .packing: show("packing", "compressing, comparing, making deltas")
        case .publishing(let version): show("publishing", "publishing \(version)")
        case .running(let hook): show("hook", "running \(hook)")
        case .warning(let message): warn(message)
        }
    }

    func finish(_ result: UpdateResult) throws {
        if let failure = result.hookFailure {
            say(
                "error", "the hook failed: " + TerminalText.safe(failure, limit: 400),
                ["exitCode": .integer(70)])
        }
        if let expiry = result.expiry, expiry.isNear {
            warn(expiry.message, ["expires_in_days": .integer(expiry.daysLeft)])
        }
        var members: [String: JSONValue] = ["outcome": .string(result.outcome.rawValue)]
        if let current = result.manifest?.current {
            members["version"] = .string(current.version)
            members["bundleBytes"] = .integer(current.bundle.bytes)
            members["feedFile"] = current.feed.map { .string($0.name) }
            members["validUntil"] = current.validUntil.map { .string($0) }
        }
        try finish(result.message, facts: Self.facts(result), members)
    }

    private func warn(_ message: String, _ members: [String: JSONValue] = [:]) {
        if progressLine != nil { ProgressLine.leave() }
        say("warning", TerminalText.safe(message, limit: 400), members)
    }

    private func say(_ event: String, _ words: String, _ members: [String: JSONValue]) {
        options.say(
            event, options.logFormat == .text ? "\(id): \(words)" : words,
            members.merging(["feed": .string(id)]) { _, own in own })
    }

    private static func facts(_ result: UpdateResult) -> String {
        guard let current = result.manifest?.current else { return "" }
        var facts = [
            Quantity.bytes(current.bundle.bytes),
            Quantity.count(current.counts.trips, "trip"),
        ]
        if let feed = current.feed {
            facts.insert("feed \(Quantity.bytes(feed.bytes))", at: 1)
        }
        if let runs = result.mostRuns {
            facts.append("up to \(Quantity.count(runs, "run")) a day")
        }
        if let until = current.validUntil { facts.append("valid until \(until)") }
        if current.notices.errors > 0 {
            facts.append(Quantity.count(current.notices.errors, "error"))
        }
        return " (\(facts.joined(separator: ", ")))"
    }
}

/// The reason why the update of a feed failed, with the feed's name: among a hundred feeds, a URL
/// does not tell which.
struct FeedFailure: DiagnosedError {
    let id: String
    let error: any DiagnosedError

    var description: String {
        let reason = error.description
        return reason.hasPrefix("\(id): ") ? reason : "\(id): \(reason)"
    }
    var exitCode: Int32 { error.exitCode }
    var details: [String] { error.details }
}
