/// How many more files this process can have open.
package enum DescriptorRoom {
    /// What a run takes at most beside what it was started with: the feed, the bundle, SQLite's and
    /// scratch files, a connection; and three that libdispatch takes with its first thread, without
    /// which it ends the process where it stands.
    package static let needed = 16

    /// Counts the descriptors that are free, up to a number.
    ///
    /// It opens one after the other: a limit says nothing of what is open already.
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
