import Foundation
import SystemLayer

extension HTTPHead {
    /// Nil for an answer that is not HTTP.
    ///
    /// - Parameter lines: without their ends.
    init?(_ lines: [String]) {
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count > 1, words[0].hasPrefix("HTTP/"), let status = Int(words[1]),
            100...999 ~= status
        else { return nil }
        var headers: [String: String] = [:]
        var last: String?
        for line in lines.dropFirst() {
            if let first = line.first, first.isWhitespace, let name = last {
                // The obsolete way to continue a value on the next line.
                headers[name, default: ""] += " " + line.trimmingCharacters(in: .whitespaces)
                continue
            }
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            headers[name] = headers[name].map { $0 + ", " + value } ?? value
            last = name
        }
        self.init(status: status, headers: headers)
    }
}
