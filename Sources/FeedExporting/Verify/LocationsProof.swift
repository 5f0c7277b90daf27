import FeedCompiling
import FeedReading
import GTFSSchedule
import SQLiteLayer

/// Geometries are compared as JSON, so that blanks and the order of members do not count.
struct LocationsProof {
    let input: ProofInput

    private let file = Location.file.name

    func run(_ geoJSON: GeoJSONFile) throws -> FileTally {
        var tally = FileTally(file: file)
        var waiting: [LocationID: (row: Int, feature: JSONValue)] = [:]
        let features = features(geoJSON, &tally)
        tally.feedRows = features.count
        for (index, feature) in features.enumerated() {
            let row = index + 1
            settleCells(row, feature)
            if let text = input.rejected.useWhole(row) {
                if Self.parse(Array(text.utf8))?.text.exact != feature.text.exact {
                    input.differences.add(
                        file, row: row, feed: feature.text, bundle: "rejected: \(text)")
                }
            } else if let id = feature["id"]?.storedText.map(LocationID.init), waiting[id] == nil {
                waiting[id] = (row, feature)
            } else {
                input.differences.add(
                    file, row: row, feed: feature.text, bundle: "neither kept nor rejected")
            }
        }
        try input.connection.readRows(
            "SELECT id, stop_name, stop_desc, geometry FROM locations"
        ) { found in
            tally.bundleRows += 1
            guard
                let (row, feature) = waiting.removeValue(
                    forKey: LocationID(found.asText(0) ?? ""))
            else {
                input.differences.add(
                    file, field: "id", feed: "no such feature",
                    bundle: found.asText(0) ?? "NULL")
                return
            }
            tally.trimmedCells += [
                feature["id"], feature["properties"]?["stop_name"],
                feature["properties"]?["stop_desc"],
            ].count { $0?.isTrimmed == true }
            compare(row, with: feature, in: found)
        }
        tally.viewRows = tally.bundleRows
        if !input.facts.isFiltered {
            for (id, waiting) in waiting.sorted(by: { $0.value.row < $1.value.row }) {
                input.differences.add(
                    file, row: waiting.row, field: "id", feed: id.text, bundle: "no such feature")
            }
        }
        return tally
    }

    private func settleCells(_ row: Int, _ feature: JSONValue) {
        for (index, cell) in input.rejected.cells(row).enumerated() {
            let value = cell.field == "id" ? feature["id"] : feature["properties"]?[cell.field]
            if value?.storedText == cell.value { input.rejected.useCell(row, index) }
        }
    }

    private func compare(_ row: Int, with feature: JSONValue, in found: Columns) {
        let properties = feature["properties"]
        for (column, name) in [(1, "stop_name"), (2, "stop_desc")] {
            let feed = properties?[name]?.storedText
            if feed.map({ Array($0.utf8) }) != found.asText(column).map({ Array($0.utf8) }) {
                input.differences.add(
                    file, row: row, field: name, feed: feed ?? "",
                    bundle: found.asText(column) ?? "NULL")
            }
        }
        let geometry = feature["geometry"].flatMap { $0 == .null ? nil : $0 }
        let stored = found.asText(3).flatMap { Self.parse(Array($0.utf8)) }
        if geometry?.text.exact != stored?.text.exact {
            input.differences.add(
                file, row: row, field: "geometry", feed: geometry?.text ?? "",
                bundle: found.asText(3) ?? "NULL")
        }
    }

    /// The tally gets the members that the bundle has no place for.
    private func features(_ geoJSON: GeoJSONFile, _ tally: inout FileTally) -> [JSONValue] {
        guard case .success(let content) = geoJSON.content,
            let features = content.root["features"]?.elements
        else {
            tally.isUnusable = true
            return []
        }
        tally.alteredValues = content.alteredValues
        tally.unknownMembers = GeoJSONMembers.unknown(content.root)
        if content.duplicateName != nil {
            tally.repeatedMembers = GeoJSONMembers.repeated(content.root)
        }
        return features
    }

    private static func parse(_ bytes: [UInt8]) -> JSONValue? {
        do { return try JSONReader.value(bytes) } catch {
            // Text that is not JSON has no value; the caller reports that.
            return nil
        }
    }
}

/// By their names, with those of the objects around them: `features.properties.color`.
enum GeoJSONMembers {
    /// Includes known members whose value has the wrong type.
    static func unknown(_ root: JSONValue) -> [String] {
        var unknown: Set<ExactText> = []
        func note(_ value: JSONValue, _ prefix: String, known: Set<String>, type: String?) {
            guard case .object(let members) = value else { return }
            for name in members.map(\.name) where !known.contains(name) {
                unknown.insert((prefix + name).exact)
            }
            if let type, let found = members["type"], found != .null, found != .string(type) {
                unknown.insert((prefix + "type").exact)
            }
        }
        note(root, "", known: ["type", "features"], type: "FeatureCollection")
        for feature in root["features"]?.elements ?? [] {
            note(
                feature, "features.", known: ["type", "id", "properties", "geometry"],
                type: "Feature")
            guard let properties = feature["properties"], properties != .null else { continue }
            guard case .object = properties else {
                unknown.insert("features.properties")
                continue
            }
            let texts = ["stop_name", "stop_desc"]
            note(properties, "features.properties.", known: Set(texts), type: nil)
            for name in texts where !isText(properties[name]) {
                unknown.insert(("features.properties." + name).exact)
            }
        }
        return unknown.sorted().map(\.text)
    }

    private static func isText(_ value: JSONValue?) -> Bool {
        switch value {
        case nil, .null, .string, .integer, .number: true
        case .bool, .array, .object: false
        }
    }

    static func repeated(_ root: JSONValue) -> [String] {
        var repeated: Set<ExactText> = []
        func look(_ node: JSONValue, _ path: String) {
            switch node {
            case .object(let members):
                var seen: Set<ExactText> = []
                for member in members {
                    let path = path.isEmpty ? member.name : "\(path).\(member.name)"
                    if !seen.insert(member.name.exact).inserted { repeated.insert(path.exact) }
                    look(member.value, path)
                }
            case .array(let elements): for element in elements { look(element, path) }
            default: break
            }
        }
        look(root, "")
        return repeated.sorted().map(\.text)
    }
}
