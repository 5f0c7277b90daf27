import BundleCodec
import Foundation
import TransitBundle
import TransitModel

/// By the narrowest part of the network that each selector names.
struct AlertIndex: Sendable {
    /// In the order of display.
    private let alerts: [HeldAlert]
    private let sources: [String]
    private let byID: [ExactText: Int32]
    private let agencies: AlertedAgencies
    private var onTrips: [TripID: [AlertSelector]] = [:]
    private var onRoutes: [RouteID: [AlertSelector]] = [:]
    private var onTypes: [AlertedType: [AlertSelector]] = [:]
    /// Selectors that also name an agency are here only in feeds with several.
    private var onStops: [StopID: [AlertSelector]] = [:]
    /// For feeds with several agencies.
    private var onAgencies: [AgencyID: [AlertSelector]] = [:]
    private var atStops: [StopID: [Int32]] = [:]
    private var belowStops: [StopID: [Int32]] = [:]
    /// For a feed with one agency.
    private var onFeed: [Int32] = []
    /// In seconds since 1970, in order: riders begin or cease to see an alert.
    private let turns: [Double]
    private let tags: AlertTags
    private let feedLanguage: String?
    /// For a reader who requests no language.
    let ownLanguage: LanguageRanks
    private let knownRanks = BoundedCache<String, LanguageRanks>(most: 100)

    static let none = AlertIndex()

    private init() {
        alerts = []
        sources = []
        byID = [:]
        turns = []
        agencies = AlertedAgencies([])
        tags = AlertTags()
        feedLanguage = nil
        ownLanguage = .none
    }

    init(_ contents: RealtimeContents, _ facts: AlertFacts) {
        tags = contents.alertTags
        feedLanguage = facts.language
        ownLanguage = tags.ranks(of: nil, own: feedLanguage)
        let sorted = contents.alerts.sorted { $0.alert.rank < $1.alert.rank }
        self.alerts = sorted.map(\.alert)
        sources = sorted.map(\.source)
        agencies = facts.agencies
        byID = Dictionary(
            sorted.enumerated().map { ($1.alert.id.exact, Int32($0)) }, uniquingKeysWith: { $1 })
        turns = sorted.flatMap(\.alert.turns).sorted()
        for (place, entry) in sorted.enumerated() {
            for part in entry.informed { add(part, of: Int32(place), facts) }
        }
    }

    private mutating func add(_ part: InformedEntity, of alert: Int32, _ facts: AlertFacts) {
        var selector = AlertSelector(
            alert: alert, routeID: part.routeID, directionID: part.directionID,
            agencyID: part.agencyID, routeType: part.routeType.map(facts.type),
            stopID: part.stopID)
        switch part.scope {
        case .trip, .stopOnTrip:
            guard let trip = part.trip, let run = facts.run(trip) else { return }
            (selector.day, selector.start) = (run.day, run.start)
            selector.isOneRun = trip.tripID == nil
            onTrips[TripID(run.tripID), default: []].append(selector)
        case .route, .stopOnRoute, .routeType:
            if let route = part.routeID {
                onRoutes[RouteID(route), default: []].append(selector)
            } else if let type = selector.routeType {
                onTypes[type, default: []].append(selector)
            }
        case .stop:
            guard let stop = part.stopID, part.agencyID.map(agencies.has) ?? true else { return }
            // Several agencies call at a stop.
            if part.agencyID != nil, !agencies.isSingle {
                onStops[StopID(stop), default: []].append(selector)
                return
            }
            Self.append(alert, to: &atStops[StopID(stop), default: []])
            for place in facts.placesAbove(stop) {
                Self.append(alert, to: &belowStops[StopID(place), default: []])
            }
        case .agency:
            guard let agency = part.agencyID, agencies.has(agency) else { return }
            if agencies.isSingle {
                Self.append(alert, to: &onFeed)
            } else {
                onAgencies[AgencyID(agency), default: []].append(selector)
            }
        case .unknown: break
        }
    }

    /// Alerts come in order, and a part may be named again and again.
    private static func append(_ alert: Int32, to alerts: inout [Int32]) {
        if alerts.last != alert { alerts.append(alert) }
    }

    var isEmpty: Bool { alerts.isEmpty }

    func isSteady(from start: Double, to end: Double) -> Bool {
        let next = turns.indices.bisected { turns[$0] > start }
        return next == turns.endIndex || turns[next] > end
    }

    // MARK: Places of alerts in the order of display

    func alerts(
        about call: AlertedCall, where isWanted: (AlertSelector) -> Bool = { _ in true }
    ) -> Set<Int32> {
        var found: Set<Int32> = []
        func add(_ selectors: [AlertSelector]?) {
            for selector in selectors ?? []
            where isWanted(selector) && selector.fits(call, agencies) {
                found.insert(selector.alert)
            }
        }
        if !onTrips.isEmpty { add(onTrips[TripID(call.tripID)]) }
        if !onRoutes.isEmpty, let route = call.routeID { add(onRoutes[RouteID(route)]) }
        for type in types(of: call.route) { add(onTypes[type]) }
        add(ofAgency(of: call.route))
        if !onStops.isEmpty {
            for place in Set(call.places.map { StopID($0) }) { add(onStops[place]) }
        }
        return found
    }

    /// Few, however many of them alerts name.
    private func types(of route: Route?) -> [AlertedType] {
        guard !onTypes.isEmpty, let code = route?.routeType else { return [] }
        let wide = AlertedType.basic.map { AlertedType(code: $0, isWide: true) }
        return [AlertedType(code: code, isWide: false)] + wide.filter { $0.fits(route) }
    }

    private func ofAgency(of route: Route?) -> [AlertSelector]? {
        guard !onAgencies.isEmpty, let agency = route?.agencyID else { return nil }
        return onAgencies[AgencyID(agency)]
    }

    func alerts(about route: Route) -> Set<Int32> {
        var found = ofFeed
        let byType = types(of: route).compactMap { onTypes[$0] }
        let byAgency = ofAgency(of: route).map { [$0] } ?? []
        for selectors in [onRoutes[RouteID(route.routeID)] ?? []] + byType + byAgency {
            for selector in selectors
            where selector.stopID == nil && selector.fits(route, agencies) {
                found.insert(selector.alert)
            }
        }
        return found
    }

    func alerts(at places: [String]) -> Set<Int32> {
        places.reduce(into: []) { $0.formUnion(atStops[StopID($1)] ?? []) }
    }

    func alerts(below stop: String) -> Set<Int32> { Set(belowStops[StopID(stop)] ?? []) }

    var ofFeed: Set<Int32> { Set(onFeed) }

    var all: Set<Int32> { Set(alerts.indices.map { Int32($0) }) }

    func alerts(_ ids: some Sequence<ExactText>) -> Set<Int32> {
        Set(ids.compactMap { byID[$0] })
    }

    func sources(of ids: [String]) -> Set<ExactText> {
        Set(alerts(ids.map(\.exact)).map { sources[Int($0)].exact })
    }

    // MARK: Alerts

    /// The best tags come first: the first one in which there is a text counts.
    func ranks(of wishes: [String]) -> LanguageRanks {
        guard let wish = wishes.first(where: tags.has) else { return ownLanguage }
        return knownRanks.value(for: wish) { tags.ranks(of: wish, own: feedLanguage) }
    }

    func areAll(in language: LanguageMatch, by ranks: LanguageRanks) -> Bool {
        tags.areAll(in: language, by: ranks)
    }

    subscript(place: Int32) -> HeldAlert { alerts[Int(place)] }

    func shown(_ places: Set<Int32>, at moment: Date?) -> [HeldAlert] {
        places.sorted().lazy.map { self[$0] }.filter { $0.isShown(at: moment) }
    }
}
