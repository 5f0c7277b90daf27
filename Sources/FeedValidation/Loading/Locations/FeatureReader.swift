import FeedCompiling
import FeedReading

struct FeatureReader {
    typealias FileAbandoned = LocationsLoader.FileAbandoned

    private let filename: String
    private let isCanonical: Bool
    private let bin: NoticeBin

    init(_ filename: String, isCanonical: Bool, _ bin: NoticeBin) {
        self.filename = filename
        self.isCanonical = isCanonical
        self.bin = bin
    }

    func read(_ feature: JSONValue, at index: Int) throws(FileAbandoned) -> LoadedFeature {
        guard let members = feature.members else {
            if !isCanonical { _ = unusable("features", Place(id: nil, index: index)) }
            throw .withNotice
        }
        noteNULs(in: feature, at: index)
        noteUnknown(members, known: ["id", "type", "properties", "geometry"])
        var missing: [String] = []
        // A bundle has the ids without blanks at their ends, and finds repetitions among those.
        let id = isCanonical ? members["id"]?.canonicalText : members["id"]?.storedText
        if isCanonical, id == nil, members["id"] != nil { throw .silently }
        if id?.isEmpty ?? true { missing.append("features.id") }
        if let node = members["type"] {
            guard let type = node.canonicalText else {
                throw unusable("features.type", Place(id: id, index: index))
            }
            if type != "Feature" {
                bin.add(
                    .unsupportedFeatureType,
                    Place(id: id, index: index).fields.with("featureType", type))
            }
        } else {
            missing.append("features.type")
        }
        if members["properties"] == nil { missing.append("features.properties") }
        let geometry = try geometry(members, Place(id: id, index: index), &missing)
        guard missing.isEmpty, let id, let geometry else {
            for element in missing {
                bin.add(
                    .missingRequiredElement,
                    Place(id: id, index: index).fields.with("missingElement", element))
            }
            throw .withNotice
        }
        let place = Place(id: id, index: index)
        let polygons = try polygons(geometry, place)
        guard let properties = members["properties"]?.members else {
            throw unusable("features.properties", place)
        }
        return LoadedFeature(
            index: index, id: id, stopName: try text("stop_name", properties, place),
            stopDesc: try text("stop_desc", properties, place), polygons: polygons)
    }

    private struct Place {
        let id: String?
        let index: Int

        var fields: NoticeFields { ["featureIndex": index, "featureId": id] }
    }

    /// An element of another kind counts as missing. The canonical validator gives up the file
    /// silently.
    private func unusable(_ element: String, _ place: Place) -> FileAbandoned {
        guard !isCanonical else { return .silently }
        bin.add(.missingRequiredElement, place.fields.with("missingElement", element))
        return .withNotice
    }

    private struct Geometry {
        let type: JSONValue
        let coordinates: JSONValue
    }

    private func geometry(
        _ members: [JSONValue.Member], _ place: Place, _ missing: inout [String]
    ) throws(FileAbandoned) -> Geometry? {
        guard let node = members["geometry"] else {
            missing.append("features.geometry")
            return nil
        }
        guard let parts = node.members else { throw unusable("features.geometry", place) }
        noteUnknown(parts, known: ["type", "coordinates"])
        guard let type = parts["type"] else {
            missing.append("features.geometry.type")
            return nil
        }
        guard let coordinates = parts["coordinates"] else {
            missing.append("features.geometry.coordinates")
            return nil
        }
        return Geometry(type: type, coordinates: coordinates)
    }

    private func noteNULs(in feature: JSONValue, at index: Int) {
        guard feature["id"]?.storedText != nil else { return }
        for (field, _) in feature.textsWithNUL {
            bin.add(
                .nulCharacter,
                ["filename": filename, "featureIndex": index, "fieldName": field])
        }
    }

    private func noteUnknown(_ members: [JSONValue.Member], known: [String]) {
        for member in members where !known.contains(member.name) {
            bin.add(
                .geoJSONUnknownElement, ["filename": filename, "unknownElement": member.name])
        }
    }

    private func text(
        _ name: String, _ properties: [JSONValue.Member], _ place: Place
    ) throws(FileAbandoned) -> String? {
        guard let node = properties[name] else { return nil }
        guard let text = node.canonicalText else {
            throw unusable("features.properties.\(name)", place)
        }
        return text
    }

    private func polygons(_ geometry: Geometry, _ place: Place) throws(FileAbandoned) -> [Polygon] {
        guard let type = geometry.type.canonicalText else {
            throw unusable("features.geometry.type", place)
        }
        if type == "MultiPolygon", !isCanonical {
            return try multiPolygon(geometry.coordinates, place)
        }
        let isArea = ["Polygon", "MultiPolygon"].contains(type)
        guard let rings = rings(geometry.coordinates),
            isCanonical || !isArea || Self.isWhole(rings)
        else {
            if isCanonical { throw .silently }
            noteShape(type, place)
            throw .withNotice
        }
        notePoints(rings, place)
        guard type == "Polygon" else {
            guard type != "MultiPolygon" else {
                // Its arrays nest deeper than the reader goes, unless it is empty.
                if rings.isEmpty { return [] }
                throw .silently
            }
            noteShape(type, place)
            return []
        }
        guard !rings.isEmpty else { throw .silently }
        try check([rings], type: type, at: place)
        return [rings]
    }

    private func noteShape(_ type: String, _ place: Place) {
        if type == "Polygon" || type == "MultiPolygon" {
            note("The coordinates are not a list of rings.", type: type, at: place)
        } else {
            bin.add(.unsupportedGeometryType, place.fields.with("geometryType", type))
        }
    }

    private func multiPolygon(
        _ coordinates: JSONValue, _ place: Place
    ) throws(FileAbandoned) -> [Polygon] {
        var polygons: [Polygon] = []
        for element in coordinates.elements ?? [] {
            guard let rings = rings(element), Self.isWhole(rings) else { break }
            notePoints(rings, place)
            polygons.append(rings)
        }
        guard !polygons.isEmpty, polygons.count == coordinates.elements?.count else {
            noteShape("MultiPolygon", place)
            throw .withNotice
        }
        try check(polygons, type: "MultiPolygon", at: place)
        return polygons
    }

    private static func isWhole(_ rings: Polygon) -> Bool {
        !rings.isEmpty && rings.allSatisfy { !$0.isEmpty }
    }

    private func rings(_ node: JSONValue) -> Polygon? {
        guard let elements = node.elements else { return nil }
        var rings: Polygon = []
        for element in elements {
            guard let points = element.elements else { return nil }
            var ring: Ring = []
            for point in points {
                guard let pair = point.elements, pair.count >= 2,
                    let longitude = pair[0].canonicalNumber, let latitude = pair[1].canonicalNumber
                else { return nil }
                ring.append((longitude: longitude, latitude: latitude))
            }
            rings.append(ring)
        }
        return rings
    }

    private func notePoints(_ rings: Polygon, _ place: Place) {
        for point in rings.joined() {
            func fields() -> NoticeFields {
                [
                    "filename": filename, "featureIndex": place.index, "entityId": place.id,
                    "latFieldValue": point.latitude, "lonFieldValue": point.longitude,
                ]
            }
            if abs(point.longitude) <= 1, abs(point.latitude) <= 1 {
                bin.add(.pointNearOrigin, fields())
            } else if abs(point.latitude) >= 89 {
                bin.add(.pointNearPole, fields())
            }
        }
    }

    private func check(
        _ polygons: [Polygon], type: String, at place: Place
    ) throws(FileAbandoned) {
        for polygon in polygons {
            switch PolygonCheck.verdict(polygon) {
            case .fine: break
            case .wrong(let fault):
                note(fault, type: type, at: place)
                throw .withNotice
            case .unknown:
                bin.add(.geometryNotChecked, place.fields)
            }
        }
    }

    private func note(_ message: String, type: String, at place: Place) {
        bin.add(
            .invalidGeometry,
            [
                "featureId": place.id, "featureIndex": place.index, "geometryType": type,
                "message": message,
            ])
    }
}
