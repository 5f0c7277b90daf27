import GTFSSchedule
import SystemLayer
import TransitAPI
import TransitBundle

/// The ways at a stop, and the changes from and to it, as text.
enum PlaceText {
    static func lines(
        _ details: StopDetailsDTO, in bundle: TransitBundle
    ) async throws -> [String] {
        let (ways, changes) = (details.model.pathways, details.transfers)
        let ids = Set(
            (ways.flatMap { [$0.fromStopID, $0.toStopID] }
                + changes.flatMap { [$0.fromStopID, $0.toStopID] }).compactMap { $0?.text })
        let stops = try await bundle.stops(ids: ids.sorted()).compactMap { $0 }
        let names = Dictionary(
            stops.map { (StopID($0.stopID), $0.stopName) }, uniquingKeysWith: { first, _ in first })
        func place(_ id: StopID?) -> String? {
            id.map { id in
                let name = names[id] ?? ""
                return name.isEmpty ? id.text : "\(name) (\(id.text))"
            }
        }
        let ofWays: [TextColumn<Pathway>] = [
            .init("from") { place($0.fromStopID) },
            .init("") { $0.isBidirectional == .yes ? "and back" : "one way" },
            .init("to") { place($0.toStopID) }, .init("kind") { $0.pathwayMode.map(word) },
            .init("meters", .right) { $0.length.map { Quantity.decimal($0, digits: 1) } },
            .init("seconds", .right) { $0.traversalTime.map { Quantity.count($0) } },
            .init("stairs", .right) { $0.stairCount.map { Quantity.count($0) } },
            .init("signs") { way in
                [way.signpostedAs, way.reversedSignpostedAs].compactMap { $0 }
                    .joined(separator: " / ")
            },
        ]
        let ofChanges: [TextColumn<Transfer>] = [
            .init("from") { end(place($0.fromStopID), $0.fromRouteID, $0.fromTripID) },
            .init("to") { end(place($0.toStopID), $0.toRouteID, $0.toTripID) },
            .init("kind") { word($0.transferType ?? .recommended) },
            .init("seconds", .right) { $0.minTransferTime.map { Quantity.count($0) } },
        ]
        return list("Pathways", ways, ofWays) + list("Transfers", changes, ofChanges)
    }

    private static func list<Row>(
        _ title: String, _ rows: [Row], _ columns: [TextColumn<Row>]
    ) -> [String] {
        rows.isEmpty
            ? [] : ["\(title) (\(Quantity.count(rows.count)))"] + TextTable(rows, columns).lines
    }

    private static func end(_ place: String?, _ route: RouteID?, _ trip: TripID?) -> String {
        [place, route.map { "route \($0.text)" }, trip.map { "trip \($0.text)" }]
            .compactMap { $0 }.joined(separator: ", ")
    }

    private static func word(_ mode: PathwayMode) -> String {
        switch mode {
        case .movingSidewalk: "moving sidewalk"
        case .fareGate: "fare gate"
        case .exitGate: "exit gate"
        default: mode.description
        }
    }

    private static func word(_ type: TransferType) -> String {
        switch type {
        case .recommended: "recommended"
        case .timed: "timed: the next vehicle waits"
        case .minimumTime: "minimum time needed"
        case .notPossible: "not possible"
        case .inSeat: "stay seated"
        case .inSeatNotAllowed: "leave and board again"
        default: type.description
        }
    }
}
