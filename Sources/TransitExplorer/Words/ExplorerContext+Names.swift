import Foundation
import TransitAPI
import TransitModel
import WebPages

/// Names of the feed, marked up for their direction and language.
@available(iOS 17, macOS 14, *)
extension ExplorerContext {
    /// A text of the feed, which may run in the other direction than the page.
    func name(_ text: String) -> HTML {
        guard let language = ownLanguage else { return "<bdi>\(text)</bdi>" }
        return "<bdi lang=\"\(language)\">\(text)</bdi>"
    }

    /// The language of names, if all are in one that is not the page's. Which names were translated
    /// is unknown here.
    private var ownLanguage: String? {
        guard namesLanguage == nil, let own = shown.description.info?.feedLang, !own.isEmpty else {
            return nil
        }
        let code = own.lowercased().prefix { $0 != "-" && $0 != "_" }
        return code == "mul" || code == texts.language ? nil : own
    }

    /// The name of a stop, or else its id.
    func name(of stop: Stop) -> String {
        stop.stopName.isEmpty ? stop.stopID : stop.stopName
    }

    /// A link to a stop.
    func link(_ stop: Stop) -> HTML {
        "<a href=\"\(links.stop(stop.stopID))\">\(name(name(of: stop)))</a>"
    }

    /// A link to a route: its badge.
    func link(_ route: Route) -> HTML {
        "<a href=\"\(links.route(route.routeID))\">\(RouteColorClasses.badge(route))</a>"
    }

    /// Badges of routes in a list, one for those that look the same.
    func badges(_ routes: [Route], id: String) -> HTML {
        let items = EqualRoutes.groups(routes).map { "<li>\(link($0.first))</li>" as HTML }
        return "<ul id=\"\(id)\" class=\"chips\">\(items)</ul>"
    }

    /// A web address that the feed names.
    func outside(_ address: String, _ text: String? = nil) -> HTML {
        OutsideLink.html(address, text)
    }

    /// A telephone number, as a link that calls it.
    func telephone(_ number: String) -> HTML {
        let digits = number.filter { $0 == "+" || ("0"..."9").contains($0) }
        guard !digits.isEmpty else { return name(number) }
        return "<a href=\"tel:\(digits)\"><bdi>\(number)</bdi></a>"
    }

    /// The API's answer about the feed, which many pages need.
    func feed() async throws -> FeedDTO {
        try await ask(.feed) { $0.feed }.data
    }

    /// The present date in the zone where the feed's days begin.
    var today: ServiceDate { ServiceClock(timeZone: shown.description.timeZone).date(at: usedNow) }

    /// The time as the API takes it.
    var nowText: String { Timestamp.text(Int(usedNow.timeIntervalSince1970)) }

    /// The stops with these ids, by id, as far as the feed has them.
    func stops(ids: some Sequence<String>) async throws -> [StopID: Stop] {
        var known: [StopID: Stop] = [:]
        var wanted = Set(ids.map { StopID($0) }).sorted()
        while !wanted.isEmpty {
            let part = wanted.prefix(100)
            wanted.removeFirst(part.count)
            let answer = try await ask(
                .stops, part.map { ("ids", $0.text) }
            ) { $0.stops }
            for stop in answer.data.elements { known[StopID(stop.stopID)] = stop.model }
        }
        return known
    }

    /// Hidden fields that keep earlier choices when a form is sent.
    func hidden(_ fields: [(String, String?)]) -> HTML {
        let all = fields + [("language", links.language)]
        return HTML.joined(
            all.compactMap { name, value in
                value.map { "<input type=\"hidden\" name=\"\(name)\" value=\"\($0)\">" as HTML }
            })
    }
}

/// Links to other places on the web.
@available(iOS 17, macOS 14, *)
enum OutsideLink {
    /// Only web pages become links: anything else, such as a script, stays text.
    static func html(_ address: String, _ text: String? = nil) -> HTML {
        let start = address.lowercased()
        guard start.hasPrefix("https://") || start.hasPrefix("http://") else {
            return "<bdi>\(address)</bdi>"
        }
        return
            "<a href=\"\(address)\" rel=\"external noreferrer\"><bdi>\(text ?? address)</bdi></a>"
    }
}
