import Dispatch
import Foundation
import GTFSSchedule
import SystemLayer

/// A line of JSON for every answer. It says what was asked by the name of the endpoint alone: where
/// riders are, what they look for, and by which secrets they ask stands in paths, queries and headers,
/// none of which it is told.
@available(iOS 17, macOS 14, *)
package final class AccessLog: Sendable {
    /// A request as the log knows it.
    struct Request: Sendable {
        let id: String
        let method: String
        let endpoint: String
        /// When it came, by `ThisProcess.steadySeconds`.
        let start: Double
    }

    private struct State: Sendable {
        var bytes: [UInt8] = []
        var isBeingWritten = false
        var dropped = 0
    }

    /// What stands for standard error where a path is wanted.
    package static let standardError = "-"
    /// Bytes that wait to be written at most: a disk that hangs must not hang the server, nor fill its
    /// memory.
    private static let room = 4 << 20

    private let path: String
    private let clock: ServerClock
    private let state = Locked(State())
    /// Writes one piece after the other, aside from all requests.
    private let queue = DispatchQueue(label: "gtfs-serve access log")

    /// Opens a log.
    ///
    /// - Parameters:
    ///   - path: a file, which is made where it is not there and else gone on with; `-` for standard
    ///     error.
    ///   - clock: tells the time of lines.
    /// - Throws: `ServingError` when it cannot be written to.
    package init(path: String, clock: ServerClock) throws(ServingError) {
        self.path = path
        self.clock = clock
        guard path != Self.standardError else { return }
        do throws(SystemError) {
            // Every piece opens it anew, so that a file that was moved away is not written to any more.
            _ = try Descriptor(appending: path)
        } catch {
            throw .unusable(path: path, reason: "the access log cannot be written: \(error)")
        }
    }

    private var time: String {
        Timestamp.text(Int(clock.now().timeIntervalSince1970.rounded(.down)))
    }

    /// Adds an answer.
    ///
    /// - Parameters:
    ///   - bytes: of its body, as far as they were sent.
    ///   - isCut: whether the client went before it was sent to its end.
    func add(_ request: Request, status: Int, bytes: Int, isCut: Bool) {
        let thousandths = Int(((ThisProcess.steadySeconds - request.start) * 1_000_000).rounded())
        let fraction = String(thousandths % 1000 + 1000).dropFirst()
        var line =
            "{\"time\":\"\(time)\",\"id\":\"\(request.id)\",\"method\":\"\(request.method)\","
            + "\"endpoint\":\"\(request.endpoint)\",\"status\":\(status),\"bytes\":\(bytes),"
            + "\"ms\":\(thousandths / 1000).\(fraction)"
        if isCut { line += ",\"cut\":true" }
        add(line + "}\n")
    }

    private func add(_ line: String) {
        let isFirst = state.withLock { state in
            guard state.bytes.count + line.utf8.count <= Self.room else {
                state.dropped += 1
                return false
            }
            state.bytes += line.utf8
            defer { state.isBeingWritten = true }
            return !state.isBeingWritten
        }
        if isFirst { queue.async { [self] in write() } }
    }

    /// Writes what waits, until nothing does.
    private func write() {
        while true {
            let piece = state.withLock { state -> [UInt8] in
                var piece = state.bytes
                if state.dropped > 0 {
                    piece += "{\"time\":\"\(time)\",\"dropped\":\(state.dropped)}\n".utf8
                    state.dropped = 0
                }
                state.bytes = []
                state.isBeingWritten = !piece.isEmpty
                return piece
            }
            guard !piece.isEmpty else { return }
            do throws(SystemError) {
                if path == Self.standardError {
                    try StandardStream.error.write(String(decoding: piece, as: UTF8.self))
                } else {
                    let file = try Descriptor(appending: path)
                    try piece.withUnsafeBufferPointer { (bytes) throws(SystemError) in
                        try file.write(UnsafeRawBufferPointer(bytes))
                    }
                }
            } catch {
                // A full disk is no reason not to answer; the next line may find room again.
                continue
            }
        }
    }

    /// Waits until everything is written.
    package func finish() {
        queue.sync {}
    }
}

/// Names for requests, by which an answer and its line in the log find each other.
@available(iOS 17, macOS 14, *)
struct RequestIDs: Sendable {
    /// Tells this run of the server from others.
    private let prefix = String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
    private let count = Counter()

    private final class Counter: Sendable {
        let value = Locked<UInt64>(0)
    }

    /// One that no other request has.
    func next() -> String {
        let number = count.value.withLock { count in
            count += 1
            return count
        }
        return prefix + "-" + String(number, radix: 16)
    }
}
