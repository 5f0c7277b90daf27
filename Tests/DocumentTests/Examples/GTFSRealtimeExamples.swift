import GTFSRealtime

/// The delays that a message has for the next stop of each trip, in seconds.
func delays(in bytes: [UInt8]) throws -> [String: Int32] {
    let message = try FeedMessage(bytes)
    var delays: [String: Int32] = [:]
    for update in message.entities.lazy.compactMap(\.tripUpdate) {
        guard let trip = update.trip?.tripID else { continue }
        for stop in update.stopTimeUpdates {
            guard let delay = (stop.departure ?? stop.arrival)?.delay else { continue }
            delays[trip] = delay
            break
        }
    }
    return delays
}

/// The examples in the comments of `GTFSRealtime`, with the bytes of a message.
struct GTFSRealtimeExamples {
    let bytes: [UInt8]

    func trips() throws -> [String] {
        var trips: [String] = []
        let message = try FeedMessage(bytes)
        for entity in message.entities {
            guard let update = entity.tripUpdate else { continue }
            trips.append(update.trip?.tripID ?? "a trip without an id")
        }
        return trips
    }

    func delays(of tripUpdate: TripUpdate) -> [Int32] {
        var delays: [Int32] = []
        for update in tripUpdate.stopTimeUpdates {
            if let delay = update.departure?.delay { delays.append(delay) }
        }
        return delays
    }

    func json() throws -> String {
        let message = try FeedMessage(bytes)
        var json = ""
        try message.writeJSON(.lines) { json += $0 }
        return json
    }

    func damage() -> String {
        var reason = ""
        do {
            _ = try FeedMessage(bytes)
        } catch {
            reason = "\(error)"  // such as "byte 0, in FeedMessage: this is JSON, …"
        }
        return reason
    }

    func word() -> String {
        let added = TripDescriptor.ScheduleRelationship.new
        let text = "\(added), \(TripDescriptor.ScheduleRelationship(rawValue: 4))"  // "NEW, 4"
        return text
    }
}
