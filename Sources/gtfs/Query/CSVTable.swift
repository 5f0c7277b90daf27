import Foundation

/// Rows as CSV: RFC 4180 with line feeds, blank where there is no value.
enum CSVTable {
    /// - Parameter columns: members of the rows' JSON, in this order.
    static func text<Row: Encodable>(_ rows: [Row], columns: [String]) -> String {
        let lines = rows.map { row in
            let members = members(of: row)
            return columns.map { cell(members[$0]) }.joined(separator: ",")
        }
        return ([columns.joined(separator: ",")] + lines).joined(separator: "\n") + "\n"
    }

    private static func members(of row: some Encodable) -> [String: Any] {
        let data = Data(JSONText.line(row).utf8)
        return (try? JSONSerialization.jsonObject(with: data) as? [String: Any]) ?? [:]
    }

    private static func cell(_ value: Any?) -> String {
        let text: String
        switch value {
        case let string as String: text = string
        case let number as NSNumber:
            // Foundation on Linux bridges booleans to numbers of type "c".
            text =
                String(cString: number.objCType) == "c"
                ? (number.boolValue ? "true" : "false") : number.stringValue
        default: text = ""
        }
        let needsQuotes = text.contains { $0 == "," || $0 == "\"" || $0.isNewline }
        guard needsQuotes else { return text }
        return "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
}
