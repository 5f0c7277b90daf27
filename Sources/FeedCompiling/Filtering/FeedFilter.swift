public import FeedReading
public import GTFSSchedule

/// The part of a feed that a bundle keeps.
///
/// All given conditions must hold. A trip is kept whole or not at all; what kept trips need (stops
/// with their stations, shapes, services, routes, agencies) follows, and whatever refers to
/// something left out is left out too.
public struct FeedFilter: Sendable, Equatable {
    /// The agencies whose routes are kept; empty keeps all.
    public var agencies: Set<AgencyID> = []
    /// The routes that are kept; empty keeps all.
    public var routes: Set<RouteID> = []
    /// The values of `route_type` of the routes that are kept.
    public var routeTypes: Set<Int> = []
    /// A route is kept when either `routeTypes` or `modes` names it.
    public var modes: Set<Mode> = []
    /// The agencies whose routes are left out.
    public var leftOutAgencies: Set<AgencyID> = []
    /// The routes that are left out.
    public var leftOutRoutes: Set<RouteID> = []
    /// The values of `route_type` of the routes that are left out.
    public var leftOutTypes: Set<Int> = []
    /// The modes of the routes that are left out.
    public var leftOutModes: Set<Mode> = []
    /// A trip that calls at one of these stops, or at a stop of one of these stations, is left out.
    public var leftOutStops: Set<StopID> = []
    /// A trip is kept when it calls at a stop inside.
    public var area: FilterArea?
    /// The first day of service that is kept.
    public var from: ServiceDate?
    /// The last day of service that is kept.
    public var to: ServiceDate?
    /// What is left out, although the feed has it.
    public var without: Set<FeedPart> = []
    /// The files and columns to keep that the reference does not know; nil keeps all.
    public var extensions: ExtensionChoice?
    /// The step to which `shape_dist_traveled` is rounded; nil keeps distances exactly.
    public var distanceStep: DistanceStep?
    /// Whether coordinates of shapes keep all their digits, beyond a millionth of a degree.
    public var hasExactShapes = false

    /// Creates a filter that keeps all.
    public init() {}

    package var isSelective: Bool {
        limitsRoutes || leavesOutRoutes || !leftOutStops.isEmpty || area != nil || from != nil
            || to != nil || without.contains(.flex)
    }

    /// Whether it can leave out rows, files or columns of the reference.
    package var leavesOut: Bool {
        isSelective || without.contains { $0 == .distances || !$0.files.isEmpty }
    }

    var limitsRoutes: Bool {
        !agencies.isEmpty || !routes.isEmpty || !routeTypes.isEmpty || !modes.isEmpty
    }

    var leavesOutRoutes: Bool {
        !leftOutAgencies.isEmpty || !leftOutRoutes.isEmpty || !leftOutTypes.isEmpty
            || !leftOutModes.isEmpty
    }

    /// Days since 1970-01-01; nil when neither end is given.
    package var days: ClosedRange<Int>? {
        guard from != nil || to != nil else { return nil }
        let first = (from ?? .earliest).dayNumber
        return first...max(first, (to ?? .latest).dayNumber)
    }

    /// The days on which a trip may have begun that still runs on one of `days`: boards look back
    /// that far.
    var daysToBegin: ClosedRange<Int>? {
        guard let days, let from else { return days }
        return from.adding(days: -30).dayNumber...days.upperBound
    }

    func keepsRoute(id: RouteID, agency: AgencyID, type: Int?) -> Bool {
        if !agencies.isEmpty, !agencies.contains(agency) { return false }
        if !routes.isEmpty, !routes.contains(id) { return false }
        if leftOutAgencies.contains(agency) || leftOutRoutes.contains(id) { return false }
        if let type {
            if leftOutTypes.contains(type) { return false }
            if leftOutModes.contains(RouteType(code: type).mode) { return false }
        }
        if routeTypes.isEmpty && modes.isEmpty { return true }
        guard let type else { return false }
        return routeTypes.contains(type) || modes.contains(RouteType(code: type).mode)
    }
}

extension FeedFilter {
    /// The keys are the options' names on the command line.
    package var json: JSONValue {
        var values: [String: JSONValue] = [:]
        func add(_ name: String, _ texts: [String]) {
            if !texts.isEmpty { values[name] = .array(texts.map { .string($0) }) }
        }
        add("agency", agencies.sorted().map(\.text))
        add("route", routes.sorted().map(\.text))
        add("route_type", (routeTypes.map { "\($0)" } + modes.map(\.rawValue)).sorted())
        add("not_agency", leftOutAgencies.sorted().map(\.text))
        add("not_route", leftOutRoutes.sorted().map(\.text))
        add("not_type", (leftOutTypes.map { "\($0)" } + leftOutModes.map(\.rawValue)).sorted())
        add("not_stop", leftOutStops.sorted().map(\.text))
        add("extensions", extensions?.names ?? [])
        add("without", without.map(\.rawValue).sorted())
        switch area {
        case .box(let west, let south, let east, let north)?:
            values["bbox"] = .array([west, south, east, north].map { .number($0) })
        case .polygons(let polygons)?:
            values["polygon"] = .array(polygons.map { .array($0.map(\.json)) })
        case nil: break
        }
        if let from { values["from_date"] = .string(from.description) }
        if let to { values["to_date"] = .string(to.description) }
        if let distanceStep { values["round_distances"] = .string(distanceStep.description) }
        if hasExactShapes { values["exact_shapes"] = .bool(true) }
        return JSONValue(values)
    }
}

extension FilterArea.Ring {
    fileprivate var json: JSONValue {
        .array(points.map { .array([.number($0.longitude), .number($0.latitude)]) })
    }
}

/// A part of a feed that a bundle may lack: ``FeedFilter/without``.
public enum FeedPart: String, Sendable, CaseIterable {
    /// `shapes.txt`.
    case shapes
    /// The files about fares.
    case fares
    /// `transfers.txt`.
    case transfers
    /// `pathways.txt`.
    case pathways
    /// `translations.txt`.
    case translations
    /// `attributions.txt`.
    case attributions
    /// On-demand service, with its rows of `stop_times.txt`.
    case flex
    /// `shape_dist_traveled`.
    case distances
    /// Files and columns that the reference does not know.
    case extensions

    package static func parts(_ names: [String]) throws(UnusableValue) -> Set<FeedPart> {
        let parts = names.compactMap { FeedPart(rawValue: $0.lowercased()) }
        guard !parts.isEmpty, parts.count == names.count else {
            throw UnusableValue("expected some of \(words)")
        }
        return Set(parts)
    }

    package static var words: String { allCases.map(\.rawValue).joined(separator: ", ") }

    package var files: [String] {
        switch self {
        case .shapes, .transfers, .pathways, .translations, .attributions: ["\(rawValue).txt"]
        case .fares:
            [
                "fare_attributes.txt", "fare_rules.txt", "timeframes.txt", "rider_categories.txt",
                "fare_media.txt", "fare_products.txt", "fare_leg_rules.txt",
                "fare_leg_join_rules.txt", "fare_transfer_rules.txt", "areas.txt",
                "stop_areas.txt", "networks.txt", "route_networks.txt",
            ]
        // With the rows of `stop_times.txt` that have windows.
        case .flex:
            [
                "locations.geojson", "location_groups.txt", "location_group_stops.txt",
                "booking_rules.txt",
            ]
        // Not a file but a column of two. It is read anyway: interpolation of times uses it.
        case .distances: []
        case .extensions: []
        }
    }
}

/// A step for distances, in the feed's unit.
public struct DistanceStep: Sendable, Equatable, CustomStringConvertible {
    /// The step is this number over `scale`, a power of ten.
    private let numerator: Int64
    private let scale: Int64

    /// Reads a step as a person wrote it, such as 0.1 or 25: above 0, with at most six decimals.
    public init(text: String) throws(UnusableValue) {
        let wanted = "expected a step such as 0.1 or 25, from 0.000001 to 1000000"
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let decimals = parts.count == 2 ? parts[1] : ""
        guard 1...2 ~= parts.count, text.utf8.allSatisfy({ $0 == 46 || 48...57 ~= $0 }),
            text.utf8.count <= 14, decimals.count <= 6,
            var numerator = Int64(parts[0] + decimals), numerator > 0
        else { throw UnusableValue(wanted) }
        var scale: Int64 = 1
        for _ in decimals { scale *= 10 }
        while scale > 1, numerator % 10 == 0 {
            numerator /= 10
            scale /= 10
        }
        guard numerator <= 1_000_000 * scale else { throw UnusableValue(wanted) }
        self.numerator = numerator
        self.scale = scale
    }

    /// The step without superfluous zeros: one text for one step.
    public var description: String {
        guard scale > 1 else { return "\(numerator)" }
        return "\(numerator / scale)." + "\(scale + numerator % scale)".dropFirst()
    }

    /// The nearest multiple of the step, as the double that its decimals mean; halves round away
    /// from 0. A distance too large to have such digits stays as it is.
    package func rounded(_ distance: Double) -> Double {
        let steps = (distance * Double(scale) / Double(numerator)).rounded()
        guard abs(steps) * Double(numerator) < 0x1p50 else { return distance }
        return Double(Int64(steps) * numerator) / Double(scale)
    }
}

extension FeedFilter {
    /// A distance as the bundle stores it; NaN (blank) where there is none.
    func kept(distance: Double) -> Double {
        if without.contains(.distances) { return .nan }
        return distanceStep?.rounded(distance) ?? distance
    }
}
