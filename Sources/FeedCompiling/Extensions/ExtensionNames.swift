import GTFSSchedule

package struct ExtensionNames {
    static let mostFiles = 64
    package static let mostColumns = 100
    static let longestHeader = 100
    private static let longestTable = 60
    private static let longestColumn = 63

    /// Names that are given, or that columns of a known file would have.
    private var taken: Set<String> = Set(
        Schedule.tables.flatMap { table in
            ["", "_rows", "_lists"].map { "x_\(table.name)\($0)" }
        })

    static func table(of table: TableSpec) -> String { "x_\(table.name)" }

    mutating func table(of file: String) -> String {
        let stem = Array(Self.stem(file).utf8.prefix(Self.longestTable)).map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            default: UInt8(ascii: "_")
            }
        }
        let name = "x_" + String(decoding: stem, as: UTF8.self)
        var candidate = name
        var number = 1
        while !taken.insert(candidate).inserted {
            number += 1
            candidate = "\(name)_\(number)"
        }
        return candidate
    }

    static func stem(_ file: String) -> Substring { file[...].dropLast(4) }

    /// Names are as in the header where SQL allows it.
    static func columns(
        _ header: [(name: String, place: Int)], reserved: [String] = []
    ) -> [PackedExtension.Column] {
        var taken = Set(reserved.map { $0.lowercased() })
        let plain = header.map { isColumn($0.name) && taken.insert($0.name.lowercased()).inserted }
        return zip(header, plain).map { entry, isPlain in
            var column = entry.name
            if !isPlain {
                column = "column_\(entry.place + 1)"
                while !taken.insert(column).inserted { column += "_" }
            }
            return PackedExtension.Column(
                column: column, name: entry.name, place: entry.place + 1)
        }
    }

    package static func isColumn(_ name: String) -> Bool {
        let bytes = name.utf8
        guard let first = bytes.first, bytes.count <= longestColumn,
            first == UInt8(ascii: "_") || isLetter(first),
            bytes.allSatisfy({ isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") })
        else { return false }
        let small = name.lowercased()
        return !["rowid", "oid", "_rowid_"].contains(small) && !small.hasPrefix("sqlite_")
    }

    static func isTable(_ name: String) -> Bool {
        name.utf8.count <= 80 && name.hasPrefix("x_")
            && name.utf8.allSatisfy {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || isDigit($0)
                    || $0 == UInt8(ascii: "_")
            }
    }

    static func isFile(_ name: String) -> Bool {
        hasTableEnding(name) && name.utf8.first != UInt8(ascii: ".") && name.utf8.count <= 255
            && !name.utf8.contains {
                $0 == 0 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
            }
    }

    static func hasTableEnding(_ file: String) -> Bool {
        let small = file.lowercased()
        return small.hasSuffix(".txt") || small.hasSuffix(".csv")
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
}
