import FeedReading
import SystemLayer

package struct Difference: Sendable, Hashable, Encodable, CustomStringConvertible {
    package let file: String
    /// Nil when the difference is not about a row.
    package let row: Int?
    package let field: String?
    package let feed: String
    package let bundle: String

    package var description: String {
        var place = file
        if let row { place += ":\(row)" }
        if let field { place += " \(field)" }
        return "\(place): feed \(Self.shown(feed)), bundle \(Self.shown(bundle))"
    }

    private static func shown(_ text: String) -> String {
        "\"\(TerminalText.safe(text, limit: 200))\""
    }
}

final class Differences {
    static let limit = 20

    private(set) var first: [Difference] = []
    private(set) var count = 0

    func add(
        _ file: String, row: Int? = nil, field: String? = nil, feed: @autoclosure () -> String,
        bundle: @autoclosure () -> String
    ) {
        count += 1
        guard first.count < Self.limit else { return }
        first.append(
            Difference(file: file, row: row, field: field, feed: feed(), bundle: bundle()))
    }
}

package struct FileTally: Sendable, Hashable, Encodable {
    package let file: String
    package var feedRows = 0
    package var bundleRows = 0
    /// How many of the bundle's rows were read as by any client, from a table or view with the
    /// file's name. The others were proven from the tables behind the view.
    package var viewRows = 0
    package var rejectedRows = 0
    /// Their rows in `rejected` lack the end.
    package var cutRows = 0
    package var rejectedCells = 0
    package var differences = 0
    /// Values that the bundle may have, and has, less exactly than the feed.
    package var rounded: [RoundedValues] = []
    package var unknownColumns: [String] = []
    /// Columns with values and without a name of their own, from 1 on.
    package var ignoredColumns: [Int] = []
    /// Members of `locations.geojson` that the reference does not know, by name: `name`, or
    /// `features.properties.color`.
    package var unknownMembers: [String] = []
    /// Members of `locations.geojson` that an object has more than once; the first counts.
    package var repeatedMembers: [String] = []
    /// Characters beyond ASCII of a file that is not UTF-8 and is read as Windows-1252.
    package var convertedCharacters = 0
    /// Cells with invalid bytes in a file in UTF-8, which are read as Windows-1252 or replaced.
    package var repairedCells = 0
    /// Cells with blanks inside quotes or control characters at their ends, which are left out.
    package var trimmedCells = 0
    /// Numbers and texts of `locations.geojson` that no reader of JSON can hold, or numbers of
    /// another file that are too small for a double.
    package var alteredValues = 0
    /// Whether the file is `locations.geojson` and has no list of features that can be read.
    package var isUnusable = false

    init(file: String) {
        self.file = file
    }

    /// Whether, apart from differences, all of the file is in the bundle's tables or `rejected`.
    var isExact: Bool {
        rounded.isEmpty && unknownColumns.isEmpty && ignoredColumns.isEmpty
            && unknownMembers.isEmpty && repeatedMembers.isEmpty && repairedCells == 0
            && convertedCharacters == 0 && trimmedCells == 0 && cutRows == 0 && alteredValues == 0
            && !isUnusable
    }
}
