import Foundation
import TransitAPI
import TransitModel

extension ServerSource {
    func stop(id: String) async throws -> Stop {
        // The list says less about a stop than its own address does, but enough here.
        let found =
            if Conversation.isShort(id) {
                try await find(StopsQuestion.self) { $0.ids = [id] }?.elements.first?.model
            } else {
                try await find(StopQuestion.self, id: id)?.stop
            }
        guard let found else { throw TransitSourceError.notFound(kind: "stop", id: id) }
        return found
    }

    func stop(sid: Int64) async throws -> Stop {
        guard let stop = try await stops(sids: [sid]).first else {
            throw TransitSourceError.notFound(kind: "stop", id: "sid:\(sid)")
        }
        return stop
    }

    func stops(sids: [Int64]) async throws -> [Stop] {
        try await asking { conversation in
            var seen: Set<Int64> = []
            let wanted = sids.filter { seen.insert($0).inserted }
            let found = try await conversation.each(Conversation.batches(wanted)) {
                conversation, sids in
                try await conversation.find(StopsQuestion.self) { $0.sids = sids }?.elements
                    .map(\.model) ?? []
            }
            let stops = Dictionary(
                found.joined().map { ($0.sid, $0) }, uniquingKeysWith: { first, _ in first })
            return sids.compactMap { stops[$0] }
        }
    }

    func stops(matching text: String, limit: Int) async throws -> [Stop] {
        try Task.checkCancellation()
        guard let text = SearchText.asked(text) else { return [] }
        return try await stops(limit: limit) { $0.text = text }
    }

    func stops(
        near place: Coordinate, radius: Double, limit: Int, kinds: Set<LocationType>
    ) async throws -> [NearbyStop] {
        try Task.checkCancellation()
        guard radius >= 0 else { return [] }
        return try await nearby(place, limit: limit, kinds: kinds, radius: radius)
    }

    func stops(
        near place: Coordinate, count: Int, kinds: Set<LocationType>
    ) async throws -> [NearbyStop] {
        try await nearby(place, limit: count, kinds: kinds)
    }

    func stations(near place: Coordinate, count: Int) async throws -> [NearbyStop] {
        try await nearby(place, limit: count, kinds: nil)
    }

    func stops(
        in box: BoundingBox, limit: Int, kinds: Set<LocationType>
    ) async throws -> [Stop] {
        try Task.checkCancellation()
        guard let box = box.asked, let kinds = StopKind.asked(kinds) else { return [] }
        return try await stops(limit: limit) {
            $0.box = box
            $0.kinds = kinds
        }
    }

    func timeZone(at stop: Stop) async throws -> TimeZone {
        try await asking { conversation in
            let found = try await conversation.find(StopQuestion.self, id: stop.askedID)
            if let zone = found.flatMap({ NamedTimeZone($0.timezone) }) { return zone.timeZone }
            return try await conversation.ask(FeedDescriptionQuestion.self).data.model.timeZone
        }
    }

    func details(of stop: Stop) async throws -> StopDetails {
        guard var details = try await find(StopQuestion.self, id: stop.askedID)?.model else {
            return StopDetails(stop: stop)
        }
        // A bundle, too, answers with the stop in the question.
        if language == nil { details.stop = stop }
        return details
    }

    static let longestPage = 500
    private static let greatestRadius = 100_000.0

    private func stops(
        limit: Int, _ change: (inout Asked<StopsQuestion>) -> Void
    ) async throws -> [Stop] {
        try Task.checkCancellation()
        guard limit > 0 else { return [] }
        return try await asking { conversation in
            try await conversation.pages(Asked(change), most: limit) { $0.elements.map(\.model) }
        }
    }

    /// - Parameter kinds: nil for stations in place of their platforms.
    private func nearby(
        _ place: Coordinate, limit: Int, kinds: Set<LocationType>?, radius: Double = .infinity
    ) async throws -> [NearbyStop] {
        try Task.checkCancellation()
        guard limit > 0, let place = place.asked else { return [] }
        var asked = Asked<StopsQuestion> { $0.place = place }
        if let kinds {
            guard let kinds = StopKind.asked(kinds) else { return [] }
            asked.kinds = kinds
        } else {
            asked.form = .stations
        }
        // Stops beyond the greatest radius are found among all stops.
        if radius <= Self.greatestRadius { asked.radius = max(Int(radius.rounded(.up)), 1) }
        return try await asking { conversation in
            let found = try await conversation.pages(
                asked, most: limit, while: { $0.allSatisfy { $0.distanceMeters <= radius } }
            ) { $0.elements.compactMap(\.nearby) }
            return Array(found.prefix { $0.distanceMeters <= radius })
        }
    }
}

enum SearchText {
    static func asked(_ text: String) -> String? {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !trimmed.isEmpty else { return nil }
        // NUL and its replacement belong to no word; a text longer than any name has more words
        // than a search uses.
        let plain = trimmed.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }
            .prefix(Parameter.Form.longestID)
        var text = ""
        text.unicodeScalars.append(contentsOf: plain)
        return text
    }
}

extension Coordinate {
    /// In the form of addresses; nil when there is no such place.
    fileprivate var asked: Coordinate? {
        guard longitude.isFinite, -90...90 ~= latitude else { return nil }
        // Longitudes may go around the Earth.
        return Coordinate(
            latitude: latitude, longitude: longitude.remainder(dividingBy: 360))
    }
}

extension StopKind {
    /// Nil when there are none; kinds that the reference lacks cannot be requested.
    fileprivate static func asked(_ kinds: Set<LocationType>) -> [StopKind]? {
        let asked = allCases.filter { kinds.contains($0.locationType) }
        return asked.isEmpty ? nil : asked
    }
}

extension BoundingBox {
    /// In the form of addresses; nil when there is no such part of the map.
    var asked: BoundingBox? {
        guard [south, north, west, east].allSatisfy(\.isFinite),
            south <= north, south <= 90, north >= -90
        else { return nil }
        var (west, east) = (west, east)
        if west <= east {
            guard west <= 180, east >= -180 else { return nil }
            (west, east) = (max(west, -180), min(east, 180))
        } else {
            // Across the antimeridian; an empty side leaves only the other one.
            guard west <= 180 || east >= -180 else { return nil }
            if west > 180 { west = -180 }
            if east < -180 { east = 180 }
        }
        return BoundingBox(south: max(south, -90), west: west, north: min(north, 90), east: east)
    }
}

extension ServerSource {
    func transfers(at stop: Stop) async throws -> [Transfer] {
        try await rows(Asked<TransfersQuestion> { $0.stop = stop.askedID })
    }

    func pathways(at stop: Stop) async throws -> [Pathway] {
        try await rows(Asked<PathwaysQuestion> { $0.stop = stop.askedID })
    }

    private func rows<Kind: QuestionType, Row>(
        _ asked: Asked<Kind>
    ) async throws -> [Row] where Kind.Answer == ListDTO<Row> {
        try await asking { conversation in
            try await conversation.known { try await conversation.pages(asked) { $0.elements } }
        } ?? []
    }

    func flexibleServices(at stop: Stop, on date: ServiceDate) async throws -> [FlexibleService] {
        try await find(StopQuestion.self, id: stop.askedID) { $0.date = date }?.flexibleServices
            ?? []
    }

    func flexibleAccess(at stop: Stop) async throws -> [FlexibleAccess] {
        try await find(StopQuestion.self, id: stop.askedID)?.flexibleAccess ?? []
    }

    func bookingRule(id: String) async throws -> BookingRule {
        guard let rule = try await find(BookingRuleQuestion.self, id: id) else {
            throw TransitSourceError.notFound(kind: "booking rule", id: id)
        }
        return rule.model
    }
}
