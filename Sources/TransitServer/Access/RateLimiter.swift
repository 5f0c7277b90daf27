import HTTPTypes
package import SystemLayer

/// A client may make all of them at once, and then one whenever its share of the minute has passed.
/// All that is stored per client is the instant at which its full allowance is back.
@available(iOS 17, macOS 14, *)
package final class RateLimiter: Sendable {
    package struct Allowance: Hashable, Sendable {
        let isGranted: Bool
        let left: Int
        let secondsToAll: Int
        let secondsToNext: Int
    }

    /// The unit that counts as one client: an address of version 4, or the network of a household
    /// or machine in version 6; nil for a client that is not on a network.
    package struct Client: Hashable, Sendable {
        private let network: NetworkAddress?

        package init(_ address: NetworkAddress?) {
            let plain = address?.plain
            network = plain?.bitCount == 128 ? plain?.network(bits: 64) : plain
        }
    }

    static let windowSeconds = 60

    private let perMinute: Int
    private let limit: Int
    /// The instants at which clients have their full allowance back, on a clock that cannot be set.
    private let ready = Locked<[Client: Double]>([:])

    package init(perMinute: Int, clients limit: Int = 65_536) {
        self.perMinute = perMinute
        self.limit = limit
    }

    private var window: Double { Double(Self.windowSeconds) }
    private var share: Double { window / Double(perMinute) }

    package func take(_ client: Client, at now: Double) -> Allowance {
        ready.withLock { ready in
            let before = max(now, ready[client] ?? now)
            let isGranted = before + share <= now + window + 1e-6
            let after = isGranted ? before + share : before
            if isGranted {
                ready[client] = after
                if ready.count > limit { forget(&ready, now) }
            }
            return Allowance(
                isGranted: isGranted,
                left: max(0, Int(((now + window - after) / share + 1e-6).rounded(.down))),
                secondsToAll: Self.whole(after - now),
                secondsToNext: max(1, Self.whole(before + share - window - now)))
        }
    }

    /// The request cost nothing; returns the allowance for its answer.
    func giveBack(_ client: Client, _ allowance: Allowance) -> Allowance {
        ready.withLock { ready in
            if let instant = ready[client] { ready[client] = instant - share }
        }
        return Allowance(
            isGranted: true, left: allowance.left + 1,
            secondsToAll: max(0, allowance.secondsToAll - Self.whole(share)),
            secondsToNext: allowance.secondsToNext)
    }

    var clients: Int { ready.withLock { $0.count } }

    /// Forgets clients with their full allowance and, if these are not enough, those closest to it:
    /// a client with a million addresses does not free others from their limits.
    private func forget(_ ready: inout [Client: Double], _ now: Double) {
        ready = ready.filter { $0.value > now }
        guard ready.count > limit / 4 * 3 else { return }
        let kept = ready.sorted { $0.value > $1.value }.prefix(limit / 2)
        ready = Dictionary(kept.map { ($0.key, $0.value) }) { first, _ in first }
    }

    private static func whole(_ seconds: Double) -> Int { Int(max(0, seconds).rounded(.up)) }

    func headers(_ allowance: Allowance) -> HTTPFields {
        var headers = HTTPFields()
        headers["RateLimit"] = "\"requests\";r=\(allowance.left);t=\(allowance.secondsToAll)"
        headers["RateLimit-Policy"] = "\"requests\";q=\(perMinute);w=\(Self.windowSeconds)"
        return headers
    }
}
