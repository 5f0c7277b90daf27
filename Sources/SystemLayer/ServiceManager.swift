import Foundation

/// Systemd or a compatible one (`man sd_listen_fds`, `man sd_notify`).
package enum ServiceManager {
    private static let firstSocket: Int32 = 3

    /// None when the process was not started that way. Programs that this one starts do not inherit
    /// them.
    package static var sockets: [Int32] {
        guard ThisProcess.variable("LISTEN_PID") == "\(ThisProcess.number)",
            let count = ThisProcess.variable("LISTEN_FDS").flatMap({ Int32($0) }),
            1...1024 ~= count
        else { return [] }
        return (firstSocket..<firstSocket + count).filter { number in
            fcntl(number, F_SETFD, FD_CLOEXEC) == 0
        }
    }

    /// Such as `READY=1`; does nothing without a manager.
    package static func tell(_ state: String) throws(SystemError) {
        guard let path = ThisProcess.variable("NOTIFY_SOCKET") else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        // A name that begins with @ is not a file: a zero byte replaces the @.
        let name = path.utf8.enumerated().map { $0 == 0 && $1 == UInt8(ascii: "@") ? 0 : $1 }
        guard name.count < room else { throw SystemError(number: ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        #if canImport(Glibc)
            let kind = Int32(SOCK_DGRAM.rawValue)
        #else
            let kind = SOCK_DGRAM
        #endif
        let descriptor = try systemCall { socket(AF_UNIX, kind, 0) }
        defer { close(descriptor) }
        let length = MemoryLayout<sockaddr_un>.size - room + name.count
        let bytes = Array(state.utf8)
        try systemCall {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    sendto(descriptor, bytes, bytes.count, 0, $0, socklen_t(length))
                }
            }
        }
    }
}
