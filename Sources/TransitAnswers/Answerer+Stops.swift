package import TransitAPI
import TransitBundle
import TransitModel

extension Answerer {
    private var asked: Asked<StopsQuestion> { Asked(question) }

    /// Nil for all.
    private var kinds: Set<LocationType>? {
        asked.kinds.isEmpty ? nil : Set(asked.kinds.map(\.locationType))
    }

    package func stops() async throws -> Envelope<ListDTO<StopDTO>> {
        if asked.has(\.ids) { return try await stopsByID() }
        if asked.has(\.sids) { return try await stopsByKey() }
        guard !asked.has(\.form) || !asked.has(\.kinds) else {
            throw APIFailure(
                .conflictingParameters, field: "as", "as cannot be combined with kind.")
        }
        let limit = asked.limit
        let start = try position()
        // Lists are computed from their beginning, and no reader goes farther than this.
        guard 0...Self.deepest ~= start || isPlain else {
            throw Self.noPage
        }
        if isPlain { return try await page(after: Int64(start), limit: limit) }
        let found = try await list(most: start + limit + 1)
        let hasMore = found.count > start + limit
        var page = ListDTO(Array(found.dropFirst(start).prefix(limit)))
        if start > 0 || hasMore { page.total = try await total() }
        return self.page(page, from: start, count: limit, hasMore: hasMore)
    }

    package func stop() async throws -> Envelope<StopDetailsDTO> {
        let source = context.source
        let asked = Asked<StopQuestion>(question)
        let stop = try await context.stop(asked.id)
        var services: [FlexibleService] = []
        if let date = asked.date {
            services = try await source.flexibleServices(at: stop, on: date)
        }
        let outside = asked.date.flatMap { context.outside($0, field: "date") }
        let zone = try await context.bundle.zone(at: stop)
        var details = StopDetailsDTO(
            try await source.details(of: stop),
            timezone: zone.zone.name, stopTimezoneAssumed: zone.isStopTimeZoneAssumed,
            timezoneAssumed: zone.isTimeZoneAssumed,
            transfers: try await source.transfers(at: stop),
            access: try await source.flexibleAccess(at: stop), services: services)
        if asked.part == .extensions {
            details.extensions = try await source.extensions(of: stop)
        }
        details.alerts = try await alerts(.stop(stop), at: context.now, in: zone.zone)
        return context.answer(details, notes: [outside].compactMap { $0 })
    }

    package func destinations() async throws -> Envelope<DestinationListDTO> {
        let source = context.source
        let asked = Asked<DestinationsQuestion>(question)
        let stop = try await context.stop(asked.id)
        let limit = asked.limit
        let start = try position()
        guard 0...Self.deepest ~= start else {
            throw Self.noPage
        }
        let all = try await context.bundle.destinations(
            from: stop, asStations: asked.form == .stations)
        let page = all.dropFirst(start).prefix(limit)
        // From the source, which has them in the requested language.
        let stops = Dictionary(
            try await source.stops(sids: page.map(\.sid)).map { ($0.sid, $0) },
            uniquingKeysWith: { first, _ in first })
        let routes = try await source.routes(of: stop)
        let destinations = page.compactMap { destination in
            stops[destination.sid].map { reached in
                DestinationDTO(
                    stop: reached,
                    routes: routes.compactMap { route in
                        guard let trips = destination.tripsOfRoutes[route.rid],
                            let calls = destination.callsOfRoutes[route.rid]
                        else { return nil }
                        return (route, trips, CallsBetweenDTO(calls))
                    },
                    trips: destination.trips, callsBetween: destination.callsBetween)
            }
        }
        return self.page(
            DestinationListDTO(stop: stop, destinations: destinations), from: start, count: limit,
            hasMore: all.count > start + limit)
    }

    private static let deepest = 1_000_000

    private var isPlain: Bool { asked.text == nil && asked.place == nil && asked.box == nil }

    private func list(most: Int) async throws -> [StopDTO] {
        if let place = asked.place {
            return try await nearby(place, most: most).map { StopDTO($0) }
        }
        return try await found(most: most).map { StopDTO($0) }
    }

    private func nearby(_ place: Coordinate, most: Int) async throws -> [NearbyStop] {
        let source = context.source
        let radius = asked.radius.map(Double.init)
        if asked.form == .stations {
            return try await source.stations(near: place, count: most)
                .filter { $0.distanceMeters <= radius ?? .infinity }
        }
        let kinds = kinds ?? [.stop, .station]
        guard let radius else {
            return try await source.stops(near: place, count: most, kinds: kinds)
        }
        return try await source.stops(near: place, radius: radius, limit: most, kinds: kinds)
    }

    private func found(most: Int) async throws -> [Stop] {
        let source = context.source
        if let box = asked.box {
            return try await source.stops(
                in: box, limit: most, kinds: kinds ?? [.stop, .station])
        }
        let text = asked.text ?? ""
        guard let kinds else {
            return try await source.stops(matching: text, limit: most)
        }
        let all = try await source.stops(matching: text, limit: Self.deepest)
        return Array(all.lazy.filter { kinds.contains($0.kind) }.prefix(most))
    }

    /// Nil for the nearest places however far away, which are all, and for stations: they are
    /// counted only by finding them.
    private func total() async throws -> Int? {
        let bundle = context.bundle
        if let place = asked.place {
            guard let radius = asked.radius, asked.form == .stops else { return nil }
            return try await bundle.stopCount(
                near: place, radius: Double(radius), kinds: kinds ?? [.stop, .station])
        }
        if let box = asked.box {
            return try await bundle.stopCount(in: box, kinds: kinds ?? [.stop, .station])
        }
        guard kinds == nil else { return try await found(most: Self.deepest).count }
        return try await bundle.stopCount(matching: asked.text ?? "", speaking: context.language)
    }

    private func page(after sid: Int64, limit: Int) async throws -> Envelope<ListDTO<StopDTO>> {
        let found = try await context.bundle.stops(
            after: sid, limit: limit + 1, kinds: kinds ?? LocationType.all)
        let keys = found.prefix(limit).map(\.sid)
        let stops = try await context.source.stops(sids: keys)
        let next = found.count > limit ? keys.last.map { cursor.text([Int($0)]) } : nil
        return context.answer(ListDTO(stops.map { StopDTO($0) }), next: next)
    }

    private func stopsByKey() async throws -> Envelope<ListDTO<StopDTO>> {
        let (keys, kinds) = (asked.sids, kinds)
        let found = try await context.source.stops(sids: keys)
        let known = Set(found.map(\.sid))
        let missing = keys.filter { !known.contains($0) }.map { "\($0)" }
        return context.answer(
            ListDTO(found.filter { kinds?.contains($0.kind) ?? true }.map { StopDTO($0) }),
            notes: context.missing(missing, field: "sids"))
    }

    private func stopsByID() async throws -> Envelope<ListDTO<StopDTO>> {
        let (ids, kinds) = (asked.ids, kinds)
        let found = try await context.bundle.stops(ids: ids)
        let keys = found.compactMap { $0 }.filter { kinds?.contains($0.kind) ?? true }.map(\.sid)
        let stops = try await context.source.stops(sids: keys)
        return context.answer(
            ListDTO(stops.map { StopDTO($0) }),
            notes: context.missing(ids, among: found, field: "ids"))
    }
}

extension LocationType {
    fileprivate static var all: Set<LocationType> { Set(codes.map(LocationType.init(code:))) }
}
