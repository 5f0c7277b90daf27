import CCurl
import CurlLayer
import Foundation
import SystemLayer

/// Sends requests through libcurl, one after the other, and hands over the answers.
///
/// Knows nothing about redirects, the meaning of answers, or time: ``HTTPTransfer`` handles those.
final class CurlHandle {
    private static let maxLines = 1000
    /// The most bytes of a head, including interim heads before it and the fields after the body:
    /// libcurl would take any number of them.
    private static let maxHeadBytes = 256 << 10

    private let library: CurlLibrary
    private let handle: CurlLibrary.Handle
    private let transfers: CurlLibrary.Transfers
    private var receiver: (any HTTPReceiver)?
    private var lines: [String] = []
    private var headBytes = 0
    private var isAnswered = false
    private var failure: ConnectionFailure?

    /// Nil without libcurl.
    init?() {
        guard let library = CurlLibrary.shared, let handle = library.newHandle() else {
            return nil
        }
        guard let transfers = library.newTransfers() else {
            library.free(handle)
            return nil
        }
        self.library = library
        self.handle = handle
        self.transfers = transfers
        configure()
    }

    deinit {
        library.free(handle)
        _ = library.freeTransfers(transfers)
    }

    /// Sends a request, and returns once the answer has ended or the receiver wants no more.
    ///
    /// - Parameter cancellation: makes the connection ask the receiver at once.
    /// - Returns: why the answer was incomplete; nil when it was complete. Meaningless when the
    ///   receiver ended it.
    func get(
        _ url: URL, headers: [HTTPHeader], for receiver: any HTTPReceiver,
        until cancellation: Cancellation
    ) -> ConnectionFailure? {
        (lines, headBytes, isAnswered, failure) = ([], 0, false, nil)
        let code = send(url, headers: headers, for: receiver, until: cancellation)
        if let failure { return failure }
        if proxyStatus >= 300 {
            return ConnectionFailure(
                reason: "the proxy answered with status \(proxyStatus)",
                isLasting: proxyStatus < 500)
        }
        guard code != CURLE_OK else { return nil }
        return ConnectionFailure(
            reason: CurlErrorWords.reason(code), isLasting: CurlErrorWords.isLasting(code))
    }

    private func send(
        _ url: URL, headers: [HTTPHeader], for receiver: any HTTPReceiver,
        until cancellation: Cancellation
    ) -> CURLcode {
        self.receiver = receiver
        defer { self.receiver = nil }
        let list = library.list(headers.map { ($0.name, $0.value) })
        guard list != nil || headers.isEmpty else { return CURLE_OUT_OF_MEMORY }
        defer { library.freeList(list) }
        library.set(handle, CURLOPT_HTTPHEADER, to: UnsafeRawPointer(list))
        url.absoluteString.withCString {
            library.set(handle, CURLOPT_URL, to: UnsafeRawPointer($0))
        }
        // Sendable: waking is the one call that libcurl allows from any thread.
        nonisolated(unsafe) let transfers = transfers
        return cancellation.waking(
            by: { [library] in _ = library.wake(transfers) }, while: { transfer(for: receiver) }
        )
    }

    /// Receives until the end, without `curl_easy_perform`, which cannot be woken.
    private func transfer(for receiver: any HTTPReceiver) -> CURLcode {
        guard library.add(transfers, handle) == CURLM_OK else { return CURLE_FAILED_INIT }
        defer { _ = library.remove(transfers, handle) }
        while true {
            var running: Int32 = 0
            guard library.perform(transfers, &running) == CURLM_OK else {
                return CURLE_OUT_OF_MEMORY
            }
            var left: Int32 = 0
            if let message = library.message(transfers, &left)?.pointee {
                return message.data.result
            }
            guard let patience = receiver.patience() else { return CURLE_ABORTED_BY_CALLBACK }
            // One millisecond more, so that patience has run out by then.
            let milliseconds = Int32(clamping: Int(patience / .milliseconds(1)) + 1)
            _ = library.poll(transfers, nil, 0, max(0, milliseconds), nil)
        }
    }

    /// A proxy's answer to the request for a connection; 0 without one.
    private var proxyStatus: Int {
        var status = 0
        _ = gtfs_curl_get_long(
            library.getInformation, handle, CURLINFO_HTTP_CONNECTCODE, &status)
        return status
    }

    private func configure() {
        library.configure(handle)
        // libcurl would not ask about an old connection again.
        library.set(handle, CURLOPT_FRESH_CONNECT, to: 1)
        let context = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        library.set(handle, CURLOPT_HEADERDATA, to: context)
        library.set(handle, CURLOPT_WRITEDATA, to: context)
        library.set(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            CurlHandle.pass(bytes, count: size * count, context: context) {
                handle, receiver, bytes in
                receiver.hear()
                return handle.receiveHeader(
                    String(decoding: bytes, as: UTF8.self), for: receiver)
            }
        }
        library.set(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            CurlHandle.pass(bytes, count: size * count, context: context) { $1.receiveBody($2) }
        }
        library.set(handle, CURLOPT_OPENSOCKETDATA, to: context)
        library.set(handle, CURLOPT_OPENSOCKETFUNCTION) { context, _, address in
            guard let address, CurlHandle.mayConnect(to: address, context) else {
                return CURL_SOCKET_BAD
            }
            return gtfs_curl_open_socket(address)
        }
    }

    /// Whether to connect to an address: libcurl asks once it knows all addresses of a name.
    private static func mayConnect(
        to address: UnsafeMutablePointer<curl_sockaddr>, _ context: UnsafeMutableRawPointer?
    ) -> Bool {
        let receiver = context.flatMap {
            Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue().receiver
        }
        guard let receiver, let found = gtfs_curl_address(address).flatMap(NetworkAddress.init)
        else { return false }
        return receiver.mayConnect(to: found)
    }

    /// Takes a line of the head, including the first and its line end, or a field after the body;
    /// an empty line ends either.
    private func receiveHeader(_ line: String, for receiver: any HTTPReceiver) -> Bool {
        headBytes += line.utf8.count
        let line = line.trimmingCharacters(in: .newlines)
        guard line.isEmpty else {
            guard lines.count < Self.maxLines, headBytes <= Self.maxHeadBytes else {
                return fail("the head of the server's answer does not end", isLasting: true)
            }
            lines.append(line)
            return true
        }
        // The fields after the body mean nothing. They count all the same: libcurl keeps them.
        guard !isAnswered else { return true }
        guard let head = HTTPResponse(lines) else {
            return fail("the server's answer is not HTTP", isLasting: false)
        }
        lines = []
        guard !head.isInterim else {
            return headBytes <= Self.maxHeadBytes
                || fail("the head of the server's answer does not end", isLasting: true)
        }
        isAnswered = true
        return receiver.receive(head)
    }

    private func fail(_ reason: String, isLasting: Bool) -> Bool {
        failure = ConnectionFailure(reason: reason, isLasting: isLasting)
        return false
    }

    /// Passes bytes on. Returning any other number than theirs ends the transfer.
    private static func pass(
        _ bytes: UnsafeMutablePointer<CChar>?, count: Int,
        context: UnsafeMutableRawPointer?,
        to receive: (CurlHandle, any HTTPReceiver, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        let handle = context.flatMap {
            Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue()
        }
        guard let handle, let receiver = handle.receiver,
            receive(handle, receiver, UnsafeRawBufferPointer(start: bytes, count: count))
        else { return count == 0 ? 1 : 0 }
        return count
    }
}
