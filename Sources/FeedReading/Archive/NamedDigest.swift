import SystemLayer

/// A SHA-256 over texts that have names, for what must stay the same from one version of this tool to the
/// next: names that are derived from others, and what a definition says.
///
/// It is the SHA-256 of, for each part in the order of the names' UTF-8 bytes: the name, a zero byte,
/// and the SHA-256 of the part.
package struct NamedDigest {
    private var parts: [(name: String, digest: [UInt8])] = []

    package init() {}

    /// Adds a part.
    package mutating func add(_ bytes: some Sequence<UInt8>, as name: String) {
        parts.append((name, SHA256.digest(of: bytes)))
    }

    /// The hash over the parts, as 64 hexadecimal digits.
    package var value: String {
        var total = SHA256()
        for part in parts.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
            (Array(part.name.utf8) + [0] + part.digest).withUnsafeBytes { total.update($0) }
        }
        return total.digest.hexadecimal
    }
}
