import Foundation
import SystemLayer

protocol AnswerSource: Sendable {
    /// Called again, after `suspend`, it delivers again.
    func resume()
    /// Makes the sender wait; never called where that is not possible.
    func suspend()
    var canSuspend: Bool { get }
    func cancel()
}

/// The answer to a request so far: its source delivers, the reader takes.
final class ArrivingAnswer: Sendable {
    struct Head: Sendable {
        let status: Int
        let headers: [String: String]
    }

    private struct State {
        var head: Head?
        /// The bytes that have not been read: one value, because they may arrive one by one.
        var waiting = Data()
        var end: Result<Void, any Error>?
        var waitsForHead: CheckedContinuation<Head, any Error>?
        var waitsForPart: CheckedContinuation<Data?, any Error>?
        var isSuspended = false
    }

    private let source: any AnswerSource
    private let state = Locked(State())

    /// The number of bytes that may wait for the reader before the sender must pause.
    private static let mostWaiting = 1 << 20

    init(of source: any AnswerSource) {
        self.source = source
    }

    // MARK: What the reader does

    /// Call it once.
    func head() async throws -> Head {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let isOver = state.withLock { state in
                    guard case .failure(let error) = state.end else {
                        state.waitsForHead = waiter
                        return false
                    }
                    waiter.resume(throwing: error)
                    return true
                }
                if !isOver { source.resume() }
            }
        } onCancel: {
            cancel()
        }
    }

    func part() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let isDrained = state.withLock { state in
                    if !state.waiting.isEmpty {
                        waiter.resume(returning: state.waiting)
                        defer {
                            state.waiting = Data()
                            state.isSuspended = false
                        }
                        return state.isSuspended
                    }
                    switch state.end {
                    case .success: waiter.resume(returning: nil)
                    case .failure(let error): waiter.resume(throwing: error)
                    case nil: state.waitsForPart = waiter
                    }
                    return false
                }
                if isDrained { source.resume() }
            }
        } onCancel: {
            cancel()
        }
    }

    func cancel() {
        fail(CancellationError())
    }

    // MARK: What the source does

    func receive(_ head: Head) {
        state.withLock { state in
            state.head = head
            state.waitsForHead?.resume(returning: head)
            state.waitsForHead = nil
        }
    }

    func receive(_ data: Data) {
        let isFull = state.withLock { state in
            guard state.end == nil else { return false }
            if let waiter = state.waitsForPart {
                state.waitsForPart = nil
                waiter.resume(returning: data)
                return false
            }
            state.waiting += data
            guard source.canSuspend, !state.isSuspended, state.waiting.count > Self.mostWaiting
            else { return false }
            state.isSuspended = true
            return true
        }
        if isFull { source.suspend() }
    }

    func finish(_ error: (any Error)?) {
        end(error.map { .failure($0) } ?? .success(()))
    }

    func fail(_ error: any Error) {
        if end(.failure(error)) { source.cancel() }
    }

    /// False if the answer had already ended.
    @discardableResult
    private func end(_ result: Result<Void, any Error>) -> Bool {
        state.withLock { state in
            guard state.end == nil else { return false }
            var result = result
            // An end before the head is useless to everybody.
            if case .success = result, state.head == nil {
                result = .failure(TransportError(.cut, "the connection ended before the answer"))
            }
            state.end = result
            switch result {
            case .success: state.waitsForPart?.resume(returning: nil)
            case .failure(let error):
                if error is CancellationError { state.waiting = Data() }
                state.waitsForHead?.resume(throwing: error)
                state.waitsForPart?.resume(throwing: error)
            }
            state.waitsForHead = nil
            state.waitsForPart = nil
            return true
        }
    }
}

final class ArrivingBody: Sendable {
    let answer: ArrivingAnswer

    init(_ answer: ArrivingAnswer) {
        self.answer = answer
    }

    deinit {
        answer.cancel()
    }
}
