import SystemLayer
package import TransitAPI
import TransitBundle
import TransitModel

/// An answer for another time in these hours needs neither the bundle nor its own JSON: its bytes
/// are copied. A stop that is requested once leaves only a mark.
///
///     /stops/125N/departures?at=08:10 ┐             ┌ 08:00 to 09:00
///     /stops/125N/departures?at=08:20 ┼▶ Place ─▶ Board ─▶ hours ┼ 09:00 to 10:00
///     /stops/125N/departures?at=09:50 ┘             └ ...
package final class BoardHours: Sendable {
    /// The subject of the hours: a question without its time and length, and the version that
    /// answers it.
    package struct Place: Hashable, Sendable {
        let feed: String
        let version: String
        let language: LanguageRanks
        let live: LiveStamp?
        let question: String
    }

    package struct Board: Sendable {
        let stop: [UInt8]
        let zone: NamedTimeZone
        let notes: [Note]
        let alerts: Set<ExactText>
    }

    package enum Hour: Sendable {
        case requested
        /// The events; nil where there are so many that they are not kept.
        case made(RenderedEvents?)
    }

    package struct Key: Hashable, Sendable {
        let place: Place
        /// Counted since 1970; nil for the board.
        let hour: Int?
    }

    package enum Value: Sendable {
        case board(Board)
        case hour(Hour)
    }

    static let seconds = 3600
    /// Few boards need more.
    static let most = 8

    /// Keeps the values up to a limit of their weight.
    package protocol Store: Sendable {
        func value(for key: Key, or other: Key?) -> Value?
        /// Returns false for a value that is too large to be worth keeping.
        func insert(_ value: Value, weight: Int, for key: Key) -> Bool
        func keep(_ isWanted: (Key) -> Bool)
        var totals: (weight: Int, count: Int, hits: Int, misses: Int) { get }
    }

    private let values: any Store
    private let making = Locked<[Key: [CheckedContinuation<Void, Never>]]>([:])

    package init(in store: some Store) {
        values = store
    }

    static func hour(of instant: Int) -> Int {
        (instant - (instant % seconds + seconds) % seconds) / seconds
    }

    func board(of place: Place) -> Board? {
        let known = values.value(for: Key(place: place, hour: nil), or: nil)
        return if case .board(let board) = known { board } else { nil }
    }

    func hour(_ hour: Int, of place: Place) -> Hour? {
        let known = values.value(for: Key(place: place, hour: hour), or: nil)
        return if case .hour(let hour) = known { hour } else { nil }
    }

    func mark(_ hour: Int, of place: Place) {
        insert(.requested, hour, of: place)
    }

    /// True if the hour is claimed, so that ``end(_:of:)`` must follow. If not, another caller has
    /// created it meanwhile, or has failed.
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

    func end(_ hour: Int, of place: Place) {
        let waiting = making.withLock { $0.removeValue(forKey: Key(place: place, hour: hour)) }
        for waiting in waiting ?? [] { waiting.resume() }
    }

    var waiting: Int { making.withLock { $0.values.reduce(0) { $0 + $1.count } } }

    func insert(_ board: Board, of place: Place) {
        let notes = board.notes.reduce(0) { bytes, note in
            note.ids.reduce(bytes + note.message.utf8.count + 64) { $0 + $1.utf8.count + 32 }
        }
        _ = values.insert(
            .board(board), weight: Self.weight(of: place) + board.stop.count + notes,
            for: Key(place: place, hour: nil))
    }

    /// - Parameter events: nil where they are not worth keeping, which is remembered.
    func insert(_ events: RenderedEvents?, _ hour: Int, of place: Place) {
        if let events, insert(.made(events), hour, of: place, cost: events.cost) { return }
        insert(.made(nil), hour, of: place)
    }

    @discardableResult
    private func insert(_ known: Hour, _ hour: Int, of place: Place, cost: Int = 0) -> Bool {
        values.insert(
            .hour(known), weight: Self.weight(of: place) + cost,
            for: Key(place: place, hour: hour))
    }

    private static func weight(of place: Place) -> Int { place.question.utf8.count + 256 }

    package func keep(_ offered: [String: Set<String>]) {
        values.keep { offered[$0.place.feed]?.contains($0.place.version) ?? false }
    }

    package var bytes: Int { values.totals.weight }
}
