import Foundation
import GTFSRealtime
import TransitBundle
import TransitModel

struct AlertFacts: Sendable {
    struct Run {
        let tripID: String
        /// In days since 1970-01-01.
        var day: Int?
        var start: Int?
    }

    let agencies: AlertedAgencies
    let language: String?
    /// The codes of `route_type` in the feed; empty where no alert names one.
    private var types: Set<Int> = []
    private var above: [StopID: [String]] = [:]
    private var runs: [InformedEntity.Trip: RunKey] = [:]

    init(_ informed: [InformedEntity], in bundle: TransitBundle) async throws {
        let feed = try await bundle.feed()
        agencies = AlertedAgencies(feed.agencies)
        language = UsableValues.id(feed.info?.feedLang)
        if informed.contains(where: { $0.routeType != nil }) {
            types = Set(try await bundle.routes().compactMap(\.routeType))
        }
    }

    mutating func add(
        _ contents: RealtimeContents, in lookup: any TimetableLookup, counting effort: MatchEffort
    ) throws {
        // Selectors are few enough.
        let places = PlaceLookup(lookup, MatchEffort(limit: .max))
        for part in contents.informed where part.scope == .stop {
            guard let stop = part.stopID, above[StopID(stop)] == nil else { continue }
            above[StopID(stop)] = Array(try places.places(ofStop: stop).dropFirst())
        }
        runs = try contents.alertedRuns(in: lookup, counting: effort)
    }

    func type(_ code: Int) -> AlertedType { AlertedType(code, among: types) }

    func placesAbove(_ stop: String) -> [String] { above[StopID(stop)] ?? [] }

    func run(_ trip: InformedEntity.Trip) -> Run? {
        guard let id = trip.tripID else {
            return runs[trip].map { Run(tripID: $0.tripID.text, day: $0.day, start: $0.start) }
        }
        return Run(
            tripID: id, day: UsableValues.day(trip.startDate),
            start: UsableValues.time(trip.startTime))
    }
}
