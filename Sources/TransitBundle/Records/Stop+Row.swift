public import GRDB
import SQLiteLayer
public import TransitModel

/// A record of GRDB: `try Stop.fetchAll(db)` works.
extension Stop: BundleRecord {
    public static let databaseTableName = "stops"
    public static var databaseSelection: [any SQLSelectable] {
        CodingKeys.allCases.map { Column($0.rawValue) }
    }
}

extension Stop {
    /// The values of a row that has ``columns`` from a position on: even faster.
    init(_ row: RowColumns, at first: Int = 0) throws {
        self.init(
            sid: try row.required(row.key(first), "sid"), stopID: row.text(first + 1) ?? "",
            stopCode: row.text(first + 2), stopName: row.text(first + 3) ?? "",
            stopDesc: row.text(first + 4), stopLat: row.real(first + 5),
            stopLon: row.real(first + 6), zoneID: row.text(first + 7),
            stopURL: row.text(first + 8), locationType: row.integer(first + 9),
            parentStation: row.text(first + 10), stopTimezone: row.text(first + 11),
            wheelchairBoarding: row.integer(first + 12), levelID: row.text(first + 13),
            platformCode: row.text(first + 14),
            effectiveWheelchairBoarding: row.integer(first + 15))
    }

    /// The columns to select.
    static let columns = CodingKeys.allCases.map(\.rawValue).joined(separator: ", ")

    /// A row of the table as a stop: much faster than decoding it as a `Codable` value.
    public init(row: Row) throws {
        func value(_ key: CodingKeys) -> DatabaseValue? { row[key.rawValue] }
        guard let sid = value(.sid).integer else {
            throw TransitBundleError.damaged(reason: "sid has no usable value")
        }
        self.init(
            sid: Int64(sid), stopID: value(.stopID).text ?? "", stopCode: value(.stopCode).text,
            stopName: value(.stopName).text ?? "", stopDesc: value(.stopDesc).text,
            stopLat: value(.stopLat).real, stopLon: value(.stopLon).real,
            zoneID: value(.zoneID).text, stopURL: value(.stopURL).text,
            locationType: value(.locationType).integer,
            parentStation: value(.parentStation).text,
            stopTimezone: value(.stopTimezone).text,
            wheelchairBoarding: value(.wheelchairBoarding).integer,
            levelID: value(.levelID).text, platformCode: value(.platformCode).text,
            effectiveWheelchairBoarding: value(.effectiveWheelchairBoarding).integer)
    }
}
