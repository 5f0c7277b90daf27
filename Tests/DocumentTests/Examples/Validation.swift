import FeedValidation
import GTFSSchedule

/// How many errors a feed has, which codes were found, and which stops have no name.
func findings(in feed: String, on today: ServiceDate) async throws -> [String] {
    let options = ValidationOptions(date: today, countryCode: "AU")
    let validator = try Validator(Feed(feed), options)
    let report = try await validator.validate()
    var lines = ["\(report.total(.error)) errors"] + report.groups.map(\.code)
    for try await notice in validator.notices() where notice.code == "missing_stop_name" {
        if case .text(let stop)? = notice.fields["stopId"] { lines.append("no name: \(stop)") }
    }
    return lines
}
