import Foundation
import TransitAPI
import TransitModel

extension ServerSource {
    func stop(id: String) async throws -> Stop {
        try await asking { conversation in
            guard Conversation.isAskable(id) else {
                throw TransitSourceError.notFound(kind: "stop", id: id)
            }
            // The list says less about a stop than its own address does, but enough here.
            let found: Stop?
            if Conversation.isShort(id) {
                let list: ListDTO<StopDTO>? = try await conversation.find(.stops, [("ids", id)])
                found = list?.elements.first?.model
            } else {
                let details: StopDetailsDTO? = try await conversation.find(.stop, id: id)
                found = details?.stop
            }
            guard let found else { throw TransitSourceError.notFound(kind: "stop", id: id) }
            return found
        }
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
                let list: ListDTO<StopDTO>? = try await conversation.find(
                    .stops, sids.map { ("sids", "\($0)") })
                return list?.elements.map(\.model) ?? []
            }
            let stops = Dictionary(
                found.joined().map { ($0.sid, $0) }, uniquingKeysWith: { first, _ in first })
            return sids.compactMap { stops[$0] }
        }
    }

    func stops(matching text: String, limit: Int) async throws -> [Stop] {
        try await asking { conversation in
            guard let text = SearchText.asked(text), limit > 0 else { return [] }
            return try await conversation.pages(
                .stops, query: [("q", text), ("limit", "\(min(limit, Self.longestPage))")],
                most: limit
            ) { (list: ListDTO<StopDTO>) in list.elements.map(\.model) }
        }
    }

    func stops(
        near place: Coordinate, radius: Double, limit: Int, kinds: Set<LocationType>
    ) async throws -> [NearbyStop] {
        try await asking { conversation in
            guard radius >= 0, limit > 0, let near = NearbyQuery(place, kinds: kinds) else {
                return []
            }
            // Stops beyond the greatest radius are found among all stops.
            let asked = radius <= Self.greatestRadius ? max(Int(radius.rounded(.up)), 1) : nil
            return try await conversation.nearby(
                near.query + (asked.map { [(name: "radius", value: "\($0)")] } ?? []),
                limit: limit, radius: radius)
        }
    }

    func stops(
        near place: Coordinate, count: Int, kinds: Set<LocationType>
    ) async throws -> [NearbyStop] {
        try await asking { conversation in
            guard count > 0, let near = NearbyQuery(place, kinds: kinds) else { return [] }
            return try await conversation.nearby(near.query, limit: count)
        }
    }

    func stations(near place: Coordinate, count: Int) async throws -> [NearbyStop] {
        try await asking { conversation in
            guard count > 0, let near = NearbyQuery(place, kinds: nil) else { return [] }
            return try await conversation.nearby(
                near.query + [(name: "as", value: PlaceForm.stations.rawValue)], limit: count)
        }
    }

    func stops(
        in box: BoundingBox, limit: Int, kinds: Set<LocationType>
    ) async throws -> [Stop] {
        try await asking { conversation in
            guard limit > 0, let box = BoxQuery(box), let kinds = NearbyQuery.words(kinds) else {
                return []
            }
            return try await conversation.pages(
                .stops, query: box.query + kinds + [("limit", "\(min(limit, Self.longestPage))")],
                most: limit
            ) { (list: ListDTO<StopDTO>) in list.elements.map(\.model) }
        }
    }

    func timeZone(at stop: Stop) async throws -> TimeZone {
        try await asking { conversation in
            let found: StopDetailsDTO? = try await conversation.find(.stop, id: stop.askedID)
            if let zone = found.flatMap({ NamedTimeZone($0.timezone) }) { return zone.timeZone }
            let feed: FeedDTO = try await conversation.ask(.feed).data
            return feed.model.timeZone
        }
    }

    func details(of stop: Stop) async throws -> StopDetails {
        try await asking { conversation in
            let found: StopDetailsDTO? = try await conversation.find(.stop, id: stop.askedID)
            guard var details = found?.model else { return StopDetails(stop: stop) }
            // A bundle, too, answers with the stop in the question.
            if language == nil { details.stop = stop }
            return details
        }
    }

    static let longestPage = 500
    private static let greatestRadius = 100_000.0
}

extension Conversation {
    fileprivate func nearby(
        _ query: [(name: String, value: String)], limit: Int, radius: Double = .infinity
    ) async throws -> [NearbyStop] {
        var found: [NearbyStop] = []
        var turns = PageTurns()
        var next: String?
        repeat {
            let size = min(limit, ServerSource.longestPage)
            let page = [("limit", "\(size)")] + turns.query
            let answer = try await ask(.stops, query + page, as: ListDTO<StopDTO>.self)
            let all = answer.data.elements.compactMap(\.nearby)
            let near = all.prefix { $0.distanceMeters <= radius }
            found += near
            next = near.count == all.count && found.count < limit ? answer.meta.next : nil
        } while try turns.turn(to: next)
        return Array(found.prefix(limit))
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

private struct NearbyQuery {
    let query: [(name: String, value: String)]

    /// Nil when there is no such place, or when no kinds are requested.
    init?(_ place: Coordinate, kinds: Set<LocationType>?) {
        guard place.longitude.isFinite, -90...90 ~= place.latitude else { return nil }
        // Longitudes may go around the Earth.
        let longitude = place.longitude.remainder(dividingBy: 360)
        let near = [
            (
                name: "near",
                value: DegreeText.list([place.latitude, longitude])
            )
        ]
        guard let kinds else {
            query = near
            return
        }
        guard let words = Self.words(kinds) else { return nil }
        query = near + words
    }

    /// Nil when there are none; kinds that the reference lacks cannot be requested.
    static func words(_ kinds: Set<LocationType>) -> [(name: String, value: String)]? {
        let words = StopKind.allCases.filter { kinds.contains($0.locationType) }
        return words.isEmpty ? nil : words.map { ("kind", $0.rawValue) }
    }
}

struct BoxQuery {
    let query: [(name: String, value: String)]

    init?(_ box: BoundingBox) {
        guard [box.south, box.north, box.west, box.east].allSatisfy(\.isFinite),
            box.south <= box.north, box.south <= 90, box.north >= -90
        else { return nil }
        var (west, east) = (box.west, box.east)
        if west <= east {
            guard west <= 180, east >= -180 else { return nil }
            (west, east) = (max(west, -180), min(east, 180))
        } else {
            // Across the antimeridian; an empty side leaves only the other one.
            guard west <= 180 || east >= -180 else { return nil }
            if west > 180 { west = -180 }
            if east < -180 { east = 180 }
        }
        query = [
            (
                "bbox",
                DegreeText.list([west, max(box.south, -90), east, min(box.north, 90)])
            )
        ]
    }
}

private enum DegreeText {
    static func list(_ degrees: [Double]) -> String {
        degrees.map(NumberText.degrees).joined(separator: ",")
    }
}

extension ServerSource {
    func transfers(at stop: Stop) async throws -> [Transfer] {
        try await asking { conversation in
            try await conversation.places(.transfers, at: stop) { (list: ListDTO<Transfer>) in
                list.elements
            }
        }
    }

    func pathways(at stop: Stop) async throws -> [Pathway] {
        try await asking { conversation in
            try await conversation.places(.pathways, at: stop) { (list: ListDTO<Pathway>) in
                list.elements
            }
        }
    }
}

extension Conversation {
    fileprivate func places<Payload: WireForm, Row>(
        _ endpoint: Endpoint.Name, at stop: Stop, _ rows: (Payload) -> [Row]
    ) async throws -> [Row] {
        do {
            return try await pages(
                endpoint,
                query: [("stop", stop.askedID), ("limit", "\(ServerSource.longestPage)")], rows)
        } catch APIError.notFound(code: .notFound, _), APIError.notFound(code: .gone, _) {
            return []
        }
    }
}

extension ServerSource {
    func flexibleServices(at stop: Stop, on date: ServiceDate) async throws -> [FlexibleService] {
        try await asking { conversation in
            let details: StopDetailsDTO? = try await conversation.find(
                .stop, id: stop.askedID, [("date", date.description)])
            return details?.flexibleServices ?? []
        }
    }

    func flexibleAccess(at stop: Stop) async throws -> [FlexibleAccess] {
        try await asking { conversation in
            let details: StopDetailsDTO? = try await conversation.find(.stop, id: stop.askedID)
            return details?.flexibleAccess ?? []
        }
    }

    func bookingRule(id: String) async throws -> BookingRule {
        try await asking { conversation in
            let rule: ModelDTO<BookingRule>? = try await conversation.find(.bookingRule, id: id)
            guard let rule else { throw TransitSourceError.notFound(kind: "booking rule", id: id) }
            return rule.model
        }
    }
}
