import Foundation
import SystemLayer

/// Sends requests, one after the other, and hands over the answers.
///
/// Knows nothing about redirects, the meaning of answers, or time: ``HTTPTransfer`` handles those
/// for any connection.
protocol HTTPConnection {
    /// Sends a request, and returns once the answer has ended or the receiver wants no more.
    ///
    /// - Parameter cancellation: makes the connection ask the receiver at once.
    /// - Returns: why the answer was incomplete; nil when it was complete. Meaningless when the
    ///   receiver ended it.
    func get(
        _ url: URL, headers: [(name: String, value: String)], for receiver: any HTTPReceiver,
        until cancellation: Cancellation
    ) -> ConnectionFailure?
}

/// Takes the parts of an answer, on the thread that sent the request. Returning false ends the
/// transfer.
protocol HTTPReceiver: AnyObject {
    /// Whether to connect to an address; called before every connection.
    func mayConnect(to address: NetworkAddress) -> Bool

    /// The server has sent something, even if only a part of the head.
    func hear()

    /// The head of the final answer.
    func receive(_ head: HTTPResponse) -> Bool

    /// The next bytes of the body.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool

    /// How long to wait for more, at most; nil ends the transfer. Called whenever everything that
    /// has arrived was received.
    func patience() -> Duration?
}

/// Why an answer was incomplete, in words that never contain the URL, which may contain secrets.
package struct ConnectionFailure: Error {
    package let reason: String
    /// Whether another attempt would end the same way.
    package let isLasting: Bool
}

/// The connections for downloads in this build: the trait `Curl` decides.
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

/// The library that downloads, for a user who asks whether this machine can.
package enum DownloadLibrary {
    /// Its name, with a version if it has one; nil when it cannot be loaded.
    package static var name: String? {
        #if Curl
            CurlLibrary.shared.map { $0.version.isEmpty ? "libcurl" : "libcurl \($0.version)" }
        #else
            "URLSession"
        #endif
    }
}
