import FeedReading
import FeedValidation

/// Notices about messages: those that other validators know keep their codes, such as `E022`; ours begin
/// with `rt_`.
extension NoticeDefinition {
    private static let examples = NoticeExamples.byCode(EmbeddedTexts.RealtimeExamples_txt)

    /// - Parameter aliases: names of the code in other validators.
    static func realtime(
        _ code: String, _ severity: NoticeSeverity, in message: String, also aliases: [String] = [],
        summary: String, why: String, fix: String
    ) -> NoticeDefinition {
        NoticeDefinition(
            code, severity, aliases: aliases, message: message, summary: summary, why: why,
            fix: fix, example: examples[code])
    }
}
