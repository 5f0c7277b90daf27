import GTFSSchedule
import TransitAPI

@available(iOS 17, macOS 14, *)
struct BoardPlacesKey: Hashable, Sendable {
    let version: ServedVersion
    /// Compared by bytes, because `String`s are equal when they look the same.
    let stops: [StopID]

    init?(_ question: Question, of version: ServedVersion) {
        let ids: [String]
        switch question.endpoint {
        case .departures, .arrivals, .departureStream:
            ids = [question.id ?? ""] + question.list("with")
        case .boards: ids = question.list("stops")
        default: return nil
        }
        self.version = version
        stops = ids.map { StopID($0) }
    }

    var weight: Int { 256 + stops.reduce(0) { $0 + $1.text.utf8.count + 64 } }
}

@available(iOS 17, macOS 14, *)
typealias BoardPlaces = WeighedCache<BoardPlacesKey, Set<StopID>>
