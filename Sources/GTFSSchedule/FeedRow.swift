/// A row of a GTFS file as a struct of typed values; nil where the feed is blank.
///
/// Encoded by the names of its columns, without blank ones: `{"stop_id": "A", "stop_lat": 1.5}`.
public protocol FeedRow: Codable, Sendable {
    /// The name, presence and primary key of the file.
    static var file: FileSpec { get }
    /// The columns of the file in the order of the reference.
    static var fields: [Field<Self>] { get }
    /// Creates a row in which every cell is blank.
    init()
}

extension FeedRow {
    /// The table of the file without its row type: what checks, storage and documentation read.
    public static var table: TableSpec {
        // Not `\.spec`: making a key path of a generic type takes longer than all the rest.
        TableSpec(file: file, fields: fields.map { $0.spec })
    }
}

extension FeedRow {
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: ColumnName.self)
        self.init()
        for field in Self.fields { try field.decode(values, &self) }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: ColumnName.self)
        for field in Self.fields { try field.encode(self, &values) }
    }
}

/// The reference's description of a file.
public struct FileSpec: Sendable, Hashable {
    /// The name in the feed, such as `stops.txt`.
    public let name: String
    /// Whether a feed must have the file.
    public let presence: Presence
    /// The fields that together identify a row; empty when all fields do ("*") or none.
    public let primaryKey: [String]
    let keyChoices: [KeyChoice]

    /// Creates a description of a file.
    public init(_ name: String, _ presence: Presence, primaryKey: [String] = []) {
        self.init(name, presence, primaryKey: primaryKey, choices: [])
    }

    init(_ name: String, _ presence: Presence, primaryKey: [String], choices: [KeyChoice]) {
        self.name = name
        self.presence = presence
        self.primaryKey = primaryKey
        keyChoices = choices
    }
}

/// A row fills at least one of the fields: without any of them it has no key.
struct KeyChoice: Sendable, Hashable {
    let fields: [String]
    let exception: Exception?

    struct Exception: Sendable, Hashable {
        let field: String
        let text: String
    }

    init(_ fields: String..., except exception: Exception? = nil) {
        self.fields = fields
        self.exception = exception
    }
}

/// Rows without a key get a notice about what they lack. They do not count as duplicates of each
/// other.
package struct KeyNeeds: Sendable {
    private struct Need {
        /// Positions in the key; one of them must be filled.
        let places: [Int]
        let exception: (place: Int, text: String)?
    }

    private let needs: [Need]

    /// A single field must be filled in any case.
    package init(_ table: TableSpec, _ names: [String]) {
        let required = names.indices.filter { place in
            names.count == 1
                || table.fields.contains { $0.name == names[place] && $0.presence == .required }
        }
        needs =
            required.map { Need(places: [$0], exception: nil) }
            + table.file.keyChoices.map { choice in
                Need(
                    places: choice.fields.compactMap { names.firstIndex(of: $0) },
                    exception: choice.exception.flatMap { exception in
                        names.firstIndex(of: exception.field).map { ($0, exception.text) }
                    })
            }
    }

    /// Fields are identified by their position in the key.
    package func areMet(
        isFilled: (Int) -> Bool, holds: (_ place: Int, _ text: String) -> Bool
    ) -> Bool {
        needs.allSatisfy { need in
            need.places.contains(where: isFilled)
                || need.exception.map { holds($0.place, $0.text) } ?? false
        }
    }
}

/// A file and its fields.
public struct TableSpec: Sendable, Hashable {
    /// The file.
    public let file: FileSpec
    /// Its columns in the order of the reference.
    public let fields: [FieldSpec]
    /// The name of the file without its extension: the name of its table in the bundle.
    public let name: String
    /// The fields whose values no two rows of a bundle share: the primary key, or all fields where
    /// the reference says "*". `feed_info.txt`, which has one row, has none.
    package var key: [String] {
        file.primaryKey.isEmpty && file != FeedInfo.file ? fields.map(\.name) : file.primaryKey
    }

    package init(file: FileSpec, fields: [FieldSpec]) {
        self.file = file
        self.fields = fields
        name = String(file.name.prefix { $0 != "." })
    }

    package func index(_ name: String) -> Int {
        guard let index = fields.firstIndex(where: { $0.name == name }) else {
            preconditionFailure("\(file.name) has no field \(name)")
        }
        return index
    }
}

/// The catalog of GTFS Schedule: every file of the reference, as of June 2026 and
/// google/transit#640 of August 2026.
public enum Schedule {
    /// The files in the order of the reference.
    ///
    /// `locations.geojson` is included, although it is not CSV: its features are rows.
    public static let tables: [TableSpec] = rowTypes.map { $0.table }

    /// Returns the table of a file such as `stops.txt`; nil for files that the reference does not
    /// name.
    ///
    /// ```swift
    /// let table = Schedule.table(file: "stop_times.txt")
    /// let key = table?.file.primaryKey  // ["trip_id", "stop_sequence"]
    /// ```
    public static func table(file: String) -> TableSpec? {
        tables.first { $0.file.name == file }
    }

    package static let rowTypes: [any FeedRow.Type] = [
        Agency.self, Stop.self, Route.self, Trip.self, StopTime.self,
        ServiceCalendar.self, CalendarDate.self,
        FareAttribute.self, FareRule.self,
        Timeframe.self, RiderCategory.self, FareMedium.self, FareProduct.self,
        FareLegRule.self, FareLegJoinRule.self, FareTransferRule.self,
        Area.self, StopArea.self, FareNetwork.self, RouteNetwork.self,
        ShapePoint.self, Frequency.self, Transfer.self, Pathway.self, Level.self,
        LocationGroup.self, LocationGroupStop.self, Location.self, BookingRule.self,
        Translation.self, FeedInfo.self, Attribution.self,
    ]
}
