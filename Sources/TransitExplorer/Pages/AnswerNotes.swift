import TransitAPI
import TransitModel
import WebPages

/// The notes of an answer, in the words of pages; for live data see
/// ``ExplorerContext/liveState(_:in:)``.
struct AnswerNotes: PagePart {
    let context: ExplorerContext
    let validity: FeedValidity
    /// The address of the page on another day.
    let address: (ServiceDate) -> String

    func html(_ notes: [Note], withoutDaysID: String? = "outside") -> HTML {
        HTML.joined(
            notes.filter { !$0.isOfLiveData }.map { note -> HTML in
                switch note.code.known {
                case .outsideFeed: outside(withoutDaysID)
                case .skippedLocalTime: texts.note("note.skipped")
                case .repeatedLocalTime: texts.note("note.repeated")
                case .notRunning:
                    texts.note(
                        note.field == "date" ? "trip.notRunning" : "trip.noRun", id: "not-running")
                default: Pieces.note("\(note.message)")
                }
            })
    }

    /// - Parameter withoutDaysID: the id of the note about a feed without days.
    func outside(_ withoutDaysID: String? = "outside") -> HTML {
        guard let first = validity.firstServiceDay, let last = validity.lastServiceDay else {
            return texts.note("note.outside.none", id: withoutDaysID)
        }
        let values = ["first": texts.day(first, today: nil), "last": texts.day(last, today: nil)]
        return Pieces.note(
            """
            \(texts("note.outside", values))
            <a href="\(address(first))">\(texts("note.outside.first"))</a> \
            <a href="\(address(last))">\(texts("note.outside.last"))</a>
            """, id: "outside")
    }
}

extension Note {
    fileprivate var isOfLiveData: Bool {
        switch code.known {
        case .realtimeStale, .realtimeExpired, .realtimeMissing, .realtimePartial,
            .realtimeOtherVersion, .realtimeModified:
            true
        default: false
        }
    }
}
