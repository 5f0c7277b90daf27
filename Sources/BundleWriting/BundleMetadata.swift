import BundleCodec
import FeedCompiling
import FeedReading
import GTFSSchedule
import SQLiteLayer

package struct FeedTerms: Hashable, Sendable {
    /// An SPDX identifier, or the license's name.
    package var licence: String?
    package var licenceURL: String?
    package var attribution: String?

    package init(licence: String? = nil, licenceURL: String? = nil, attribution: String? = nil) {
        self.licence = licence
        self.licenceURL = licenceURL
        self.attribution = attribution
    }
}

struct BundleMetadata {
    let compiler: FeedCompiler
    let options: BundleBuild.Options
    let previous: PreviousKeys?
    /// By code; nil without a validation.
    let notices: [(code: String, count: Int)]?

    /// None depends on the machine, the day or the path.
    func entries() -> [(key: String, value: String?)] {
        let entries: [(key: String, value: String?)] = [
            ("schema_version", "\(BundleHeader.versions.upperBound)"),
            ("tool", "swift-gtfs"),
            ("tool_version", options.toolVersion),
            ("sqlite_version", Connection.version),
            ("content_hash", compiler.contentHash),
            ("line", line),
            ("previous_content_hash", previous?.contentHash),
            ("options", options.filter.json.text),
            ("files", filesJSON.text),
            (
                "unknown_files",
                JSONValue.array(compiler.unknownFiles.sorted().map { .string($0) }).text
            ),
            (
                "extensions",
                Self.list(compiler.extensionTables.map { $0.table.json(rows: $0.rows) })
            ),
            ("extensions_not_kept", Self.list(compiler.unkept.map(\.json))),
            ("notices", noticesJSON.text),
            ("rejected_rows", "\(compiler.findings.rejectedRows)"),
            ("rejected_cells", "\(compiler.findings.rejectedCells)"),
            ("highest_sid", "\(compiler.stopKeys.highest)"),
            ("highest_rid", "\(compiler.routeKeys.highest)"),
            ("licence", options.terms.licence),
            ("licence_url", options.terms.licenceURL),
            ("attribution", options.terms.attribution),
        ]
        return entries.filter { $0.value != nil }
    }

    /// Nil for none, so that it leaves no trace in other bundles.
    private static func list(_ values: [JSONValue]) -> String? {
        values.isEmpty ? nil : JSONValue.array(values).text
    }

    /// The earlier bundle's, or else a new one.
    ///
    /// A new line is derived from everything that determines the keys, not drawn at random, so that
    /// the same build gives the same bytes.
    var line: String {
        if let previous { return previous.line }
        var hash = NamedDigest()
        hash.add(compiler.contentHash.utf8, as: "content_hash")
        hash.add(options.filter.json.text.utf8, as: "options")
        hash.add(options.toolVersion.utf8, as: "tool_version")
        return String(hash.value.prefix(32))
    }

    private var filesJSON: JSONValue {
        JSONValue(
            Dictionary(
                uniqueKeysWithValues: compiler.files.map { file in
                    (
                        file.name,
                        JSONValue([
                            "rows": .integer(file.rows),
                            "columns": .array(file.columns.map { .string($0) }),
                            "unknown_columns": .array(file.unknownColumns.map { .string($0) }),
                        ])
                    )
                }))
    }

    private static let packing = Set(
        [
            NoticeDefinition.invalidInputFilesInSubfolder, .duplicateFile, .bytesOutsideArchive,
            .archiveMemberCount, .compressedArchive, .backslashesInPath,
        ].map(\.code))

    private var buildOnly: [(code: String, count: Int)] {
        compiler.findings.notices.entries.filter { $0.definition == .extensionNotKept }
            .map { (code: $0.definition.code, count: $0.count) }
    }

    private var noticesJSON: JSONValue {
        let found =
            notices.map { $0 + buildOnly }
            ?? compiler.findings.notices.entries.map { (code: $0.definition.code, count: $0.count) }
        // A bundle does not record how its feed was packed.
        let totals = found.filter { !Self.packing.contains($0.code) }
        return JSONValue(
            Dictionary(uniqueKeysWithValues: totals.map { ($0.code, .integer($0.count)) }))
    }
}
