package enum DescriptorRoom {
    /// The most that a run needs besides what it started with: the feed, the bundle, SQLite's and
    /// scratch files, a connection; and three for libdispatch's first thread, without which it ends
    /// the process.
    package static let needed = 16

    /// Up to a number. Opens one after the other, because a limit does not tell how many are
    /// already open.
    package static func free(upTo wanted: Int = needed) -> Int {
        guard wanted > 0 else { return 0 }
        do throws(SystemError) {
            let one = try Descriptor(reading: "/dev/null")
            let others = free(upTo: wanted - 1)
            // This one stays open until the others are counted.
            _ = one.number
            return others + 1
        } catch {
            return 0
        }
    }
}
