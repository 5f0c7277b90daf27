import Dispatch
import SystemLayer

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A connection to a test's server. Its thread may block in each of these calls, and goes on when the
/// server ends.
final class ServedConnection: Sendable {
    private let descriptor: Int32
    private let isClosed = Locked(false)
    private let isForgotten = Locked(false)
    private let hasEnded = DispatchSemaphore(value: 0)

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    func receive() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &buffer, buffer.count)
        return Array(buffer.prefix(max(0, count)))
    }

    /// Sends bytes; false when they cannot be sent.
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { sendSome($0, to: descriptor) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Waits for a time; false when the server has ended meanwhile.
    func pause(milliseconds: Int) -> Bool {
        guard hasEnded.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else {
            return true
        }
        hasEnded.signal()
        return false
    }

    /// Sends a reset when it is closed, not an end.
    func forget() {
        isForgotten.withLock { $0 = true }
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &linger,
            socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    /// Wakes the thread of the connection; called by another one.
    func end() {
        hasEnded.signal()
        // As soon as it is closed, its number may be another's.
        isClosed.withLock { if !$0 { shutdown(descriptor, Int32(SHUT_RDWR)) } }
    }

    /// Ends what is sent, and waits until the client ends too. A connection that is closed before that
    /// may be reset, by bytes that come later or by a system that waits no longer for a slow client:
    /// what is on its way would be lost.
    func finish() {
        guard !isForgotten.withLock({ $0 }) else { return }
        shutdown(descriptor, Int32(SHUT_WR))
        while !receive().isEmpty {}
    }

    func close() {
        isClosed.withLock {
            closeDescriptor(descriptor)
            $0 = true
        }
    }
}

/// The system's `close`, whose name a method above hides.
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

/// The system's `send`, likewise. A client that has gone is no signal.
private func sendSome(_ bytes: UnsafeRawBufferPointer, to connection: Int32) -> Int {
    #if canImport(Darwin)
        var isQuiet: Int32 = 1
        setsockopt(
            connection, SOL_SOCKET, SO_NOSIGPIPE, &isQuiet,
            socklen_t(MemoryLayout.size(ofValue: isQuiet)))
        let flags: Int32 = 0
    #else
        let flags = Int32(MSG_NOSIGNAL)
    #endif
    return send(connection, bytes.baseAddress, bytes.count, flags)
}
