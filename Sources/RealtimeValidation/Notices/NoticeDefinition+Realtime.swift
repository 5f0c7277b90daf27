import FeedReading

/// Notices about messages: those that other validators know keep their codes, such as `E022`; ours begin
/// with `rt_`.
extension NoticeDefinition {
    /// - Parameters:
    ///   - aliases: names of the code in other validators.
    ///   - given: the message before or beside, in the text form of protobuf, below `before:` or `beside:`.
    ///   - wrong: parts of a message that cause it, in the text form of protobuf with times of the clock.
    static func realtime(
        _ code: String, _ severity: NoticeSeverity, in message: String, also aliases: [String] = [],
        summary: String, why: String, fix: String, given: String = "", wrong: String, right: String
    ) -> NoticeDefinition {
        NoticeDefinition(
            code, severity, aliases: aliases, message: message, summary: summary, why: why,
            fix: fix,
            example: (given.isEmpty ? "" : given + "\n") + "wrong:\n\(wrong)\nright:\n\(right)")
    }
}
