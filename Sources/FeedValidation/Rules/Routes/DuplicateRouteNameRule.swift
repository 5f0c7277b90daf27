import GTFSSchedule

/// Routes of one agency and type differ in their names.
struct DuplicateRouteNameRule: FeedRule {
    static let notices: [NoticeDefinition] = [.duplicateRouteName]
    static let inputs = ["routes.txt"]

    private struct Key: Hashable {
        // Identifiers, for they compare bytes: what Unicode calls equal may be spelled apart.
        let long: Identifier<Key>
        let short: Identifier<Key>
        let type: Int
        let agency: AgencyID?

        init(_ route: Route, _ isCanonical: Bool) {
            long = Identifier(route.routeLongName ?? "")
            short = Identifier(route.routeShortName ?? "")
            type =
                isCanonical ? CanonicalName.number(route.routeType) : route.routeType?.code ?? -1
            agency = route.agencyID
        }
    }

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) throws {
        var first: [Key: Int] = [:]
        for (index, route) in feed.routes.rows.enumerated() {
            try feed.checkCancellation()
            let key = Key(route, feed.options.isCanonical)
            guard let known = first[key] else {
                first[key] = index
                continue
            }
            bin.add(
                .duplicateRouteName,
                [
                    "csvRowNumber1": feed.routes.rowNumbers[known],
                    "routeId1": feed.routes[known].routeID?.text ?? "",
                    "csvRowNumber2": feed.routes.rowNumbers[index],
                    "routeId2": route.routeID?.text ?? "",
                    "routeShortName": route.routeShortName ?? "",
                    "routeLongName": route.routeLongName ?? "",
                    "routeTypeValue": key.type, "agencyId": route.agencyID?.text ?? "",
                ])
        }
    }
}

extension NoticeDefinition {
    static let duplicateRouteName = NoticeDefinition(
        "duplicate_route_name", .warning,
        "Two routes of one agency and `route_type` have the same names.",
        why: "Riders cannot tell them apart.",
        fix: "Join them into one route (directions belong to trips), or name them differently.",
        reference: "routes.txt", "route_short_name", "route_long_name")
}
