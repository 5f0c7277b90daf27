import GTFSSchedule

/// Routes and stops have web pages of their own: not the agency's, nor a route's.
struct SharedURLRule: FeedRule {
    static let notices: [NoticeDefinition] = [
        .sameRouteAndAgencyURL, .sameStopAndAgencyURL, .sameStopAndRouteURL,
    ]
    static let inputs = ["agency.txt", "routes.txt", "stops.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        let agencies = Self.rows(feed.agency.rows.map(\.agencyURL))
        let routes = Self.rows(feed.routes.rows.map(\.routeURL))
        for (index, route) in feed.routes.rows.enumerated() {
            guard let url = route.routeURL else { continue }
            for agency in agencies[Self.key(url)] ?? [] {
                bin.add(
                    .sameRouteAndAgencyURL,
                    [
                        "routeCsvRowNumber": feed.routes.rowNumbers[index],
                        "routeId": route.routeID?.text ?? "",
                        "agencyName": feed.agency[agency].agencyName ?? "",
                        "routeUrl": url.text,
                        "agencyCsvRowNumber": feed.agency.rowNumbers[agency],
                    ])
            }
        }
        for (index, stop) in feed.stops.rows.enumerated() {
            try feed.checkCancellation()
            guard let url = stop.stopURL else { continue }
            for agency in agencies[Self.key(url)] ?? [] {
                bin.add(
                    .sameStopAndAgencyURL,
                    [
                        "stopCsvRowNumber": feed.stops.rowNumbers[index],
                        "stopId": stop.stopID?.text ?? "",
                        "agencyName": feed.agency[agency].agencyName ?? "",
                        "stopUrl": url.text,
                        "agencyCsvRowNumber": feed.agency.rowNumbers[agency],
                    ])
            }
            for route in routes[Self.key(url)] ?? [] {
                bin.add(
                    .sameStopAndRouteURL,
                    [
                        "stopCsvRowNumber": feed.stops.rowNumbers[index],
                        "stopId": stop.stopID?.text ?? "", "stopUrl": url.text,
                        "routeId": feed.routes[route].routeID?.text ?? "",
                        "routeCsvRowNumber": feed.routes.rowNumbers[route],
                    ])
            }
        }
    }

    /// Rows by their URLs.
    private static func rows(_ urls: [FeedURL?]) -> [FeedURL: [Int]] {
        var rows: [FeedURL: [Int]] = [:]
        for (index, url) in urls.enumerated() {
            if let url { rows[key(url), default: []].append(index) }
        }
        return rows
    }

    /// The URL in lower case.
    private static func key(_ url: FeedURL) -> FeedURL {
        FeedURL(url.text.asciiLowercased)
    }
}

extension NoticeDefinition {
    static let sameRouteAndAgencyURL = NoticeDefinition(
        "same_route_and_agency_url", .warning, summary: "A `route_url` equals an `agency_url`.",
        why: "Riders who look for the route find the agency's home page.",
        fix: "Use the route's own page, or leave `route_url` empty.",
        reference: "routes.txt", fields: "route_url",
        rowFiles: ["agencyCsvRowNumber": "agency.txt"])
    static let sameStopAndAgencyURL = NoticeDefinition(
        "same_stop_and_agency_url", .warning, summary: "A `stop_url` equals an `agency_url`.",
        why: "Riders who look for the stop find the agency's home page.",
        fix: "Use the stop's own page, or leave `stop_url` empty.",
        reference: "stops.txt", fields: "stop_url",
        rowFiles: ["agencyCsvRowNumber": "agency.txt"])
    static let sameStopAndRouteURL = NoticeDefinition(
        "same_stop_and_route_url", .warning, summary: "A `stop_url` equals a `route_url`.",
        why: "Riders who look for the stop find the page of a route.",
        fix: "Use the stop's own page, or leave `stop_url` empty.",
        reference: "stops.txt", fields: "stop_url",
        rowFiles: ["routeCsvRowNumber": "routes.txt"])
}
