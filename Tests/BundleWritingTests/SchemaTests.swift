import FeedReading
import Foundation
import GTFSSchedule
import TestSupport
import Testing

@Suite("Promises of the sources")
struct SchemaTests {
    @Test("Every table and view of the schema is explained")
    func comments() throws {
        let lines = try SchemaDocument.lines()
        let small = Set(Schedule.tables.map(\.name))
        var explained = 0
        for (index, line) in lines.enumerated() {
            let words = line.split(separator: " ")
            guard words.first == "CREATE", words.count > 2,
                ["TABLE", "VIEW", "VIRTUAL"].contains(words[1])
            else { continue }
            let name = words[1] == "VIRTUAL" ? words[3] : words[2]
            let before = lines[index - 1]
            let follows = before.hasPrefix("CREATE") || before.hasPrefix(") ") || before == ");"
            // The reference explains its own files; a bundle's own tables need a word.
            if before.hasPrefix("--"), !before.hasPrefix("-----") {
                explained += 1
            } else {
                #expect(
                    small.contains(String(name)) || follows,
                    "\(name) has no comment")
            }
        }
        #expect(explained >= 15)
    }

    @Test("Every notice that a type gives exists")
    func noticeCodes() {
        let types: [FieldType] = [
            .id, .text, .url, .email, .phoneNumber, .languageCode, .timezone, .currencyCode,
            .currencyAmount, .nonNegativeAmount, .color, .date, .time, .localTime, .latitude,
            .longitude, .float, .nonNegativeFloat, .positiveFloat, .integer, .nonNegativeInteger,
            .positiveInteger, .nonZeroInteger, .enumeration(values: 0...1), .routeType, .keyword,
        ]
        for type in types {
            #expect(NoticeDefinition.ofReading(type.outOfRangeNotice) != nil)
            let stored = Array("no value of any type".utf8).withUnsafeBytes { type.store($0) }
            if case .bad(let code) = stored {
                #expect(NoticeDefinition.ofReading(code) != nil, "\(code)")
            }
        }
    }

    @Test("Every notice of reading is given somewhere")
    func notices() throws {
        let sources =
            try PackageRoot.files(below: "Sources", suffix: ".swift").filter {
                !$0.contains("/NoticeDefinition+")
            }.reduce(into: Data()) { try $0 += Data(contentsOf: URL(fileURLWithPath: $1)) } + [0]
        // Of C, as a text of six megabytes is long for the unoptimized code of tests.
        func sourcesHave(_ text: String) -> Bool {
            sources.withUnsafeBytes {
                $0.bindMemory(to: CChar.self).baseAddress.flatMap { strstr($0, text) } != nil
            }
        }
        let types = "= NoticeDefinition(\n        \""
        let names = try PackageRoot.files(below: "Sources/FeedReading/Notices", suffix: ".swift")
            .flatMap { path in
                try String(contentsOfFile: path, encoding: .utf8)
                    .components(separatedBy: "static let ").dropFirst()
                    .filter { $0.contains(types) }
                    .map { declaration in
                        let code = declaration.components(separatedBy: types).last ?? ""
                        return (declaration.prefix { $0 != " " }, code.prefix { $0 != "\"" })
                    }
            }
        #expect(names.count == NoticeDefinition.ofReading.count + 2)
        for (name, code) in names {
            #expect(sourcesHave(".\(name)") || sourcesHave("\"\(code)\")"), "\(name)")
        }
    }
}
