import Foundation

/// Something to be done once the server can be reached: to ask for what screens show, or to fetch a
/// bundle.
///
/// Nothing else waits: an API that is only read has no changes of the user's to send.
public struct PendingJob: Codable, Hashable, Sendable {
    /// What is to be done.
    public enum Kind: String, Codable, Hashable, Sendable {
        /// Questions are to be asked anew, so that their answers are at hand.
        case refresh
        /// A bundle is to be fetched.
        case download
    }

    /// What is to be done.
    public var kind: Kind
    /// What it is about, as the app has it: the id of a stop, the address of a manifest.
    public var subject: String
    /// How often it was tried while the server could be reached.
    public internal(set) var attempts: Int

    /// Something to do.
    public init(_ kind: Kind, _ subject: String) {
        self.kind = kind
        self.subject = subject
        attempts = 0
    }

    /// Whether both are about the same; ids are told apart by their bytes.
    func isSame(as other: PendingJob) -> Bool {
        kind == other.kind && subject.utf8.elementsEqual(other.subject.utf8)
    }
}

/// The file of a queue: what survives when the app is ended.
struct PendingJobFile: Codable {
    static let currentVersion = 1

    var version = Self.currentVersion
    var jobs: [PendingJob]

    enum CodingKeys: String, CodingKey {
        case version, jobs
    }
}

extension TransitClient {
    /// What waits for the connection, by a name that no other hides.
    public typealias Job = PendingJob
}
