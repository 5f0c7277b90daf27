import BundleUpdating
import Dispatch
import Foundation
import SystemLayer

/// For a thread that waits.
struct TransportSource: BundleSource, Sendable {
    private let transport: any Transport
    private let settings: BundleUpdater.Settings
    private let cancellation: UpdateCancellation

    init(
        _ transport: any Transport, settings: BundleUpdater.Settings,
        cancellation: UpdateCancellation
    ) {
        self.transport = transport
        self.settings = settings
        self.cancellation = cancellation
    }

    func get(
        _ request: BundleRequest, head: (HTTPHead) throws -> Void,
        part: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        guard let url = URL(string: request.url) else {
            throw BundleSourceFailure("is not a valid address", isPassing: false)
        }
        var headers = settings.headers
        for header in request.headers { headers[header.name] = header.value }
        let question = TransportRequest(
            url: url, headers: headers, timeout: settings.timeout,
            allowsExpensiveNetwork: settings.allowsExpensiveNetwork)
        let handover = Handover()
        let task = Task { [transport] in
            do {
                let answer = try await transport.send(question)
                await handover.put(
                    .head(HTTPHead(status: answer.status, headers: answer.headers)))
                for try await data in answer.body { await handover.put(.part(data)) }
                await handover.put(.end(nil))
            } catch {
                await handover.put(.end(error))
            }
        }
        defer {
            task.cancel()
            handover.close()
        }
        func receive() throws {
            while true {
                switch handover.take() {
                case .head(let reply): try head(reply)
                case .part(let data): try data.withUnsafeBytes(part)
                case .end(nil): return
                case .end(let error as TransportError): throw Self.failure(error)
                case .end(let error?): throw error
                case .interrupted: try cancellation.check()
                }
            }
        }
        try cancellation.waking(by: { handover.interrupt() }, while: receive)
    }

    private static func failure(_ error: TransportError) -> BundleSourceFailure {
        switch error.kind {
        case .unreachable, .cut, .timeout: BundleSourceFailure(error.reason, isPassing: true)
        case .untrusted, .malformed: BundleSourceFailure(error.reason, isPassing: false)
        }
    }
}

/// Passes what a task receives to a waiting thread, one item at a time: the task continues when the
/// thread has taken it.
private final class Handover: Sendable {
    enum Item: Sendable {
        case head(HTTPHead)
        case part(Data)
        case end((any Error)?)
        /// The thread should check for cancellation.
        case interrupted
    }

    private struct State: Sendable {
        var item: Item?
        var giver: CheckedContinuation<Void, Never>?
        var isClosed = false
    }

    private let state = Locked(State())
    private let arrivals = DispatchSemaphore(value: 0)

    func put(_ item: Item) async {
        await withCheckedContinuation { (giver: CheckedContinuation<Void, Never>) in
            let isClosed = state.withLock { state in
                guard !state.isClosed else { return true }
                state.item = item
                state.giver = giver
                return false
            }
            if isClosed { giver.resume() } else { arrivals.signal() }
        }
    }

    func take() -> Item {
        arrivals.wait()
        let (item, giver) = state.withLock { state in
            defer { (state.item, state.giver) = (nil, nil) }
            return (state.item, state.giver)
        }
        giver?.resume()
        return item ?? .interrupted
    }

    func interrupt() {
        arrivals.signal()
    }

    func close() {
        let giver = state.withLock { state in
            defer { state.giver = nil }
            state.isClosed = true
            return state.giver
        }
        giver?.resume()
    }
}
