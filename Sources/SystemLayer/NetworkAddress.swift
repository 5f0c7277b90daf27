import Foundation

package struct NetworkAddress: Hashable, Sendable {
    private let bytes: [UInt8]
    package let port: Int

    package init?(_ address: UnsafeRawPointer) {
        switch Int32(address.loadUnaligned(as: sockaddr.self).sa_family) {
        case AF_INET:
            let found = address.loadUnaligned(as: sockaddr_in.self)
            bytes = withUnsafeBytes(of: found.sin_addr) { Array($0) }
            port = Int(UInt16(bigEndian: found.sin_port))
        case AF_INET6:
            let found = address.loadUnaligned(as: sockaddr_in6.self)
            bytes = withUnsafeBytes(of: found.sin6_addr) { Array($0) }
            port = Int(UInt16(bigEndian: found.sin6_port))
        default: return nil
        }
    }

    package init?(_ text: String, port: Int = 0) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: six) { Array($0) }
        } else {
            return nil
        }
        self.port = port
    }

    private init(bytes: [UInt8], port: Int) {
        self.bytes = bytes
        self.port = port
    }

    package var bitCount: Int { bytes.count * 8 }

    /// The version 4 address that a version 6 socket shows as `::ffff:192.0.2.1`; any other
    /// unchanged. Without its port.
    package var plain: NetworkAddress {
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        return NetworkAddress(
            bytes: bytes.count == 16 && bytes.starts(with: mapped) ? Array(bytes[12...]) : bytes,
            port: 0)
    }

    /// Its first bits, and zeros for the others. Without the port.
    package func network(bits: Int) -> NetworkAddress {
        let bytes = bytes.enumerated().map { index, byte in
            let kept = min(8, max(0, bits - index * 8))
            return byte & UInt8(truncatingIfNeeded: 0xFF << (8 - kept))
        }
        return NetworkAddress(bytes: bytes, port: 0)
    }

    /// False for this machine, a private network, and multicast.
    package var isPublic: Bool {
        guard bytes.count == 16 else { return Self.isPublic(bytes[...]) }
        if let inner { return Self.isPublic(inner) }
        switch (bytes[0], bytes[1]) {
        // Unspecified, this machine, and NAT64 of a private network.
        case (0, _): return bytes[1] == 0x64 && bytes[4] == 0 && bytes[5] == 0
        // Unique local, link-local, site-local, multicast.
        case (0xFC...0xFD, _), (0xFE, 0x80...0xFF), (0xFF, _): return false
        default: return true
        }
    }

    private var inner: ArraySlice<UInt8>? {
        func begins(_ prefix: [UInt8]) -> Bool { bytes.starts(with: prefix) }
        let zeros = [UInt8](repeating: 0, count: 10)
        // Mapped; NAT64; the obsolete form without a mark.
        if begins(zeros + [0xFF, 0xFF]) || begins([0, 0x64, 0xFF, 0x9B] + zeros.prefix(8)) {
            return bytes[12...]
        }
        if begins(zeros + [0, 0]), bytes[12] != 0 { return bytes[12...] }
        // 6to4.
        return begins([0x20, 0x02]) ? bytes[2..<6] : nil
    }

    /// For version 4. See https://www.iana.org/assignments/iana-ipv4-special-registry.
    private static func isPublic(_ bytes: ArraySlice<UInt8>) -> Bool {
        let bytes = Array(bytes)
        switch (bytes[0], bytes[1]) {
        case (0, _), (10, _), (127, _), (169, 254), (192, 168), (224..., _): return false
        case (100, 64..<128), (172, 16..<32), (198, 18...19): return false
        case (192, 0): return bytes[2] != 0
        default: return true
        }
    }
}

extension NetworkAddress: CustomStringConvertible {
    /// Without the port: `127.0.0.1`, `fe80:0:0:0:0:0:0:1`.
    package var description: String {
        guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2).map { index -> String in
            let (high, low) = (Int(bytes[index]), Int(bytes[index + 1]))
            return String(high << 8 | low, radix: 16)
        }.joined(separator: ":")
    }
}
