import SystemLayer

/// How much of a file a connection gets at a time, and so holds in memory: a share of what all
/// downloads may hold together. Large pieces cost fewer hand-overs; a thousand clients that read
/// nothing must not cost a gigabyte.
@available(iOS 17, macOS 14, *)
final class DownloadRoom: Sendable {
    static let least = 1 << 16
    static let most = 1 << 20
    /// The shared room, but for ``least``.
    static let bytes = 32 << 20

    private let downloads = Locked(0)

    /// Counts a download that begins.
    func enter() { downloads.withLock { $0 += 1 } }

    /// One that has ended, or was given up.
    func leave() { downloads.withLock { $0 -= 1 } }

    /// The size of the next piece of a download, no larger than what of it has gone out already.
    func piece(after sent: Int) -> Int {
        let share = downloads.withLock { Self.bytes / max($0, 1) }
        return max(min(share, sent, Self.most), Self.least)
    }
}
