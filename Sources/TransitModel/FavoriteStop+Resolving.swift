import GTFSSchedule

extension FavoriteStop {
    /// A favorite's stop in another bundle, or the reason why the app should ask the rider.
    public enum Resolution: Hashable, Sendable {
        /// The stop was found.
        case found(Stop, by: Evidence)
        /// The favorite may be one of these stops, the likeliest first; never empty. Ask the rider.
        /// Where a feed no longer has a station, these are its platforms.
        case uncertain([Candidate])
        /// The source has no such stop.
        case missing

        /// The stop; nil unless it was found.
        public var stop: Stop? {
            if case .found(let stop, _) = self { stop } else { nil }
        }

        /// The stops among which the rider chooses; empty unless the resolution is uncertain.
        public var candidates: [Candidate] {
            if case .uncertain(let candidates) = self { candidates } else { [] }
        }
    }

    /// The evidence by which a stop was found.
    public enum Evidence: Hashable, Sendable {
        /// The key, in a bundle of the same line.
        case key
        /// The `stop_id`.
        case id
        /// The name and the place, distinguished from its namesakes. The certainty is 1 for the
        /// same name at the same place, and at least 0.7: for half a name 100 meters away, or a
        /// shortened one 250 meters away.
        case nameAndPlace(certainty: Double)
    }

    /// A stop that may be the favorite.
    public struct Candidate: Hashable, Sendable, Identifiable {
        /// The stop.
        public var stop: Stop
        /// How likely it is to be the favorite: from 0 to 0.5.
        public var certainty: Double
        /// The distance from the favorite's place in meters, as the crow flies; nil when one of the
        /// two has no place.
        public var distanceMeters: Double?

        public var id: Int64 { stop.sid }

        /// Creates a candidate.
        public init(stop: Stop, certainty: Double, distanceMeters: Double?) {
            self.stop = stop
            self.certainty = certainty
            self.distanceMeters = distanceMeters
        }
    }

    /// Finds the stop in a source: by its key if the source is of the same line, else by its id, else
    /// by its name and place.
    ///
    /// It never guesses: when two stops are possible, or the favorite's own stop seems to be gone
    /// and another with its name remains, the answer is `uncertain`. An id is trusted only while it
    /// belongs to a stop of that name or at that place. If the stop was found other than by key,
    /// save ``refreshed(as:in:)``.
    ///
    /// ```swift
    /// let resolution = try await favorite.resolve(in: source)
    /// let stops = resolution.stop.map { [$0] } ?? resolution.candidates.map(\.stop)
    /// ```
    ///
    /// - Throws: errors of the source, and `CancellationError`; neither means that the stop is
    ///   missing.
    public func resolve(in source: any TransitSource) async throws -> Resolution {
        try await source.answering { source in
            var search = FavoriteSearch(
                favorite: self, surroundings: StopSurroundings(source: source))
            return try await search.resolution()
        }.value
    }
}

private struct FavoriteSearch {
    /// More than twice the distance that a stop moves from one bundle to the next: if the distances
    /// of two stops differ by more, the farther one is ruled out.
    private static let marginMeters = 60.0
    /// A stop with half the name, or another name, must be this near to be the favorite.
    private static let nearMeters = 100.0

    private typealias Namesake = FavoriteStop.Namesake

    let favorite: FavoriteStop
    var surroundings: StopSurroundings

    private var source: any TransitSource { surroundings.source }

    mutating func resolution() async throws -> FavoriteStop.Resolution {
        let found = try await ofItsKind()
        return found == .missing ? try await ofOtherKind() : found
    }

    private mutating func ofOtherKind() async throws -> FavoriteStop.Resolution {
        guard favorite.kind == .station || favorite.kind == .stop else { return .missing }
        let alike = try await contenders(of: favorite.kind == .station ? .stop : .station)
        return alike.isEmpty ? .missing : uncertain(narrowed(alike).map(\.stop))
    }

    private mutating func ofItsKind() async throws -> FavoriteStop.Resolution {
        guard let known = try await known() else {
            return try await byNameAndPlace(of: try await contenders(of: favorite.kind))
        }
        let stop = known.stop
        let likeness = NameLikeness(favorite.name, stop.stopName)
        let meters = meters(to: stop)
        let isHere = (meters ?? 0) <= StopSurroundings.searchedRadius
        let isTaken = try await isTaken(stop, likeness)
        let isSound = stop.kind == favorite.kind && !isTaken
        if isSound, isHere, likeness > .partial {
            return .found(stop, by: known.evidence)
        }
        let alike = try await contenders(of: favorite.kind)
        if isSound, isHere, likeness == .partial, !alike.contains(where: { $0.likeness > .partial })
        {
            return .found(stop, by: known.evidence)
        }
        let found = try await byNameAndPlace(of: alike)
        let isAtPlace = meters.map { $0 <= Self.nearMeters } ?? false
        guard likeness > .unlike || isAtPlace else { return found }
        switch found {
        case .found(let other, _) where other.sid == stop.sid:
            return .found(stop, by: known.evidence)
        case .missing where isSound && likeness > .partial && (meters ?? 0) <= 500:
            return .found(stop, by: known.evidence)
        case .missing where isSound && isAtPlace:
            // It has another name now; other routes as well would make it another stop.
            let way = try await way(of: stop)
            let isOther = way == .opposite || way == .foreign
            return isOther ? uncertain([stop]) : .found(stop, by: known.evidence)
        case .found(let other, _):
            return uncertain([other, stop])
        case .uncertain(let candidates):
            return uncertain([stop] + candidates.map(\.stop).filter { $0.sid != stop.sid })
        case .missing:
            return uncertain([stop])
        }
    }

    /// The key counts before the id.
    private func known() async throws -> (stop: Stop, evidence: FavoriteStop.Evidence)? {
        if let line = favorite.line, try await source.feed().line == line,
            let stop = try await source.stops(sids: [favorite.sid]).first
        {
            return (stop, .key)
        }
        return try await source.knownStop(id: favorite.stopID).map { ($0, .id) }
    }

    /// Whether an id seems to have passed to a namesake: the stop has a name or sign that only the
    /// namesake had, or is where the namesake was, while vehicles leave it in another direction.
    private mutating func isTaken(_ stop: Stop, _ likeness: NameLikeness) async throws -> Bool {
        let namesakes = favorite.namesakes ?? []
        func isSign(_ sign: String?, of own: String?, _ others: KeyPath<Namesake, String?>) -> Bool
        {
            sign != nil && sign != own && namesakes.contains { $0[keyPath: others] == sign }
        }
        if isSign(stop.platformCode, of: favorite.platformCode, \.platformCode)
            || isSign(stop.stopCode, of: favorite.stopCode, \.stopCode)
            || namesakes.contains(where: { hasName(of: $0, stop, likeness) })
        {
            return true
        }
        guard let place = stop.coordinate, let own = meters(to: stop),
            let other = namesakes.map({ $0.place.meters(to: place) }).min(), other <= own
        else { return false }
        // Exactly at a namesake's place, it may have other routes than the favorite had.
        let isMoved = own < 10 || other > 10
        let way = try await way(of: stop)
        return way == .opposite || way == .foreign && !isMoved
    }

    /// Whether a stop's name fits a namesake better than the favorite, of whose name it has only a
    /// part.
    private func hasName(of namesake: Namesake, _ stop: Stop, _ likeness: NameLikeness) -> Bool {
        likeness <= .partial && NameLikeness(namesake.name, stop.stopName) > likeness
    }

    private func meters(to stop: Stop) -> Double? {
        stop.coordinate.flatMap { favorite.place?.meters(to: $0) }
    }
}

extension FavoriteSearch {
    private struct Contender {
        let stop: Stop
        let place: Coordinate
        let meters: Double
        let likeness: NameLikeness

        var certainty: Double {
            let name =
                switch likeness {
                case .equal: 1.0
                case .abbreviated: 0.95
                case .partial, .unlike: 0.8
                }
            return name * (1 - meters / 1000)
        }
    }

    private mutating func byNameAndPlace(
        of alike: [Contender]
    ) async throws -> FavoriteStop.Resolution {
        let namesakes = favorite.namesakes ?? []
        let kept = namesakes.filter { namesake in alike.contains { isKept(namesake, as: $0) } }
        let free = alike.filter { contender in
            !namesakes.contains {
                isKept($0, as: contender)
                    || hasName(of: $0, contender.stop, contender.likeness)
            }
        }
        let others = namesakes.filter { !kept.contains($0) }
        if let winner = try await winner(of: free, against: others) { return winner }
        // Ids may have gone from one namesake to the next.
        if let winner = try await winner(of: alike, against: namesakes) { return winner }
        if !free.isEmpty {
            let best = narrowed(free)
            return uncertain((best.isEmpty ? free : best).map(\.stop))
        }
        let unkept = alike.filter { contender in !kept.contains { isKept($0, as: contender) } }
        return unkept.isEmpty ? .missing : uncertain(unkept.map(\.stop))
    }

    private mutating func contenders(of kind: LocationType) async throws -> [Contender] {
        guard let place = favorite.place else { return [] }
        var found: [Contender] = []
        let near = try await surroundings.stops(
            near: place, radius: StopSurroundings.searchedRadius, kind: kind)
        for other in near {
            let likeness = NameLikeness(favorite.name, other.stop.stopName)
            guard likeness > .unlike, let place = other.stop.coordinate else { continue }
            if let own = favorite.stationName,
                let name = try await surroundings.stationName(of: other.stop),
                NameLikeness(own, name) == .unlike
            {
                continue
            }
            found.append(
                Contender(
                    stop: other.stop, place: place, meters: other.distanceMeters,
                    likeness: likeness))
        }
        return found
    }

    /// Whether a stop has a namesake's id, and is not clearly nearer to the favorite's place than to
    /// the namesake's.
    private func isKept(_ namesake: Namesake, as contender: Contender) -> Bool {
        contender.stop.stopID.utf8.elementsEqual(namesake.stopID.utf8)
            && isPossible(namesake, contender)
    }

    /// Whether a contender may be a namesake: it is about as near to the namesake's place as to the
    /// favorite's, and has no sign that only the favorite had.
    private func isPossible(_ namesake: Namesake, _ contender: Contender) -> Bool {
        func isOwn(_ sign: String?, own: String?, other: String?) -> Bool {
            own != nil && sign == own && other != own
        }
        let stop = contender.stop
        return namesake.place.meters(to: contender.place) < contender.meters + Self.marginMeters
            && !isOwn(
                stop.platformCode, own: favorite.platformCode, other: namesake.platformCode)
            && !isOwn(stop.stopCode, own: favorite.stopCode, other: namesake.stopCode)
    }

    private func narrowed(_ contenders: [Contender]) -> [Contender] {
        var rest = contenders.filter { $0.likeness > .partial }
        if rest.isEmpty { rest = contenders }
        if let code = favorite.platformCode {
            let same = rest.filter { $0.stop.platformCode == code }
            rest = same.isEmpty ? rest.filter { $0.stop.platformCode == nil } : same
        }
        if let code = favorite.stopCode {
            let same = rest.filter { $0.stop.stopCode == code }
            if !same.isEmpty { rest = same }
        }
        let nearest = rest.map(\.meters).min() ?? 0
        return rest.filter { $0.meters < nearest + Self.marginMeters }
    }

    /// The only contender that can be the favorite; nil when there is none, or several. Each
    /// namesake that is not accounted for may be one of the contenders.
    private mutating func winner(
        of contenders: [Contender], against namesakes: [Namesake]
    ) async throws -> FavoriteStop.Resolution? {
        let contenders = narrowed(contenders)
        let rivals = namesakes.filter { namesake in
            contenders.contains { isPossible(namesake, $0) }
        }
        guard contenders.count > rivals.count else { return nil }
        var winners: [Contender] = []
        if contenders.count == 1, favorite.namesakes == [] {
            // It never had a namesake, so there is none to take it for.
            winners = contenders
        } else {
            for contender in contenders {
                let way = try await way(of: contender.stop)
                let isAlone = contenders.count == 1 && favorite.namesakes != nil
                if way == .same || isAlone && way == .unknown {
                    winners.append(contender)
                } else if way == .unknown {
                    return nil
                }
            }
        }
        guard winners.count == 1, let winner = winners.first,
            winner.likeness > .partial || winner.meters <= Self.nearMeters
        else { return nil }
        return .found(winner.stop, by: .nameAndPlace(certainty: winner.certainty))
    }

    private func uncertain(_ stops: [Stop]) -> FavoriteStop.Resolution {
        let share = 1 / Double(stops.count + 1)
        return .uncertain(
            stops.map { stop in
                let meters = meters(to: stop)
                return FavoriteStop.Candidate(
                    stop: stop, certainty: share * max(0.1, 1 - (meters ?? 1000) / 1000),
                    distanceMeters: meters)
            })
    }
}

extension FavoriteSearch {
    private enum Way {
        case same
        case opposite
        case foreign
        case unknown
    }

    private mutating func way(of stop: Stop) async throws -> Way {
        guard let own = favorite.headings, !own.isEmpty else { return .unknown }
        let headings = try await surroundings.headings(at: stop)
        guard !headings.isEmpty else { return .unknown }
        let angles = headings.flatMap { heading in
            own.filter { $0.route == heading.route }
                .map { Bearing.angle($0.degrees, heading.degrees) }
        }
        guard let least = angles.min() else { return .foreign }
        return least <= 45 ? .same : least >= 70 ? .opposite : .unknown
    }
}
