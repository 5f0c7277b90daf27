import SystemLayer
import TransitRealtime

struct MatchAnswer: Encodable {
    private let tripUpdates: Part
    private let stopUpdates: Part
    private let vehicles: Part
    private let alerts: Part
    private let modifiedTrips: Int?
    private let coverage: CoverageAnswer
    private let leftOut: Int?

    init(_ match: MessageMatch) {
        let trips = match.trips
        tripUpdates = Part(
            count: trips.tripUpdates, outcomes: MatchOutcome.allCases, trips.counts,
            unmatched: trips.samples, matchedShare: trips.matchedShare)
        stopUpdates = Part(
            count: trips.stopUpdates, outcomes: StopMismatch.allCases, trips.stopCounts,
            unmatched: trips.stopSamples)
        var vehicles = Part(
            count: match.vehicles.tripUpdates + match.placeless.count,
            outcomes: MatchOutcome.allCases, match.vehicles.counts,
            unmatched: match.vehicles.samples)
        vehicles.add("no_position", match.placeless.count, match.placeless)
        self.vehicles = vehicles
        alerts = Part(
            count: match.alerts.alerts, outcomes: AlertFit.Mismatch.allCases,
            match.alerts.samples.mapValues(\.count), unmatched: match.alerts.samples,
            parts: match.alerts.parts)
        modifiedTrips = trips.modifiedTrips > 0 ? trips.modifiedTrips : nil
        coverage = CoverageAnswer(match.coverage, at: match.at)
        leftOut = trips.leftOut > 0 ? trips.leftOut : nil
    }

    private struct Part: Encodable {
        let count: Int
        let parts: Int?
        let matchedShare: Double?
        private var counts: [String: Int] = [:]
        private var unmatched: [String: [MatchReport.Sample]] = [:]
        private var order: [String] = []

        private enum CodingKeys: String, CodingKey {
            case count, parts, counts, unmatched, matchedShare
        }

        init<Outcome: RawRepresentable<String> & Hashable>(
            count: Int, outcomes: [Outcome], _ counts: [Outcome: Int],
            unmatched: [Outcome: [MatchReport.Sample]], matchedShare: Double? = nil,
            parts: Int? = nil
        ) {
            self.count = count
            self.parts = parts
            self.matchedShare = matchedShare
            for outcome in outcomes {
                add(outcome.rawValue, counts[outcome] ?? 0, unmatched[outcome] ?? [])
            }
        }

        mutating func add(_ word: String, _ count: Int, _ samples: [MatchReport.Sample]) {
            guard count > 0 else { return }
            order.append(word)
            counts[word] = count
            if !samples.isEmpty { unmatched[word] = samples }
        }

        private static let mostShown = 3

        var lines: [String] {
            TextTable(
                order,
                [
                    .init("", .right) { Quantity.count(counts[$0] ?? 0) }, .init { $0 },
                    .init { shown(unmatched[$0] ?? []) },
                ]
            ).lines
        }

        private func shown(_ samples: [MatchReport.Sample]) -> String {
            let most = Self.mostShown
            return samples.prefix(most).map(MatchAnswer.words).joined(separator: "; ")
                + (samples.count > most
                    ? " (\(most) of \(Quantity.count(samples.count)), --json for all)" : "")
        }
    }

    var text: String {
        var first =
            Quantity.count(tripUpdates.count, "trip update") + " with "
            + Quantity.count(stopUpdates.count, "stop update")
        if let share = tripUpdates.matchedShare {
            first += ", \(Int((share * 100).rounded(.down))) % of those for scheduled trips fit"
        }
        var lines = [first] + tripUpdates.lines
        if !stopUpdates.lines.isEmpty {
            lines += ["stop updates that fit no call of their trip"] + stopUpdates.lines
        }
        lines += [Quantity.count(vehicles.count, "vehicle")] + vehicles.lines
        lines.append(
            Quantity.count(alerts.count, "alert") + " about "
                + Quantity.count(alerts.parts ?? 0, "part") + " of the network")
        lines += alerts.lines + coverage.lines
        if let modifiedTrips {
            lines.append(Quantity.count(modifiedTrips, "trip") + " modified, not applied")
        }
        if let leftOut {
            lines.append(
                "\(Quantity.count(leftOut)) alerts, parts that they name, vehicles or detours are "
                    + "left out because there are too many"
            )
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func words(_ sample: MatchReport.Sample) -> String {
        let parts: [String?] = [
            sample.vehicleID.map { "vehicle \($0)" } ?? sample.entityID,
            sample.agencyID.map { "agency \($0)" }, sample.routeType.map { "type \($0)" },
            sample.tripID ?? sample.routeID.map { "route \($0)" }, sample.startDate,
            sample.startTime, sample.stopSequence.map { "number \($0)" },
            sample.stopID.map { "stop \($0)" },
        ]
        return parts.compactMap { $0 }.map { TerminalText.safe($0, limit: 40) }
            .joined(separator: " ")
    }
}
