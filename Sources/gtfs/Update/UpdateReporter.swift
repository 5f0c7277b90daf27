import BundleManifest
import BundleWriting
import FeedReading
import Foundation
import Publishing
import SystemLayer

final class UpdateReporter {
    private let id: String
    private let options: ReportingOptions
    private let run: RunProgress

    init(_ id: String, _ options: ReportingOptions) {
        self.id = id
        self.options = options
        run = RunProgress(options, about: ["feed": .string(id)])
    }

    func progress(_ progress: UpdateProgress) {
        let step: (name: String, words: String)
        switch progress {
        case .fetching(let source): step = ("fetching", "fetching \(source)")
        case .comparing: step = ("comparing", "comparing with the last archive")
        case .building(let file, let bytes):
            step = ("building \(file)", "\(file)  \(Quantity.bytes(bytes))")
        case .finishing: step = ("indexing", "writing indexes")
        case .guarding: step = ("guarding", "asking the guards")
        case .packing: step = ("packing", "compressing, comparing, making deltas")
        case .publishing(let version): step = ("publishing", "publishing \(version)")
        case .running(let hook): step = ("hook", "running \(hook)")
        case .warning(let message): return warn(message)
        }
        run.step(step.name, step.words, of: id)
    }

    func endProgress() { run.end() }

    func finish(_ result: UpdateResult) throws {
        if let failure = result.hookFailure {
            let words = "the hook failed: " + TerminalText.safe(failure, limit: 400)
            switch options.logFormat {
            case .text: StandardError.write("gtfs: \(id): \(words)\n")
            case .json:
                options.event(
                    "error",
                    ["feed": .string(id), "message": .string(words), "exitCode": .integer(70)])
            }
        }
        if let expiry = result.expiry, expiry.isNear {
            warn(expiry.message, ["expires_in_days": .integer(expiry.daysLeft)])
        }
        guard !options.quiet else { return }
        switch options.logFormat {
        case .text:
            try StandardOutput.write("\(id): \(result.message)\(Self.facts(result))\n")
        case .json:
            var members: [String: JSONValue] = [
                "outcome": .string(result.outcome.rawValue), "message": .string(result.message),
            ]
            if let current = result.manifest?.current {
                members["version"] = .string(current.version)
                members["bundleBytes"] = .integer(current.bundle.bytes)
                members["validUntil"] = current.validUntil.map { .string($0) }
            }
            run.event("result", members)
        }
    }

    private func warn(_ message: String, _ members: [String: JSONValue] = [:]) {
        if run.line != nil { ProgressLine.leave() }
        let own = members.merging(["feed": .string(id)]) { _, own in own }
        let words = TerminalText.safe(message, limit: 400)
        options.warn(options.logFormat == .text ? "\(id): \(words)" : words, own)
    }

    private static func facts(_ result: UpdateResult) -> String {
        guard let current = result.manifest?.current else { return "" }
        var facts = [
            Quantity.bytes(current.bundle.bytes),
            Quantity.count(current.counts.trips, "trip"),
        ]
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
