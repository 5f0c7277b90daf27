public import GRDB
public import GTFSSchedule
import SQLiteLayer

/// What runs on a route, by which apps group and colour: Train, Metro, Bus, ...
public typealias RouteType = Mode

/// A row of `routes.txt`. A GRDB record: `try Route.fetchAll(db)` works.
public struct Route: Codable, Hashable, Sendable, Identifiable {
    /// The key of the route, the same in every bundle of its line that has it.
    public var rid: Int64
    public var routeID: String
    public var agencyID: String?
    /// Empty where the feed gives none; see ``name``.
    public var routeShortName: String
    public var routeLongName: String
    public var routeDesc: String?
    /// The code in the feed, basic or extended.
    public var routeType: Int?
    /// What the code means.
    public var type: RouteType
    public var routeURL: String?
    /// As published, RRGGBB; see ``colour`` for what to paint with.
    public var routeColor: String?
    public var routeTextColor: String?
    public var routeSortOrder: Int?
    public var networkID: String?

    public var id: Int64 { rid }

    public init(
        rid: Int64, routeID: String = "", agencyID: String? = nil, routeShortName: String,
        routeLongName: String, routeDesc: String? = nil, routeType: Int? = nil,
        type: RouteType, routeURL: String? = nil, routeColor: String? = nil,
        routeTextColor: String? = nil, routeSortOrder: Int? = nil, networkID: String? = nil
    ) {
        self.rid = rid
        self.routeID = routeID
        self.agencyID = agencyID
        self.routeShortName = routeShortName
        self.routeLongName = routeLongName
        self.routeDesc = routeDesc
        self.routeType = routeType
        self.type = type
        self.routeURL = routeURL
        self.routeColor = routeColor
        self.routeTextColor = routeTextColor
        self.routeSortOrder = routeSortOrder
        self.networkID = networkID
    }

    public enum CodingKeys: String, CodingKey, CaseIterable {
        case rid
        case routeID = "route_id"
        case agencyID = "agency_id"
        case routeShortName = "route_short_name"
        case routeLongName = "route_long_name"
        case routeDesc = "route_desc"
        case routeType = "route_type"
        case type = "mode"
        case routeURL = "route_url"
        case routeColor = "route_color"
        case routeTextColor = "route_text_color"
        case routeSortOrder = "route_sort_order"
        case networkID = "network_id"
    }
}

extension Route {
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String? {
            try values.decodeIfPresent(String.self, forKey: key)
        }
        self.init(
            rid: try values.decode(Int64.self, forKey: .rid),
            routeID: try text(.routeID) ?? "", agencyID: try text(.agencyID),
            routeShortName: try text(.routeShortName) ?? "",
            routeLongName: try text(.routeLongName) ?? "", routeDesc: try text(.routeDesc),
            routeType: try values.decodeIfPresent(Int.self, forKey: .routeType),
            // A mode of a later tool is none that this library could name.
            type: try text(.type).flatMap(RouteType.init(rawValue:)) ?? .other,
            routeURL: try text(.routeURL), routeColor: try text(.routeColor),
            routeTextColor: try text(.routeTextColor),
            routeSortOrder: try values.decodeIfPresent(Int.self, forKey: .routeSortOrder),
            networkID: try text(.networkID))
    }

    /// The values of a row that has ``columns``: faster still.
    init(_ row: Columns) throws {
        self.init(
            rid: try row.required(row.key(0), "rid"), routeID: row.text(1) ?? "",
            agencyID: row.text(2), routeShortName: row.text(3) ?? "",
            routeLongName: row.text(4) ?? "", routeDesc: row.text(5), routeType: row.integer(6),
            type: row.text(7).flatMap(RouteType.init(rawValue:)) ?? .other, routeURL: row.text(8),
            routeColor: row.text(9), routeTextColor: row.text(10),
            routeSortOrder: row.integer(11), networkID: row.text(12))
    }

    /// What to select for it.
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
            type: value(.type).text.flatMap(RouteType.init(rawValue:)) ?? .other,
            routeURL: value(.routeURL).text, routeColor: value(.routeColor).text,
            routeTextColor: value(.routeTextColor).text,
            routeSortOrder: value(.routeSortOrder).integer, networkID: value(.networkID).text)
    }

    /// What to call the route: its short name, else its long one, else its id.
    public var name: String {
        [routeShortName, routeLongName].first { !$0.isEmpty } ?? routeID
    }

    /// The colour to paint with: the feed's, else the badge colour of the route's type.
    public var colour: Color {
        routeColor.flatMap(Color.init(cellText:)) ?? type.badgeColour
    }

    /// A colour that can be read on ``colour``: the feed's where it can, else black or white.
    public var textColour: Color {
        guard let background = routeColor.flatMap(Color.init(cellText:)) else {
            return type.badgeColour.readableText
        }
        return RouteColors(
            routeColor: background, routeTextColor: routeTextColor.flatMap(Color.init(cellText:))
        ).readableText
    }
}

extension Route: FetchableRecord, TableRecord {
    public static let databaseTableName = "routes"
    public static var databaseSelection: [any SQLSelectable] {
        CodingKeys.allCases.map { Column($0.rawValue) }
    }
}
