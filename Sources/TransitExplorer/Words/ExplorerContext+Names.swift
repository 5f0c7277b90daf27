import Foundation
import TransitModel
import WebPages

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

    func name(of stop: Stop) -> String {
        stop.stopName.isEmpty ? stop.stopID : stop.stopName
    }

    func link(_ stop: Stop) -> HTML {
        "<a href=\"\(links.stop(stop.stopID))\">\(name(name(of: stop)))</a>"
    }

    func link(_ route: Route) -> HTML {
        "<a href=\"\(links.route(route.routeID))\">\(RouteColorClasses.badge(route))</a>"
    }

    func badges(_ routes: [Route], id: String) -> HTML {
        let items = EqualRoutes.groups(routes).map { "<li>\(link($0.first))</li>" as HTML }
        return "<ul id=\"\(id)\" class=\"chips\">\(items)</ul>"
    }

    func outside(_ address: String, _ text: String? = nil) -> HTML {
        OutsideLink.html(address, text)
    }

    func telephone(_ number: String) -> HTML {
        let digits = number.filter { $0 == "+" || ("0"..."9").contains($0) }
        guard !digits.isEmpty else { return name(number) }
        return "<a href=\"tel:\(digits)\"><bdi>\(number)</bdi></a>"
    }

    var today: ServiceDate { ServiceClock(timeZone: shown.description.timeZone).date(at: usedNow) }

    var nowText: String { Timestamp.text(Int(usedNow.timeIntervalSince1970)) }

    func hidden(_ fields: [(String, String?)]) -> HTML {
        let all = fields + [("language", links.language)]
        return HTML.joined(
            all.compactMap { name, value in
                value.map { "<input type=\"hidden\" name=\"\(name)\" value=\"\($0)\">" as HTML }
            })
    }
}

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
