import Foundation

/// CSV of the rows in JSON.
struct CSVTable {
    /// Where the rows are: `timetables.rows.cells`. A row also has the members of the objects
    /// around it.
    var rows = [""]
    /// Members of the rows; `a.b` is in an object.
    let columns: [String]
    /// The cells of members that JSON leaves out where they have this value.
    var usual: [String: String] = [:]

    /// - Parameter json: the JSON of an object that has rows.
    func write<Object>(
        _ objects: some Sequence<Object>, json: (Object) throws -> some Sequence<UInt8>
    ) throws {
        let paths = rows.map { $0.split(separator: ".")[...] }
        let members = columns.map { $0.split(separator: ".").map(String.init) }
        try writeRows { write in
            for object in objects {
                let whole = try JSONSerialization.jsonObject(with: Data(json(object)))
                for row in paths.flatMap({ Self.rows(at: $0, in: whole) }) {
                    try write(
                        zip(members, columns).map { member, column in
                            Self.cell(member, of: row) ?? usual[column]
                        })
                }
            }
        }
    }

    /// Writes the header, and each row of cells that the body passes on; nil is a blank.
    func writeRows(_ body: (_ row: ([String?]) throws -> Void) throws -> Void) throws {
        var text = Self.line(columns)
        try body { cells in
            text += Self.line(cells)
            // Large answers have many rows.
            if text.utf8.count > 1 << 16 {
                try StandardOutput.write(data: text)
                text = ""
            }
        }
        try StandardOutput.write(data: text)
    }

    private static func line(_ cells: [String?]) -> String {
        cells.map { quoted($0 ?? "") }.joined(separator: ",") + "\n"
    }

    /// A row is its object and those around it, from the inside out.
    private static func rows(
        at path: ArraySlice<Substring>, in value: Any?, within outer: [[String: Any]] = []
    ) -> [[[String: Any]]] {
        if let list = value as? [Any] {
            return list.flatMap { rows(at: path, in: $0, within: outer) }
        }
        guard let object = value as? [String: Any] else { return [] }
        let objects = [object] + outer
        guard let name = path.first else { return [objects] }
        return rows(at: path.dropFirst(), in: object[String(name)], within: objects)
    }

    /// Nil where the row lacks the member.
    private static func cell(_ member: [String], of objects: [[String: Any]]) -> String? {
        let first = objects.lazy.compactMap { $0[member[0]] }.first
        switch member.dropFirst().reduce(first, { ($0 as? [String: Any])?[$1] }) {
        case let string as String: return string
        case let list as [String]: return list.joined(separator: ";")
        case let number as NSNumber:
            // Foundation on Linux bridges booleans to numbers of type "c".
            let isFlag = String(cString: number.objCType) == "c"
            let digits = isFlag ? "\(number.boolValue)" : number.stringValue
            return digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
        default: return nil
        }
    }

    private static func quoted(_ text: String) -> String {
        let needsQuotes = text.contains { $0 == "," || $0 == "\"" || $0.isNewline }
        guard needsQuotes else { return text }
        return "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
}
