import ArgumentParser
import FeedCompiling
import FeedReading
import GTFSSchedule

struct FilterOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Keep trips with a stop in this box: minLon,minLat,maxLon,maxLat.", valueName: "box"),
        transform: Self.box)
    var bbox: FilterBox?

    @Option("Keep trips with a stop in the polygons of this GeoJSON file.", value: "file")
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
        transform: { try RouteTypeList(CommaList.values(of: $0)) })
    var routeTypes: [RouteTypeList] = []

    @Option(
        name: .customLong("not-agency"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Leave out routes of these agencies.", valueName: "ids"))
    var leftOutAgencies: [CommaList] = []

    @Option(
        name: .customLong("not-route"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Leave out these routes.", valueName: "ids"))
    var leftOutRoutes: [CommaList] = []

    @Option(
        name: .customLong("not-type"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Leave out routes of these types.", valueName: "types"),
        transform: { try RouteTypeList(CommaList.values(of: $0)) })
    var leftOutTypes: [RouteTypeList] = []

    @Option(
        name: .customLong("not-stop"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Leave out trips that call at these stops or stations, by stop_id.", valueName: "ids"))
    var leftOutStops: [CommaList] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Keep service from this day: YYYYMMDD, today or -7d.", valueName: "day"),
        transform: WrittenDay.init)
    var fromDate: WrittenDay?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Keep service up to this day: YYYYMMDD, today or +60d.", valueName: "day"),
        transform: WrittenDay.init)
    var toDate: WrittenDay?

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp(
            "Leave out parts of the feed: \(FeedPart.words).", valueName: "parts"),
        transform: { try FeedPart.parts(CommaList.values(of: $0)) })
    var without: [Set<FeedPart>] = []

    @Option(
        name: .customLong("extensions"), parsing: .singleValue,
        help: ArgumentHelp(
            "Keep only these files and columns that the reference does not know: "
                + "facilities,trips.trip_note.",
            valueName: "names"),
        transform: { try ExtensionChoice(CommaList.values(of: $0)) })
    var extensions: [ExtensionChoice] = []

    @Option(
        help: ArgumentHelp(
            "Round shape_dist_traveled to multiples of this, in the feed's unit, such as 0.1.",
            valueName: "step"),
        transform: DistanceStep.init)
    var roundDistances: DistanceStep?
    @ArgumentParser.Flag(
        help: "Keep all digits of shapes' coordinates, not only millionths of a degree.")
    var exactShapes = false

    func validate() throws {
        if bbox != nil, polygon != nil {
            throw ValidationError("--bbox and --polygon cannot be combined")
        }
    }

    func filter(today: ServiceDate) throws -> FeedFilter {
        var filter = FeedFilter()
        filter.agencies = Set(agencies.flatMap(\.values).map(AgencyID.init))
        filter.routes = Set(routes.flatMap(\.values).map(RouteID.init))
        filter.routeTypes = Set(routeTypes.flatMap(\.codes))
        filter.modes = Set(routeTypes.flatMap(\.modes))
        filter.leftOutAgencies = Set(leftOutAgencies.flatMap(\.values).map(AgencyID.init))
        filter.leftOutRoutes = Set(leftOutRoutes.flatMap(\.values).map(RouteID.init))
        filter.leftOutTypes = Set(leftOutTypes.flatMap(\.codes))
        filter.leftOutModes = Set(leftOutTypes.flatMap(\.modes))
        filter.leftOutStops = Set(leftOutStops.flatMap(\.values).map(StopID.init))
        filter.area = try bbox?.area ?? polygon.map(Self.area)
        filter.from = fromDate?.date(today: today)
        filter.to = toDate?.date(today: today)
        if let from = filter.from, let to = filter.to, from > to {
            throw ValidationError("--from-date \(from) is after --to-date \(to)")
        }
        filter.without = without.reduce(into: []) { $0.formUnion($1) }
        if !extensions.isEmpty {
            filter.extensions = try ExtensionChoice(extensions.flatMap(\.names))
        }
        filter.distanceStep = roundDistances
        filter.hasExactShapes = exactShapes
        return filter
    }

    static func box(_ argument: String) throws -> FilterBox {
        try FilterBox(text: ArgumentSpelling.restored(argument))
    }

    private static func area(_ path: String) throws -> FilterArea {
        do {
            return try AreaFile.read(path)
        } catch let error as UnusableValue {
            throw ValidationError("--polygon \(path): \(error)")
        }
    }
}

extension CommaList: ExpressibleByArgument {
    package init?(argument: String) {
        self.init(text: argument)
    }

    fileprivate static func values(of text: String) -> [String] {
        CommaList(text: text)?.values ?? []
    }
}
