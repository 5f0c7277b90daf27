import HTTPTypes
import SystemLayer

@available(iOS 17, macOS 14, *)
package struct TrustedProxies: Sendable {
    private static let mostEntries = 32

    private var networks: [(address: NetworkAddress, bits: Int)] = []

    package init() {}

    /// An address, or a network such as `10.0.0.0/8`; false when the text is neither.
    package mutating func add(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = NetworkAddress(String(parts[0]))?.plain else {
            return false
        }
        let bits = parts.count == 2 ? Int(parts[1]) : address.bitCount
        guard let bits, 0...address.bitCount ~= bits else { return false }
        networks.append((address.network(bits: bits), bits))
        return true
    }

    /// Only entries that trusted proxies added are believed, from the last one back. What a client
    /// wrote before them is never read.
    ///
    /// A proxy that writes one of the headers may pass the other one on as its client wrote it, and
    /// nothing shows which is whose. When they name different clients, the proxy counts as the
    /// client: otherwise a client could pose as another one in each request.
    func client(_ peer: NetworkAddress?, _ headers: HTTPFields) -> NetworkAddress? {
        guard let proxy = peer?.plain, isTrusted(proxy) else { return peer?.plain }
        let named = Self.lists(headers).map { lastUntrusted($0, before: proxy) }
        guard let client = named.first, named.allSatisfy({ $0 == client }) else { return proxy }
        return client
    }

    /// The connected proxy if the entries name no client.
    private func lastUntrusted(
        _ entries: [Substring], before proxy: NetworkAddress
    ) -> NetworkAddress {
        var client = proxy
        for entry in entries.reversed().prefix(Self.mostEntries) {
            guard let address = Self.address(entry) else { break }
            client = address
            guard isTrusted(address) else { break }
        }
        return client
    }

    private func isTrusted(_ address: NetworkAddress) -> Bool {
        networks.contains {
            address.bitCount == $0.address.bitCount && address.network(bits: $0.bits) == $0.address
        }
    }

    /// The entries of proxies about their clients, the nearest proxy last, for each header that has
    /// some.
    private static func lists(_ headers: HTTPFields) -> [[Substring]] {
        func list(_ name: String) -> [Substring] {
            HTTPField.Name(name).map { headers[values: $0].flatMap { $0.split(separator: ",") } }
                ?? []
        }
        // RFC 7239: for="[2001:db8::1]:4711";proto=https
        let forwarded: [Substring] = list("Forwarded").map { element in
            element.split(separator: ";").lazy.map(\.trimmed)
                .first { $0.lowercased().hasPrefix("for=") }?.dropFirst(4) ?? ""
        }
        return [list("X-Forwarded-For"), forwarded].filter { !$0.isEmpty }
    }

    /// Alone, in brackets or quotes, with or without a port.
    private static func address(_ text: Substring) -> NetworkAddress? {
        var text = text.trimmed
        if text.hasPrefix("\""), text.hasSuffix("\""), text.count > 1 {
            text = text.dropFirst().dropLast()
        }
        if text.hasPrefix("[") {
            text = text.dropFirst().prefix { $0 != "]" }
        } else if text.count(where: { $0 == ":" }) == 1 {
            text = text.prefix { $0 != ":" }
        }
        return NetworkAddress(String(text))?.plain
    }
}

@available(iOS 17, macOS 14, *)
extension Substring {
    var trimmed: Substring {
        var text = drop(while: \.isBlank)
        while text.last?.isBlank == true { text = text.dropLast() }
        return text
    }
}

@available(iOS 17, macOS 14, *)
extension Character {
    var isBlank: Bool { self == " " || self == "\t" }
}
