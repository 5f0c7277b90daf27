import FeedCompiling
import FeedReading
import GTFSSchedule

/// Reads `locations.geojson`.
///
/// When the canonical validator meets something unexpected, including any MultiPolygon, it silently
/// gives up the whole file. `--compat canonical` does the same; otherwise all readable features are
/// kept.
struct LocationsLoader {
    private let feed: LoadedFeed
    private let bin: NoticeBin
    /// A filter left them out.
    private let idsCutOff: Set<ExactText>

    enum FileAbandoned: Error {
        /// Nothing is reported: the canonical validator ends with an exception.
        case silently
        case withNotice
    }

    init(_ feed: LoadedFeed, _ rules: RuleBins, without ids: Set<ExactText>) {
        self.feed = feed
        idsCutOff = ids
        bin = rules.loading
    }

    func read(_ filename: String, from geoJSON: GeoJSONFile) throws -> LoadedLocations {
        RepairNotices.note(geoJSON.encoding, file: filename, in: bin)
        var locations = LoadedLocations()
        locations.state = .fine
        switch geoJSON.content {
        case .success(let content):
            if let name = content.duplicateName {
                noteTwice(name, filename)
                if feed.options.isCanonical { break }
            }
            do throws(FileAbandoned) {
                locations.features = try features(
                    content.root, filename, leftOut: &locations.idsLeftOut)
            } catch {
                locations.state = .badRows
                locations.isUnreadable = error == .withNotice
            }
        case .failure(.cancelled): throw CancellationError()
        case .failure(.malformed(let message, let name)):
            if let name {
                noteTwice(name, filename)
                // The canonical validator reads no further.
                if feed.options.isCanonical { break }
            }
            locations.isUnreadable = true
            bin.add(.malformedJSON, ["filename": filename, "message": message])
            locations.state = .badRows
        }
        try feed.checkCancellation()
        let repeated = noteDuplicates(locations.features)
        // A bundle leaves them out, too.
        if !feed.options.isCanonical {
            locations.features.removeAll { repeated.contains($0.index) }
        }
        feed.states["locations.geojson"] = locations.state
        return locations
    }

    /// The ids of features that cannot be read go to `leftOut`; there is a notice about them.
    private func features(
        _ root: JSONValue, _ filename: String, leftOut: inout [String]
    ) throws(FileAbandoned) -> [LoadedFeature] {
        let members = root.members ?? []
        for member in members where member.name != "type" && member.name != "features" {
            bin.add(
                .geoJSONUnknownElement, ["filename": filename, "unknownElement": member.name])
        }
        guard let type = members["type"] else {
            bin.add(.missingRequiredElement, ["missingElement": "type"])
            throw .withNotice
        }
        let isCanonical = feed.options.isCanonical
        guard type.canonicalText != nil || !isCanonical else { throw .silently }
        guard type.canonicalText == "FeatureCollection" else {
            let name = type.canonicalText ?? "not a text"
            bin.add(
                .unsupportedGeoJSONType,
                [
                    "geoJsonType": type.canonicalText,
                    "message": "The type is \(name), but must be FeatureCollection.",
                ])
            throw .withNotice
        }
        guard let elements = members["features"]?.elements else {
            if isCanonical { throw .silently }
            bin.add(.missingRequiredElement, ["missingElement": "features"])
            throw .withNotice
        }
        let reader = FeatureReader(filename, isCanonical: isCanonical, bin)
        var features: [LoadedFeature] = []
        var failure: FileAbandoned?
        for (index, element) in elements.enumerated() where !feed.cancellation.isCancelled {
            if let id = element.members?["id"]?.storedText, idsCutOff.contains(id.exact) {
                continue
            }
            do throws(FileAbandoned) {
                features.append(try reader.read(element, at: index))
            } catch {
                if error == .silently { throw error }
                failure = error
                if let id = element.members?["id"]?.storedText { leftOut.append(id) }
            }
        }
        if let failure, isCanonical { throw failure }
        return features
    }

    private func noteTwice(_ name: String, _ filename: String) {
        bin.add(
            .geoJSONDuplicatedElement, ["filename": filename, "duplicatedElement": name])
    }

    private func noteDuplicates(_ features: [LoadedFeature]) -> Set<Int> {
        var repeated: Set<Int> = []
        var indexes: [LocationID: Int] = [:]
        for feature in features {
            let id = LocationID(feature.id)
            guard let first = indexes[id] else {
                indexes[id] = feature.index
                continue
            }
            bin.add(
                .duplicateGeoJSONKey,
                ["featureId": feature.id, "firstIndex": first, "secondIndex": feature.index])
            repeated.insert(feature.index)
        }
        return repeated
    }
}
