import GTFSSchedule
import TransitAPI
import WebPages

/// The facts about the stop itself.
@available(iOS 17, macOS 14, *)
struct StopFacts {
    private let context: ExplorerContext
    private let texts: ExplorerTexts
    private let details: StopDetailsDTO
    private var stop: StopDTO { details.stop }

    init(_ context: ExplorerContext, _ details: StopDetailsDTO) {
        self.context = context
        texts = context.texts
        self.details = details
    }

    /// Its kind, its station, and links for it.
    var headline: HTML {
        var parts: [HTML] = ["\(texts.kind(of: stop))"]
        if let code = stop.stopCode { parts.append(context.name(code)) }
        if let platform = stop.platformCode {
            parts.append("\(texts("stop.platform")) \(context.name(platform))")
        }
        if let station = details.station, station.stopID != stop.stopID {
            parts.append("\(texts("stop.station")) \(context.link(station))")
        }
        return """
            <p id="stop-kind" class="quiet">\(HTML.joined(parts, separator: " · "))</p>
            """
    }

    /// Names and values.
    var section: HTML {
        """
        <section aria-labelledby="facts-title">
        <h2 id="facts-title">\(texts("stop.about"))</h2>
        \(Pieces.pairs(rows, id: "stop-facts"))
        <ul class="links noprint">
        <li><a href="\(context.links.page("map", query: [("stop", stop.stopID)]))">\
        \(texts("stop.map"))</a></li>
        <li><a href="\(canonical)" rel="bookmark" data-share="\(canonical)">\(texts("stop.share"))</a></li>
        </ul>
        </section>
        """
    }

    /// The address of the stop for others, who choose their own language.
    private var canonical: String {
        context.links.speaking(nil).stop(stop.stopID)
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

    /// Its own value, or its station's.
    private var accessibility: HTML {
        let own = stop.wheelchairBoarding ?? 0
        let effective = stop.effectiveWheelchairBoarding ?? own
        let word = texts("wheelchair.stop.\(1...2 ~= effective ? effective : 0)")
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
        let near = context.links.page("stops", query: [("near", "\(latitude),\(longitude)")])
        return """
            \(latitude.description), \(longitude.description) \
            <a class="noprint" href="\(near)">\(texts("stop.near"))</a>
            """
    }
}

@available(iOS 17, macOS 14, *)
extension ExplorerTexts {
    /// The name of the kind of place that a stop is.
    func kind(of stop: StopDTO) -> String {
        let code = stop.locationType ?? 0
        if code == 0, stop.parentStation != nil { return self("kind.platform") }
        return self("kind.\(LocationType.codes ~= code ? code : 0)")
    }

    /// The level as signs name it, or else its number.
    func level(_ level: LevelDTO) -> String {
        if let name = level.levelName, !name.isEmpty { return name }
        guard let index = level.levelIndex else { return level.levelID }
        return index == index.rounded() && abs(index) < 1000 ? "\(Int(index))" : "\(index)"
    }
}
