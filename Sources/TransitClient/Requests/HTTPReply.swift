import Foundation
import GTFSSchedule
import TransitAPI

struct HTTPReply: Sendable {
    let status: Int
    /// In lower case.
    var headers: [String: String]
    var body: Data
    let askedAt: ClientInstant

    static func redirect(of response: TransportResponse, from url: URL) -> URL? {
        guard [301, 302, 303, 307, 308].contains(response.status) else { return nil }
        return response.headers["location"].flatMap { URL(string: $0, relativeTo: url) }?
            .absoluteURL
    }

    /// Without parameters, in lower case.
    private var type: String {
        let type = headers["content-type"]?.prefix { $0 != ";" } ?? ""
        return type.trimmingCharacters(in: .whitespaces).lowercased()
    }

    private var isJSON: Bool { type == "application/json" || type.hasSuffix("+json") }

    func envelope<Payload: WireForm>(
        reportingTo report: DecodingReport
    ) throws(APIError) -> Envelope<Payload> {
        guard status == 200 else { throw error }
        if isJSON { return try Self.envelope(in: body, reportingTo: report) }
        if type == "text/html" || type == "application/xhtml+xml" {
            throw .network(.init(.portal, "a web page came instead of an answer"))
        }
        throw .decoding(
            reason: type.isEmpty ? "the answer has no type" : "the answer is \(type), not JSON")
    }

    static func envelope<Payload: WireForm>(
        in body: Data, reportingTo report: DecodingReport
    ) throws(APIError) -> Envelope<Payload> {
        guard !body.isEmpty else { throw .decoding(reason: "the answer is empty") }
        let envelope: Envelope<Payload>
        do {
            envelope = try Envelope<Payload>.decoded(from: body, reportingTo: report)
        } catch {
            throw .decoding(reason: "the answer is not the JSON of an object")
        }
        // Other parts have defaults, but an answer without data says nothing.
        guard !report.replacements.contains(where: { $0.path == "data" }) else {
            throw .decoding(reason: "the answer has no data")
        }
        return envelope
    }

    var error: APIError {
        if (300..<400).contains(status) {
            return .network(.init(.portal, "the answer redirects elsewhere, with status \(status)"))
        }
        return APIError(
            status: status, error: errorObject, retryAfter: retryAfter.map { Int($0.rounded(.up)) })
    }

    private var errorObject: ErrorDTO? {
        guard isJSON else { return nil }
        let report = DecodingReport()
        do {
            let envelope = try ErrorEnvelope.decoded(from: body, reportingTo: report)
            return report.replacements.contains { $0.path == "error" } ? nil : envelope.error
        } catch {
            return nil
        }
    }

    /// The number of seconds after which to ask again, according to the answer. A date refers to
    /// the server's clock, which the header `Date` shows.
    var retryAfter: Double? {
        guard let text = headers["retry-after"] else { return nil }
        // No client waits longer than a year.
        if let seconds = Int(text) { return seconds >= 0 ? Double(min(seconds, 31_536_000)) : nil }
        guard let instant = HTTPDate.seconds(text) else { return nil }
        let now = headers["date"].flatMap(HTTPDate.seconds)
        return max(
            0, Double(instant) - (now.map(Double.init) ?? askedAt.date.timeIntervalSince1970))
    }
}

struct ClientInstant: Hashable, Sendable {
    let date: Date
    let uptime: Duration

    init(date: Date, uptime: Duration) {
        self.date = date
        self.uptime = uptime
    }

    init(_ clock: ClientClock) {
        self.init(date: clock.now(), uptime: clock.uptime())
    }
}
