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
        private let transfers: CurlLibrary.Transfers
        private let trusted: Data?
        private let state = Locked(State())

        /// - Parameter trusted: certificates in PEM; nil for those of the machine.
        init?(_ library: CurlLibrary, trusting trusted: Data?) {
            guard let transfers = library.newTransfers() else { return nil }
            self.library = library
            self.transfers = transfers
            self.trusted = trusted
        }

        deinit {
            _ = library.freeTransfers(transfers)
        }

        func trust(_ handle: CurlLibrary.Handle) {
            guard let trusted else { return }
            library.set(handle, CURLOPT_CAPATH, to: nil)
            trusted.withUnsafeBytes { bytes in
                var blob = curl_blob(
                    data: UnsafeMutableRawPointer(mutating: bytes.baseAddress), len: bytes.count,
                    flags: UInt32(CURL_BLOB_COPY))
                withUnsafePointer(to: &blob) {
                    library.set(handle, CURLOPT_CAINFO_BLOB, to: UnsafeRawPointer($0))
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
                _ = library.wake(transfers)
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
            _ = library.wake(transfers)
        }

        private func run() {
            var requests: [CurlLibrary.Handle: CurlRequest] = [:]
            while true {
                let orders = state.withLock { state in
                    defer { state.orders = [] }
                    return state.orders
                }
                for order in orders { carryOut(order, &requests) }
                var running: Int32 = 0
                _ = library.perform(transfers, &running)
                var left: Int32 = 0
                while let message = library.message(transfers, &left)?.pointee {
                    guard let handle = message.easy_handle else { continue }
                    _ = library.remove(transfers, handle)
                    requests.removeValue(forKey: handle)?.finish(message.data.result)
                }
                if isOver(isIdle: requests.isEmpty) { return }
                // Whoever tells something wakes it.
                _ = library.poll(transfers, nil, 0, 60_000, nil)
            }
        }

        /// Later requests start another one.
        private func isOver(isIdle: Bool) -> Bool {
            state.withLock { state in
                state.isRunning = !(state.isClosed && isIdle && state.orders.isEmpty)
                return !state.isRunning
            }
        }

        private func carryOut(_ order: Order, _ requests: inout [CurlLibrary.Handle: CurlRequest]) {
            switch order {
            // Who cancels may come before who sends.
            case .send(let request) where !request.isOver:
                guard library.add(transfers, request.handle) == CURLM_OK else {
                    request.finish(CURLE_OUT_OF_MEMORY)
                    return
                }
                requests[request.handle] = request
            case .resume(let request) where requests[request.handle] != nil:
                _ = library.pause(request.handle, CURLPAUSE_CONT)
            case .cancel(let request):
                if requests.removeValue(forKey: request.handle) != nil {
                    _ = library.remove(transfers, request.handle)
                }
                request.finish(CURLE_ABORTED_BY_CALLBACK)
            default: break
            }
        }
    }
#endif
