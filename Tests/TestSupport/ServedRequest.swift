package struct ServedRequest: Sendable {
    package let text: String
    package let path: String
    package let query: String
    private let headers: [String: String]

    init(_ text: String) {
        self.text = text
        let lines = text.split(whereSeparator: \.isNewline)
        let target = lines.first?.split(separator: " ").dropFirst().first ?? "/"
        let parts = target.split(separator: "?", maxSplits: 1)
        path = String(parts.first ?? "/")
        query = parts.count > 1 ? String(parts[1]) : ""
        let pairs = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return (line[..<colon].lowercased(), String(value))
        }
        headers = Dictionary(pairs) { _, last in last }
    }

    package subscript(header: String) -> String? { headers[header.lowercased()] }
}
