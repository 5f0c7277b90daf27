public import FeedReading
import GTFSSchedule

/// Files and columns that the reference does not know.
public struct ExtensionChoice: Sendable, Equatable {
    /// As given, without repetition and sorted: `facilities`, `trips`, `trips.trip_note`.
    package let names: [String]

    /// Reads names of files unknown to the reference, with or without ending, and of columns,
    /// `trips.trip_note`; `trips` and `trips.*` are all of a file's columns.
    public init(_ names: [String]) throws(UnusableValue) {
        guard !names.isEmpty, names.allSatisfy({ !$0.isEmpty }) else {
            throw UnusableValue("expected files and columns such as facilities,trips.trip_note")
        }
        self.names = Set(names.map { ($0.hasSuffix(".*") ? String($0.dropLast(2)) : $0).exact })
            .sorted().map(\.text)
    }

    func names(file: String) -> [String] {
        let small = file.lowercased()
        return names.filter {
            [small.exact, String(small.dropLast(4)).exact].contains($0.lowercased().exact)
        }
    }

    func names(column: String, of table: TableSpec) -> [String] {
        names.filter {
            [table.name, table.file.name, "\(table.name).\(column)"].map(\.exact).contains($0.exact)
        }
    }
}
