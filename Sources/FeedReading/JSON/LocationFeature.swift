import GTFSSchedule

/// A feature of `locations.geojson`: an area within which riders can ask for service.
package struct LocationFeature: Sendable, Hashable {
    package let id: String
    package let name: String?
    package let description: String?
    package let geometry: String?
}

/// The features of a file, one after the other. What cannot be used is noted, with the feature's
/// place as its row.
package struct LocationFeatures: Sequence, IteratorProtocol {
    private let features: [JSONValue]
    private let findings: Findings
    private var seen: Set<LocationID> = []
    /// The place of the last feature, from 1 on.
    package private(set) var row = 0

    package init(_ geoJSON: GeoJSONFile, _ findings: Findings) throws(FeedError) {
        features = try LocationFeature.list(geoJSON, findings)
        self.findings = findings
    }

    /// Includes those that cannot be used.
    package var count: Int { features.count }

    package mutating func next() -> LocationFeature? {
        while row < features.count {
            row += 1
            let feature = LocationFeature.read(features[row - 1], row: row, seen: &seen, findings)
            if let feature { return feature }
        }
        return nil
    }
}

extension LocationFeature {
    private static let file = "locations.geojson"

    fileprivate static func list(
        _ geoJSON: GeoJSONFile, _ findings: Findings
    ) throws(FeedError) -> [JSONValue] {
        let root: JSONValue
        switch geoJSON.content {
        case .success(let content): root = content.root
        case .failure(.cancelled): throw .cancelled
        case .failure(.malformed(let message, _)):
            findings.note(.malformedJSON, file: file, value: message)
            return []
        }
        guard case .object(let collection) = root,
            case .array(let features)? = collection["features"]
        else {
            findings.note(.missingRequiredElement, file: file, field: "features")
            return []
        }
        noteUnknown(collection.map(\.name), known: ["type", "features"], row: nil, findings)
        return features
    }

    fileprivate static func read(
        _ feature: JSONValue, row: Int, seen: inout Set<LocationID>, _ findings: Findings
    ) -> LocationFeature? {
        guard case .object(let members) = feature, let id = members["id"]?.storedText else {
            findings.rejectRow(
                .missingRequiredElement, file: file, row: row, field: "id", text: feature.text)
            return nil
        }
        noteNULs(in: feature, row: row, findings)
        guard seen.insert(LocationID(id)).inserted else {
            findings.rejectRow(.duplicateKey, file: file, row: row, field: "id", text: feature.text)
            return nil
        }
        noteUnknown(
            members.map(\.name), known: ["type", "id", "properties", "geometry"], row: row,
            findings)
        var properties: [JSONValue.Member] = []
        if case .object(let members) = members["properties"] { properties = members }
        noteUnknown(properties.map(\.name), known: ["stop_name", "stop_desc"], row: row, findings)
        let geometry = members["geometry"]
        if geometry == nil {
            findings.note(.missingRequiredElement, file: file, row: row, field: "geometry")
        }
        return LocationFeature(
            id: id, name: properties["stop_name"]?.storedText,
            description: properties["stop_desc"]?.storedText,
            geometry: geometry.flatMap { $0 == .null ? nil : $0.text })
    }

    /// The bundle has U+FFFD in their place.
    private static func noteNULs(in feature: JSONValue, row: Int, _ findings: Findings) {
        for (field, value) in feature.textsWithNUL {
            findings.rejectCell(.nulCharacter, file: file, row: row, field: field, value: value)
        }
    }

    private static func noteUnknown(
        _ names: [String], known: Set<String>, row: Int?, _ findings: Findings
    ) {
        for name in Set(names.map(\.exact)).sorted().map(\.text) where !known.contains(name) {
            findings.note(.geoJSONUnknownElement, file: file, row: row, field: name)
        }
    }
}

extension JSONValue {
    /// The texts of a feature that have a NUL, as a bundle stores them, by field.
    package var textsWithNUL: [(field: String, value: String)] {
        let properties = self["properties"]
        let values = [
            ("id", self["id"]), ("stop_name", properties?["stop_name"]),
            ("stop_desc", properties?["stop_desc"]),
        ]
        return values.filter { $1?.idText?.utf8.contains(0) == true }
            .map { ($0, $1?.storedText ?? "") }
    }

    /// `idText` as a bundle stores it: SQLite's functions take a NUL for the end of a text.
    package var storedText: String? {
        guard let text = idText, text.utf8.contains(0) else { return idText }
        return String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
    }
}
