import TransitBundle

/// Remarks on standard error about the zones of an answer's times.
enum ZoneRemark {
    /// The agencies whose zone does not exist.
    static func write(_ bundle: TransitBundle) async throws {
        let agencies = try await bundle.feed().agenciesWithoutTimeZone.map { agency in
            let name = agency.agencyID ?? agency.agencyName ?? "the agency"
            return agency.agencyTimezone.map { "\(name) (\($0))" } ?? name
        }
        // Without agencies, the feed has no zone.
        guard !agencies.isEmpty || bundle.isTimeZoneAssumed else { return }
        let reason =
            agencies.isEmpty
            ? "the feed has no agency to give a time zone"
            : "no valid time zone for \(agencies.listed())"
        StandardError.remark("\(reason): times are taken as \(bundle.timeZoneName)")
    }

    /// - Parameter stops: those whose zone does not exist, perhaps repeatedly.
    static func write(_ bundle: TransitBundle, without stops: [String]) {
        var names: [String] = []
        for stop in stops where !names.contains(stop) { names.append(stop) }
        guard !names.isEmpty else { return }
        StandardError.remark(
            "the stop_timezone of \(names.listed()), or of the station there, does not exist: "
                + "clocks are taken as \(bundle.timeZoneName)")
    }

    /// Also a line for each zone of clocks other than that of the times; nil where these are none.
    static func write(
        _ bundle: TransitBundle, clocksAt stops: [Stop], timesIn zone: NamedTimeZone?
    ) async throws {
        try await write(bundle)
        var names: [String: [String]] = [:]
        var assumed: [String] = []
        for stop in stops {
            let clock = try await bundle.zone(at: stop)
            if clock.isStopTimeZoneAssumed { assumed.append(stop.stopID) }
            guard let zone, clock.zone.timeZone != zone.timeZone,
                names[clock.zone.name]?.contains(stop.shownName) != true
            else { continue }
            names[clock.zone.name, default: []].append(stop.shownName)
        }
        write(bundle, without: assumed)
        for (other, names) in names.sorted(by: { $0.key < $1.key }) {
            StandardError.remark(
                "Times are in \(zone?.name ?? ""); clocks show \(other) at \(names.listed())")
        }
    }
}

extension Stop {
    /// Boarding areas may have no name.
    var shownName: String { stopName.isEmpty ? stopID : stopName }
}
