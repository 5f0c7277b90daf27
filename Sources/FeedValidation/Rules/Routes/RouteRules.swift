import GTFSSchedule

struct RouteNetworkRule: FeedRule {
    static let routeNetworksSpecifiedInMoreThanOneFile = NoticeDefinition(
        "route_networks_specified_in_more_than_one_file", .error,
        summary: "`routes.txt` has the column `network_id`, and the feed has `networks.txt` or "
            + "`route_networks.txt`.",
        why: "The two definitions may contradict each other, and then fares are wrong.",
        fix: "Keep one of the two definitions.",
        reference: "routes.txt", fields: "network_id")
    static let notices: [NoticeDefinition] = [routeNetworksSpecifiedInMoreThanOneFile]
    static let inputs = ["routes.txt", "route_networks.txt", "networks.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard feed.routes.header.has("network_id") else { return }
        for file in ["route_networks.txt", "networks.txt"] where feed.state(of: file) != .missing {
            bin.add(
                Self.routeNetworksSpecifiedInMoreThanOneFile,
                [
                    "fieldName": "network_id", "fileNameA": feed.routes.filename,
                    "fileNameB": file,
                ])
        }
    }
}

/// Text in `route_text_color` can be read on `route_color`.
struct RouteColorContrastRule: RowRule {
    static let routeColorContrast = NoticeDefinition(
        "route_color_contrast", .warning,
        summary:
            "The brightness of `route_color` and `route_text_color` differs by less than 72 of 255.",
        why: "Riders can hardly read the route's name on its color.",
        fix: "Use white text on dark colors, and black text on bright ones.",
        reference: "routes.txt", fields: "route_color", "route_text_color")
    static let notices: [NoticeDefinition] = [routeColorContrast]
    static let fields = ["route_color", "route_text_color"]

    /// On a scale of 255.
    static let leastDifference = 72

    func check(_ route: Route, in context: RowContext, into bin: NoticeBin) {
        guard let color = route.routeColor, let text = route.routeTextColor,
            color.lumaDifference(from: text) < Self.leastDifference
        else { return }
        bin.add(
            Self.routeColorContrast,
            [
                "routeId": route.routeID?.text ?? "", "csvRowNumber": context.row,
                "routeColor": "#\(color)", "routeTextColor": "#\(text)",
            ])
    }
}

/// Routes and stops have their own web pages: not the agency's, nor a route's.
struct SharedURLRule: FeedRule {
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
    static let notices: [NoticeDefinition] = [
        sameRouteAndAgencyURL, sameStopAndAgencyURL, sameStopAndRouteURL,
    ]
    static let inputs = ["agency.txt", "routes.txt", "stops.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        let agencies = Self.rows(feed.agency.rows.map(\.agencyURL))
        let routes = Self.rows(feed.routes.rows.map(\.routeURL))
        func noteAgencies(
            _ definition: NoticeDefinition, _ kind: String, row: Int, id: String?, url: FeedURL
        ) {
            for agency in agencies[Self.key(url)] ?? [] {
                bin.add(
                    definition,
                    [
                        kind + "CsvRowNumber": row, kind + "Id": id ?? "",
                        "agencyName": feed.agency[agency].agencyName ?? "",
                        kind + "Url": url.text,
                        "agencyCsvRowNumber": feed.agency.rowNumbers[agency],
                    ])
            }
        }
        for (index, route) in feed.routes.rows.enumerated() {
            guard let url = route.routeURL else { continue }
            noteAgencies(
                Self.sameRouteAndAgencyURL, "route", row: feed.routes.rowNumbers[index],
                id: route.routeID?.text, url: url)
        }
        for (index, stop) in feed.stops.rows.enumerated() {
            try feed.checkCancellation()
            guard let url = stop.stopURL else { continue }
            let row = feed.stops.rowNumbers[index]
            noteAgencies(
                Self.sameStopAndAgencyURL, "stop", row: row, id: stop.stopID?.text, url: url)
            for route in routes[Self.key(url)] ?? [] {
                bin.add(
                    Self.sameStopAndRouteURL,
                    [
                        "stopCsvRowNumber": row, "stopId": stop.stopID?.text ?? "",
                        "stopUrl": url.text, "routeId": feed.routes[route].routeID?.text ?? "",
                        "routeCsvRowNumber": feed.routes.rowNumbers[route],
                    ])
            }
        }
    }

    private static func rows(_ urls: [FeedURL?]) -> [FeedURL: [Int]] {
        var rows: [FeedURL: [Int]] = [:]
        for (index, url) in urls.enumerated() {
            if let url { rows[key(url), default: []].append(index) }
        }
        return rows
    }

    private static func key(_ url: FeedURL) -> FeedURL {
        FeedURL(url.text.asciiLowercased)
    }
}
