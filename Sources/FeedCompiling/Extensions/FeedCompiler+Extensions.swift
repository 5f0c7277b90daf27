package import FeedReading
import GTFSSchedule
import SystemLayer

extension FeedCompiler {
    func planExtensions() throws -> [FeedFiles.Planned] {
        let members = archive.unknownMembers
        guard keepsExtensions else { return members.map(FeedFiles.Planned.unknown) }
        var count = 0
        let check = UnknownFileCheck(archive: archive)
        for member in members where takes(file: member.name) {
            guard count < ExtensionNames.mostFiles else {
                leaveOut(member.name, "there are more than \(ExtensionNames.mostFiles) such files")
                continue
            }
            switch try check.verdict(member) {
            case .other(let reason): leaveOut(member.name, reason)
            case .table(let header):
                count += 1
                let columns = ExtensionNames.columns(
                    header.enumerated().map { (name: $0.element, place: $0.offset) })
                let content = ExtensionContent(
                    PackedExtension(
                        table: extensionNames.table(of: member.name), file: member.name,
                        columns: columns))
                unknownTables[member.name.exact] = content
                extensions.append(content)
            }
        }
        return members.map(FeedFiles.Planned.unknown)
    }

    private var keepsExtensions: Bool { !options.filter.without.contains(.extensions) }

    private func takes(file: String) -> Bool {
        guard let choice = options.filter.extensions else { return true }
        extensionsOfFeed.append(String(ExtensionNames.stem(file)))
        let names = choice.names(file: file)
        chosenExtensions.formUnion(names.map(\.exact))
        return !names.isEmpty
    }

    private func leaveOut(_ file: String, column: String? = nil, _ reason: String) {
        findings.notices.add(
            .extensionNotKept, ["filename": file, "fieldName": column, "reason": reason])
        guard unkept.count < UnkeptExtension.mostListed else { return }
        unkept.append(UnkeptExtension(file: file, column: column, reason: reason))
    }

    func readUnknown(_ content: ExtensionContent, _ source: any ByteSource) throws {
        let table = content.table
        report(table.file, 0)
        let reader = try CSVReader(source)
        guard reader.header.map(\.exact) == table.columns.map(\.name.exact) else {
            throw changed(table.file)
        }
        try sink.begin(table)
        while try reader.next() {
            guard reader.count == table.columns.count else { throw changed(table.file) }
            content.rows += 1
            if content.rows & 0xFFFF == 0 { report(table.file, content.rows) }
            try sink.write(RowCells(reader), of: table)
        }
        try sink.finish(table: table.table)
    }

    private func changed(_ file: String) -> FeedError {
        .inputUnreadable(
            source: archive.sourceDescription, reason: "\(file) changed while it was read")
    }

    func keepUnknown(_ reader: TableReader) -> ExtensionContent? {
        let columns = reader.columns
        guard !columns.unknown.isEmpty, keepsExtensions else { return nil }
        let table = reader.table
        var header = Array(zip(columns.unknown, columns.unknownPlaces))
        if let choice = options.filter.extensions {
            extensionsOfFeed += columns.unknown.map { "\(table.name).\($0)" }
            header = header.filter { name, _ in
                let names = choice.names(column: name, of: table)
                chosenExtensions.formUnion(names.map(\.exact))
                return !names.isEmpty
            }
        }
        for (name, _) in header.dropFirst(ExtensionNames.mostColumns) {
            leaveOut(
                table.file.name, column: name,
                "the file has more than \(ExtensionNames.mostColumns) such columns")
        }
        header = Array(header.prefix(ExtensionNames.mostColumns))
        guard !header.isEmpty else { return nil }
        reader.keptColumns = header.map(\.1)
        let content = ExtensionContent(
            PackedExtension(
                table: ExtensionNames.table(of: table), file: table.file.name,
                columns: ExtensionNames.columns(
                    header.map { (name: $0.0, place: $0.1) },
                    reserved: table.file.primaryKey + ["row", "list", "trip", "shape"])))
        extensions.append(content)
        return content
    }

    var unknownExtensions: [UnknownName] {
        guard let choice = options.filter.extensions else { return [] }
        let missing = choice.names.filter { !chosenExtensions.contains($0.exact) }
        return FilterNames.unknown(.extension, missing: missing, among: extensionsOfFeed.sorted())
    }

    /// The tables of known files come first.
    package var extensionTables: [(table: PackedExtension, rows: Int)] {
        let order = Schedule.tables.map(\.file.name)
        func place(_ table: PackedExtension) -> Int {
            order.firstIndex(of: table.file) ?? order.count
        }
        return extensions.map { (table: $0.table, rows: $0.rows) }.sorted {
            (place($0.table), $0.table.file.exact) < (place($1.table), $1.table.file.exact)
        }
    }
}

package struct UnkeptExtension: Sendable, Hashable {
    static let mostListed = 100

    package let file: String
    package let column: String?
    package let reason: String
}

extension UnkeptExtension {
    package var json: JSONValue {
        var values: [String: JSONValue] = ["file": .string(file), "reason": .string(reason)]
        if let column { values["column"] = .string(column) }
        return JSONValue(values)
    }

    package static func list(_ json: JSONValue?) -> [UnkeptExtension] {
        guard case .array(let entries)? = json else { return [] }
        return entries.compactMap(UnkeptExtension.init)
    }

    private init?(_ json: JSONValue) {
        guard case .string(let file)? = json["file"], case .string(let reason)? = json["reason"]
        else { return nil }
        var column: String?
        if case .string(let name)? = json["column"] { column = name }
        self.init(file: file, column: column, reason: reason)
    }
}
