package import CCurl
import Foundation
import SystemLayer

/// libcurl, loaded for the first download.
///
/// With its forty dependencies it would add 5 ms to every start, as long as checking a small feed
/// takes.
package struct CurlLibrary: @unchecked Sendable {
    // Sendable: addresses of functions, which never change, in a library that stays loaded.

    package static let shared = CurlLibrary()

    #if canImport(Darwin)
        private static let names = ["libcurl.4.dylib"]
    #else
        private static let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]
    #endif

    package typealias Handle = UnsafeMutableRawPointer
    package typealias Transfers = UnsafeMutableRawPointer
    package typealias List = UnsafeMutablePointer<curl_slist>

    // The types are those of curl/curl.h.
    package typealias Start = @convention(c) (Int) -> CURLcode
    package typealias NewHandle = @convention(c) () -> Handle?
    package typealias Free = @convention(c) (Handle) -> Void
    package typealias NewTransfers = @convention(c) () -> Transfers?
    package typealias FreeTransfers = @convention(c) (Transfers) -> CURLMcode
    package typealias ChangeTransfers = @convention(c) (Transfers, Handle) -> CURLMcode
    package typealias Perform = @convention(c) (Transfers, UnsafeMutablePointer<Int32>) -> CURLMcode
    package typealias Message =
        @convention(c) (
            Transfers, UnsafeMutablePointer<Int32>
        ) -> UnsafeMutablePointer<CURLMsg>?
    package typealias Poll =
        @convention(c) (
            Transfers, UnsafeMutableRawPointer?, UInt32, Int32, UnsafeMutablePointer<Int32>?
        ) -> CURLMcode
    package typealias Wake = @convention(c) (Transfers) -> CURLMcode
    package typealias Pause = @convention(c) (Handle, Int32) -> CURLcode
    package typealias Append = @convention(c) (List?, UnsafePointer<CChar>) -> List?
    package typealias FreeList = @convention(c) (List?) -> Void
    package typealias Describe = @convention(c) (CURLcode) -> UnsafePointer<CChar>?
    package typealias Version = @convention(c) () -> UnsafePointer<CChar>?

    package let newHandle: NewHandle
    package let free: Free
    package let newTransfers: NewTransfers
    package let freeTransfers: FreeTransfers
    package let add: ChangeTransfers
    package let remove: ChangeTransfers
    package let perform: Perform
    package let message: Message
    package let poll: Poll
    package let wake: Wake
    package let pause: Pause
    package let append: Append
    package let freeList: FreeList
    let describe: Describe
    /// With the version, such as "libcurl 7.88.1".
    package let name: String
    // These take any number of arguments, so functions of `CCurl` call them.
    package let setOption: UnsafeMutableRawPointer
    package let getInformation: UnsafeMutableRawPointer

    private init?() {
        guard let library = LoadedLibrary(Self.names) else { return nil }
        func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
            library.address(of: name).map { unsafeBitCast($0, to: type) }
        }
        guard let start = function("curl_global_init", Start.self),
            let newHandle = function("curl_easy_init", NewHandle.self),
            let free = function("curl_easy_cleanup", Free.self),
            let newTransfers = function("curl_multi_init", NewTransfers.self),
            let freeTransfers = function("curl_multi_cleanup", FreeTransfers.self),
            let add = function("curl_multi_add_handle", ChangeTransfers.self),
            let remove = function("curl_multi_remove_handle", ChangeTransfers.self),
            let perform = function("curl_multi_perform", Perform.self),
            let message = function("curl_multi_info_read", Message.self),
            let poll = function("curl_multi_poll", Poll.self),
            let wake = function("curl_multi_wakeup", Wake.self),
            let pause = function("curl_easy_pause", Pause.self),
            let append = function("curl_slist_append", Append.self),
            let freeList = function("curl_slist_free_all", FreeList.self),
            let describe = function("curl_easy_strerror", Describe.self),
            let setOption = library.address(of: "curl_easy_setopt"),
            let getInformation = library.address(of: "curl_easy_getinfo"),
            start(Int(CURL_GLOBAL_ALL)) == CURLE_OK
        else { return nil }
        self.newHandle = newHandle
        self.free = free
        self.newTransfers = newTransfers
        self.freeTransfers = freeTransfers
        self.add = add
        self.remove = remove
        self.perform = perform
        self.message = message
        self.poll = poll
        self.wake = wake
        self.pause = pause
        self.append = append
        self.freeList = freeList
        self.describe = describe
        // "libcurl/7.88.1 OpenSSL/3.0.15 ..."
        let words = function("curl_version", Version.self)?().map { String(cString: $0) }
        name = String((words ?? "libcurl").prefix { $0 != " " }).replacing("/", with: " ")
        self.setOption = setOption
        self.getInformation = getInformation
    }
}

// Setting an option fails only when libcurl does not know it, and those that are set here are all old.
extension CurlLibrary {
    package func set(_ handle: Handle, _ option: CURLoption, to value: Int) {
        _ = gtfs_curl_set_long(setOption, handle, option, value)
    }

    package func set(_ handle: Handle, _ option: CURLoption, to value: UnsafeRawPointer?) {
        _ = gtfs_curl_set_pointer(setOption, handle, option, value)
    }

    package func set(
        _ handle: Handle, _ option: CURLoption, to value: @escaping curl_write_callback
    ) {
        _ = gtfs_curl_set_receiver(setOption, handle, option, value)
    }

    package func set(
        _ handle: Handle, _ option: CURLoption, to value: @escaping curl_opensocket_callback
    ) {
        _ = gtfs_curl_set_opener(setOption, handle, option, value)
    }

    /// What every request has: no signals, no heads of proxies, and the certificates of the environment.
    package func configure(_ handle: Handle) {
        set(handle, CURLOPT_NOSIGNAL, to: 1)
        set(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, to: 1)
        if let path = ProcessInfo.processInfo.environment["SSL_CERT_FILE"], !path.isEmpty {
            path.withCString { set(handle, CURLOPT_CAINFO, to: UnsafeRawPointer($0)) }
        }
    }

    /// The fields of a head for `CURLOPT_HTTPHEADER`, to be freed afterwards; nil without memory.
    package func list(_ fields: [(name: String, value: String)]) -> List? {
        var list: List?
        for (name, value) in fields {
            // A colon with nothing after it would remove a header instead of sending it.
            guard let longer = append(list, value.isEmpty ? name + ";" : "\(name): \(value)") else {
                freeList(list)
                return nil
            }
            list = longer
        }
        return list
    }
}

/// Failures of libcurl in our words, which never contain the URL: it may contain secrets.
package enum CurlErrorWords {
    package static func reason(_ code: CURLcode) -> String {
        guard !isCertificate(code) else { return "the server's certificate is not trusted" }
        switch code {
        case CURLE_OPERATION_TIMEDOUT: return "the server does not answer in time"
        case CURLE_COULDNT_RESOLVE_HOST: return "there is no such host"
        case CURLE_COULDNT_RESOLVE_PROXY: return "there is no such proxy"
        case CURLE_COULDNT_CONNECT: return "cannot connect to the host"
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
            return "the connection was cut before the end"
        case CURLE_SSL_CONNECT_ERROR: return "the secure connection failed"
        case CURLE_SSL_CACERT_BADFILE:
            return "the trusted certificates, SSL_CERT_FILE or the system's, cannot be read"
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
            return "the server's answer is not HTTP"
        case CURLE_URL_MALFORMAT: return "is not a valid URL"
        default:
            let words = CurlLibrary.shared?.describe(code).map { String(cString: $0) }
            return "the download failed (\(words ?? "libcurl's error \(code.rawValue)"))"
        }
    }

    /// Whether the server could not prove its identity.
    package static func isCertificate(_ code: CURLcode) -> Bool {
        [CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS]
            .contains(code)
    }

    /// Whether another attempt would end the same way.
    package static func isLasting(_ code: CURLcode) -> Bool {
        isCertificate(code) || [CURLE_SSL_CACERT_BADFILE, CURLE_URL_MALFORMAT].contains(code)
    }
}
