import GTFSSchedule

/// Text in `route_text_color` can be read on `route_color`.
struct RouteColorContrastRule: RowRule {
    static let notices: [NoticeDefinition] = [.routeColorContrast]

    /// The least difference of brightness, in steps of 255.
    static let leastDifference = 72

    func check(_ route: Route, _ context: RowContext, _ bin: NoticeBin) {
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
        "`route_color` and `route_text_color` differ too little in brightness.",
        why: "The route's name is hard to read on its colour.",
        fix: "Use white text on dark colours and black on bright ones.",
        reference: "routes.txt", "route_color", "route_text_color")
}
