import FeedReading
import Foundation
import GTFSSchedule
import SystemLayer

/// Text is aligned to the left, numbers to the right.
struct TextTable {
    private var rows: [[String]] = []
    private var badges: [Int: (escape: String, column: Int)] = [:]
    private let right: Set<Int>

    init(_ header: [String], rightAligned: Set<Int>) {
        rows = header.isEmpty ? [] : [header]
        right = rightAligned
    }

    mutating func add(_ cells: [String], badge: String = "", column: Int = 0) {
        if !badge.isEmpty { badges[rows.count] = (badge, column) }
        rows.append(cells.map(TerminalText.line))
    }

    var lines: [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.enumerated().map { row, cells in
            let padded = cells.enumerated().map { column, cell in
                let blanks = String(repeating: " ", count: widths[column] - cell.count)
                guard let badge = badges[row], badge.column == column else {
                    return right.contains(column) ? blanks + cell : cell + blanks
                }
                return badge.escape + cell + TerminalColor.end + blanks
            }
            let line = "  " + padded.joined(separator: "  ")
            return String(line.prefix(line.count - line.reversed().prefix { $0 == " " }.count))
        }
    }
}

enum CSVTable {
    /// - Parameter columns: members of the rows' JSON, in this order.
    static func text(_ rows: [some Encodable], columns: [String]) throws -> String {
        try text(rows.map { JSONText.line($0) }, rows: [""], columns: columns)
    }

    /// - Parameters:
    ///   - objects: JSON.
    ///   - paths: where their rows are: `timetables.rows.cells`. A row also has the members of the
    ///     objects around it.
    ///   - columns: members of the rows, in this order; `a.b` is in an object.
    static func text(
        _ objects: [String], rows paths: [String], columns: [String]
    ) throws -> String {
        var lines = [columns.joined(separator: ",")]
        let members = columns.map { $0.split(separator: ".").map(String.init) }
        for object in objects {
            let whole = try JSONSerialization.jsonObject(with: Data(object.utf8))
            for path in paths {
                lines += rows(at: path.split(separator: ".")[...], in: whole).map { objects in
                    members.map { cell($0, of: objects) }.joined(separator: ",")
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
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

    private static func cell(_ member: [String], of objects: [[String: Any]]) -> String {
        let first = objects.lazy.compactMap { $0[member[0]] }.first
        let value = member.dropFirst().reduce(first) { ($0 as? [String: Any])?[$1] }
        let text: String
        switch value {
        // The JSON of timetables leaves it out where it is false.
        case nil where member == ["interpolated"]: text = "false"
        case let string as String: text = string
        case let list as [String]: text = list.joined(separator: ";")
        case let number as NSNumber:
            // Foundation on Linux bridges booleans to numbers of type "c".
            let isFlag = String(cString: number.objCType) == "c"
            let digits = isFlag ? "\(number.boolValue)" : number.stringValue
            text = digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
        default: text = ""
        }
        let needsQuotes = text.contains { $0 == "," || $0 == "\"" || $0.isNewline }
        guard needsQuotes else { return text }
        return "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
    }
}

enum TerminalColor {
    static let isWanted =
        StandardStream.output.isTerminal
        && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
        && ProcessInfo.processInfo.environment["TERM"] != "dumb"

    static func badge(_ background: RGBColor, _ text: RGBColor) -> String {
        guard isWanted else { return "" }
        return escape + "[48;2;\(background.red);\(background.green);\(background.blue)m"
            + escape + "[38;2;\(text.red);\(text.green);\(text.blue)m"
    }

    static let end = escape + "[0m"

    /// Stands for ESC until text is written: a mark that no feed can know, so that a feed's ESC is
    /// never taken for one of ours.
    static let escape = "\u{10FFFE}\(UInt64.random(in: .min ... .max))\u{10FFFE}"

    static func rendered(_ text: String) -> String {
        TerminalText.lines(text).replacing(escape, with: "\u{1B}")
    }
}
