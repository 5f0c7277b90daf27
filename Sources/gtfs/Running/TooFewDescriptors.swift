import FeedReading
import SystemLayer

/// The process may open too few files to do anything.
struct TooFewDescriptors: DiagnosedError {
    let free: Int

    /// Throws when a run would fail half-way.
    static func check() throws(TooFewDescriptors) {
        let free = DescriptorRoom.free()
        if free < DescriptorRoom.needed { throw TooFewDescriptors(free: free) }
    }

    var exitCode: Int32 { 74 }

    var description: String {
        "only \(free) more files can be opened, and \(DescriptorRoom.needed) are needed: "
            + "raise the limit, such as with ulimit -n 64"
    }
}
