/// `schema/bundle.sql`, cut into the statements that a writer executes.
enum SchemaScript {
    /// Tables and views, made before the load.
    static let tables = String(text[..<cut])
    /// Indexes, search and space, made after it, one by one.
    static let indexes = statements(String(text[cut...]))

    private static let text = String(decoding: PackageResources.bundle_sql, as: UTF8.self)
    private static let cut = text.firstRange(of: "-- ## After the load")?.lowerBound
        ?? text.endIndex

    /// Statements without their comments. No statement of the file has a semicolon inside.
    private static func statements(_ script: String) -> [String] {
        let code = script.split(separator: "\n").filter { !$0.hasPrefix("--") }
        return code.joined(separator: "\n").split(separator: ";")
            .map { String($0.drop { $0.isWhitespace }) }.filter { !$0.isEmpty }
    }
}
