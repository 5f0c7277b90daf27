import FeedReading
import Foundation
import SystemLayer
import TransitRealtime

/// Fetches messages of GTFS Realtime with the same care about redirects, certificates and patience
/// as downloads of feeds.
@available(iOS 17, macOS 14, *)
struct MessageDownload: RealtimeFetching {
    private static let patience = Duration.seconds(30)
    private static let silence = Duration.seconds(10)

    /// One for all messages of a source, whose name may have another address each time.
    private let guards = Locked<[URL: NetworkGuard]>([:])

    func fetch(
        _ url: URL, headers: [String: String], atMost limit: Int
    ) async throws -> RealtimeReply {
        let cancellation = Cancellation()
        let network = guards.withLock { guards in
            let network = guards[url] ?? NetworkGuard()
            guards[url] = network
            return network
        }
        return try await withTaskCancellationHandler {
            // A source that hangs must not hold up answers.
            try await SystemThread.run {
                try Self.reply(
                    url, headers, atMost: limit, guardedBy: network, until: cancellation)
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    private static func reply(
        _ url: URL, _ headers: [String: String], atMost limit: Int,
        guardedBy network: NetworkGuard, until cancellation: Cancellation
    ) throws -> RealtimeReply {
        var settings = DownloadSettings()
        settings.limits.idleTimeout = silence
        settings.limits.totalTimeout = patience
        var reply = RealtimeReply(status: 0)
        do {
            try HTTPGet.run(
                SecretText(url.absoluteString),
                own: headers.compactMap { HTTPHeader(name: $0.key, value: $0.value) },
                // The message is unpacked where it is taken.
                common: [
                    ("User-Agent", "swift-gtfs/\(ToolVersion.text)"), ("Accept-Encoding", "gzip"),
                ], settings: settings, network, until: cancellation
            ) { status, fields in
                reply.status = status
                reply.headers = fields
            } body: { bytes in
                guard reply.body.count + bytes.count <= limit else {
                    throw RealtimeFailure.tooLarge
                }
                reply.body += bytes
            }
        } catch let failure as ConnectionFailure {
            throw failure.isLasting ? RealtimeFailure.unusable : .noAnswer
        }
        return reply
    }
}
