import Dispatch
import Foundation
import GTFSSchedule
import SystemLayer

/// The log names only the endpoint of a request: paths, queries and headers tell where riders are,
/// what they look for and which secrets they use, so it never sees them.
@available(iOS 17, macOS 14, *)
package final class AccessLog: Sendable {
    struct Request: Sendable {
        let id: String
        let method: String
        let endpoint: String
        /// By `ThisProcess.steadySeconds`.
        let start: Double
    }

    private struct State: Sendable {
        var bytes: [UInt8] = []
        var isBeingWritten = false
        var dropped = 0
    }

    package static let standardError = "-"
    /// The number of bytes that may wait to be written: a disk that hangs must neither block the
    /// server nor fill its memory.
    private static let room = 4 << 20

    private let path: String
    private let clock: ServerClock
    private let state = Locked(State())
    private let queue = DispatchQueue(label: "gtfs-serve access log")

    package init(path: String, clock: ServerClock) throws(ServingError) {
        self.path = path
        self.clock = clock
        guard path != Self.standardError else { return }
        let isFile: Bool
        do throws(SystemError) {
            // Each piece reopens the file, so that nothing is written to a file that was moved
            // away.
            isFile = try Descriptor.appending(path) != nil
        } catch {
            throw .unusable(path: path, reason: "the access log cannot be written: \(error)")
        }
        guard isFile else {
            throw .cannotCreate(path: path, reason: "is not a file")
        }
    }

    private var time: String {
        Timestamp.text(Int(clock.now().timeIntervalSince1970.rounded(.down)))
    }

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
                    guard let file = try Descriptor.appending(path) else { continue }
                    try piece.withUnsafeBufferPointer { (bytes) throws(SystemError) in
                        try file.write(UnsafeRawBufferPointer(bytes))
                    }
                }
            } catch {
                // A full disk is no reason to stop answering; the next line may find room again.
                continue
            }
        }
    }

    package func finish() {
        queue.sync {}
    }
}

@available(iOS 17, macOS 14, *)
struct RequestIDs: Sendable {
    private let prefix = String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
    private let count = Locked<UInt64>(0)

    func next() -> String {
        let number = count.withLock { count in
            count += 1
            return count
        }
        return prefix + "-" + String(number, radix: 16)
    }
}
