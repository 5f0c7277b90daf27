import Foundation
import TransitModel
import WebPages

struct VehicleWords: PagePart {
    let context: ExplorerContext

    func place(of vehicle: LiveVehicle, on calls: [TimedCall]) -> HTML {
        let next = vehicle.nextCall?.stopSequence
        let index = calls.firstIndex { $0.stopSequence == next }
        let before = index.flatMap { $0 > 0 ? calls[$0 - 1].stop : nil }
        let words = self.words(vehicle, from: before, to: index.flatMap { calls[$0].stop })
        return """
            <p id="vehicle"><b>\(texts("vehicle.title"))</b> \
            \(HTML.joined(words, separator: " · "))</p>
            """
    }

    func list(ofRoute id: String) async throws -> HTML? {
        guard let ticking = context.tickingIfLive else { return nil }
        let found = try await context.vehicles(ofRoute: id, limit: Self.most)
        let oldest = context.usedNow.addingTimeInterval(-Self.longest)
        let vehicles = found.filter { vehicle in vehicle.at.map { $0.date >= oldest } ?? true }
        let stops = try await context.stops(ids: vehicles.compactMap(\.nextCall?.stopID))
        let items = vehicles.map { vehicle -> HTML in
            let next = vehicle.nextCall?.stopID.flatMap { stops[StopID($0)] }
            let words = HTML.joined(words(vehicle, from: nil, to: next), separator: " · ")
            guard let trip = vehicle.tripID, let date = vehicle.serviceDate else {
                return "<li>\(words)</li>\n"
            }
            let address = links.trip(trip, date: date, start: vehicle.startTime)
            return "<li><a href=\"\(address)\">\(words)</a></li>\n"
        }
        let list: HTML? =
            items.isEmpty
            ? nil : "<h2>\(texts("vehicles.title"))</h2><ul class=\"links\">\(items)</ul>"
        return "<div id=\"vehicles\"\(ticking)>\(list)</div>"
    }

    private static let most = 100
    /// The seconds after which a position says nothing.
    private static let longest = 300.0

    private func words(_ vehicle: LiveVehicle, from before: Stop?, to next: Stop?) -> [HTML] {
        [
            (vehicle.vehicle?.label ?? vehicle.vehicle?.id).map(context.name),
            next.map { place(vehicle.nextCall?.status, from: before, to: $0) },
            texts.occupancy(vehicle.occupancyStatus).map { "\($0)" },
            vehicle.at.map { "\(texts("live.at", ["time": $0.clock]))" },
        ].compactMap { $0 }
    }

    private func place(_ status: String?, from before: Stop?, to next: Stop) -> HTML {
        let name = context.name(of: next)
        switch (status, before) {
        case ("STOPPED_AT", _): return "\(texts("vehicle.stopped", ["stop": name]))"
        case ("INCOMING_AT", _): return "\(texts("vehicle.incoming", ["stop": name]))"
        case (_, let before?):
            let values = ["from": context.name(of: before), "to": name]
            return "\(texts("vehicle.between", values))"
        default: return "\(texts("vehicle.next", ["stop": name]))"
        }
    }
}
