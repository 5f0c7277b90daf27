import Foundation
import GTFSSchedule
import SystemLayer
import TransitAPI
import TransitModel

struct CachedAnswer: Sendable {
    let key: String
    let body: Data
    let bundle: String?
    private(set) var etag: String?
    /// The age of the answer when it was requested; more than 0 when it came from another cache.
    private(set) var initialAgeSeconds: Double
    private(set) var lifetimeSeconds: Double
    private(set) var isNeverStale: Bool
    private(set) var isKept: Bool
    private(set) var realtimeAt: Date?
    /// The age of that message when the server answered, by the server's clock.
    private(set) var realtimeAgeSeconds: Double?
    private(set) var askedAt: Date
    /// The uptime, which only grows, at the request; nil for an answer of an earlier process.
    private(set) var askedUptime: Duration?

    init(_ key: String, reply: HTTPReply, meta: Meta, settings: CacheSettings) {
        let rules = CacheRules(reply.headers)
        self.key = key
        body = reply.body
        bundle = meta.bundle
        etag = reply.headers["etag"]
        initialAgeSeconds = rules.ageSeconds
        let expiry = settings.expiry.seconds
        lifetimeSeconds =
            rules.lifetimeSeconds ?? (meta.realtime == nil ? expiry : min(expiry, Self.liveSeconds))
        isNeverStale = rules.isNeverStale
        isKept = rules.isKept
        askedAt = reply.askedAt.date
        askedUptime = reply.askedAt.uptime
        takeRealtimeAt(reply.headers)
    }

    /// How long an answer with live data is valid if it does not say: sources are read again after
    /// about that time.
    private static let liveSeconds = 15.0

    private mutating func takeRealtimeAt(_ headers: [String: String]) {
        guard let at = headers["realtime-at"].flatMap({ LocalInstant(text: $0) })?.date else {
            return
        }
        let answered =
            headers["date"].flatMap(HTTPDate.seconds).map(Double.init)
            ?? askedAt.timeIntervalSince1970 - initialAgeSeconds
        realtimeAt = at
        realtimeAgeSeconds = max(0, answered - at.timeIntervalSince1970)
    }

    mutating func refresh(
        _ key: String, by reply: HTTPReply, meta: Meta, settings: CacheSettings
    ) {
        var reply = reply
        if reply.headers["etag"] == nil { reply.headers["etag"] = etag }
        reply.body = body
        self = CachedAnswer(key, reply: reply, meta: meta, settings: settings)
    }

    /// Nil when the clock shows a time before the answer's arrival.
    func age(_ clock: ClientClock) -> Double? {
        let seconds =
            if let askedUptime {
                (clock.uptime() - askedUptime).seconds
            } else {
                clock.now().timeIntervalSince(askedAt)
            }
        return seconds < 0 ? nil : initialAgeSeconds + seconds
    }

    var byteCount: Int { body.count + key.utf8.count + 256 }
}

struct CacheRules: Hashable, Sendable {
    var lifetimeSeconds: Double?
    var ageSeconds = 0.0
    var isKept = true
    var isNeverStale = false

    private static let year = 31_536_000.0

    init(_ headers: [String: String]) {
        ageSeconds = headers["age"].flatMap(Self.seconds) ?? 0
        if headers["vary"]?.contains("*") == true { isKept = false }
        for directive in headers["cache-control"]?.split(separator: ",") ?? [] {
            let parts = directive.split(separator: "=", maxSplits: 1).map {
                $0.trimmingCharacters(in: [" ", "\t", "\""])
            }
            switch parts.first?.lowercased() {
            case "no-store": isKept = false
            case "no-cache": lifetimeSeconds = 0
            case "must-revalidate": isNeverStale = true
            case "immutable" where lifetimeSeconds == nil: lifetimeSeconds = Self.year
            case "max-age":
                guard lifetimeSeconds != 0, parts.count == 2 else { continue }
                // A value that is not a number counts as the shortest time.
                lifetimeSeconds = Self.seconds(parts[1]) ?? 0
            default: continue
            }
        }
    }

    /// The seconds in a text, at most a year: no longer promise is credible.
    private static func seconds(_ text: String) -> Double? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return min(Double(text) ?? year, year)
    }
}

extension CachedAnswer {
    private struct Head: Codable {
        var format = 1
        var key: String
        var etag: String?
        var bundle: String?
        var askedAt: Double
        var ageSeconds: Double
        var lifetimeSeconds: Double
        var isNeverStale: Bool
        var realtimeAt: Double?
        var realtimeAgeSeconds: Double?
        var sha256: String
    }

    func fileBytes() throws -> Data {
        let head = Head(
            key: key, etag: etag, bundle: bundle, askedAt: askedAt.timeIntervalSince1970,
            ageSeconds: initialAgeSeconds, lifetimeSeconds: lifetimeSeconds,
            isNeverStale: isNeverStale, realtimeAt: realtimeAt?.timeIntervalSince1970,
            realtimeAgeSeconds: realtimeAgeSeconds, sha256: ByteDigest.sha256(body))
        return try JSONEncoder().encode(head) + [UInt8(ascii: "\n")] + body
    }

    init?(key: String, fileBytes: Data) {
        guard let end = fileBytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let head: Head
        do {
            head = try JSONDecoder().decode(Head.self, from: fileBytes[..<end])
        } catch {
            return nil
        }
        let body = Data(fileBytes[(end + 1)...])
        guard head.format == 1, head.key == key, head.sha256 == ByteDigest.sha256(body),
            head.ageSeconds >= 0, head.lifetimeSeconds >= 0
        else { return nil }
        self.key = key
        self.body = body
        bundle = head.bundle
        etag = head.etag
        initialAgeSeconds = head.ageSeconds
        lifetimeSeconds = head.lifetimeSeconds
        isNeverStale = head.isNeverStale
        isKept = true
        realtimeAt = head.realtimeAt.map(Date.init(timeIntervalSince1970:))
        realtimeAgeSeconds = head.realtimeAgeSeconds
        askedAt = Date(timeIntervalSince1970: head.askedAt)
        askedUptime = nil
    }
}
