#if os(Linux)
    import CCurl
    import CurlLayer
    import Foundation
    import SystemLayer

    /// `@unchecked Sendable`: from `begin` on, only the thread of the loop uses what can change.
    final class CurlRequest: AnswerSource, @unchecked Sendable {
        private static let mostLines = 1000
        private static let mostHeadBytes = 256 << 10

        let handle: CurlLibrary.Handle
        private let loop: CurlLoop
        private let library: CurlLibrary
        private let fields: CurlLibrary.List?
        private let isSent = Locked(false)
        /// Set from `begin` to `finish`; its reader holds it longer.
        private var answer: ArrivingAnswer?
        private(set) var isOver = false
        private var lines: [String] = []
        private var headBytes = 0
        private var isAnswered = false
        private var failure: TransportError?

        let canSuspend = true

        init(_ request: TransportRequest, on loop: CurlLoop) throws {
            guard ["http", "https"].contains(request.url.scheme?.lowercased()) else {
                throw TransportError(.unreachable, "this is not the address of a server")
            }
            let lines = request.headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            let texts = lines.flatMap { [$0.0, $0.1] }
            guard !texts.contains(where: { $0.utf8.contains { [0, 10, 13].contains($0) } }) else {
                throw TransportError(.malformed, "a field of the request's head has several lines")
            }
            library = loop.library
            guard let handle = library.newHandle() else {
                throw TransportError(.unreachable, "there is no memory for a request")
            }
            self.handle = handle
            self.loop = loop
            fields = library.list(lines)
            configure(request.url)
        }

        deinit {
            library.free(handle)
            library.freeList(fields)
        }

        func begin(_ answer: ArrivingAnswer) {
            self.answer = answer
        }

        // MARK: AnswerSource

        func resume() {
            let isFirst = isSent.withLock { isSent in
                defer { isSent = true }
                return !isSent
            }
            loop.tell(isFirst ? .send(self) : .resume(self))
        }

        /// Called on the thread of the loop, which delivers.
        func suspend() {
            _ = library.pause(handle, CURLPAUSE_RECV)
        }

        func cancel() {
            loop.tell(.cancel(self))
        }

        // MARK: What the loop does

        func finish(_ code: CURLcode) {
            let answer = answer
            self.answer = nil
            isOver = true
            guard code != CURLE_OK || failure != nil else {
                answer?.finish(nil)
                return
            }
            answer?.finish(
                failure ?? TransportError(Self.kind(code), CurlErrorWords.reason(code)))
        }

        private static func kind(_ code: CURLcode) -> TransportError.Kind {
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT,
                CURLE_URL_MALFORMAT:
                .unreachable
            case CURLE_OPERATION_TIMEDOUT: .timeout
            case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR: .cut
            case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE: .untrusted
            default: CurlErrorWords.isCertificate(code) ? .untrusted : .malformed
            }
        }

        private func configure(_ url: URL) {
            library.configure(handle)
            // As the caller wrote it.
            library.set(handle, CURLOPT_PATH_AS_IS, to: 1)
            library.set(handle, CURLOPT_HTTPHEADER, to: UnsafeRawPointer(fields))
            url.absoluteString.withCString {
                library.set(handle, CURLOPT_URL, to: UnsafeRawPointer($0))
            }
            loop.trust(handle)
            let context = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
            library.set(handle, CURLOPT_HEADERDATA, to: context)
            library.set(handle, CURLOPT_WRITEDATA, to: context)
            library.set(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                CurlRequest.pass(bytes, count: size * count, context) { $0.receiveLine($1) }
            }
            library.set(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                CurlRequest.pass(bytes, count: size * count, context) { request, bytes in
                    request.answer?.receive(Data(bytes))
                    return true
                }
            }
            library.set(handle, CURLOPT_OPENSOCKETFUNCTION) { _, _, address in
                address.map { gtfs_curl_open_socket($0) } ?? CURL_SOCKET_BAD
            }
        }

        /// Passes bytes on. Returning any number other than theirs ends the request.
        private static func pass(
            _ bytes: UnsafeMutablePointer<CChar>?, count: Int, _ context: UnsafeMutableRawPointer?,
            to receive: (CurlRequest, UnsafeRawBufferPointer) -> Bool
        ) -> Int {
            let request = context.map {
                Unmanaged<CurlRequest>.fromOpaque($0).takeUnretainedValue()
            }
            guard let request, receive(request, UnsafeRawBufferPointer(start: bytes, count: count))
            else { return count == 0 ? 1 : 0 }
            return count
        }

        /// Takes a line of the head with its end, or a field after the body; an empty line ends
        /// either.
        private func receiveLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
            headBytes += bytes.count
            guard headBytes <= Self.mostHeadBytes, lines.count < Self.mostLines else {
                failure = TransportError(.malformed, "the head of the answer does not end")
                return false
            }
            let line = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
            guard line.isEmpty else {
                lines.append(line)
                return true
            }
            // The fields after the body mean nothing. They count all the same: libcurl keeps them.
            guard !isAnswered else { return true }
            defer { lines = [] }
            let words = lines.first?.split(separator: " ") ?? []
            guard words.count > 1, let status = Int(words[1]), 100...999 ~= status else {
                failure = TransportError(.malformed, "the answer is not HTTP")
                return false
            }
            guard status >= 200 else { return true }
            isAnswered = true
            var headers: [String: String] = [:]
            for line in lines.dropFirst() {
                guard let colon = line.firstIndex(of: ":") else { continue }
                let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                headers.merge([line[..<colon].lowercased(): value]) { "\($0), \($1)" }
            }
            answer?.receive(.init(status: status, headers: headers))
            return true
        }
    }
#endif
