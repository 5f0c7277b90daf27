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

    static func groups(of notices: [NoticeBin.Entry]) -> [Group] {
        notices.filter { $0.count > 0 }.map {
            Group(
                definition: $0.definition, count: $0.count, samples: $0.samples,
                severity: $0.definition.severity)
        }.sorted(by: Group.isInOrder)
    }
}
