import Crypto
import Foundation
import GTFSSchedule

/// The signature of a request, by which a server recognizes the client: see "Signed requests" in
/// `schema/api.md`.
enum RequestSignature {
    /// The header fields of a request that is sent now.
    static func fields(target: String, at instant: Date, key: Data) -> [String: String] {
        let timestamp = Timestamp.text(Int(instant.timeIntervalSince1970.rounded(.down)))
        let text = ["GET", target, timestamp].joined(separator: "\n")
        let code = HMAC<SHA256>.authenticationCode(
            for: Data(text.utf8), using: SymmetricKey(data: key))
        let digits = code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return ["x-request-timestamp": timestamp, "x-request-signature": digits]
    }
}
