package import FeedReading
import FeedValidation

package enum RealtimeCatalogue {
    /// By code.
    package static let all = byCode.values.sorted { $0.code < $1.code }

    static let byCode: [String: NoticeDefinition] = {
        var definitions: [String: NoticeDefinition] = [:]
        for (heading, text) in NoticeExamples.byHeading(EmbeddedTexts.RealtimeNotices_txt) {
            let names = heading.split(separator: " ").map(String.init)
            let lines = text.utf8.split(separator: UInt8(ascii: "\n"), maxSplits: 3)
                .map { String(Substring($0)) }
            guard names.count > 2, lines.count > 3,
                let severity = NoticeSeverity(rawValue: names[1])
            else { continue }
            definitions[names[0]] = NoticeDefinition(
                names[0], severity, aliases: Array(names[3...]), message: names[2],
                summary: lines[0], why: lines[1], fix: lines[2], example: lines[3])
        }
        return definitions
    }()

    /// Those of a code, or else those that have the name in other validators.
    package static func definitions(_ name: String) -> [NoticeDefinition] {
        byCode[name].map { [$0] } ?? all.filter { $0.aliases.contains(name) }
    }

    package static func definition(_ code: String) -> NoticeDefinition? { byCode[code] }
}
