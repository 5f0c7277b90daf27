package import FeedReading
package import GTFSSchedule

/// What ``FeedSummary`` is for feeds.
package struct MessageSummary: Sendable {
    package struct Fact: Sendable {
        /// In `report.json`.
        package let name: String
        package let title: String
        package let value: NoticeValue

        package init?(_ name: String, title: String, _ value: (any NoticeConvertible)?) {
            guard let value = value?.noticeValue else { return nil }
            self.name = name
            self.title = title
            self.value = value
        }
    }

    package var facts: [Fact]
    package var catalogue: [NoticeDefinition]

    package init(facts: [Fact], catalogue: [NoticeDefinition]) {
        self.facts = facts
        self.catalogue = catalogue
    }
}

extension ValidationReport {
    package init(
        of source: String, notices: [NoticeBin.Entry], messages: MessageSummary,
        date: ServiceDate, seconds: Double
    ) {
        self.init(
            of: source, options: ValidationOptions(date: date, countryCode: nil), seconds: seconds)
        self.messages = messages
        groups = Self.groups(of: notices)
    }

    static func groups(
        of notices: [NoticeBin.Entry], cause: ((NoticePart, Int) -> Cause)? = nil
    ) -> [Group] {
        notices.filter { $0.count > 0 }.map { notices in
            let causes = cause.map { cause in
                notices.parts.counts.map { cause($0.part, $0.count) }
            }
            return Group(
                definition: notices.definition, count: notices.count, samples: notices.samples,
                severity: notices.definition.severity,
                causes: causes?.sorted(by: Cause.isInOrder) ?? [])
        }.sorted(by: Group.isInOrder)
    }
}
