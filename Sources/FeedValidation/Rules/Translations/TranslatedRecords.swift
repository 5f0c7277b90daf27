import FeedCompiling
import GTFSSchedule

struct TranslatedRecords {
    /// By file without `.txt`. Translations name the first two fields.
    static let keyCounts = Dictionary(
        uniqueKeysWithValues: Schedule.tables.map {
            let hasKey = !CanonicalSchema.filesWithoutKey.contains($0.file.name)
            return ($0.name, hasKey ? $0.key.count : 0)
        })

    private struct Key: Hashable {
        let id: RecordID
        let subID: Int
    }

    private struct StopPair: Hashable {
        let from: RecordID
        let to: RecordID
    }

    private let feed: LoadedFeed
    /// By file, collected when a translation first refers to one.
    private var ids: [String: Set<RecordID>] = [:]
    private var keys: [String: Set<Key>] = [:]
    private var transfers: Set<StopPair>?
    /// By shape: the numbers of its points. Reading a shape for each translation could take hours.
    private var sequences: [Int: Set<Int32>] = [:]

    init(_ feed: LoadedFeed) {
        self.feed = feed
    }

    /// Files have none if their keys have more fields than translations can name.
    mutating func contains(_ table: String, id: String, subID: String) throws -> Bool {
        switch table {
        case "stops": return feed.stopIndex(StopID(id)) != nil
        case "routes": return feed.routeIndex(RouteID(id)) != nil
        case "trips": return feed.trips.ids.find(id).map { $0 < feed.trips.definedCount } ?? false
        case "stop_times": return hasCall(id, subID)
        case "shapes": return hasPoint(id, subID)
        case "transfers":
            return transferPairs().contains(StopPair(from: RecordID(id), to: RecordID(subID)))
        case "calendar_dates":
            guard let date = ServiceDate(cellText: subID) else {
                let isDigits = subID.utf8.count == 8 && subID.utf8.allSatisfy { 48...57 ~= $0 }
                try feed.crashIfCanonical(
                    isDigits ? "Invalid date \(subID)" : "Date must have YYYYMMDD format: \(subID)")
                return false
            }
            return dates().contains(Key(id: RecordID(id), subID: Int(date.yyyymmdd)))
        case "frequencies":
            guard let time = ServiceTime(cellText: subID) else {
                try feed.crashIfCanonical(
                    "Time must have H:MM:SS, HH:MM:SS or HHH:MM:SS format: \(subID)")
                return false
            }
            return starts().contains(Key(id: RecordID(id), subID: time.seconds))
        case "feed_info": return feed.feedInfo.count > 0
        default: return singleIDs(table).contains(RecordID(id))
        }
    }

    private func hasCall(_ id: String, _ subID: String) -> Bool {
        guard let sequence = Int32(subID), let trip = feed.trips.ids.find(id) else { return false }
        return feed.calls.calls(trip).contains { $0.sequence == sequence }
            || feed.calls.aside[trip] != nil
    }

    private mutating func hasPoint(_ id: String, _ subID: String) -> Bool {
        guard let sequence = Int32(subID), let shape = feed.shapeIDs.find(id) else { return false }
        if !feed.shapes.isWhole(shape) { return true }
        if sequences[shape] == nil {
            let points = feed.shapes[shape]
            sequences[shape] = points.read { Set(points.indices.lazy.map($0.sequence)) }
        }
        return sequences[shape]?.contains(sequence) == true
    }

    private mutating func dates() -> Set<Key> {
        if let known = keys["calendar_dates"] { return known }
        let rows = feed.calendarDates
        let found = Set(
            (0..<rows.count).compactMap { index -> Key? in
                let row = rows[index]
                guard let id = row.serviceID, let date = row.date else { return nil }
                return Key(id: RecordID(id.text), subID: Int(date.yyyymmdd))
            })
        keys["calendar_dates"] = found
        return found
    }

    private mutating func starts() -> Set<Key> {
        if let known = keys["frequencies"] { return known }
        let found = Set(
            feed.frequencies.rows.compactMap { row -> Key? in
                guard let id = row.tripID, let start = row.startTime else { return nil }
                return Key(id: RecordID(id.text), subID: start.seconds)
            })
        keys["frequencies"] = found
        return found
    }

    /// Those that apply to all routes and trips; translations cannot name others.
    private mutating func transferPairs() -> Set<StopPair> {
        if let transfers { return transfers }
        var found = Set<StopPair>()
        for row in feed.transfers.rows
        where row.fromTripID == nil && row.toTripID == nil && row.fromRouteID == nil
            && row.toRouteID == nil
        {
            found.insert(
                StopPair(
                    from: RecordID(row.fromStopID?.text ?? ""),
                    to: RecordID(row.toStopID?.text ?? "")))
        }
        transfers = found
        return found
    }

    private mutating func singleIDs(_ table: String) -> Set<RecordID> {
        if let known = ids[table] { return known }
        let found = Set(singleTexts(table).compactMap { $0.map(RecordID.init(_:)) })
        ids[table] = found
        return found
    }

    private func singleTexts(_ table: String) -> [String?] {
        switch table {
        case "agency": feed.agency.rows.map { $0.agencyID?.text }
        case "areas": feed.areas.rows.map { $0.areaID?.text }
        case "attributions": feed.attributions.rows.map { $0.attributionID?.text }
        case "booking_rules": feed.bookingRules.rows.map { $0.bookingRuleID?.text }
        case "calendar": feed.calendar.rows.map { $0.serviceID?.text }
        case "fare_attributes": feed.fareAttributes.rows.map { $0.fareID?.text }
        case "fare_media": feed.fareMedia.rows.map { $0.fareMediaID?.text }
        case "levels": feed.levels.rows.map { $0.levelID?.text }
        case "location_groups": feed.locationGroups.rows.map { $0.locationGroupID?.text }
        case "networks": feed.networks.rows.map { $0.networkID?.text }
        case "pathways": feed.pathways.rows.map { $0.pathwayID?.text }
        case "rider_categories": feed.riderCategories.rows.map { $0.riderCategoryID?.text }
        case "route_networks": feed.routeNetworks.rows.map { $0.routeID?.text }
        default: []
        }
    }
}
