import Foundation

package enum SchemaDocument {
    package static func lines() throws -> [String] {
        try String(contentsOfFile: PackageRoot.path + "/schema/bundle.sql", encoding: .utf8)
            .components(separatedBy: "\n")
    }

    /// The queries that the comments offer, each from its first word to the semicolon.
    package static func queries() throws -> [String] {
        var queries: [String] = []
        var current: [String]?
        for line in try lines() where line.hasPrefix("--   ") {
            let text = String(line.dropFirst(5))
            let isStart = text.hasPrefix("SELECT ") || text.hasPrefix("WITH ")
            if isStart, current == nil { current = [] }
            current?.append(text)
            if text.hasSuffix(";"), let lines = current {
                queries.append(lines.joined(separator: "\n"))
                current = nil
            }
        }
        return queries
    }
}
