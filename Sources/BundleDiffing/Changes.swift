import BundleCodec
package import GTFSSchedule
import SystemLayer

package struct Changes: Sendable, Encodable {
    package struct Item: Sendable, Encodable {
        package let id: RecordID
        package let name: String?
    }

    package struct ChangedItem: Sendable, Encodable {
        package let id: RecordID
        package let name: String?
        package let fields: [Field]
    }

    /// Blank is nil.
    package struct Field: Sendable, Encodable {
        package let field: String
        package let old: String?
        package let new: String?
    }

    package let added: [Item]
    package let removed: [Item]
    package let changed: [ChangedItem]

    package var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }
}

extension Changes {
    init(_ old: [Record], _ new: [Record], fields names: [String]) {
        let before = Dictionary(old.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let after = Set(new.map(\.id))
        added = new.filter { before[$0.id] == nil }.map { Item(id: $0.id, name: $0.name) }
        removed = old.filter { !after.contains($0.id) }.map { Item(id: $0.id, name: $0.name) }
        changed = new.compactMap { record in
            guard let other = before[record.id] else { return nil }
            var fields: [Field] = []
            for (name, (old, new)) in zip(names, zip(other.fields, record.fields))
            where old.map({ RecordID($0) }) != new.map({ RecordID($0) }) {
                fields.append(Field(field: name, old: old, new: new))
            }
            // Where both have a place on the globe, the stop has moved.
            if other.placeOnGlobe == nil || record.placeOnGlobe == nil {
                fields += Place.fields(other.place, record.place)
            }
            return fields.isEmpty
                ? nil : ChangedItem(id: record.id, name: record.name, fields: fields)
        }
    }
}

struct Record {
    let id: RecordID
    let name: String?
    /// The names of the fields are not here: feeds have hundreds of thousands of stops.
    let fields: [String?]
    var place: Place?

    /// Nil for a place that is not on the globe: it is on no map, and at no distance in meters.
    var placeOnGlobe: Place? {
        place.flatMap { Globe.contains(latitude: $0.latitude, longitude: $0.longitude) ? $0 : nil }
    }
}

/// In degrees.
package struct Place: Sendable, Encodable {
    package let latitude: Double
    package let longitude: Double

    /// Nil without coordinates, and for numbers that are not a place, as in a damaged bundle: JSON
    /// cannot express those.
    init?(latitude: Double?, longitude: Double?) {
        guard let latitude, let longitude, latitude.isFinite, longitude.isFinite else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    static func fields(_ old: Place?, _ new: Place?) -> [Changes.Field] {
        [("stop_lat", \Place.latitude), ("stop_lon", \.longitude)].compactMap { name, path in
            let before = old?[keyPath: path]
            let after = new?[keyPath: path]
            return before == after
                ? nil
                : Changes.Field(
                    field: name, old: before.map { "\($0)" }, new: after.map { "\($0)" })
        }
    }

    /// On a sphere: compared places are close together.
    func meters(to other: Place) -> Double {
        let radians = Double.pi / 180
        let north = Double.sin((other.latitude - latitude) * radians / 2)
        let east = Double.sin((other.longitude - longitude) * radians / 2)
        let chord =
            north * north + Double.cos(latitude * radians) * Double.cos(other.latitude * radians)
            * east * east
        return 2 * 6_371_008.8 * Double.asin(min(1, chord.squareRoot()))
    }
}
