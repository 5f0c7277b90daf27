import ArgumentParser
import FeedCompiling
import GTFSSchedule

/// Which part of a feed a bundle takes.
struct FilterOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Keep trips with a stop in this box: minLon,minLat,maxLon,maxLat.", valueName: "box"),
        transform: BoundingBox.init(argument:))
    var bbox: BoundingBox?

    @Option(
        help: ArgumentHelp(
            "Keep trips with a stop in the polygons of this GeoJSON file.", valueName: "file"))
    var polygon: String?

    @Option(
        name: .customLong("agency"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Keep routes of these agencies, by agency_id; repeatable, comma separated.",
            valueName: "ids"))
    var agencies: [CommaList] = []

    @Option(
        name: .customLong("route"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Keep these routes, by route_id; repeatable, comma separated.", valueName: "ids"))
    var routes: [CommaList] = []

    @Option(
        name: .customLong("route-type"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Keep routes of these types: codes like 3 or 700, modes like bus or rail.",
            valueName: "types"),
        transform: RouteTypeList.init(argument:))
    var routeTypes: [RouteTypeList] = []

    @Option(
        help: ArgumentHelp("Keep service from this day on.", valueName: "YYYYMMDD"),
        transform: Self.date)
    var fromDate: ServiceDate?

    @Option(
        help: ArgumentHelp("Keep service up to this day.", valueName: "YYYYMMDD"),
        transform: Self.date)
    var toDate: ServiceDate?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Leave out parts of the feed: \(Self.partNames).", valueName: "parts"),
        transform: Self.parts)
    var without: [Set<FeedPart>] = []

    func validate() throws {
        if bbox != nil, polygon != nil {
            throw ValidationError("--bbox and --polygon exclude each other")
        }
        if let fromDate, let toDate, fromDate.yyyymmdd > toDate.yyyymmdd {
            throw ValidationError("--from-date \(fromDate) is after --to-date \(toDate)")
        }
    }

    /// The filter; this is when the polygons are read.
    func filter() throws -> FeedFilter {
        var filter = FeedFilter()
        filter.agencies = Set(agencies.flatMap(\.values))
        filter.routes = Set(routes.flatMap(\.values))
        filter.routeTypes = Set(routeTypes.flatMap(\.codes))
        filter.modes = Set(routeTypes.flatMap(\.modes))
        filter.area = try bbox?.area ?? polygon.map(AreaFile.read)
        filter.from = fromDate
        filter.to = toDate
        filter.without = without.reduce(into: []) { $0.formUnion($1) }
        return filter
    }

    private static let partNames = FeedPart.allCases.map(\.rawValue).joined(separator: ", ")

    private static func date(_ argument: String) throws -> ServiceDate {
        guard argument.utf8.count == 8, let number = Int32(argument),
            let date = ServiceDate(yyyymmdd: number)
        else { throw ValidationError("want a day as YYYYMMDD") }
        return date
    }

    private static func parts(_ argument: String) throws -> Set<FeedPart> {
        let names = CommaList(argument: argument)?.values ?? []
        let parts = names.compactMap { FeedPart(rawValue: $0.lowercased()) }
        guard !parts.isEmpty, parts.count == names.count else {
            throw ValidationError("want some of \(partNames)")
        }
        return Set(parts)
    }
}
