import Foundation
import GTFSSchedule
import SystemLayer
import TransitAPI

/// Sends a request until there is an answer or further attempts are pointless; handles attempts,
/// redirects, signatures, and limits of time and bytes.
struct RequestAttempts: Sendable {
    let server: ServerAddress
    let transport: any Transport
    let settings: ClientSettings
    let log: RequestLog

    private static let retriedStatuses: Set = [408, 429, 502, 503, 504]
    private static let retriedFailures: Set<TransportError.Kind> = [.unreachable, .cut, .timeout]

    /// The deadline counts from `start`.
    func reply(
        to question: Question, at url: URL, _ fields: [String: String], since start: Duration
    ) async throws -> HTTPReply {
        var attempt = 1
        while true {
            let isLast = attempt >= settings.attempts
            let sent = ClientInstant(settings.clock)
            var asked: Double?
            do {
                let reply = try await exchange(url, fields: fields, sentAt: sent, since: start)
                log.request(question, attempt: attempt, since: sent, result: .success(reply.status))
                if isLast || !Self.retriedStatuses.contains(reply.status) { return reply }
                asked = reply.retryAfter
                guard let pause = pause(after: attempt, asked: asked, since: start) else {
                    return reply
                }
                try await settings.clock.sleep(pause)
            } catch let error as TransportError {
                log.request(question, attempt: attempt, since: sent, result: .failure(error))
                if isLast || !Self.retriedFailures.contains(error.kind) { throw error }
                guard let pause = pause(after: attempt, asked: nil, since: start) else {
                    throw error
                }
                try await settings.clock.sleep(pause)
            } catch {
                log.request(question, attempt: attempt, since: sent, result: .failure(error))
                throw error
            }
            attempt += 1
        }
    }

    /// The time to wait: exponential with full jitter, and never less than the server asks for. Nil
    /// when the deadline would pass before anything could arrive.
    private func pause(after attempt: Int, asked: Double?, since start: Duration) -> Duration? {
        let most = settings.pause.seconds * pow(2, Double(attempt - 1))
        let random = most * settings.random()
        let seconds = max(asked ?? 0, random)
        let left = (start + settings.deadline - settings.clock.uptime()).seconds
        return seconds < left ? .seconds(seconds) : nil
    }

    private func exchange(
        _ url: URL, fields: [String: String], sentAt sent: ClientInstant, since start: Duration
    ) async throws -> HTTPReply {
        var url = url
        for _ in 0..<4 {
            try Task.checkCancellation()
            var request = TransportRequest(
                url: url, headers: fields, timeout: try timeLeft(since: start),
                allowsExpensiveNetwork: settings.allowsExpensiveNetwork)
            if let key = settings.signingKey {
                let signature = RequestSignature.fields(
                    target: ServerAddress.target(of: url), at: settings.clock.now(), key: key)
                request.headers.merge(signature) { _, new in new }
            }
            let response = try await transport.send(request)
            guard let target = HTTPReply.redirect(of: response, from: url) else {
                let body = try await body(of: response, since: start)
                return HTTPReply(
                    status: response.status, headers: response.headers, body: body, askedAt: sent)
            }
            guard server.owns(target) else {
                throw APIError.network(
                    .init(
                        .portal, "the answer redirects to another host, \(target.host ?? "none")"))
            }
            url = target
        }
        throw APIError.network(.init(.malformed, "the answers redirect in circles"))
    }

    private func body(of response: TransportResponse, since start: Duration) async throws -> Data {
        var body = Data()
        for try await part in response.body {
            body += part
            if body.count > settings.mostBytes {
                throw APIError.decoding(
                    reason: "the answer has more than \(settings.mostBytes) bytes")
            }
            // A server that sends a byte now and then would otherwise take for ever.
            _ = try timeLeft(since: start)
        }
        return body
    }

    private func timeLeft(since start: Duration) throws -> Duration {
        let left = start + settings.deadline - settings.clock.uptime()
        guard left > .zero else { throw TransportError(.timeout, "there was no answer in time") }
        return min(left, settings.timeout)
    }
}

/// A server recognizes the client by it: see "Signed requests" in `schema/api.md`.
enum RequestSignature {
    static func fields(target: String, at instant: Date, key: Data) -> [String: String] {
        let timestamp = Timestamp.text(Int(instant.timeIntervalSince1970.rounded(.down)))
        let text = ["GET", target, timestamp].joined(separator: "\n")
        let code = MessageCode.sha256(of: Array(text.utf8), key: Array(key))
        return ["x-request-timestamp": timestamp, "x-request-signature": code.hexadecimal]
    }
}
