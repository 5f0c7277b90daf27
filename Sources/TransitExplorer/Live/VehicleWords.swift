import TransitAPI
import TransitModel
import WebPages

/// Where a vehicle is, in words.
@available(iOS 17, macOS 14, *)
struct VehicleWords {
    private let context: ExplorerContext
    private let texts: ExplorerTexts

    init(_ context: ExplorerContext) {
        self.context = context
        texts = context.texts
    }

    /// The vehicle of a run; nil where its place is not known.
    func place(of run: TripDetailsDTO) -> HTML? {
        guard let vehicle = run.vehicle else { return nil }
        let stops = run.calls.map { (sequence: $0.model.stopSequence, stop: $0.stop) }
        let next = vehicle.model.nextCall?.stopSequence
        let index = stops.firstIndex { $0.sequence == next }
        let before = index.flatMap { $0 > 0 ? stops[$0 - 1].stop : nil }
        let words = self.words(vehicle, from: before, to: index.flatMap { stops[$0].stop })
        return """
            <p id="vehicle"><b>\(texts("vehicle.title"))</b> \
            \(HTML.joined(words, separator: " · "))</p>
            """
    }

    /// Its name, where it is, how full it is, and from when that is.
    private func words(_ vehicle: LiveVehicleDTO, from before: Stop?, to next: Stop?) -> [HTML] {
        [
            (vehicle.vehicle?.label ?? vehicle.vehicle?.id).map(context.name),
            next.map { place(vehicle.model.nextCall?.status, from: before, to: $0) },
            texts.occupancy(vehicle.model.occupancyStatus).map { "\($0)" },
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
