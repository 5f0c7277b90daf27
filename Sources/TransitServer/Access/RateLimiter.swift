import HTTPTypes
package import SystemLayer

/// How many requests each client may make in a minute.
///
/// A client may make all of them at once, and then one whenever its share of the minute is over. All
/// that is kept of a client is the instant at which its minute is whole again.
@available(iOS 17, macOS 14, *)
package final class RateLimiter: Sendable {
    /// What a request that is counted may be told.
    package struct Allowance: Hashable, Sendable {
        /// Whether the request is answered.
        package let isGranted: Bool
        /// How many more are answered now.
        package let left: Int
        /// In how many seconds all are again.
        package let secondsToAll: Int
        /// In how many seconds one is again.
        package let secondsToNext: Int
    }

    /// Who is counted as one: an address of version 4, or the network that a household or a machine
    /// has in version 6; nil for who is not on a network.
    package struct Client: Hashable, Sendable {
        private let network: NetworkAddress?

        package init(_ address: NetworkAddress?) {
            let plain = address?.plain
            network = plain?.bitCount == 128 ? plain?.network(bits: 64) : plain
        }
    }

    package static let windowSeconds = 60

    private let perMinute: Int
    private let limit: Int
    /// The instants at which clients have used nothing any more, on a clock that nobody sets.
    private let ready = Locked<[Client: Double]>([:])

    /// Makes one that has counted nobody.
    ///
    /// - Parameter limit: of how many clients something is kept.
    package init(perMinute: Int, clients limit: Int = 65_536) {
        self.perMinute = perMinute
        self.limit = limit
    }

    private var window: Double { Double(Self.windowSeconds) }
    private var share: Double { window / Double(perMinute) }

    /// Counts a request, unless it is one too many.
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

    /// Takes a request back that cost nothing; returns what its answer says then.
    package func giveBack(_ client: Client, _ allowance: Allowance) -> Allowance {
        ready.withLock { ready in
            if let instant = ready[client] { ready[client] = instant - share }
        }
        return Allowance(
            isGranted: true, left: allowance.left + 1,
            secondsToAll: max(0, allowance.secondsToAll - Self.whole(share)),
            secondsToNext: allowance.secondsToNext)
    }

    /// Of how many clients something is kept.
    var clients: Int { ready.withLock { $0.count } }

    /// Forgets those that have nothing against them, and where these are not enough those that have
    /// least: whoever comes with a million addresses does not make others free.
    private func forget(_ ready: inout [Client: Double], _ now: Double) {
        ready = ready.filter { $0.value > now }
        guard ready.count > limit / 4 * 3 else { return }
        let kept = ready.sorted { $0.value > $1.value }.prefix(limit / 2)
        ready = Dictionary(kept.map { ($0.key, $0.value) }) { first, _ in first }
    }

    private static func whole(_ seconds: Double) -> Int { Int(max(0, seconds).rounded(.up)) }

    /// What an answer says of it.
    func headers(_ allowance: Allowance) -> HTTPFields {
        var headers = HTTPFields()
        if let name = HTTPField.Name("RateLimit") {
            headers[name] = "\"requests\";r=\(allowance.left);t=\(allowance.secondsToAll)"
        }
        if let name = HTTPField.Name("RateLimit-Policy") {
            headers[name] = "\"requests\";q=\(perMinute);w=\(Self.windowSeconds)"
        }
        return headers
    }
}
