import GTFSSchedule

/// `feed_info.txt` says how to reach the publisher.
struct FeedContactRule: RowRule {
    static let notices: [NoticeDefinition] = [.missingFeedContactEmailAndURL]

    func check(_ info: FeedInfo, _ context: RowContext, _ bin: NoticeBin) {
        guard info.feedContactEmail == nil, info.feedContactURL == nil else { return }
        bin.add(.missingFeedContactEmailAndURL, ["csvRowNumber": context.row])
    }
}

extension NoticeDefinition {
    static let missingFeedContactEmailAndURL = NoticeDefinition(
        "missing_feed_contact_email_and_url", .warning,
        "`feed_info.txt` has neither `feed_contact_email` nor `feed_contact_url`.",
        why: "Those who find a fault in the feed cannot tell anybody.",
        fix: "Give an address that somebody reads.",
        reference: "feed_info.txt", "feed_contact_email", "feed_contact_url")
}
