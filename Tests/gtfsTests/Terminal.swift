import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A terminal of some width, and all that is written to it.
///
/// `@unchecked Sendable`: the text is guarded by the lock, all else does not change.
final class Terminal: @unchecked Sendable {
    struct Failure: Error {}

    let descriptor: Int32
    private let reader: Int32
    private let lock = NSLock()
    private var bytes: [UInt8] = []
    private let finished = DispatchSemaphore(value: 0)

    init(columns: UInt16) throws {
        var size = winsize()
        size.ws_col = columns
        size.ws_row = 24
        var ends: (reader: Int32, writer: Int32) = (-1, -1)
        guard openpty(&ends.reader, &ends.writer, nil, nil, &size) == 0 else { throw Failure() }
        (reader, descriptor) = ends
        Thread.detachNewThread { [self] in collect() }
    }

    private func collect() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(reader, &buffer, buffer.count)
            // The system answers with an error once the other end is closed.
            guard count > 0 else { break }
            lock.withLock { bytes += buffer.prefix(count) }
        }
        Foundation.close(reader)
        finished.signal()
    }

    func close() -> String {
        Foundation.close(descriptor)
        finished.wait()
        return lock.withLock { String(decoding: bytes, as: UTF8.self) }
    }
}
