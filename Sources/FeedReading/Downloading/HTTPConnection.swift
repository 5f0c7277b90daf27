import Foundation
import SystemLayer

/// Sends requests, one after the other, and hands over what comes back.
///
/// Knows nothing of redirects, of what an answer means, or of time: all that is ``HTTPTransfer``'s,
/// whoever sends.
protocol HTTPConnection {
    /// Sends a request, and returns once the answer is over or the receiver wants no more of it.
    ///
    /// - Parameter cancellation: has the receiver asked at once.
    /// - Returns: why the answer did not come to its end; nil when it did. Of no interest when it was
    ///   the receiver that ended it.
    func get(
        _ url: URL, headers: [(name: String, value: String)], for receiver: any HTTPReceiver,
        until cancellation: Cancellation
    ) -> ConnectionFailure?
}

/// Takes what an answer brings, on the thread that asked. Whatever returns false ends the transfer.
protocol HTTPReceiver: AnyObject {
    /// Whether to connect to an address; told before every connection.
    func mayConnect(to address: NetworkAddress) -> Bool

    /// The server has sent something, be it a part of the head only.
    func hear()

    /// The head of the answer proper.
    func receive(_ head: HTTPResponse) -> Bool

    /// The next bytes of the body.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool

    /// How long to wait for more, at most; nil ends the transfer. Asked whenever nothing has arrived
    /// that was not received.
    func patience() -> Duration?
}

/// Why an answer did not come to its end, in words that never hold the URL, which may hold secrets.
package struct ConnectionFailure: Error {
    package let reason: String
    /// Whether another attempt would come to the same end.
    package let isLasting: Bool
}

/// What this package was built to download with: the trait `Curl` decides.
enum HTTPConnections {
    static func open() throws(ConnectionFailure) -> any HTTPConnection {
        #if Curl
            guard let connection = CurlHandle() else {
                throw ConnectionFailure(
                    reason: "libcurl, which downloads, cannot be loaded", isLasting: true)
            }
            return connection
        #else
            return SessionConnection()
        #endif
    }
}

/// What downloads here, for a user who asks whether this machine can.
package enum DownloadLibrary {
    /// Its name, with a version where it has one; nil when it cannot be loaded.
    package static var name: String? {
        #if Curl
            CurlLibrary.shared.map { $0.version.isEmpty ? "libcurl" : "libcurl \($0.version)" }
        #else
            "URLSession"
        #endif
    }
}
