package import CCurl
package import Foundation
package import SystemLayer

/// Takes an answer as it arrives. Returning false ends the transfer.
package protocol CurlReceiver: AnyObject {
    /// Whether to wait for more: asked at least once a second.
    func isPatient() -> Bool

    /// Notes that the server has sent a line of a head.
    func hear()

    /// Whether to connect to an address: libcurl asks once it knows all addresses of a name.
    func mayConnect(to address: NetworkAddress) -> Bool

    func receive(_ head: HTTPHead) -> Bool

    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool
}

/// One request through libcurl. Redirects are answers.
package final class CurlTransfer {
    package typealias Fault = (reason: String, isLasting: Bool)

    private static let endless: Fault = ("the head of the server's answer does not end", true)
    private static let maxLines = 1000
    /// The most bytes of a head, including interim heads before it and the fields after the body:
    /// libcurl would take any number of them.
    private static let maxHeadBytes = 256 << 10

    package let handle: UnsafeMutableRawPointer
    package weak var receiver: (any CurlReceiver)?
    private var headFault: Fault?
    private var headBytes = 0
    private let library: CurlLibrary
    private let fields: UnsafeMutablePointer<curl_slist>?
    private var lines: [String] = []
    private var isAnswered = false

    /// Nil without memory.
    package init?(_ library: CurlLibrary, _ url: URL, fields: [(name: String, value: String)]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for (name, value) in fields {
            // A colon with nothing after it would remove a header instead of sending it.
            let field = value.isEmpty ? name + ";" : "\(name): \(value)"
            guard let longer = library.curl_slist_append(list, field) else {
                library.curl_slist_free_all(list)
                return nil
            }
            list = longer
        }
        guard let handle = library.curl_easy_init() else {
            library.curl_slist_free_all(list)
            return nil
        }
        self.library = library
        self.handle = handle
        self.fields = list
        set(CURLOPT_HTTPHEADER, to: UnsafeRawPointer(list))
        set(CURLOPT_URL, to: url.absoluteString)
        set(CURLOPT_NOSIGNAL, to: 1)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, to: 1)
        if let path = ProcessInfo.processInfo.environment["SSL_CERT_FILE"], !path.isEmpty {
            set(CURLOPT_CAINFO, to: path)
        }
        setCallbacks()
    }

    deinit {
        library.curl_easy_cleanup(handle)
        library.curl_slist_free_all(fields)
    }

    // Setting an option fails only when libcurl does not know it, and those that are set are all old.

    package func set(_ option: CURLoption, to value: Int) {
        library.withFunctions { _ = gtfs_curl_set_long($0, handle, option, value) }
    }

    package func set(_ option: CURLoption, to value: UnsafeRawPointer?) {
        library.withFunctions { _ = gtfs_curl_set_pointer($0, handle, option, value) }
    }

    package func set(_ option: CURLoption, to value: String) {
        value.withCString { set(option, to: UnsafeRawPointer($0)) }
    }

    /// Waits for the end of the answer.
    package func perform(for receiver: any CurlReceiver) -> CURLcode {
        self.receiver = receiver
        return withExtendedLifetime((self, receiver)) { library.curl_easy_perform(handle) }
    }

    /// What is wrong with the head, in addition to libcurl's own failures.
    package func fault(_ code: CURLcode) -> Fault? {
        // Both are libcurl's answers to a line of more than 100 KB: the second, CURLE_TOO_LARGE, from
        // 8.6 on.
        let isTooLong = code == CURLE_OUT_OF_MEMORY || code.rawValue == 100
        return headFault ?? (isTooLong && !isAnswered ? Self.endless : nil)
    }

    /// A proxy's answer to the request for a connection; 0 without one.
    package var proxyStatus: Int {
        var status = 0
        library.withFunctions {
            _ = gtfs_curl_get_long($0, handle, CURLINFO_HTTP_CONNECTCODE, &status)
        }
        return status
    }

    private func setCallbacks() {
        let context = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        for option in [
            CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_OPENSOCKETDATA, CURLOPT_XFERINFODATA,
        ] {
            set(option, to: context)
        }
        set(CURLOPT_NOPROGRESS, to: 0)
        library.withFunctions { curl in
            _ = gtfs_curl_set_receiver(curl, handle, CURLOPT_HEADERFUNCTION) {
                CurlTransfer.pass($0, count: $1 * $2, to: $3) { $0.receiveLine($2, for: $1) }
            }
            _ = gtfs_curl_set_receiver(curl, handle, CURLOPT_WRITEFUNCTION) {
                CurlTransfer.pass($0, count: $1 * $2, to: $3) { $1.receive($2) }
            }
            _ = gtfs_curl_set_opener(curl, handle, CURLOPT_OPENSOCKETFUNCTION) {
                context, _, address in
                guard let address, let receiver = CurlTransfer.transfer(context)?.receiver,
                    let found = gtfs_curl_address(address).flatMap(NetworkAddress.init),
                    receiver.mayConnect(to: found)
                else { return CURL_SOCKET_BAD }
                return gtfs_curl_open_socket(address)
            }
            _ = gtfs_curl_set_progress(curl, handle, CURLOPT_XFERINFOFUNCTION) {
                context, _, _, _, _ in
                CurlTransfer.transfer(context)?.receiver?.isPatient() == true ? 0 : 1
            }
        }
    }

    private static func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Passes bytes on. Returning any other number than theirs ends the transfer.
    private static func pass(
        _ bytes: UnsafeMutablePointer<CChar>?, count: Int, to context: UnsafeMutableRawPointer?,
        _ receive: (CurlTransfer, any CurlReceiver, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let transfer = transfer(context), let receiver = transfer.receiver,
            receive(transfer, receiver, UnsafeRawBufferPointer(start: bytes, count: count))
        else { return count == 0 ? 1 : 0 }
        return count
    }

    /// Takes a line of the head with its end, or a field after the body; an empty line ends either.
    private func receiveLine(_ bytes: UnsafeRawBufferPointer, for receiver: any CurlReceiver)
        -> Bool
    {
        receiver.hear()
        headBytes += bytes.count
        guard headBytes <= Self.maxHeadBytes, lines.count < Self.maxLines else {
            headFault = Self.endless
            return false
        }
        let line = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
        guard line.isEmpty else {
            lines.append(line)
            return true
        }
        // The fields after the body mean nothing. They count all the same: libcurl keeps them.
        guard !isAnswered else { return true }
        // Nobody asked for another protocol, and libcurl takes what follows a 101 for the body.
        guard let head = HTTPHead(lines), head.status != 101 else {
            headFault = ("the server's answer is not HTTP", isLasting: false)
            return false
        }
        lines = []
        isAnswered = head.status >= 200
        return !isAnswered || receiver.receive(head)
    }
}
