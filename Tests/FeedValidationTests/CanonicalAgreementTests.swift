import FeedReading
import FeedValidation
import Foundation
import GTFSSchedule
import TestSupport
import Testing

/// Counts and samples beside those of the canonical validator, where its results are at hand.
@Suite("Agreement with the canonical validator", .serialized)
struct CanonicalAgreementTests {
    /// The canonical validator's report for one code.
    struct Expected: Sendable {
        let count: Int
        let severity: String
    }

    /// Each remaining difference, by feed and code, with its reason.
    static let ledger: [String: [String: String]] = [:]

    static let cases = PackageRoot.sharedFiles(in: "cases/feeds", suffix: ".zip")

    static let feeds = PackageRoot.sharedFiles(in: "expected", suffix: ".json")
        .map { String($0.dropLast(5)) }

    private func validate(_ path: String, country: String?) throws -> ValidationReport {
        let date = try #require(ServiceDate(yyyymmdd: 2026_11_20))
        var options = ValidationOptions(date: date, countryCode: country)
        options.isCanonical = true
        return try Validation(options).run(FeedFiles(at: path, for: options))
    }

    private func json(_ path: String) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private func differences(
        _ report: ValidationReport, _ expected: [String: Expected]
    ) -> [String: String] {
        let found = Dictionary(uniqueKeysWithValues: report.groups.map { ($0.code, $0) })
        var differences: [String: String] = [:]
        for code in Set(found.keys).union(expected.keys) {
            let wanted = expected[code].map { "\($0.severity) \($0.count)" } ?? "none"
            let got = found[code].map { "\($0.severity.rawValue) \($0.count)" } ?? "none"
            if wanted != got { differences[code] = "expected \(wanted), found \(got)" }
        }
        return differences
    }

    @Test(
        "A small feed with one thing wrong has the canonical counts", .sharedFiles, arguments: cases
    )
    func agreesOnCase(_ file: String) throws {
        let all = try json(try #require(PackageRoot.shared("cases/expected.json")))
        let name = String(file.dropLast(4))
        let entry = try #require(all[name] as? [String: Any])
        let counts = try #require(entry["expected"] as? [String: Int])
        let severities = try #require(entry["severity"] as? [String: String])
        let expected = Dictionary(
            uniqueKeysWithValues: counts.map {
                ($0.key, Expected(count: $0.value, severity: severities[$0.key] ?? ""))
            })
        let path = try #require(PackageRoot.shared("cases/feeds/" + file))
        let report = try validate(path, country: "US")
        #expect(differences(report, expected).isEmpty, "\(differences(report, expected))")
        try expectSamples(report, entry["samples"] as? [String: [[String: Any]]] ?? [:])
    }

    @Test("A real feed has the canonical counts", .sharedFiles, arguments: feeds)
    func agreesOnFeed(_ name: String) throws {
        let entry = try json(try #require(PackageRoot.shared("expected/\(name).json")))
        let notices = try #require(entry["notices"] as? [String: [String: Any]])
        var expected: [String: Expected] = [:]
        for (code, notice) in notices {
            expected[code] = Expected(
                count: try #require(notice["total"] as? Int),
                severity: try #require(notice["severity"] as? String))
        }
        let path =
            PackageRoot.shared("feeds/\(name).zip") ?? PackageRoot.shared("feeds/bad/\(name).zip")
        let systemErrors = try #require(entry["system_errors"] as? [String])
        let report: ValidationReport
        do {
            report = try validate(try #require(path), country: nil)
        } catch is FeedError {
            // The archive cannot be read.
            #expect(expected.isEmpty && systemErrors == ["i_o_error"])
            return
        }
        let known = Set((Self.ledger[name] ?? [:]).keys)
        let found = differences(report, expected)
        #expect(Set(found.keys) == known, "\(found)")
        #expect(report.systemErrors.isEmpty == systemErrors.isEmpty)
        guard known.isEmpty else { return }
        #expect(report.summary.features == entry["features"] as? [String])
        let counts = try #require(entry["counts"] as? [String: Int])
        for count in report.summary.counts { #expect(counts[count.name] == count.count) }
    }

    @Test("The ledger names at most five differences")
    func shortLedger() {
        #expect(Self.ledger.values.reduce(0) { $0 + $1.count } <= 5)
    }

    /// The canonical validator's samples have the same members as ours, and are among ours where
    /// we have all.
    private func expectSamples(
        _ report: ValidationReport, _ samples: [String: [[String: Any]]]
    ) throws {
        for (code, expected) in samples {
            let group = try #require(report.groups.first { $0.code == code })
            let ours = try group.samples.map { notice in
                try Self.text(
                    Dictionary(
                        uniqueKeysWithValues: notice.fields.fields.map {
                            ($0.name, $0.value.any)
                        }))
            }
            for sample in expected {
                #expect(ours.contains(try Self.text(sample)), "\(code): \(sample) not in \(ours)")
            }
        }
    }

    /// A sample as text that equal samples share; numbers are rounded to nine digits. What a parser
    /// of Java's says, and where it was in its own buffer, is left out.
    private static func text(_ sample: [String: Any]) throws -> String {
        sample.filter {
            !["message", "parsedContent", "charIndex"].contains($0.key)
        }.sorted { $0.key < $1.key }.map { name, value in
            switch value {
            case let number as Double: "\(name)=\(rounded(number))"
            case let list as [Any]:
                "\(name)=\(list.map { "\(rounded(($0 as? Double) ?? 0))" }.joined(separator: ","))"
            default: "\(name)=\(value)"
            }
        }.joined(separator: "; ")
    }

    private static func rounded(_ number: Double) -> Double { (number * 1e9).rounded() / 1e9 }
}

extension NoticeValue {
    fileprivate var any: Any {
        switch self {
        case .text(let text): text
        case .integer(let number): Double(number)
        case .number(let number): number
        case .flag(let flag): flag
        case .list(let values): values.map(\.any)
        }
    }
}
