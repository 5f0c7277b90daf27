import Foundation
import TestSupport

#if canImport(Glibc)
    import Glibc
#endif

/// A proxy before a server that hands on requests, and does to the answers what a test wants.
final class MisbehavingProxy: Sendable {
    private let server: TestServer

    /// - Parameter misbehavior: what becomes of an answer, by how many came before it.
    init(
        before port: UInt16,
        _ misbehavior: @escaping @Sendable (_ honest: ServedReply, _ number: Int) -> ServedReply
    ) throws {
        server = try TestServer { request, number in
            misbehavior(Self.honest(request, port), number)
        }
    }

    var url: String { "http://127.0.0.1:\(server.port)" }
    var count: Int { server.requests.count }

    /// The answer of the server behind, unchanged.
    private static func honest(_ request: ServedRequest, _ port: UInt16) -> ServedReply {
        let lines = request.text.split(separator: "\r\n", omittingEmptySubsequences: false)
            .filter { !$0.lowercased().hasPrefix("connection:") }
        let head = lines.prefix { !$0.isEmpty } + ["Connection: close", "", ""]
        let bytes = exchange(Array(head.joined(separator: "\r\n").utf8), port)
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
            return .status("502 Bad Gateway")
        }
        var fields = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            .split(separator: "\r\n").map(String.init)
        let status = fields.removeFirst().split(separator: " ", maxSplits: 1).last ?? "502"
        let own = ["connection:", "content-length:", "transfer-encoding:"]
        return ServedReply(
            String(status),
            fields.filter { field in !own.contains { field.lowercased().hasPrefix($0) } },
            body: Array(bytes[end.upperBound...]))
    }

    #if canImport(Glibc)
        private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
        private static let stream = SOCK_STREAM
    #endif

    /// Sends bytes to a port of this machine, and reads the answer until its end; nothing where
    /// there is no server.
    private static func exchange(_ request: [UInt8], _ port: UInt16) -> [UInt8] {
        let connection = socket(AF_INET, stream, 0)
        defer { close(connection) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let answer = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(connection, $0, length)
            }
        }
        guard answer == 0, write(connection, request, request.count) == request.count else {
            return []
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(connection, &buffer, buffer.count), count > 0 {
            bytes += buffer.prefix(count)
        }
        return bytes
    }
}
