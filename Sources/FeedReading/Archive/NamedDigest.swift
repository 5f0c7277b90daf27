import SystemLayer

/// A SHA-256 over named texts, for values that must stay the same across versions of this tool:
/// derived names, and the content of a definition.
///
/// It covers all parts in the order of their names' UTF-8 bytes: for each, the name, a zero byte,
/// and the SHA-256 of the part.
package struct NamedDigest {
    private var parts: [(name: String, digest: [UInt8])] = []

    package init() {}

    package mutating func add(_ bytes: some Sequence<UInt8>, as name: String) {
        parts.append((name, SHA256.digest(of: bytes)))
    }

    /// 64 hexadecimal digits.
    package var value: String {
        var total = SHA256()
        for part in parts.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
            (Array(part.name.utf8) + [0] + part.digest).withUnsafeBytes { total.update($0) }
        }
        return total.digest.hexadecimal
    }
}
