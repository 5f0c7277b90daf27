import Foundation
import GTFSSchedule
import SystemLayer

/// The signature of a request, by which a server recognizes the client: see "Signed requests" in
/// `schema/api.md`.
enum RequestSignature {
    /// The header fields of a request that is sent now.
    static func fields(target: String, at instant: Date, key: Data) -> [String: String] {
        let timestamp = Timestamp.text(Int(instant.timeIntervalSince1970.rounded(.down)))
        let text = ["GET", target, timestamp].joined(separator: "\n")
        let code = MessageCode.sha256(of: Array(text.utf8), key: Array(key))
        return ["x-request-timestamp": timestamp, "x-request-signature": code.hexadecimal]
    }
}
