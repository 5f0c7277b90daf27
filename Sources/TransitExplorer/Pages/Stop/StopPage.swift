import TransitAPI
import TransitModel
import WebPages

struct StopPage: PagePart {
    let context: ExplorerContext
    let id: String

    func page() async throws -> ExplorerPage {
        let details = try await context.stop(id, withExtensions: true)
        let facts = StopFacts(context: context, details: details)
        let opening = try await context.openingDay()
        let board = StopBoard(context: context, details: details, opening: opening)
        let routes: HTML? =
            details.routes.isEmpty
            ? nil
            : """
            <h2 class="unseen">\(texts("stop.routes"))</h2>
            \(context.badges(details.routes, id: "stop-routes"))
            """
        return ExplorerPage(
            title: context.name(of: details.stop),
            body: """
                \(facts.headline)
                \(routes)
                \(try await board.section())
                \(facts.section)
                \(try await FlexibleServices(context: context).section(details.flexibleAccess, on: day ?? opening.date))
                \(try await StationParts(context: context, details: details).sections())
                \(ExtensionTables.foldOut(details.extensions, context))
                \(try context.notices(about: details.stop.stopID, .stop))
                """,
            map: map(details))
    }

    private var day: ServiceDate? {
        let digits = target.value("at").map { $0.prefix(10).filter { $0 != "-" } }
        return digits.flatMap { ServiceDate(cellText: $0) }
    }

    private func map(_ details: StopDetailsDTO) -> MapContent {
        let parts = details.platforms + details.entrances + details.boardingAreas
        let around = [details.station].compactMap { $0 } + parts
        return MapContent(
            marks: [context.mark(details.stop, isHere: true)].compactMap { $0 }
                + around.filter { $0.stopID.exact != details.stop.stopID.exact }.compactMap {
                    context.mark($0)
                },
            vehicles: context.vehicles(nil, of: details.routes))
    }
}

struct StopFacts: PagePart {
    let context: ExplorerContext
    let details: StopDetailsDTO
    private var stop: Stop { details.stop }

    var headline: HTML {
        var parts: [HTML] = ["\(texts.kind(of: stop))"]
        if let code = stop.stopCode { parts.append(context.name(code)) }
        if let platform = stop.platformCode {
            parts.append("\(texts("stop.platform")) \(context.name(platform))")
        }
        if let station = details.station, station.stopID.exact != stop.stopID.exact {
            parts.append("\(texts("stop.station")) \(context.link(station))")
        }
        let wheelchair = stop.wheelchairWord
        if wheelchair != 0 {
            parts.append(
                """
                <span class="icon wheelchair\(wheelchair == 2 ? " no" : "")"></span> \
                \(texts("wheelchair.stop.\(wheelchair)"))
                """)
        }
        return """
            <p id="stop-kind" class="quiet">\(HTML.joined(parts, separator: " · "))</p>
            """
    }

    var section: HTML {
        Pieces.section(
            "facts-title", "\(texts("stop.about"))",
            """
            \(Pieces.pairs(rows, id: "stop-facts"))
            <ul class="links noprint">
            <li><a href="\(links.page("map", query: [("stop", stop.stopID)]))">\
            \(texts("stop.map"))</a></li>
            <li><a href="\(canonical)" rel="bookmark" data-share="\(canonical)">\(texts("stop.share"))</a></li>
            </ul>
            """)
    }

    /// The address of the stop for others, who choose their own language.
    private var canonical: String {
        links.speaking(nil).stop(stop.stopID)
    }

    private var rows: [(String, HTML?)] {
        [
            (texts("stop.id"), "<code><bdi>\(stop.stopID)</bdi></code>"),
            (texts("stop.code"), stop.stopCode.map(context.name)),
            (texts("stop.description"), stop.stopDesc.map(context.name)),
            (texts("stop.wheelchair"), accessibility),
            (texts("stop.level"), level.map(context.name)),
            (texts("stop.zone"), stop.zoneID.map(context.name)),
            (
                texts("stop.timezone"),
                Pieces.zone(
                    texts, details.timezone,
                    isAssumed: details.timezoneAssumed || details.stopTimezoneAssumed)
            ),
            (texts("stop.place"), place),
            (texts("stop.page"), stop.stopURL.map { context.outside($0) }),
        ]
    }

    private var accessibility: HTML {
        let own = stop.wheelchairBoarding ?? 0
        let effective = stop.effectiveWheelchairBoarding ?? own
        let word = texts("wheelchair.stop.\(stop.wheelchairWord)")
        guard effective != 0, own == 0, let parent = details.parent else { return "\(word)" }
        let from = parent.locationType == 1 ? "wheelchair.station" : "wheelchair.parent"
        return "\(word) <span class=\"quiet\">\(texts(from))</span>"
    }

    private var level: String? {
        guard let id = stop.levelID else { return nil }
        return details.levels.first { $0.levelID == id }.map(texts.level) ?? id
    }

    private var place: HTML? {
        guard let latitude = stop.stopLat, let longitude = stop.stopLon else { return nil }
        let numbers: HTML = "\(latitude.description), \(longitude.description)"
        if stop.coordinate == nil { return numbers }
        let near = links.page("stops", query: [("near", "\(latitude),\(longitude)")])
        return """
            \(numbers) \
            <a class="noprint" href="\(near)">\(texts("stop.near"))</a>
            """
    }
}

extension Stop {
    /// 1 or 2, as in the reference; 0 where the feed does not say.
    var wheelchairWord: Int {
        let code = effectiveWheelchairBoarding ?? wheelchairBoarding ?? 0
        return 1...2 ~= code ? code : 0
    }
}

extension ExplorerTexts {
    func kind(of stop: Stop) -> String {
        let code = stop.locationType ?? 0
        if code == 0, stop.parentStation != nil { return self("kind.platform") }
        return self("kind.\(LocationType.codes ~= code ? code : 0)")
    }

    func level(_ level: Level) -> String {
        if let name = level.levelName, !name.isEmpty { return name }
        guard let index = level.levelIndex else { return level.levelID }
        return index == index.rounded() && abs(index) < 1000 ? "\(Int(index))" : "\(index)"
    }
}

struct FlexibleServices: PagePart {
    let context: ExplorerContext

    func section(
        _ services: [FlexibleAccess], on day: ServiceDate
    ) async throws -> HTML? {
        guard !services.isEmpty else { return nil }
        let words = try await BookingWords(context, services.flatMap(rules), day: day)
        let cards = services.map { "<li class=\"card\">\(card($0, words))</li>" as HTML }
        return Pieces.section(
            "flexible-title", "\(texts("flexible.title"))",
            "<ul id=\"flexible\" class=\"cards\">\(cards)</ul>")
    }

    private func rules(_ service: FlexibleAccess) -> [BookingRule] {
        [service.pickupBookingRule, service.dropOffBookingRule].compactMap { $0 }
    }

    private func card(_ service: FlexibleAccess, _ words: BookingWords) -> HTML {
        let area =
            service.locationGroup?.locationGroupName ?? service.location?.stopName
            ?? service.locationGroup?.locationGroupID?.text ?? service.location?.id?.text
        var parts: [HTML] = []
        if let route = service.route {
            parts.append("<p>\(context.link(route)) \(context.name(route.routeLongName))</p>")
        }
        if let area { parts.append("<p>\(texts("flexible.area")) \(context.name(area))</p>") }
        if let window = texts.window(service.windowStart, service.windowEnd) {
            parts.append("<p>\(window)</p>")
        }
        for (key, access) in [
            ("flexible.pickup", service.pickup), ("flexible.dropoff", service.dropOff),
        ] where access == .notAvailable {
            parts.append("<p>\(texts(key + ".none"))</p>")
        }
        var shown: [BookingRule] = []
        for rule in rules(service) where !shown.contains(rule) {
            shown.append(rule)
            parts.append(words.html(rule))
        }
        return HTML.joined(parts)
    }
}

extension ExplorerTexts {
    func window(_ start: ServiceTime?, _ end: ServiceTime?) -> String? {
        guard let start, let end else { return nil }
        return self("flexible.window", ["start": clock(start), "end": clock(end)])
    }
}
