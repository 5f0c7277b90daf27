import FeedReading

/// A CSV catalogue of the Mobility Database, of the old form (`sources.csv`, `mdb_source_id`) or
/// the new one (`feeds_v2.csv`, `id`): its GTFS Schedule feeds that are in use.
///
/// Each has two sources, the publisher's and the database's copy (`urls.latest`). If a feed needs a
/// key, it is taken from the variable `MOBILITY_<ID>`, in capitals and with `_` for everything but
/// letters and digits; it is sent only to the publisher.
enum MobilityCatalogue {
    static func load(_ path: String) throws(DefinitionError) -> [FeedDefinitions.Loaded] {
        let text = try DefinitionFiles.text(path)
        let rows: [CatalogueRow]
        do throws(FeedError) {
            rows = try CatalogueRow.all(in: text)
        } catch {
            throw DefinitionError(file: path, line: nil, reason: error.description)
        }
        guard rows.first?.isOfCatalogue != false else {
            throw DefinitionError(
                file: path, line: 1,
                reason: "is not a catalogue of the Mobility Database: expected columns id or "
                    + "mdb_source_id, data_type and urls.direct_download")
        }
        return rows.compactMap { row in
            do throws(UnusableValue) {
                return try definition(row, file: path).map { .success($0) }
            } catch {
                return .failure(
                    DefinitionError(file: path, line: row.line, reason: error.description))
            }
        }
    }

    private static func definition(
        _ row: CatalogueRow, file: String
    ) throws(UnusableValue) -> FeedDefinition? {
        guard row["data_type"] == "gtfs",
            !["deprecated", "inactive"].contains(row["status"] ?? "")
        else { return nil }
        guard let id = row["id"] ?? row["mdb_source_id"].map({ "mdb-" + $0 }) else {
            throw UnusableValue("has no id")
        }
        let key = RegistryKey(variable: EnvironmentName.make("MOBILITY_", id), file: file)
        var addresses: [String] = []
        for column in ["urls.direct_download", "urls.latest"] {
            guard let address = row[column], !addresses.contains(address) else { continue }
            addresses.append(address)
        }
        guard !addresses.isEmpty else { throw UnusableValue("feed \(id) has no URL") }
        var sources: [FeedSource] = []
        for address in addresses { sources.append(try key.source(address)) }
        var definition = FeedDefinition(
            id: FeedIdentifier.make(from: id), file: file, sources: sources)
        let parameter = row["urls.api_key_parameter_name"] ?? ""
        switch row["urls.authentication_type"] ?? "0" {
        case "0": break
        case "1": definition.query = [NamedTemplate(name: parameter, value: try key.template())]
        case "2": definition.headers = [try key.header(parameter)]
        case let type: throw UnusableValue("feed \(id) has an unknown authentication type \(type)")
        }
        // The copy needs no key, and its host must not see one.
        if !(definition.headers.isEmpty && definition.query.isEmpty), sources.count > 1 {
            definition.sources = [sources[0]]
        }
        definition.licenceURL = row["urls.license"]
        definition.attribution = row["provider"]
        return definition
    }
}

struct CatalogueRow {
    let line: Int
    private let cells: [String: String]

    subscript(column: String) -> String? { cells[column] }

    /// Whether the file has the columns of a catalogue, even if this row leaves them blank.
    let isOfCatalogue: Bool

    static func all(in text: String) throws(FeedError) -> [CatalogueRow] {
        let reader = try CSVReader(MemorySource(Array(text.utf8)))
        let columns = Set(reader.header)
        let isOfCatalogue =
            columns.isSuperset(of: ["data_type", "urls.direct_download"])
            && !columns.isDisjoint(with: ["id", "mdb_source_id"])
        var rows: [CatalogueRow] = []
        while try reader.next() {
            var cells: [String: String] = [:]
            for (index, column) in reader.header.enumerated() where index < reader.count {
                let cell = String(decoding: reader[index], as: UTF8.self)
                if !cell.isEmpty { cells[column] = cell }
            }
            rows.append(
                CatalogueRow(line: reader.line, cells: cells, isOfCatalogue: isOfCatalogue))
        }
        return rows
    }
}
