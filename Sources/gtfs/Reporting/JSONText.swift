import Foundation

enum JSONText {
    static func line(_ value: some Encodable) -> String {
        encode(value, formatting: [.sortedKeys, .withoutEscapingSlashes])
    }

    /// Indented, for people as well, with names in snake case: answers of `--json` mostly have the
    /// names of columns.
    static func pretty(_ value: some Encodable) -> String {
        encode(
            value, formatting: [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted],
            keys: .convertToSnakeCase)
    }

    private static func encode(
        _ value: some Encodable, formatting: JSONEncoder.OutputFormatting,
        keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
    ) -> String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = keys
        encoder.outputFormatting = formatting
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            // Only infinite numbers cannot be encoded, and no report contains one.
            return "null"
        }
    }
}
