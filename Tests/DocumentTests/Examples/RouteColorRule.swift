import FeedValidation
import GTFSSchedule

/// Every route of ours has a color, because the map is drawn with it.
struct RouteColorRule: RowRule {
    static let missingColor = NoticeDefinition(
        code: "acme_missing_color", severity: .warning, summary: "A route has no color.",
        why: "Our map is drawn with it.", fix: "Fill in `route_color`.", file: "routes.txt",
        fields: ["route_color"])
    static let notices = [missingColor]

    func check(_ row: Route, in context: RowContext, into bin: NoticeBin) {
        guard row.routeColor == nil else { return }
        bin.add(Self.missingColor, ["csvRowNumber": context.row, "routeId": row.routeID])
    }
}
