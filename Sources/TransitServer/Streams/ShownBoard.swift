import Foundation
import TransitAPI
import TransitAnswers
import TransitModel

@available(iOS 17, macOS 14, *)
struct ShownBoard: Sendable {
    let version: String
    private let answer: Envelope<BoardDTO>
    private let body: String
    let live: (stamp: LiveStamp, places: Set<StopID>, event: RealtimeEventDTO)?
    let language: String?
    private let wantsRows: Bool
    let wakes: Date

    init(
        version: String, answer: Envelope<BoardDTO>,
        live: (stamp: LiveStamp, places: Set<StopID>, event: RealtimeEventDTO)?,
        language: String?, wantsRows: Bool, wakes: Date
    ) throws(APIFailure) {
        self.version = version
        self.answer = answer
        self.live = live
        self.language = language
        self.wantsRows = wantsRows
        self.wakes = wakes
        body = String(decoding: try AnswerBody.bytes(of: answer), as: UTF8.self)
    }

    private static func text(_ data: some DTO) -> String {
        String(decoding: data.jsonBytes, as: UTF8.self)
    }

    var id: String { EntityTag(of: [version, body]).text.filter { $0 != "\"" } }

    var event: ServerEvent { ServerEvent(kind: .board, id: id, data: body) }

    func events(instead old: ShownBoard) -> [ServerEvent] {
        var events: [ServerEvent] = []
        if version != old.version {
            events.append(
                ServerEvent(kind: .bundle, data: Self.text(BundleEventDTO(bundle: version))))
        }
        if let live, live.event.state != old.live?.event.state {
            events.append(ServerEvent(kind: .realtime, data: Self.text(live.event)))
        }
        guard version != old.version || body.exact != old.body.exact else { return events }
        return events + (rows(instead: old) ?? [event])
    }

    /// The rows that turn another board into this one; nil where more than rows differs.
    private func rows(instead old: ShownBoard) -> [ServerEvent]? {
        guard wantsRows, version == old.version, answer.meta == old.answer.meta else { return nil }
        var board = answer.data
        var bare = old.answer.data
        let before = Dictionary(bare.events.map { (RowKeyDTO($0), $0) }) { first, _ in first }
        let now = Set(board.events.map(RowKeyDTO.init))
        // Live data may name two runs alike.
        guard before.count == bare.events.count, now.count == board.events.count else { return nil }
        // By their bytes: texts are equal when they look the same.
        let changed = board.events.filter {
            before[RowKeyDTO($0)]?.jsonBytes != $0.jsonBytes
        }
        let gone = bare.events.map(RowKeyDTO.init).filter { !now.contains($0) }
        let (stops, routes) = (board.stops, board.routes)
        (board.events, board.stops, board.routes) = ([], [], [])
        (bare.events, bare.stops, bare.routes) = ([], [], [])
        guard board.jsonBytes == bare.jsonBytes else { return nil }
        var events: [ServerEvent] = []
        if !gone.isEmpty {
            events.append(ServerEvent(kind: .remove, data: Self.text(RemovedRowsDTO(gone))))
        }
        if !changed.isEmpty {
            board.events = changed
            board.stops = stops.filter { stop in
                changed.contains { StopID($0.stopID) == StopID(stop.stopID) }
            }
            board.routes = routes.filter { route in
                changed.contains { $0.routeID?.exact == route.routeID.exact }
            }
            events.append(ServerEvent(kind: .update, data: Self.text(board)))
        }
        guard !events.isEmpty else { return nil }
        events[events.count - 1].id = id
        return events
    }
}
