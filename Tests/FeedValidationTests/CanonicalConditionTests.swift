import FeedReading
import FeedValidation
import GTFSSchedule
import TestSupport
import Testing

@Suite("Conditions of the canonical rules") struct CanonicalConditionTests {
    /// Canonical codes without a feed.
    private static let withoutFeed: Set<String> = [
        // A file of a billion rows.
        "too_many_rows"
    ]

    private static let cases: [AgreementCase] = {
        switch AgreementCase.all {
        case .success(let cases): cases
        // Told by the test that every code has a case.
        case .failure: []
        }
    }()

    @Test("A feed has the notices that the conditions give, and no others", arguments: cases)
    func counts(_ item: AgreementCase) throws {
        let folder = try TestFolder()
        let path = try item.feed.pack(
            as: .zip(options: "compression=store"), to: folder, as: "feed.zip")
        let date = try #require(ServiceDate(yyyymmdd: 2026_11_20))
        var options = ValidationOptions(date: date, countryCode: "US")
        options.isCanonical = true
        let report = try Validation(options).run(FeedFiles(at: path, for: options))
        let found = report.groups.map { ($0.code, $0.count) }
        #expect(Dictionary(uniqueKeysWithValues: found) == item.expected)
        #expect(report.systemErrors.isEmpty)
        if let severity = item.severity {
            #expect(report.groups.first { $0.code == item.name }?.severity.rawValue == severity)
        }
    }

    @Test("Every canonical code has a feed, and no other code") func codes() throws {
        let cases = try AgreementCase.all.get()
        let shown = Set(cases.filter { $0.severity != nil }.map(\.name))
        let canonical = NoticeCatalogue.all.map(\.code).filter { !$0.hasPrefix("gtfs_") }
        #expect(canonical.count == 172)
        #expect(shown == Set(canonical).subtracting(Self.withoutFeed))
    }
}
