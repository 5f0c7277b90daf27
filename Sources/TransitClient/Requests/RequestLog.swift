import Foundation
import Logging
import Metrics
import SystemLayer
import TransitAPI

/// Reports the requests of a client: a line and a measurement for each, without tokens, signatures
/// and the user's location.
struct RequestLog: Sendable {
    private let settings: ClientSettings
    private let feed: String?
    private let reported = Locked<Set<Endpoint.Name>>([])

    /// Parameters whose values reveal where a user is, or contain typed text.
    private static let secretParameters: Set<Substring> = ["near", "bbox", "q"]

    init(_ settings: ClientSettings, feed: String?) {
        self.settings = settings
        self.feed = feed
    }

    func request(
        _ question: Question, attempt: Int, since start: ClientInstant,
        result: Result<Int, any Error>
    ) {
        let duration = settings.clock.uptime() - start.uptime
        let milliseconds = Int((duration.seconds * 1000).rounded())
        let endpoint = question.endpoint.rawValue
        var metadata: Logger.Metadata = [
            "method": "GET", "path": "\(path(of: question))", "endpoint": "\(endpoint)",
            "duration_ms": "\(milliseconds)", "attempt": "\(attempt)",
        ]
        let isSuccess: Bool
        switch result {
        case .success(let status):
            isSuccess = status < 400
            metadata["status"] = "\(status)"
        case .failure(let error):
            isSuccess = false
            metadata["error"] = "\(Self.words(error))"
        }
        metadata["success"] = "\(isSuccess)"
        settings.log.log(level: isSuccess ? .debug : .notice, "request", metadata: metadata)
        let dimensions = [("endpoint", endpoint), ("success", "\(isSuccess)")]
        let label = "transit_client_request"
        let timer = Metrics.Timer(
            label: label, dimensions: dimensions, preferredDisplayUnit: .milliseconds,
            factory: settings.metrics ?? MetricsSystem.factory)
        timer.recordNanoseconds(Int64(duration.seconds * 1e9))
    }

    func replacements(_ report: DecodingReport, _ question: Question) {
        guard report.count > 0,
            reported.withLock({ $0.insert(question.endpoint).inserted })
        else { return }
        let first = report.replacements.prefix(5).map(\.description).joined(separator: "; ")
        settings.log.warning(
            "answer replaced in part",
            metadata: [
                "endpoint": "\(question.endpoint.rawValue)", "count": "\(report.count)",
                "replacements": "\(first)",
            ])
    }

    private func path(of question: Question) -> String {
        let query = question.canonicalQuery.split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            return Self.secretParameters.contains(name) ? "\(name)=…" : String(pair)
        }.joined(separator: "&")
        return question.path(feed: feed) + (query.isEmpty ? "" : "?" + query)
    }

    private static func words(_ error: any Error) -> String {
        switch error {
        case let error as TransportError: "\(error.kind.rawValue): \(error.reason)"
        case is CancellationError: "cancelled"
        case let error as APIError: error.description
        default: "\(type(of: error))"
        }
    }
}
