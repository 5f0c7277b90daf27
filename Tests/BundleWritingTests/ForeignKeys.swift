import BundleWriting
import FeedReading
import GRDB
import GTFSSchedule

/// Dangling values in a bundle, by the references of the reference.
enum ForeignKeys {
    /// "table.column value" for every value that none of the fields it may refer to has.
    ///
    /// - Parameter files: files that were left out on purpose; what refers to them is no fault.
    static func dangling(in bundle: BuiltBundle, ignoring files: Set<String> = []) throws
        -> [String]
    {
        var found: [String] = []
        for table in Schedule.tables where !files.contains(table.file.name) {
            for field in table.fields where !field.references.isEmpty {
                guard field.references.allSatisfy({ !files.contains($0.file) }) else { continue }
                let targets = field.references.map { reference in
                    "SELECT \(reference.field) FROM \(reference.file.prefix { $0 != "." })"
                }
                found += try bundle.lines(
                    """
                    SELECT DISTINCT '\(table.name).\(field.name) ' || \(field.name)
                    FROM \(table.name) WHERE \(field.name) IS NOT NULL
                      AND \(field.name) NOT IN (SELECT * FROM (\(targets.joined(separator: " UNION "))
                        EXCEPT SELECT NULL))
                    """)
            }
        }
        return found
    }
}
