import Foundation
import GTFSSchedule
import TransitAPI
import TransitModel
import WebPages

struct StopBoard {
    private let context: ExplorerContext
    private let texts: ExplorerTexts
    private let details: StopDetailsDTO
    private let isArrivals: Bool
    private let opening: OpeningDay

    init(_ context: ExplorerContext, _ details: StopDetailsDTO, opening: OpeningDay) {
        self.context = context
        texts = context.texts
        self.details = details
        self.opening = opening
        isArrivals = context.target.value("board") == "arrivals"
    }

    private var question: [(String, String?)] {
        let target = context.target
        return [("at", target.value("at")), ("n", target.value("n"))]
            + target.values("mode").map { ("mode", $0) }
            + target.values("route").map { ("route", $0) }
    }

    private var isOpening: Bool {
        context.target.value("at") == nil && context.target.value("cursor") == nil
    }

    private var isNow: Bool { isOpening && opening.instant == nil }

    private func ask() async throws -> Envelope<Board> {
        let target = context.target
        let chosen = Set(target.values("route").map { RouteID($0) })
        let routes = EqualRoutes.groups(details.routes)
            .filter { $0.all.contains { chosen.contains(RouteID($0.routeID)) } }
            .flatMap(\.all).map { RouteID($0.routeID) }
        return try await context.ask(
            isArrivals ? .arrivals : .departures, id: details.stop.stopID,
            [
                ("at", isOpening ? opening.instant : target.value("at")), ("n", target.value("n")),
                ("cursor", target.value("cursor")),
            ] + target.values("mode").map { ("mode", $0) }
                + Set(routes).union(chosen).sorted().map { ("route", $0.text) }
        ) { $0.board }
    }

    func section() async throws -> HTML {
        let answer = try await ask()
        let feed = try await context.feed()
        let title = texts(isArrivals ? "board.arrivals" : "board.departures")
        let alerts = AlertList(context, answer.data.alerts + details.alerts)
        let zone = NamedTimeZone(answer.data.zoneName)?.timeZone ?? .gmt
        return """
            \(alerts.section)
            \(tabs)
            \(BoardForm(context, details).form)
            <section id="board"\(isNow ? context.ticking : nil) data-zone="\(answer.data.zoneName)" aria-labelledby="board-title">
            <h2 id="board-title" class="unseen">\(title)</h2>
            \(isOpening ? opening.note : nil)
            \(context.liveState(answer.meta, in: zone))
            \(notes(answer, feed))
            \(try await table(answer, title, alerts: alerts))
            \(pages(answer.meta))
            \(zoneNote(answer, feed))
            <p class="quiet" data-zone-note></p>
            </section>
            """
    }

    private var tabs: HTML {
        let (links, id) = (context.links, details.stop.stopID)
        return Pieces.tabs(
            texts("stop.views"),
            [
                (texts("board.departures"), links.stop(id), !isArrivals),
                (
                    texts("board.arrivals"), links.stop(id, query: [("board", "arrivals")]),
                    isArrivals
                ),
                (texts("stop.destinations"), links.page("stops", id, "destinations"), false),
            ])
    }

    private func pages(_ meta: Meta) -> HTML? {
        func page(_ cursor: String?) -> String? {
            cursor.map { address(question + [("cursor", $0)]) }
        }
        return Pieces.pages(
            texts("board.pages"),
            [
                (texts("board.earlier"), page(meta.previous), "prev"),
                (texts("board.now"), isNow ? nil : address([]), "start"),
                (texts("board.later"), page(meta.next), "next"),
            ])
    }

    private func address(_ query: [(String, String?)]) -> String {
        context.links.stop(
            details.stop.stopID, query: [("board", isArrivals ? "arrivals" : nil)] + query)
    }

    // MARK: Rows

    private func table(
        _ answer: Envelope<Board>, _ title: String, alerts: AlertList
    ) async throws -> HTML {
        guard !answer.data.events.isEmpty else {
            let isSaid = answer.meta.notes.contains { $0.code.known == .outsideFeed }
            return isSaid ? "" : empty(answer)
        }
        let row = BoardRow(
            context, stop: details.stop, board: answer,
            headways: try await BoardHeadways(answer.data.events, context), alerts: alerts)
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
        for event in answer.data.events {
            let time = event.shownTime
            if last?.localDate != time.localDate {
                if !rows.isEmpty { bodies.append("<tbody role=\"rowgroup\">\(rows)</tbody>") }
                let day = texts.day(time.localDate, today: localToday(answer))
                rows = heading(day)
            } else if let last, answer.data.otherZone(of: event) == nil,
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

    private func localToday(_ answer: Envelope<Board>) -> ServiceDate {
        let zone = NamedTimeZone(answer.data.zoneName)?.timeZone ?? .gmt
        return ServiceClock(timeZone: zone).date(at: context.usedNow)
    }

    // MARK: What there is to say

    private func empty(_ answer: Envelope<Board>) -> HTML {
        guard !details.routes.isEmpty else {
            let key = details.flexibleAccess.isEmpty ? "board.empty.never" : "board.empty.flexible"
            return "<p id=\"board-empty\" class=\"note\">\(texts(key))</p>"
        }
        let isFiltered = question.contains { ["mode", "route"].contains($0.0) && $0.1 != nil }
        let help: HTML? =
            isFiltered
            ? " <a href=\"\(address([("at", context.target.value("at"))]))\">\(texts("board.all"))</a>"
            : nil
        let key = isFiltered ? "board.empty.filtered" : "board.empty.week"
        return "<p id=\"board-empty\" class=\"note\">\(texts(key))\(help)</p>"
    }

    private func notes(_ answer: Envelope<Board>, _ feed: FeedDTO) -> HTML {
        var notes = answer.meta.notes.filter { !$0.isOfLiveData }.map { note -> HTML in
            switch note.code.known {
            case .outsideFeed: outside(feed.days)
            case .skippedLocalTime: "<p class=\"note\">\(texts("note.skipped"))</p>"
            case .repeatedLocalTime: "<p class=\"note\">\(texts("note.repeated"))</p>"
            default: "<p class=\"note\">\(note.message)</p>"
            }
        }
        if answer.data.events.contains(where: { $0.isTimeZoneAssumed || $0.isStopTimeZoneAssumed })
        {
            notes.append("<p class=\"note\">\(texts("note.zone.assumed"))</p>")
        }
        if answer.data.events.contains(where: \.isInterpolated) {
            notes.append("<p class=\"quiet\">\(texts("note.interpolated"))</p>")
        }
        return HTML.joined(notes)
    }

    private func outside(_ days: FeedDaysDTO) -> HTML {
        guard let first = days.firstServiceDay, let last = days.lastServiceDay else {
            return "<p class=\"note\">\(texts("note.outside.none"))</p>"
        }
        return OutsideNote.html(
            texts, from: first, to: last,
            addresses: [first, last].map { address([("at", "\($0.dashed)T00:00")]) })
    }

    private func zoneNote(_ answer: Envelope<Board>, _ feed: FeedDTO) -> HTML {
        let instant = answer.data.events.first?.time.date ?? context.usedNow
        let offset = (NamedTimeZone(answer.data.zoneName)?.timeZone ?? .gmt).secondsFromGMT(
            for: instant)
        let values = [
            "zone": answer.data.zoneName, "offset": ExplorerTexts.offset(seconds: offset),
            "feed": feed.timezone,
        ]
        return answer.data.zoneName == feed.timezone
            ? "<p id=\"zone\" class=\"quiet\">\(texts("board.zone", values.filter { $0.key != "feed" }))</p>"
            : "<p id=\"zone\" class=\"note\">\(texts("board.zone.other", values))</p>"
    }
}

struct BoardForm {
    private let context: ExplorerContext
    private let texts: ExplorerTexts
    private let details: StopDetailsDTO

    init(_ context: ExplorerContext, _ details: StopDetailsDTO) {
        self.context = context
        texts = context.texts
        self.details = details
    }

    var form: HTML? {
        guard !details.routes.isEmpty else { return nil }
        let target = context.target
        // Such a field cannot show an offset.
        let at = target.value("at").map { String($0.prefix(16)) }
        let isOpen = modes != nil && target.value("mode") != nil || target.value("route") != nil
        return """
            <details class="choice noprint"\(isOpen ? " open" : nil)><summary>\(texts("board.choose"))</summary>
            <form id="board-form" action="\(context.links.stop(details.stop.stopID))">
            \(context.hidden([("board", target.value("board")), ("n", target.value("n"))]))
            <label>\(texts("board.at")) <input type="datetime-local" name="at" value="\(at ?? "")"></label>
            \(modes)
            \(routes)
            <button>\(texts("board.show"))</button>
            </form></details>
            """
    }

    private var modes: HTML? {
        var words: [String] = []
        for route in details.routes where !words.contains(route.type.mode.rawValue) {
            words.append(route.type.mode.rawValue)
        }
        guard words.count > 1 else { return nil }
        return Pieces.select(
            "mode", label: texts("board.mode"), none: texts("board.any"),
            options: words.map { ($0, texts.mode($0)) }, chosen: context.target.value("mode"))
    }

    private var routes: HTML? {
        let groups = EqualRoutes.groups(details.routes)
        guard groups.count > 1 else { return nil }
        let chosen = context.target.value("route")
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
