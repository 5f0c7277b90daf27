import BundleCodec
import GTFSSchedule

/// The agencies, routes, stops and trips that go on under another id, told by their content: ids
/// that feeds give anew are not changes.
///
/// The rules stand here alone. They are tried in order, each on what those before it have left.
enum Succession {
    /// By the old id, the new one.
    typealias IDs = [RecordID: RecordID]

    // MARK: Records

    /// A boarding area is on a platform, a platform in a station: each round finds one level more.
    private static let levels = 3

    /// Gives old records their ids in the new version, their own and those by which they refer to
    /// others, of which `references` are known already.
    ///
    /// 1. All fields and the place are the same.
    /// 2. All is the same by which people know it (``RecordTable/knownBy``), with a name.
    ///
    /// Only if exactly one old and one new record are: of two that look alike, neither is taken.
    static func follow(
        _ old: inout [Record], to new: [Record], in table: RecordTable,
        references: IDs = [:]
    ) -> IDs {
        refer(&old, table, references)
        let oldIDs = Set(old.map(\.id))
        let newIDs = Set(new.map(\.id))
        var before = old.indices.filter { !newIDs.contains(old[$0].id) }
        var after = new.indices.filter { !oldIDs.contains(new[$0].id) }
        let known = table.knownBy.compactMap { table.fields.firstIndex(of: $0) }
        var ids: IDs = [:]
        for _ in 0..<levels {
            var found: IDs = [:]
            for fields in [Array(table.fields.indices), known] {
                guard !before.isEmpty, !after.isEmpty else { break }
                var single: [Int: (old: Int?, new: Int?, isSingle: Bool)] = [:]
                func look(_ record: Record, _ place: WritableKeyPath<Pair, Int?>, _ index: Int) {
                    guard record.name?.isEmpty == false || fields.count == table.fields.count
                    else { return }
                    var pair = single[record.digest(fields)] ?? (nil, nil, true)
                    if pair[keyPath: place] != nil { pair.isSingle = false }
                    pair[keyPath: place] = index
                    single[record.digest(fields)] = pair
                }
                for index in before { look(old[index], \.old, index) }
                for index in after { look(new[index], \.new, index) }
                for case (let before?, let after?, true) in single.values {
                    old[before].successor = new[after].id
                    found[old[before].id] = new[after].id
                }
                let taken = Set(found.values)
                before.removeAll { old[$0].successor != nil }
                after.removeAll { taken.contains(new[$0].id) }
            }
            guard !found.isEmpty else { break }
            ids.merge(found) { first, _ in first }
            guard table.refersToItself else { break }
            refer(&old, table, found)
        }
        return ids
    }

    private typealias Pair = (old: Int?, new: Int?, isSingle: Bool)

    private static func refer(_ records: inout [Record], _ table: RecordTable, _ ids: IDs) {
        guard !ids.isEmpty, let field = table.fields.firstIndex(of: table.reference) else { return }
        for index in records.indices {
            if let id = records[index].fields[field], let successor = ids[RecordID(id)] {
                records[index].fields[field] = successor.text
            }
        }
    }

    // MARK: Trips

    typealias Trip = (id: TripID, digest: TripDigest)

    /// A trip of the same content leaves at most this much earlier or later.
    private static let mostShift = 900
    /// Of a route, more pairs of trips than this are not weighed: they came and went.
    private static let mostPairs = 200_000

    /// Pairs the trips of each route whose id says nothing, and returns those that have no partner.
    ///
    /// 1. All is the same.
    /// 2. Stops, times and days are.
    /// 3. Stops and times are.
    /// 4. The id is.
    /// 5. All is the same but that the trip leaves up to 15 minutes earlier or later, with the number
    ///    of seconds first by which most trips of the route do.
    ///
    /// Of several trips that are the same, the first belongs to the first.
    static func pair(
        _ old: [Trip], _ new: [Trip], _ body: (Trip, Trip) -> Void
    ) -> (old: [Trip], new: [Trip]) {
        func sorted(_ trips: [Trip]) -> [Trip] {
            trips.sorted {
                ($0.digest.origin ?? .min, $0.id) < ($1.digest.origin ?? .min, $1.id)
            }
        }
        var left = (old: sorted(old), new: sorted(new))
        func pair<Key: Hashable>(by key: (Trip) -> Key) {
            guard !left.old.isEmpty, !left.new.isEmpty else { return }
            let pairs = RowPairs(left.old, left.new, by: key)
            for (old, new) in pairs.shared { body(old, new) }
            left = (Array(pairs.removed), Array(pairs.added))
        }
        pair { $0.digest }
        pair { [$0.digest.run, $0.digest.days] }
        pair { $0.digest.run }
        pair { $0.id }
        return pairShifted(left.old, left.new, body)
    }

    private static func pairShifted(
        _ old: [Trip], _ new: [Trip], _ body: (Trip, Trip) -> Void
    ) -> (old: [Trip], new: [Trip]) {
        func routes(_ trips: [Trip]) -> [RouteID: [Int: [(place: Int, origin: Int)]]] {
            trips.enumerated().reduce(into: [:]) { routes, trip in
                let digest = trip.element.digest
                guard let origin = digest.origin else { return }
                routes[digest.route, default: [:]][digest.besidesOrigin, default: []]
                    .append((trip.offset, origin))
            }
        }
        let after = routes(new)
        var gone: Set<Int> = []
        var come: Set<Int> = []
        for (route, groups) in routes(old) {
            guard let others = after[route] else { continue }
            var pairs: [(seconds: Int, old: Int, new: Int)] = []
            for (key, trips) in groups where pairs.count <= mostPairs {
                guard let candidates = others[key] else { continue }
                var first = 0
                for trip in trips where pairs.count <= mostPairs {
                    while first < candidates.count,
                        candidates[first].origin < trip.origin - mostShift
                    { first += 1 }
                    for candidate in candidates[first...] {
                        let seconds = candidate.origin - trip.origin
                        if seconds > mostShift || pairs.count > mostPairs { break }
                        pairs.append((seconds, trip.place, candidate.place))
                    }
                }
            }
            guard pairs.count <= mostPairs else { continue }
            let counts = pairs.reduce(into: [:]) { $0[$1.seconds, default: 0] += 1 }
            pairs.sort {
                let left = counts[$0.seconds] ?? 0
                let right = counts[$1.seconds] ?? 0
                return (right, $0.seconds.magnitude, $0.seconds, $0.old)
                    < (left, $1.seconds.magnitude, $1.seconds, $1.old)
            }
            for pair in pairs where !gone.contains(pair.old) && !come.contains(pair.new) {
                gone.insert(pair.old)
                come.insert(pair.new)
                body(old[pair.old], new[pair.new])
            }
        }
        return (
            old.indices.filter { !gone.contains($0) }.map { old[$0] },
            new.indices.filter { !come.contains($0) }.map { new[$0] }
        )
    }
}

extension Record {
    fileprivate func digest(_ places: [Int]) -> Int {
        var hasher = Hasher()
        hasher.combine(name?.exact)
        for place in places { hasher.combine(fields[place]?.exact) }
        hasher.combine(place?.latitude)
        hasher.combine(place?.longitude)
        return hasher.finalize()
    }
}

extension TripDigest {
    /// The same way at the same times, whatever riders are told of it.
    fileprivate var run: Int {
        var hasher = Hasher()
        hasher.combine(route)
        hasher.combine(calls)
        hasher.combine(timing)
        hasher.combine(origin)
        return hasher.finalize()
    }
}
