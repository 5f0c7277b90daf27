import Foundation
import Testing

@testable import GTFSSchedule

@Suite("Names of time zones") struct TimezoneNameTests {
    /// The release of the IANA database on this machine, and its names.
    private static let installed: (version: String, names: Set<String>)? = {
        let path = "/usr/share/zoneinfo/tzdata.zi"
        guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .map { $0.split(separator: " ") }
        guard let first = lines.first, first.starts(with: ["#", "version"]) else { return nil }
        let names = lines.compactMap { words -> String? in
            switch words[0] {
            case "Z": String(words[1])
            case "L": String(words[2])
            default: nil
            }
        }
        return (String(first[2]), Set(names))
    }()

    private let ours = Set(TimezoneName.database.map { String(Substring($0)) })

    @Test(
        "The names are those of the IANA database, except Factory",
        .enabled(if: installed != nil, "no tzdata.zi on this machine"))
    func database() throws {
        let installed = try #require(Self.installed)
        #expect(installed.names.count > 500)
        #expect(installed.names.subtracting(ours) == ["Factory"], "add them")
        // Names are added, and never removed: an older database may lack some.
        if installed.version >= TimezoneName.databaseVersion {
            #expect(ours.subtracting(installed.names) == [])
        }
    }

    @Test("The system knows the rules of nearly all")
    func rules() {
        let unknown = ours.filter { TimezoneName($0).timeZone == nil }
        #expect(ours.allSatisfy { TimezoneName($0).isInDatabase })
        #expect(unknown.count < 20, "\(unknown.sorted())")
        #expect(TimezoneName("Asia/Calcutta").timeZone?.secondsFromGMT() == 19_800)
        #expect(TimezoneName("Etc/GMT+5").timeZone?.secondsFromGMT() == -18_000)
        #expect(TimezoneName("EST").timeZone?.secondsFromGMT() == -18_000)
    }

    @Test(
        "A name that the database lacks has no zone, whatever the system takes it for",
        arguments: [
            "BST", "PST", "CST", "IST", "MSK", "UTC+1", "GMT+0100", "+02:00", "Z", "", "utc",
            "europe/paris", "Europe/Paris ", "Factory", "SystemV/AST4", "localtime", "posixrules",
            "posix/Europe/Paris", "../Europe/Paris", "/usr/share/zoneinfo/Europe/Paris",
            "Asia/\u{212A}olkata",
        ])
    func others(_ name: String) {
        #expect(!TimezoneName(name).isInDatabase)
        #expect(TimezoneName(name).timeZone == nil)
    }
}
