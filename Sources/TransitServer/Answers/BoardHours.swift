import SystemLayer
import TransitAPI
import TransitBundle
import TransitModel

/// The hours of boards that were requested before, as they are sent.
///
/// An answer for another time of these hours needs neither the bundle nor JSON of its own: its bytes
/// are copied. A stop that is requested once leaves only a mark.
///
///     /stops/125N/departures?at=08:10 ┐             ┌ 08:00 to 09:00
///     /stops/125N/departures?at=08:20 ┼▶ Place ─▶ Board ─▶ hours ┼ 09:00 to 10:00
///     /stops/125N/departures?at=09:50 ┘             └ ...
@available(iOS 17, macOS 14, *)
final class BoardHours: Sendable {
    /// The subject of the hours: a question without its time and length, and the version that
    /// answers it.
    struct Place: Hashable, Sendable {
        let feed: String
        let version: String
        /// That of names.
        let language: LanguageRanks
        /// The live data in the events; nil without any.
        let live: LiveStamp?
        /// The endpoint, its id, and the stops and filters.
        let question: String
    }

    /// The part that is the same at all times.
    struct Board: Sendable {
        /// The JSON of the stop that was asked for.
        let stop: [UInt8]
        /// The zone of its clock.
        let zone: NamedTimeZone
        let notes: [Note]
        /// The ids of the alerts of its stops and of the feed, whenever riders see them.
        let alerts: Set<ExactText>
    }

    /// The known part of an hour.
    enum Hour: Sendable {
        /// It was requested, and no more.
        case requested
        /// Its events; nil where there are so many that they are not kept.
        case made(RenderedEvents?)
    }

    private struct Key: Hashable, Sendable {
        let place: Place
        /// Counted since 1970; nil for the board.
        let hour: Int?
    }

    private enum Value: Sendable {
        case board(Board)
        case hour(Hour)
    }

    /// The time that the events of one entry are listed for.
    static let seconds = 3600
    /// The number of hours that an answer is put together from at most; few boards need more.
    static let most = 8

    private let values: WeighedCache<Key, Value>
    /// The hours that are being made, with those who wait for them.
    private let making = Locked<[Key: [CheckedContinuation<Void, Never>]]>([:])

    /// None so far.
    ///
    /// - Parameter limit: the most bytes that they take.
    init(limit: Int) {
        values = WeighedCache(limit: limit)
    }

    /// The hour of an instant.
    static func hour(of instant: Int) -> Int {
        (instant - (instant % seconds + seconds) % seconds) / seconds
    }

    /// The part that is the same at all times; nil when it is not kept.
    func board(of place: Place) -> Board? {
        let known = values.value(for: Key(place: place, hour: nil))
        return if case .board(let board) = known { board } else { nil }
    }

    /// The known part of an hour; nil when it was not requested lately.
    func hour(_ hour: Int, of place: Place) -> Hour? {
        let known = values.value(for: Key(place: place, hour: hour))
        return if case .hour(let hour) = known { hour } else { nil }
    }

    /// Notes that an hour was requested.
    func mark(_ hour: Int, of place: Place) {
        insert(.requested, hour, of: place)
    }

    /// Claims the making of an hour, or waits for its maker.
    ///
    /// - Returns: whether it is claimed, so that ``end(_:of:)`` has to follow. If not, another has
    ///   made it, or has failed.
    func begin(_ hour: Int, of place: Place) async -> Bool {
        let key = Key(place: place, hour: hour)
        let isClaimed = making.withLock { making in
            guard making[key] == nil else { return false }
            making[key] = []
            return true
        }
        guard !isClaimed else { return true }
        await withCheckedContinuation { waiting in
            let isMade = making.withLock { making in
                guard making[key] != nil else { return true }
                making[key]?.append(waiting)
                return false
            }
            if isMade { waiting.resume() }
        }
        return false
    }

    /// Lets those go on who wait for an hour.
    func end(_ hour: Int, of place: Place) {
        let waiting = making.withLock { $0.removeValue(forKey: Key(place: place, hour: hour)) }
        for waiting in waiting ?? [] { waiting.resume() }
    }

    /// How many wait for an hour that another makes.
    var waiting: Int { making.withLock { $0.values.reduce(0) { $0 + $1.count } } }

    /// Keeps what is the same at all times.
    func insert(_ board: Board, of place: Place) {
        let notes = board.notes.reduce(0) { bytes, note in
            note.ids.reduce(bytes + note.message.utf8.count + 64) { $0 + $1.utf8.count + 32 }
        }
        values.insert(
            .board(board), weight: Self.weight(of: place) + board.stop.count + notes,
            for: Key(place: place, hour: nil))
    }

    /// Keeps the events of an hour, unless there are too many.
    func insert(_ events: RenderedEvents, _ hour: Int, of place: Place) {
        if !insert(.made(events), hour, of: place, cost: events.cost) {
            insert(.made(nil), hour, of: place)
        }
    }

    @discardableResult
    private func insert(_ known: Hour, _ hour: Int, of place: Place, cost: Int = 0) -> Bool {
        values.insert(
            .hour(known), weight: Self.weight(of: place) + cost,
            for: Key(place: place, hour: hour))
    }

    /// The bytes of an entry without its value.
    private static func weight(of place: Place) -> Int { place.question.utf8.count + 256 }

    /// Forgets the hours of all versions but some.
    ///
    /// - Parameter offered: the versions of each feed.
    func keep(_ offered: [String: Set<String>]) {
        values.keep { offered[$0.place.feed]?.contains($0.place.version) ?? false }
    }

    /// The bytes of all entries.
    var bytes: Int { values.totals.weight }
}
