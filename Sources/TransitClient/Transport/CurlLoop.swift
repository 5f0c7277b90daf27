#if os(Linux)
    import CCurl
    import CurlLayer
    import Foundation
    import SystemLayer

    /// `@unchecked Sendable`: only that thread uses `transfers`, except for waking it, which
    /// libcurl allows from any thread.
    final class CurlLoop: @unchecked Sendable {
        enum Order {
            case send(CurlRequest)
            case resume(CurlRequest)
            case cancel(CurlRequest)
        }

        private struct State {
            var orders: [Order] = []
            var isRunning = false
            /// The transport is gone: the thread ends with the last request.
            var isClosed = false
        }

        let library: CurlLibrary
        private let transfers: UnsafeMutableRawPointer
        private let trusted: Data?
        private let state = Locked(State())

        /// - Parameter trusted: certificates in PEM; nil for those of the machine.
        init?(_ library: CurlLibrary, trusting trusted: Data?) {
            guard let transfers = library.curl_multi_init() else { return nil }
            self.library = library
            self.transfers = transfers
            self.trusted = trusted
        }

        deinit {
            _ = library.curl_multi_cleanup(transfers)
        }

        func trust(_ transfer: CurlTransfer) {
            guard let trusted else { return }
            transfer.set(CURLOPT_CAPATH, to: nil)
            trusted.withUnsafeBytes { bytes in
                var blob = curl_blob(
                    data: UnsafeMutableRawPointer(mutating: bytes.baseAddress), len: bytes.count,
                    flags: UInt32(CURL_BLOB_COPY))
                withUnsafePointer(to: &blob) {
                    transfer.set(CURLOPT_CAINFO_BLOB, to: UnsafeRawPointer($0))
                }
            }
        }

        func tell(_ order: Order) {
            let starts = state.withLock { state in
                state.orders.append(order)
                defer { state.isRunning = true }
                return !state.isRunning
            }
            guard starts else {
                _ = library.curl_multi_wakeup(transfers)
                return
            }
            guard !SystemThread.start(stackSize: 1 << 20, { self.run() }) else { return }
            let orders = state.withLock { state in
                state.isRunning = false
                defer { state.orders = [] }
                return state.orders
            }
            for case .send(let request) in orders { request.finish(CURLE_OUT_OF_MEMORY) }
        }

        func close() {
            state.withLock { $0.isClosed = true }
            _ = library.curl_multi_wakeup(transfers)
        }

        private func run() {
            var requests: [UnsafeMutableRawPointer: CurlRequest] = [:]
            while true {
                let orders = state.withLock { state in
                    defer { state.orders = [] }
                    return state.orders
                }
                for order in orders { carryOut(order, &requests) }
                var running: Int32 = 0
                _ = library.curl_multi_perform(transfers, &running)
                var left: Int32 = 0
                while let message = library.curl_multi_info_read(transfers, &left)?.pointee {
                    guard let handle = message.easy_handle else { continue }
                    _ = library.curl_multi_remove_handle(transfers, handle)
                    requests.removeValue(forKey: handle)?.finish(message.data.result)
                }
                if isOver(isIdle: requests.isEmpty) { return }
                // Whoever tells something wakes it.
                _ = library.curl_multi_poll(transfers, nil, 0, 60_000, nil)
            }
        }

        /// Later requests start another one.
        private func isOver(isIdle: Bool) -> Bool {
            state.withLock { state in
                state.isRunning = !(state.isClosed && isIdle && state.orders.isEmpty)
                return !state.isRunning
            }
        }

        private func carryOut(
            _ order: Order, _ requests: inout [UnsafeMutableRawPointer: CurlRequest]
        ) {
            switch order {
            // Who cancels may come before who sends.
            case .send(let request) where !request.isOver:
                guard library.curl_multi_add_handle(transfers, request.transfer.handle) == CURLM_OK
                else {
                    request.finish(CURLE_OUT_OF_MEMORY)
                    return
                }
                requests[request.transfer.handle] = request
            case .resume(let request) where requests[request.transfer.handle] != nil:
                _ = library.curl_easy_pause(request.transfer.handle, CURLPAUSE_CONT)
            case .cancel(let request):
                if requests.removeValue(forKey: request.transfer.handle) != nil {
                    _ = library.curl_multi_remove_handle(transfers, request.transfer.handle)
                }
                request.finish(CURLE_ABORTED_BY_CALLBACK)
            default: break
            }
        }
    }
#endif
