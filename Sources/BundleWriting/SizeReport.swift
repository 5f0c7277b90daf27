import BundleCodec
import FeedCompiling
import SQLiteLayer

public struct SizeReport: Sendable, Hashable {
    package struct Item: Sendable, Hashable {
        package let name: String
        package let table: String
        package let bytes: Int
    }

    /// The largest come first. Empty when this SQLite cannot tell, see ``isMeasured``.
    package let items: [Item]
    /// SQLite was compiled with the table `dbstat`, which has the sizes.
    let isMeasured: Bool

    package init(path: String) throws {
        try self.init(Connection(path: path, .reading))
    }

    static let unknown = SizeReport(items: [], isMeasured: true)

    private init(items: [Item], isMeasured: Bool) {
        self.items = items
        self.isMeasured = isMeasured
    }

    init(_ connection: Connection) throws {
        var items: [Item] = []
        isMeasured = try connection.integer(BundleTables.knowsSizes) != nil
        if isMeasured {
            try connection.readRows(BundleTables.sizes) { row in
                items.append(
                    Item(
                        name: row.text(0) ?? "", table: row.text(1) ?? "",
                        bytes: row.integer(2) ?? 0))
            }
        }
        self.items = items
    }

    var advice: [String] {
        var lines: [String] = []
        if isMeasured {
            lines.append("size by table:")
            lines += items.prefix(12).map { "  \($0.name): \($0.bytes) bytes" }
        } else {
            lines.append("sizes are unknown: this SQLite was built without dbstat")
        }
        let savings = FeedPart.allCases.map { (part: $0, bytes: bytes(of: $0)) }
            .filter { $0.bytes > 0 }.sorted {
                ($0.bytes, $1.part.rawValue) > ($1.bytes, $0.part.rawValue)
            }
        if !savings.isEmpty { lines.append("ways to make it smaller:") }
        lines += savings.map { "  --without \($0.part.rawValue) saves about \($0.bytes) bytes" }
        lines.append(
            "  --bbox, --route-type, --from-date and --to-date leave out unneeded parts")
        return lines
    }

    private func bytes(of part: FeedPart) -> Int {
        items.filter {
            part == .extensions
                ? BundleTables.isOfExtension($0.table) : part.tables.contains($0.table)
        }.reduce(0) { $0 + $1.bytes }
    }
}

extension FeedPart {
    fileprivate var tables: Set<String> {
        switch self {
        case .shapes: ["shape", "shape_chunk"]
        // Shapes have distances too, in a table that also holds other things.
        case .distances: ["distances"]
        case .flex: Set(fileTables).union(["flex_stop_times"])
        default: Set(fileTables)
        }
    }

    private var fileTables: [String] {
        files.map { String($0.prefix { $0 != "." }) }
    }
}
