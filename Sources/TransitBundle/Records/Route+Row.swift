public import GRDB
import SQLiteLayer
public import TransitModel

/// A record of GRDB: `try Route.fetchAll(db)` works.
extension Route: BundleRecord {
    public static let databaseTableName = "routes"
    public static var databaseSelection: [any SQLSelectable] {
        CodingKeys.allCases.map { Column($0.rawValue) }
    }
}

extension Route {
    /// The values of a row that has ``columns``: even faster.
    init(_ row: RowColumns) throws {
        self.init(
            rid: try row.required(row.key(0), "rid"), routeID: row.text(1) ?? "",
            agencyID: row.text(2), routeShortName: row.text(3) ?? "",
            routeLongName: row.text(4) ?? "", routeDesc: row.text(5), routeType: row.integer(6),
            type: RouteType(word: row.text(7) ?? ""), routeURL: row.text(8),
            routeColor: row.text(9), routeTextColor: row.text(10),
            routeSortOrder: row.integer(11), networkID: row.text(12))
    }

    /// The columns to select.
    static let columns = CodingKeys.allCases.map(\.rawValue).joined(separator: ", ")

    /// A row of the table as a route: much faster than decoding it as a `Codable` value.
    public init(row: Row) throws {
        func value(_ key: CodingKeys) -> DatabaseValue? { row[key.rawValue] }
        guard let rid = value(.rid).integer else {
            throw TransitBundleError.damaged(reason: "rid has no usable value")
        }
        self.init(
            rid: Int64(rid), routeID: value(.routeID).text ?? "", agencyID: value(.agencyID).text,
            routeShortName: value(.routeShortName).text ?? "",
            routeLongName: value(.routeLongName).text ?? "", routeDesc: value(.routeDesc).text,
            routeType: value(.routeType).integer,
            type: RouteType(word: value(.type).text ?? ""),
            routeURL: value(.routeURL).text, routeColor: value(.routeColor).text,
            routeTextColor: value(.routeTextColor).text,
            routeSortOrder: value(.routeSortOrder).integer, networkID: value(.networkID).text)
    }
}
