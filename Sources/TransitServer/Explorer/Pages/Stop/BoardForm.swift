import TransitAPI
import TransitModel
import WebPages

/// The choices of a board: a day and time, a mode, a route.
@available(iOS 17, macOS 14, *)
struct BoardForm {
    private let context: ExplorerContext
    private let texts: ExplorerTexts
    private let details: StopDetailsDTO

    init(_ context: ExplorerContext, _ details: StopDetailsDTO) {
        self.context = context
        texts = context.texts
        self.details = details
    }

    /// Nil when no route calls.
    var form: HTML? {
        guard !details.routes.isEmpty else { return nil }
        let target = context.target
        // Such a field cannot show an offset.
        let at = target.value("at").map { String($0.prefix(16)) }
        return """
            <form id="board-form" class="chips noprint" action="\(context.links.stop(details.stop.stopID))">
            \(context.hidden([("board", target.value("board")), ("n", target.value("n"))]))
            <label>\(texts("board.at")) <input type="datetime-local" name="at" value="\(at ?? "")"></label>
            \(modes)
            \(routes)
            <button>\(texts("board.show"))</button>
            </form>
            """
    }

    private var modes: HTML? {
        var words: [String] = []
        for route in details.routes where !words.contains(route.mode.text) {
            words.append(route.mode.text)
        }
        guard words.count > 1 else { return nil }
        return Pieces.select(
            "mode", label: texts("board.mode"), none: texts("board.any"),
            options: words.map { ($0, texts.mode($0)) }, chosen: context.target.value("mode"))
    }

    private var routes: HTML? {
        guard details.routes.count > 1 else { return nil }
        return Pieces.select(
            "route", label: texts("board.route"), none: texts("board.any"),
            options: details.routes.map { ($0.routeID, $0.model.name) },
            chosen: context.target.value("route"))
    }
}

@available(iOS 17, macOS 14, *)
extension ExplorerTexts {
    /// The name of a mode; the API's word for one of a later version.
    func mode(_ word: String) -> String {
        all["mode.\(word)"] ?? word
    }
}
