import Foundation

/// Something to do once the server is reachable: asking for what screens show, or fetching a
/// bundle.
///
/// There are no other jobs: a read-only API has no changes of the user to send.
public struct PendingJob: Codable, Hashable, Sendable {
    /// The work to do.
    public enum Kind: String, Codable, Hashable, Sendable {
        /// Ask questions again, so that their answers are available.
        case refresh
        /// Fetch a bundle.
        case download
    }

    /// The work to do.
    public var kind: Kind
    /// Its subject, in the app's terms: the id of a stop, the address of a manifest.
    public var subject: String
    /// The number of times that it was tried while the server was reachable.
    public internal(set) var attempts: Int

    /// Something to do.
    public init(_ kind: Kind, _ subject: String) {
        self.kind = kind
        self.subject = subject
        attempts = 0
    }

    /// Whether both have the same subject; ids are compared by their bytes.
    func isSame(as other: PendingJob) -> Bool {
        kind == other.kind && subject.utf8.elementsEqual(other.subject.utf8)
    }
}

/// The file of a queue, which outlives the app's process.
struct PendingJobFile: Codable {
    static let currentVersion = 1

    var version = Self.currentVersion
    var jobs: [PendingJob]

    enum CodingKeys: String, CodingKey {
        case version, jobs
    }
}

extension TransitClient {
    /// A job that waits for the connection, under a name that nothing else shadows.
    public typealias Job = PendingJob
}
