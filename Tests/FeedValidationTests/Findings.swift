import FeedReading
import FeedValidation
import GTFSSchedule
import TestSupport
import Testing

/// The findings of a validation in a feed that a test wrote.
struct Findings {
    let report: ValidationReport

    /// - Parameter patience: the steps that a rule may take; nil for as many as the command gives it.
    init(_ feed: TestFeed, isCanonical: Bool = false, patience: Int? = nil) throws {
        let folder = try TestFolder()
        let path = try feed.write(to: folder)
        let date = try #require(ServiceDate(yyyymmdd: 2026_06_15))
        var options = ValidationOptions(date: date, countryCode: "FR")
        options.isCanonical = isCanonical
        if let patience { options.patience = patience }
        report = try Validation(options).run(FeedFiles(FeedArchive.open(path)))
        // The canonical validator describes some calls by those of another trip.
        guard !isCanonical else { return }
        var places = NoticePlaces(feed)
        places.check(report)
    }

    func count(_ code: String) -> Int {
        report.groups.first { $0.code == code }?.count ?? 0
    }

    func sample(_ code: String) -> NoticeFields? {
        report.groups.first { $0.code == code }?.samples.first?.fields
    }
}
