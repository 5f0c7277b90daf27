public import GRDB
public import GTFSSchedule

/// A row of `trips.txt`. A GRDB record of the view `trips`.
public struct Trip: Codable, Hashable, Sendable, Identifiable {
    public var tripID: String
    public var routeID: String?
    public var serviceID: String?
    public var tripHeadsign: String?
    public var tripShortName: String?
    public var directionID: Int?
    public var blockID: String?
    public var shapeID: String?
    /// As published, nil where the feed is blank; see ``accessibility``.
    public var wheelchairAccessible: Int?
    public var bikesAllowed: Int?
    public var carsAllowed: Int?

    public var id: String { tripID }

    public init(
        tripID: String, routeID: String? = nil, serviceID: String? = nil,
        tripHeadsign: String? = nil, tripShortName: String? = nil, directionID: Int? = nil,
        blockID: String? = nil, shapeID: String? = nil, wheelchairAccessible: Int? = nil,
        bikesAllowed: Int? = nil, carsAllowed: Int? = nil
    ) {
        self.tripID = tripID
        self.routeID = routeID
        self.serviceID = serviceID
        self.tripHeadsign = tripHeadsign
        self.tripShortName = tripShortName
        self.directionID = directionID
        self.blockID = blockID
        self.shapeID = shapeID
        self.wheelchairAccessible = wheelchairAccessible
        self.bikesAllowed = bikesAllowed
        self.carsAllowed = carsAllowed
    }

    public enum CodingKeys: String, CodingKey, CaseIterable {
        case tripID = "trip_id"
        case routeID = "route_id"
        case serviceID = "service_id"
        case tripHeadsign = "trip_headsign"
        case tripShortName = "trip_short_name"
        case directionID = "direction_id"
        case blockID = "block_id"
        case shapeID = "shape_id"
        case wheelchairAccessible = "wheelchair_accessible"
        case bikesAllowed = "bikes_allowed"
        case carsAllowed = "cars_allowed"
    }

    /// Whether the vehicle takes wheelchairs.
    public var accessibility: Accessibility { Accessibility(code: wheelchairAccessible ?? 0) }
    /// Whether the vehicle takes bicycles.
    public var bikes: CarriagePermission { CarriagePermission(code: bikesAllowed ?? 0) }
    /// Whether the vehicle takes cars.
    public var cars: CarriagePermission { CarriagePermission(code: carsAllowed ?? 0) }
}

extension Trip: FetchableRecord, TableRecord {
    public static let databaseTableName = "trips"
    public static var databaseSelection: [any SQLSelectable] {
        CodingKeys.allCases.map { Column($0.rawValue) }
    }
}
