import Foundation
import TransitAPI
import TransitModel
import WebPages

struct StopBoard: PagePart {
    let context: ExplorerContext
    let details: StopDetailsDTO
    let opening: OpeningDay

    private var isArrivals: Bool { target.value("board") == "arrivals" }

    private var question: [(String, String?)] {
        [("at", target.value("at")), ("n", target.value("n"))]
            + target.values("mode").map { ("mode", $0) }
            + target.values("route").map { ("route", $0) }
    }

    private var isOpening: Bool { target.value("at") == nil && target.value("cursor") == nil }

    private var isNow: Bool { isOpening && opening.instant == nil }

    private func ask() async throws -> PageAnswer<Board> {
        let chosen = Set(target.values("route").map { RouteID($0) })
        let routes = EqualRoutes.groups(details.routes)
            .filter { $0.all.contains { chosen.contains(RouteID($0.routeID)) } }
            .flatMap(\.all).map { RouteID($0.routeID) }
        return try await context.board(
            isArrivals ? .arrival : .departure, of: details.stop,
            at: isOpening ? opening.instant : target.value("at"), count: target.value("n"),
            cursor: target.value("cursor"), modes: target.values("mode"),
            routes: Set(routes).union(chosen).sorted())
    }

    func section() async throws -> HTML {
        let answer = try await ask()
        let board = answer.value
        let feed = try await context.feed().description
        let title = texts(isArrivals ? "board.arrivals" : "board.departures")
        let alerts = AlertList(context, board.alerts + details.alerts)
        let zone = NamedTimeZone(board.zoneName)?.timeZone ?? .gmt
        return """
            \(alerts.section)
            \(tabs)
            \(BoardForm(context: context, details: details).form)
            <section id="board"\(isNow ? context.ticking : nil) data-zone="\(board.zoneName)" aria-labelledby="board-title">
            <h2 id="board-title" class="unseen">\(title)</h2>
            \(isOpening ? opening.note : nil)
            \(context.liveState(answer, in: zone))
            \(notes(answer, feed.validity))
            \(try await table(answer, title, in: zone, alerts: alerts))
            \(pages(answer))
            \(zoneNote(board, zone, feed.timeZoneName))
            <p class="quiet" data-zone-note></p>
            </section>
            """
    }

    private var tabs: HTML {
        let id = details.stop.stopID
        return Pieces.tabs(
            texts("stop.views"),
            [
                ("\(texts("board.departures"))", links.stop(id), !isArrivals),
                (
                    "\(texts("board.arrivals"))",
                    links.stop(id, query: [("board", "arrivals")]), isArrivals
                ),
                (
                    "\(texts("stop.destinations"))", links.page("stops", id, "destinations"),
                    false
                ),
            ])
    }

    private func pages(_ answer: PageAnswer<Board>) -> HTML? {
        func page(_ cursor: String?) -> String? {
            cursor.map { address(question + [("cursor", $0)]) }
        }
        return Pieces.pages(
            texts("board.pages"),
            [
                (texts("board.earlier"), page(answer.previous), "prev"),
                (texts("board.now"), isNow ? nil : address([]), "start"),
                (texts("board.later"), page(answer.next), "next"),
            ])
    }

    private func address(_ query: [(String, String?)]) -> String {
        links.stop(
            details.stop.stopID, query: [("board", isArrivals ? "arrivals" : nil)] + query)
    }

    // MARK: Rows

    private func table(
        _ answer: PageAnswer<Board>, _ title: String, in zone: TimeZone, alerts: AlertList
    ) async throws -> HTML {
        let board = answer.value
        guard !board.events.isEmpty else { return answer.has(.outsideFeed) ? "" : empty }
        let row = BoardRow(
            context, stop: details.stop, board: answer,
            headways: try await BoardHeadways(board.events, context), alerts: alerts)
        let today = ServiceClock(timeZone: zone).date(at: context.usedNow)
        let columns = row.keys
        func heading(_ text: String) -> HTML {
            """
            <tr class="day" role="row"><th colspan="\(columns.count)" scope="rowgroup" \
            role="rowheader">\(text)</th></tr>

            """
        }
        var bodies: [HTML] = []
        var rows = HTML()
        var last: LocalInstant?
        for event in board.events {
            let time = event.shownTime
            if last?.localDate != time.localDate {
                if !rows.isEmpty { bodies.append("<tbody role=\"rowgroup\">\(rows)</tbody>") }
                rows = heading(texts.day(time.localDate, today: today))
            } else if let last, board.otherZone(of: event) == nil,
                last.offsetSeconds != time.offsetSeconds
            {
                rows += heading(
                    texts(
                        "board.clocks",
                        ["offset": ExplorerTexts.offset(seconds: time.offsetSeconds)]))
            }
            rows += row.html(event)
            last = time
        }
        bodies.append("<tbody role=\"rowgroup\">\(rows)</tbody>")
        let headings = columns.map { key -> HTML in
            let text: HTML = "\(texts("board.\(key)"))"
            let label: HTML =
                ["in", "notes", "access"].contains(key)
                ? "<span class=\"unseen\">\(text)</span>" : text
            return "<th class=\"\(key)\" scope=\"col\" role=\"columnheader\">\(label)</th>"
        }
        let shared: HTML? =
            row.shared.isEmpty
            ? nil
            : """
            <p id="board-access" class="quiet">\(texts("board.shared")) \
            \(HTML.joined(row.shared, separator: " · "))</p>
            """
        // In a small window rows are not table rows, so their roles are stated.
        return """
            \(shared)
            <table id="board-table" class="board\(row.isLive ? " live" : nil)" role="table"><caption class="unseen">\
            \(texts("board.caption", ["board": title, "name": context.name(of: details.stop)]))\
            </caption>
            <thead role="rowgroup"><tr role="row">\(headings)</tr></thead>
            \(bodies)</table>
            """
    }

    // MARK: What there is to say

    private var empty: HTML {
        guard !details.routes.isEmpty else {
            let key = details.flexibleAccess.isEmpty ? "board.empty.never" : "board.empty.flexible"
            return texts.note(key, id: "board-empty")
        }
        let isFiltered = question.contains { ["mode", "route"].contains($0.0) && $0.1 != nil }
        let help: HTML? =
            isFiltered
            ? " <a href=\"\(address([("at", target.value("at"))]))\">\(texts("board.all"))</a>"
            : nil
        let key = isFiltered ? "board.empty.filtered" : "board.empty.week"
        return Pieces.note("\(texts(key))\(help)", id: "board-empty")
    }

    private func notes(_ answer: PageAnswer<Board>, _ validity: FeedValidity) -> HTML {
        let events = answer.value.events
        var notes = AnswerNotes(context: context, validity: validity) {
            address([("at", "\($0.dashed)T00:00")])
        }.html(answer.notes, withoutDaysID: nil)
        if events.contains(where: { $0.isTimeZoneAssumed || $0.isStopTimeZoneAssumed }) {
            notes += texts.note("note.zone.assumed")
        }
        if events.contains(where: \.isInterpolated) {
            notes += "<p class=\"quiet\">\(texts("note.interpolated"))</p>"
        }
        return notes
    }

    private func zoneNote(_ board: Board, _ zone: TimeZone, _ feedZone: String) -> HTML {
        let offset = zone.secondsFromGMT(for: board.events.first?.time.date ?? context.usedNow)
        var values = ["zone": board.zoneName, "offset": ExplorerTexts.offset(seconds: offset)]
        if board.zoneName == feedZone {
            return "<p id=\"zone\" class=\"quiet\">\(texts("board.zone", values))</p>"
        }
        values["feed"] = feedZone
        return Pieces.note("\(texts("board.zone.other", values))", id: "zone")
    }
}

struct BoardForm: PagePart {
    let context: ExplorerContext
    let details: StopDetailsDTO

    var form: HTML? {
        guard !details.routes.isEmpty else { return nil }
        // Such a field cannot show an offset.
        let at = target.value("at").map { String($0.prefix(16)) }
        let isOpen = modes != nil && target.value("mode") != nil || target.value("route") != nil
        return """
            <details class="choice noprint"\(isOpen ? " open" : nil)><summary>\(texts("board.choose"))</summary>
            <form id="board-form" action="\(links.stop(details.stop.stopID))">
            \(context.hidden([("board", target.value("board")), ("n", target.value("n"))]))
            <label>\(texts("board.at")) <input type="datetime-local" name="at" value="\(at ?? "")"></label>
            \(modes)
            \(routes)
            <button>\(texts("board.show"))</button>
            </form></details>
            """
    }

    private var modes: HTML? {
        let words = details.routes.modes
        guard words.count > 1 else { return nil }
        return Pieces.select(
            "mode", label: texts("board.mode"), none: texts("board.any"),
            options: words.map { ($0, texts.mode($0)) }, chosen: target.value("mode"))
    }

    private var routes: HTML? {
        let groups = EqualRoutes.groups(details.routes)
        guard groups.count > 1 else { return nil }
        let chosen = target.value("route")
        return Pieces.select(
            "route", label: texts("board.route"), none: texts("board.any"),
            options: groups.map { ($0.first.routeID, $0.first.name) },
            chosen: groups.first { $0.all.contains { $0.routeID.exact == chosen?.exact } }?.first
                .routeID)
    }
}

extension ExplorerTexts {
    /// The API's word for a mode of a later version.
    func mode(_ word: String) -> String {
        words.texts["mode.\(word)"] ?? word
    }
}
