import FeedValidation
import GTFSSchedule

/// One line for each code that a feed gives on a day: `warning feed_expiration_date30_days: 1`.
func codes(in feed: String, on date: ServiceDate) async throws -> [String] {
    let report = try await Validator(
        Feed(feed), ValidationOptions(date: date)
    ).validate()
    return report.groups.map { "\($0.severity) \($0.code): \($0.count)" }
}

/// The examples in the comments of `FeedValidation`, with a feed and a date.
struct FeedValidationExamples {
    let feed: Feed
    let today: ServiceDate

    func validator() async throws -> Int {
        let options = ValidationOptions(date: today, countryCode: "AU")
        let report = try await Validator(feed, options).validate()
        let errors = report.total(.error)  // 0
        return errors
    }

    func missing() -> String {
        var message = ""
        do {
            _ = try Feed("/feeds/none.zip")
        } catch {
            message = error.description  // "/feeds/none.zip: no such file or folder"
        }
        return message
    }

    func notices() async throws -> [String] {
        var codes: [String] = []
        for try await notice in Validator(feed).notices() {
            codes.append(notice.code)
            if codes.count == 100 { break }
        }
        return codes
    }

    func options() async throws -> Int? {
        var options = ValidationOptions(date: today)
        options.ownRules = [RouteColorRule()]
        let report = try await Validator(feed, options).validate()
        let colorless = report.groups.first { $0.code == "acme_missing_color" }?.count  // 1
        return colorless
    }

    func access(with key: String) throws -> Feed {
        let access = FeedAccess(
            limits: ArchiveLimits(totalBytes: 2_000_000_000), httpHeaders: ["Authorization": key])
        let feed = try Feed("https://localhost:1/gtfs.zip", access: access)
        return feed
    }

    func total(of report: ValidationReport) -> Int {
        let failing = report.total(.error) + report.total(.warning)
        return failing
    }

    func policy(for report: ValidationReport) -> ValidationReport {
        var policy = ValidationPolicy()
        policy.ignored = ["feed_expiration_date30_days"]
        policy.severities = ["acme_missing_color": .error]
        let ours = report.applying(policy)
        return ours
    }

    func baseline(_ earlierJSON: String, for report: ValidationReport) throws -> Int {
        let baseline = try Baseline(json: earlierJSON)
        let compared = report.compared(with: baseline)
        let newCount = compared.groups.reduce(0) { $0 + $1.newCount }
        return newCount
    }

    func json(of report: ValidationReport) -> String {
        let context = ReportContext(
            validatorVersion: "acme 1.0", validatedAt: "2026-11-21T08:00:00+11:00")
        let json = report.json(context)
        return json
    }

    func definition() -> (severity: NoticeSeverity?, summary: String?) {
        let notice = NoticeCatalogue.definition("missing_stop_name")
        let severity = notice?.severity  // .error
        let summary = notice?.summary  // "A stop, station or entrance has no `stop_name`."
        return (severity, summary)
    }
}
