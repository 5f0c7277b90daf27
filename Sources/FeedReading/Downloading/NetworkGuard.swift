internal import SystemLayer

/// Keeps an outside server from redirecting this machine to what only this machine can reach: its
/// own ports, its neighbors, internal services of a cloud.
///
/// After a request to an address on the internet, no private one is contacted: neither after a
/// redirect nor at a second attempt, when a name may have another address. What counts is the
/// address of the connection. With a proxy that is the proxy's, and the proxy decides what it
/// connects to.
package final class NetworkGuard: Sendable {
    private let isPrivate: @Sendable (NetworkAddress) -> Bool
    private let isAllowed: Bool
    private let hasBeenOutside = Locked(false)

    package init(_ settings: DownloadSettings = DownloadSettings()) {
        isPrivate = settings.isPrivate
        isAllowed = settings.allowsPrivateRedirects
    }

    func allows(_ address: NetworkAddress) -> Bool {
        hasBeenOutside.withLock { hasBeenOutside in
            guard isPrivate(address) else {
                hasBeenOutside = true
                return true
            }
            return isAllowed || !hasBeenOutside
        }
    }
}
