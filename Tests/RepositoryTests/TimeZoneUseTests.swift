import Foundation
import TestSupport
import Testing

@Suite("Use of time zones") struct TimeZoneUseTests {
    @Test("Zones are made from names in one place, which knows the names of the IANA database")
    func names() throws {
        let files = try PackageRoot.files(below: "Sources", suffix: ".swift").filter {
            let text = try String(contentsOfFile: $0, encoding: .utf8)
            return ["TimeZone(identifier:", "TimeZone.init(identifier:", "TimeZone(abbreviation:"]
                .contains { text.contains($0) }
        }
        #expect(files.map { $0.suffix(30) } == ["Values/TimezoneName+Database.swift".suffix(30)])
    }
}
