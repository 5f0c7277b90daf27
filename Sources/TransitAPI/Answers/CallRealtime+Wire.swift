import TransitModel

extension CallRealtime: WireObject {
    init() {
        self.init(.scheduled)
    }

    mutating func visit(_ wire: inout some Wire) {
        var word = status.rawValue
        wire.key("status", &word)
        status = Status(rawValue: word) ?? .scheduled
        wire.optional("arrival", &arrival)
        wire.optional("departure", &departure)
        wire.optional("delay_seconds", &delaySeconds)
        wire.optional("uncertainty_seconds", &uncertaintySeconds)
        // Left out where it is true.
        var scheduled = isScheduled ? nil : false
        wire.optional("scheduled", &scheduled)
        isScheduled = scheduled ?? true
        wire.optional("stop_id", &stopID)
        wire.optional("platform_code", &platformCode)
        wire.optional("stop_name", &stopName)
        wire.optional("headsign", &headsign)
        wire.optional("occupancy_status", &occupancyStatus)
        wire.optional("vehicle", &vehicle)
        wire.optional("stops_away", &stopsAway)
        wire.optional("at_stop", &isAtStop)
        wire.optional("alerts", &alerts)
    }
}

extension CallRealtime.Vehicle: WireObject {
    init() {
        self.init(id: nil)
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("id", &id)
        wire.optional("label", &label)
        wire.optional("wheelchair_accessible", &wheelchairAccessible)
    }
}
