import GTFSSchedule

struct RouteNameRule: RowRule {
    static let routeBothShortAndLongNameMissing = NoticeDefinition(
        "route_both_short_and_long_name_missing", .error,
        summary: "A route has neither `route_short_name` nor `route_long_name`.",
        why: "Riders cannot tell which route a vehicle serves.",
        fix: "Fill in the name that riders know.",
        reference: "routes.txt", fields: "route_short_name", "route_long_name")
    static let routeShortNameTooLong = NoticeDefinition(
        "route_short_name_too_long", .warning,
        summary: "`route_short_name` has more than 12 characters.",
        why: "Apps show the name in a small badge and cut it off.",
        fix: "Use the number or letter, and put the rest into `route_long_name`.",
        reference: "routes.txt", fields: "route_short_name")
    static let routeLongNameContainsShortName = NoticeDefinition(
        "route_long_name_contains_short_name", .warning,
        summary: "`route_long_name` is `route_short_name`, or begins with it as a separate word.",
        why: "Apps show both names side by side, so riders read the same text twice.",
        fix: "Remove the short name from `route_long_name`.",
        reference: "routes.txt", fields: "route_long_name", "route_short_name")
    static let sameNameAndDescriptionForRoute = NoticeDefinition(
        "same_name_and_description_for_route", .warning,
        summary: "`route_desc` repeats `route_short_name` or `route_long_name`.",
        why: "Riders read the same text twice.",
        fix: "Add something to the description, or leave `route_desc` empty.",
        reference: "routes.txt", fields: "route_desc", "route_short_name", "route_long_name")
    static let notices: [NoticeDefinition] = [
        routeBothShortAndLongNameMissing, routeShortNameTooLong,
        routeLongNameContainsShortName, sameNameAndDescriptionForRoute,
    ]
    static let fields = ["route_short_name", "route_long_name", "route_desc"]

    /// In UTF-16 units.
    static let longestShortName = 12

    func check(_ route: Route, in context: RowContext, into bin: NoticeBin) {
        let id = route.routeID?.text ?? ""
        let short = route.routeShortName
        let long = route.routeLongName
        if short == nil, long == nil {
            bin.add(
                Self.routeBothShortAndLongNameMissing,
                ["routeId": id, "csvRowNumber": context.row])
        }
        if let short, short.utf16.count > Self.longestShortName {
            bin.add(
                Self.routeShortNameTooLong,
                ["routeId": id, "csvRowNumber": context.row, "routeShortName": short])
        }
        if let short, let long, Self.begins(long, with: short) {
            bin.add(
                Self.routeLongNameContainsShortName,
                [
                    "routeId": id, "csvRowNumber": context.row, "routeShortName": short,
                    "routeLongName": long,
                ])
        }
        checkDescription(route, in: context, into: bin)
    }

    private func checkDescription(_ route: Route, in context: RowContext, into bin: NoticeBin) {
        guard let description = route.routeDesc else { return }
        let names = [
            ("route_short_name", route.routeShortName), ("route_long_name", route.routeLongName),
        ]
        for (field, name) in names {
            guard let name, description.isSameIgnoringCase(as: name) else { continue }
            bin.add(
                Self.sameNameAndDescriptionForRoute,
                [
                    "csvRowNumber": context.row, "routeId": route.routeID?.text ?? "",
                    "routeDesc": description, "specifiedField": field,
                ])
            return
        }
    }

    /// A blank, dash or bracket follows the short name.
    private static func begins(_ long: String, with short: String) -> Bool {
        guard long.lowercased().utf16.starts(with: short.lowercased().utf16) else { return false }
        guard let next = long.utf16.dropFirst(short.utf16.count).first else { return true }
        switch next {
        case 9...13, 32, 40, 41, 45: return true
        default: return false
        }
    }
}

struct DuplicateRouteNameRule: FeedRule {
    static let duplicateRouteName = NoticeDefinition(
        "duplicate_route_name", .warning,
        summary: "Two routes of one agency and `route_type` have the same short and long name.",
        why: "Riders cannot tell the routes apart.",
        fix: "Merge the routes, because directions belong to trips, or give them different names.",
        reference: "routes.txt", fields: "route_short_name", "route_long_name",
        incidental: ["routeId1", "routeId2"])
    static let notices: [NoticeDefinition] = [duplicateRouteName]
    static let inputs = ["routes.txt"]

    private struct Key: Hashable {
        // Identifiers, because they compare bytes: texts that Unicode considers equal may differ in
        // spelling.
        let long: Identifier<Key>
        let short: Identifier<Key>
        let type: Int
        let agency: AgencyID?

        init(_ route: Route) {
            long = Identifier(route.routeLongName ?? "")
            short = Identifier(route.routeShortName ?? "")
            type = route.routeType?.code ?? -1
            agency = route.agencyID
        }
    }

    func check(_ feed: LoadedFeed, into bin: NoticeBin) throws {
        var first: [Key: Int] = [:]
        for (index, route) in feed.routes.rows.enumerated() {
            try feed.checkCancellation()
            if feed.routes.isBad(index, "route_type") { continue }
            let key = Key(route)
            guard let known = first[key] else {
                first[key] = index
                continue
            }
            bin.add(
                Self.duplicateRouteName,
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
