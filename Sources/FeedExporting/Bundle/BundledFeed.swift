import BundleWriting
import FeedCompiling
import FeedReading
import GTFSSchedule
import SQLiteLayer

struct BundledFeed {
    struct File {
        let rows: Int
        let columns: [String]
        let unknownColumns: [String]
    }

    /// By name, without files that the build left out.
    let files: [String: File]
    let unknownFiles: [String]
    let extensions: [(table: PackedExtension, rows: Int)]
    let unkept: [UnkeptExtension]
    let notices: [String: Int]
    let options: [String: JSONValue]
    let contentHash: String?
    let rejectedRows: Int
    let rejectedCells: Int

    init(_ connection: Connection) throws {
        let values = try PublishedBundle.metadata(connection)
        func object(_ key: String) -> [String: JSONValue] {
            values[key].flatMap { JSONValue(text: $0) }?.dictionary ?? [:]
        }
        files = object("files").mapValues { file in
            File(
                rows: file["rows"]?.integerValue ?? 0, columns: file["columns"]?.texts ?? [],
                unknownColumns: file["unknown_columns"]?.texts ?? [])
        }
        unknownFiles = values["unknown_files"].flatMap { JSONValue(text: $0) }?.texts ?? []
        guard let extensions = PackedExtension.tables(values["extensions"]) else {
            throw DamagedBundle(reason: "its metadata has unusable extensions")
        }
        self.extensions = extensions
        for entry in extensions { try entry.table.check(connection) }
        unkept = UnkeptExtension.list(
            values["extensions_not_kept"].flatMap { JSONValue(text: $0) })
        notices = object("notices").compactMapValues(\.integerValue)
        options = object("options")
        contentHash = values["content_hash"]
        rejectedRows = values["rejected_rows"].flatMap { Int($0) } ?? -1
        rejectedCells = values["rejected_cells"].flatMap { Int($0) } ?? -1
    }

    func columns(of table: TableSpec) -> PackedExtension? {
        extensions.first { $0.table.file == table.file.name }?.table
    }

    var unknownTables: [PackedExtension] {
        extensions.map(\.table).filter { $0.base == nil }
    }

    var lostFiles: [String] {
        let kept = Set(unknownTables.map(\.file.exact))
        return unknownFiles.map(\.exact).filter { !kept.contains($0) }.sorted().map(\.text)
    }

    /// Options that set how exactly something is kept, and leave nothing out.
    private static let precisions: Set<String> = ["exact_shapes", "round_distances"]

    var isFiltered: Bool { !filters.isEmpty }

    private var filters: [String] { options.keys.filter { !Self.precisions.contains($0) }.sorted() }

    var allowsBlanks: Bool {
        options["without"].map { $0.texts != [FeedPart.extensions.rawValue] } ?? false
    }

    var lacksFlex: Bool { options["without"]?.texts.contains(FeedPart.flex.rawValue) == true }

    var hasExactShapes: Bool { options["exact_shapes"] == .bool(true) }

    /// The step to which distances are rounded; nil when they keep every bit.
    var distanceStep: DistanceStep? {
        guard case .string(let text)? = options["round_distances"] else { return nil }
        do {
            return try DistanceStep(text: text)
        } catch {
            // An invalid step counts as none, which the comparison then reports.
            return nil
        }
    }

    /// In a user's words, such as "without shapes"; nil when there are no filters.
    var filterDescription: String? {
        guard isFiltered else { return nil }
        return filters.map { name in
            let value = options[name].map {
                $0.texts.isEmpty ? $0.text : $0.texts.joined(separator: ",")
            }
            return "\(name) \(value ?? "")"
        }.joined(separator: "; ")
    }
}

extension JSONValue {
    fileprivate var integerValue: Int? {
        if case .integer(let value) = self { return value }
        return nil
    }
}
