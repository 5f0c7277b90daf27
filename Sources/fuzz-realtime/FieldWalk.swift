import GTFSRealtime

enum FieldWalk {
    static func run(_ message: FeedMessage) {
        blackHole(message.header)
        for entity in message.entities {
            blackHole(entity)
            if let update = entity.tripUpdate { read(update) }
            if let vehicle = entity.vehicle { read(vehicle) }
            if let alert = entity.alert { read(alert) }
            if let stop = entity.stop { read(stop) }
            if let modifications = entity.tripModifications { read(modifications) }
            blackHole(entity.shape)
        }
        blackHole(message.invalidTexts())
    }

    private static func read(_ update: TripUpdate) {
        blackHole(update)
        let count = readAll(update.stopTimeUpdates)
        precondition(count == update.stopTimeUpdates.count)
        precondition((count == 0) == update.stopTimeUpdates.isEmpty)
    }

    private static func read(_ vehicle: VehiclePosition) {
        blackHole(vehicle)
        readAll(vehicle.multiCarriageDetails)
    }

    private static func read(_ alert: Alert) {
        blackHole(alert)
        readAll(alert.activePeriods)
        readAll(alert.communicationPeriods)
        readAll(alert.impactPeriods)
        readAll(alert.informedEntities)
        let texts = [
            alert.url, alert.headerText, alert.descriptionText, alert.ttsHeaderText,
            alert.ttsDescriptionText, alert.imageAlternativeText, alert.causeDetail,
            alert.effectDetail,
        ]
        for text in texts { if let text { readAll(text.translations) } }
        if let image = alert.image { readAll(image.localizedImages) }
    }

    private static func read(_ stop: Stop) {
        blackHole(stop)
        let texts = [
            stop.stopCode, stop.stopName, stop.ttsStopName, stop.stopDesc, stop.stopURL,
            stop.platformCode,
        ]
        for text in texts { if let text { readAll(text.translations) } }
    }

    private static func read(_ modifications: TripModifications) {
        readAll(modifications.startTimes)
        readAll(modifications.serviceDates)
        for trips in modifications.selectedTrips {
            blackHole(trips)
            readAll(trips.tripIDs)
        }
        for modification in modifications.modifications {
            blackHole(modification)
            readAll(modification.replacementStops)
        }
    }

    @discardableResult
    private static func readAll<Value>(_ field: RepeatedField<Value>) -> Int {
        var count = 0
        for value in field {
            blackHole(value)
            count += 1
        }
        return count
    }

    /// Keeps the compiler from leaving out what is not used.
    @inline(never)
    private static func blackHole<Value>(_ value: Value) {}
}
