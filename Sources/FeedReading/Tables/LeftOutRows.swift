import GTFSSchedule
import SystemLayer

/// The rows that are left out because they are too long to be held, by what can be read of them: a
/// row that names one of them has no fault of its own.
///
/// Locked, because rules look here while files are read.
package final class LeftOutRows: Sendable {
    private let rows = Locked<[String: [[String: ExactText]]]>([:])

    package init() {}

    package func add(_ reader: CSVReader, of file: String) {
        let cells = zip(reader.header, reader.beginning).filter { !$0.1.isEmpty }
        let row = Dictionary(cells.map { ($0.0, $0.1.exact) }) { first, _ in first }
        rows.withLock { $0[file, default: []].append(row) }
    }

    package var isEmpty: Bool { rows.withLock { $0.isEmpty } }

    package func hold(_ values: [(field: String, value: String)], of file: String) -> Bool {
        rows.withLock { rows in
            rows[file]?.contains { row in values.allSatisfy { row[$0.field] == $0.value.exact } }
        } ?? false
    }

    /// The kinds are those of the table `dangling`. The id is made only if there are rows: it may
    /// be one of millions.
    package func define(_ id: @autoclosure () -> String, kind: String) -> Bool {
        guard !isEmpty else { return false }
        let id = id()
        let files = kind == "service" ? ["calendar.txt", "calendar_dates.txt"] : [kind + "s.txt"]
        return files.contains { hold([(kind + "_id", id)], of: $0) }
    }
}
