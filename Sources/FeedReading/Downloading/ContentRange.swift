/// The header `Content-Range: bytes 100-199/200` of a part (RFC 9110, 14.4).
struct ContentRange: Equatable {
    let first: Int64
    let last: Int64
    /// Nil where the server does not know it.
    let total: Int64?

    init?(_ text: String?) {
        guard let text, text.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        let ends = (parts.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, ends.count == 2, let first = Int64(ends[0]),
            let last = Int64(ends[1]), first >= 0, first <= last
        else { return nil }
        self.first = first
        self.last = last
        total = Int64(parts[1])
    }
}
