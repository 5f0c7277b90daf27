import FeedValidation
import GTFSSchedule

/// How many routes have no color.
func colorless(in feed: String, on today: ServiceDate) async throws -> Int {
    var options = ValidationOptions(date: today)
    options.ownRules = [RouteColorRule()]
    let report = try await Validator(Feed(feed), options).validate()
    return report.groups.filter { $0.code == RouteColorRule.missingColor.code }
        .reduce(0) { $0 + $1.count }
}
