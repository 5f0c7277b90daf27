#if os(Linux)
    import CCurl
    import CurlLayer
    import Foundation
    import SystemLayer

    /// A request that libcurl sends.
    ///
    /// `@unchecked Sendable`: from `begin` on, only the thread of the loop uses what can change.
    final class CurlRequest: AnswerSource, CurlReceiver, @unchecked Sendable {
        let transfer: CurlTransfer
        private let loop: CurlLoop
        private let isSent = Locked(false)
        /// Set from `begin` to `finish`; its reader holds it longer.
        private var answer: ArrivingAnswer?
        private(set) var isOver = false

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
            guard let transfer = CurlTransfer(loop.library, request.url, fields: lines) else {
                throw TransportError(.unreachable, "there is no memory for a request")
            }
            self.transfer = transfer
            self.loop = loop
            transfer.receiver = self
            // As the caller wrote it.
            transfer.set(CURLOPT_PATH_AS_IS, to: 1)
            loop.trust(transfer)
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
            _ = loop.library.curl_easy_pause(transfer.handle, CURLPAUSE_RECV)
        }

        func cancel() {
            loop.tell(.cancel(self))
        }

        // MARK: What the loop does

        func finish(_ code: CURLcode) {
            let answer = answer
            self.answer = nil
            isOver = true
            if let fault = transfer.fault(code) {
                answer?.finish(TransportError(.malformed, fault.reason))
            } else if code == CURLE_OK {
                answer?.finish(nil)
            } else {
                answer?.finish(TransportError(Self.kind(code), CurlErrorWords.reason(code)))
            }
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

        // MARK: CurlReceiver

        func isPatient() -> Bool { !isOver }

        // The client keeps the time for itself.
        func hear() {}

        func mayConnect(to address: NetworkAddress) -> Bool { true }

        func receive(_ head: HTTPHead) -> Bool {
            answer?.receive(.init(status: head.status, headers: head.headers))
            return true
        }

        func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
            answer?.receive(Data(bytes))
            return true
        }
    }
#endif
