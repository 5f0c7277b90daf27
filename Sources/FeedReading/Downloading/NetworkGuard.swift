internal import SystemLayer

/// Keeps a server out there from sending this machine to what only it can reach: its own ports, its
/// neighbours, the services of a cloud for those inside.
///
/// Who has asked an address of the internet asks no private one afterwards: not after a redirect, nor at
/// a second attempt, by when a name may stand for another address. What counts is the address that is
/// connected to. Behind a proxy that is the proxy's; where it leads, the proxy decides.
package final class NetworkGuard: Sendable {
    private let isPrivate: @Sendable (NetworkAddress) -> Bool
    private let isAllowed: Bool
    private let hasBeenOutside = Locked(false)

    package init(_ settings: DownloadSettings = DownloadSettings()) {
        isPrivate = settings.isPrivate
        isAllowed = settings.allowsPrivateRedirects
    }

    /// Whether to connect to an address.
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
