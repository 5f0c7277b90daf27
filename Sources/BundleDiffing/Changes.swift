import BundleCodec
package import GTFSSchedule

package struct Changes: Sendable, Encodable {
    package struct Item: Sendable, Encodable {
        package let id: RecordID
        package let name: String?
    }

    package struct ChangedItem: Sendable, Encodable {
        package let id: RecordID
        /// Nil when it is the same.
        package let formerID: RecordID?
        package let name: String?
        package let fields: [Field]
    }

    package struct RekeyedItem: Sendable, Encodable {
        package let id: RecordID
        package let formerID: RecordID
        package let name: String?
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
    /// Nothing but the id differs.
    package let rekeyed: [RekeyedItem]

    package var isEmpty: Bool {
        added.isEmpty && removed.isEmpty && changed.isEmpty && rekeyed.isEmpty
    }
}

extension Changes {
    init(_ records: RowPairs<Record>, fields names: [String]) {
        added = records.added.map { Item(id: $0.id, name: $0.name) }
        removed = records.removed.map { Item(id: $0.id, name: $0.name) }
        changed = records.shared.compactMap { old, new in
            var fields = Field.differing(old.fields, new.fields, names: names)
            // Where both have a place on the globe, the stop has moved.
            if old.placeOnGlobe == nil || new.placeOnGlobe == nil {
                fields += Place.fields(old.place, new.place)
            }
            return fields.isEmpty
                ? nil
                : ChangedItem(
                    id: new.id, formerID: old.successor == nil ? nil : old.id, name: new.name,
                    fields: fields)
        }
        let others = Set(changed.map(\.id))
        rekeyed = records.shared.compactMap { old, new in
            old.successor == nil || others.contains(new.id)
                ? nil : RekeyedItem(id: new.id, formerID: old.id, name: new.name)
        }
    }
}

extension Changes.Field {
    /// A row that is not there has only blanks.
    static func differing(
        _ old: [String?]?, _ new: [String?]?, names: [String]
    ) -> [Changes.Field] {
        names.indices.compactMap { place in
            let before = old?[place] ?? nil
            let after = new?[place] ?? nil
            return before?.exact == after?.exact
                ? nil : Changes.Field(field: names[place], old: before, new: after)
        }
    }
}

struct Record {
    let id: RecordID
    let name: String?
    /// The names of the fields are not here: feeds have hundreds of thousands of stops.
    var fields: [String?]
    var place: Place?
    /// The id of an old record in the new version, if that is another.
    var successor: RecordID?

    var currentID: RecordID { successor ?? id }

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

    func meters(to other: Place) -> Double {
        Globe.meters(from: (latitude, longitude), to: (other.latitude, other.longitude))
    }
}
