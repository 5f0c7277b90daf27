import Foundation
import TransitAPI
import TransitAnswers
import TransitModel

@available(iOS 17, macOS 14, *)
struct ShownBoard: Sendable {
    let version: String
    private let answer: Envelope<Board>
    private let body: String
    let live: (stamp: LiveStamp, places: Set<StopID>, event: RealtimeEventDTO)?
    let language: String?
    private let wantsRows: Bool
    let wakes: Date

    init(
        version: String, answer: Envelope<Board>,
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

    private static func text(_ data: some WireForm) -> String {
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

    private static func withoutEvents(_ board: Board) -> [UInt8] {
        var board = board
        board.events = []
        return board.jsonBytes
    }

    /// The rows that turn another board into this one; nil where more than rows differs.
    private func rows(instead old: ShownBoard) -> [ServerEvent]? {
        guard wantsRows, version == old.version, answer.meta == old.answer.meta else { return nil }
        let keys = answer.data.events.map(RowKeyDTO.init)
        let oldKeys = old.answer.data.events.map(RowKeyDTO.init)
        var sent = SentBoard(answer.data)
        let before = Dictionary(zip(oldKeys, SentBoard(old.answer.data).rows)) { first, _ in first }
        let now = Set(keys)
        // Live data may name two runs alike.
        guard before.count == oldKeys.count, now.count == keys.count,
            Self.withoutEvents(answer.data) == Self.withoutEvents(old.answer.data)
        else { return nil }
        // By their bytes: texts are equal when they look the same.
        let changed = zip(keys, sent.rows).filter { before[$0]?.jsonBytes != $1.jsonBytes }.map(\.1)
        let gone = oldKeys.filter { !now.contains($0) }
        var events: [ServerEvent] = []
        if !gone.isEmpty {
            events.append(ServerEvent(kind: .remove, data: Self.text(RemovedRowsDTO(gone))))
        }
        if !changed.isEmpty {
            sent.keep(changed)
            events.append(ServerEvent(kind: .update, data: Self.text(sent)))
        }
        guard !events.isEmpty else { return nil }
        events[events.count - 1].id = id
        return events
    }
}
