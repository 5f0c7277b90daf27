import Foundation
import SystemLayer

enum JSONText {
    static func line(_ value: some Encodable) -> String {
        text(value, .stable())
    }

    /// Indented, for people as well, with names in snake case: answers of `--json` mostly have the
    /// names of columns.
    static func pretty(_ value: some Encodable) -> String {
        text(value, .stable(.prettyPrinted, keys: .convertToSnakeCase))
    }

    private static func text(_ value: some Encodable, _ encoder: JSONEncoder) -> String {
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            // Only infinite numbers cannot be encoded, and no report contains one.
            return "null"
        }
    }
}
