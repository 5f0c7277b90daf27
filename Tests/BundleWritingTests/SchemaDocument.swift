import Foundation
import TestSupport

/// `schema/bundle.sql` as a reader sees it.
enum SchemaDocument {
    static func lines() throws -> [String] {
        try String(contentsOfFile: PackageRoot.path + "/schema/bundle.sql", encoding: .utf8)
            .components(separatedBy: "\n")
    }

    /// The queries that the comments offer, each from its first word to the semicolon.
    static func queries() throws -> [String] {
        var queries: [String] = []
        var current: [String]?
        for line in try lines() {
            guard line.hasPrefix("--   ") else { continue }
            var text = String(line.dropFirst(5))
            if let comment = text.range(of: " -- ") { text = String(text[..<comment.lowerBound]) }
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
