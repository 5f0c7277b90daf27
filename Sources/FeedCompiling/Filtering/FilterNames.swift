import FeedReading
import GTFSSchedule
import SystemLayer

/// A name in a filter that the feed does not have.
public struct UnknownName: Hashable, Sendable, CustomStringConvertible {
    package enum Kind: String, Sendable {
        case agency
        case route
        case routeType = "route of type"
        case mode = "route of mode"
        case stop
        case `extension` = "file or column"
    }

    package let kind: Kind
    package let name: String
    let choices: [String]
    let areNear: Bool
    let others: Int

    /// One line: `the feed has no route T8; the nearest are T1, T2`.
    public var description: String {
        let text = "the feed has no \(kind.rawValue) \(name)"
        guard !choices.isEmpty else { return TerminalText.safe(text, limit: 200) }
        let list = choices.joined(separator: ", ")
        let rest =
            areNear
            ? "; the nearest \(choices.count == 1 ? "is" : "are") \(list)"
            : "; it has \(list)" + (others > 0 ? " and \(others) more" : "")
        return TerminalText.safe(text + rest, limit: 400)
    }
}

struct FilterNames {
    private var agencies: Set<AgencyID>
    private var routes: Set<RouteID>
    private var types: Set<Int>
    private var modes: Set<Mode>
    private let stops: Set<StopID>
    private var knownAgencies: Set<AgencyID> = []
    private var knownTypes: Set<Int> = []

    /// Names beyond these are reported without suggestions: looking for some takes a while in a
    /// feed with many ids.
    private static let mostCompared = 10

    init(_ filter: FeedFilter) {
        agencies = filter.agencies.union(filter.leftOutAgencies)
        routes = filter.routes.union(filter.leftOutRoutes)
        types = filter.routeTypes.union(filter.leftOutTypes)
        modes = filter.modes.union(filter.leftOutModes)
        stops = filter.leftOutStops
    }

    mutating func note(agency: AgencyID) {
        agencies.remove(agency)
        if !agency.text.isEmpty { knownAgencies.insert(agency) }
    }

    mutating func note(route: RouteID, agency: AgencyID, type: Int?) {
        routes.remove(route)
        note(agency: agency)
        guard let type else { return }
        types.remove(type)
        modes.remove(RouteType(code: type).mode)
        knownTypes.insert(type)
    }

    func unknown(amongRoutes routeIDs: IDTable, stops stopIDs: IDTable) -> [UnknownName] {
        var all: [UnknownName] = []
        func add(
            _ kind: UnknownName.Kind, missing: [String], isRanked: Bool = true,
            _ known: () -> [String]
        ) {
            guard !missing.isEmpty else { return }
            all += Self.unknown(kind, missing: missing, among: known(), isRanked: isRanked)
        }
        add(.agency, missing: agencies.map(\.text)) { knownAgencies.map(\.text).sorted() }
        add(.route, missing: routes.map(\.text)) {
            (0..<routeIDs.count).map(routeIDs.string).sorted()
        }
        let missing = stops.map(\.text).filter { stopIDs.find($0) == nil }
        add(.stop, missing: missing) { (0..<stopIDs.count).map(stopIDs.string).sorted() }
        // Codes and modes have no near names.
        add(.routeType, missing: types.map { "\($0)" }, isRanked: false) {
            knownTypes.sorted().map { "\($0)" }
        }
        add(.mode, missing: modes.map(\.rawValue), isRanked: false) {
            Set(knownTypes.map { RouteType(code: $0).mode.rawValue }).sorted()
        }
        return all
    }

    static func unknown(
        _ kind: UnknownName.Kind, missing: [String], among known: [String], isRanked: Bool = true
    ) -> [UnknownName] {
        missing.sorted().enumerated().map { place, name in
            let near =
                isRanked && place < mostCompared
                ? ClosestWord.nearest(name, among: known, count: 3) : []
            let choices = near.isEmpty ? Array(known.prefix(5)) : near
            return UnknownName(
                kind: kind, name: name, choices: choices, areNear: !near.isEmpty,
                others: known.count - choices.count)
        }
    }
}
