import TransitBundle

/// How stops are shown in lists.
enum StopColumns {
    /// What CSV shows.
    static let names = Stop.CodingKeys.allCases.map(\.rawValue)

    static func table(_ stops: [Stop]) -> TextTable {
        var table = TextTable(
            ["stop_id", "code", "name", "kind", "place", "wheelchair", "sid"], rightAligned: [6])
        for stop in stops { table.add(cells(stop)) }
        return table
    }

    static func cells(_ stop: Stop) -> [String] {
        [
            stop.stopID, stop.stopCode ?? "", stop.stopName, kind(stop), stop.coordinatesText,
            stop.accessibility.displayName, "\(stop.sid)",
        ]
    }

    static func kind(_ stop: Stop) -> String {
        switch stop.kind {
        case .stop: stop.parentStation == nil ? "stop" : "platform"
        case .station: "station"
        case .entrance: "entrance"
        case .genericNode: "node"
        case .boardingArea: "boarding area"
        default: "location \(stop.kind)"
        }
    }
}
