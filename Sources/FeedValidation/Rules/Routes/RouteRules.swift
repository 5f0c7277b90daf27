import GTFSSchedule

/// Routes name their agency: they must when there are several, and should in any case.
struct RouteAgencyRule: FeedRule {
    static let notices: [NoticeDefinition] = [.missingRequiredAgencyID, .missingRecommendedField]
    static let inputs = ["agency.txt", "routes.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard feed.agency.count > 0 else { return }
        for (index, route) in feed.routes.rows.enumerated() where route.agencyID == nil {
            let row = feed.routes.rowNumbers[index]
            if feed.agency.count > 1 {
                bin.add(
                    .missingRequiredAgencyID,
                    ["filename": feed.routes.filename, "csvRowNumber": row])
            } else {
                bin.add(
                    .missingRecommendedField,
                    [
                        "filename": feed.routes.filename, "csvRowNumber": row,
                        "fieldName": "agency_id",
                    ])
            }
        }
    }
}

/// Networks of routes are told in one place: a column of `routes.txt`, or files of their own.
struct RouteNetworkRule: FeedRule {
    static let notices: [NoticeDefinition] = [.routeNetworksSpecifiedInMoreThanOneFile]
    static let inputs = ["routes.txt", "route_networks.txt", "networks.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard feed.routes.header.has("network_id") else { return }
        for file in ["route_networks.txt", "networks.txt"] where feed.state(of: file) != .missing {
            bin.add(
                .routeNetworksSpecifiedInMoreThanOneFile,
                [
                    "fieldName": "network_id", "fileNameA": feed.routes.filename,
                    "fileNameB": file,
                ])
        }
    }
}

extension NoticeDefinition {
    static let routeNetworksSpecifiedInMoreThanOneFile = NoticeDefinition(
        "route_networks_specified_in_more_than_one_file", .error,
        summary: "`routes.txt` has the column `network_id`, and the feed has `networks.txt` or "
            + "`route_networks.txt`.",
        why: "The two definitions may contradict each other, and then fares are wrong.",
        fix: "Keep one of the two definitions.",
        reference: "routes.txt", fields: "network_id")
}

/// Text in `route_text_color` can be read on `route_color`.
struct RouteColorContrastRule: RowRule {
    static let notices: [NoticeDefinition] = [.routeColorContrast]
    static let fields = ["route_color", "route_text_color"]

    /// The least difference of brightness, in steps of 255.
    static let leastDifference = 72

    func check(_ route: Route, in context: RowContext, into bin: NoticeBin) {
        guard let color = route.routeColor, let text = route.routeTextColor,
            color.lumaDifference(from: text) < Self.leastDifference
        else { return }
        bin.add(
            .routeColorContrast,
            [
                "routeId": route.routeID?.text ?? "", "csvRowNumber": context.row,
                "routeColor": "#\(color)", "routeTextColor": "#\(text)",
            ])
    }
}

extension NoticeDefinition {
    static let routeColorContrast = NoticeDefinition(
        "route_color_contrast", .warning,
        summary:
            "The brightness of `route_color` and `route_text_color` differs by less than 72 of 255.",
        why: "Riders can hardly read the route's name on its color.",
        fix: "Use white text on dark colors, and black text on bright ones.",
        reference: "routes.txt", fields: "route_color", "route_text_color")
}
