import GRDB

/// Where the bytes of a bundle are.
package struct SizeReport: Sendable {
    /// A table or an index and the bytes of its pages.
    package struct Item: Sendable {
        package let name: String
        /// The table it belongs to; shadow tables of search and space belong to those.
        package let table: String
        package let bytes: Int
    }

    package let items: [Item]

    /// Measures a finished bundle.
    package init(path: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        items = try queue.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT s.name, coalesce(m.tbl_name, s.name) AS owner, sum(s.pgsize) AS bytes
                    FROM dbstat s LEFT JOIN sqlite_master m ON m.name = s.name
                    GROUP BY s.name ORDER BY bytes DESC, s.name
                    """
            ).map { Item(name: $0["name"], table: $0["owner"], bytes: $0["bytes"]) }
        }
        try queue.close()
    }

    package var totalBytes: Int { items.reduce(0) { $0 + $1.bytes } }

    /// What leaving out each part would save, and the largest tables and indexes.
    func advice() -> String {
        let parts: [(flag: String, tables: Set<String>)] = [
            ("--without shapes", ["shape", "shape_chunk"]),
            (
                "--without fares",
                [
                    "fare_attributes", "fare_rules", "timeframes", "rider_categories",
                    "fare_media", "fare_products", "fare_leg_rules", "fare_leg_join_rules",
                    "fare_transfer_rules", "areas", "stop_areas", "networks", "route_networks",
                ]
            ),
            ("--without translations", ["translations"]),
            ("--without transfers", ["transfers"]),
            ("--without pathways", ["pathways"]),
        ]
        let largest = items.prefix(12).map { "  \($0.name): \($0.bytes) bytes" }
        let savings = parts.compactMap { part -> String? in
            let bytes = items.filter { part.tables.contains($0.table) }.reduce(0) { $0 + $1.bytes }
            return bytes > 8192 * part.tables.count
                ? "  \(part.flag) saves about \(bytes) bytes" : nil
        }
        return
            (["where the bytes are:"] + largest
            + (savings.isEmpty ? [] : ["what would help:"] + savings)
            + ["  --bbox, --route-type, --from-date and --to-date leave out what is not needed"])
            .joined(separator: "\n")
    }
}
