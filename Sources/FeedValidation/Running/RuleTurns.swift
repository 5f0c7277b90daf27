/// When rules run, of those that need the whole feed.
///
/// Lists, because the runtime takes long to find out whether a type conforms to a protocol.
enum RuleTurns {
    /// Rules that need nothing of the days of services. They may run first, while a bundle that is
    /// made of the same feed writes its trips: there is more memory for the others after that.
    static let early = Set(
        (PrimaryKeys.rules + ForeignKeys.rules).map { ObjectIdentifier(type(of: $0)) } + [
            ObjectIdentifier(CalendarDateRangeRule.self), ObjectIdentifier(ShapeMatchingRule.self),
        ])

    /// Rules that may take as long as many others together; they begin before those. Where the column
    /// `timepoint` is there and blank, every call has a finding.
    static let long: Set = [
        ObjectIdentifier(ShapeMatchingRule.self), ObjectIdentifier(TimepointRule.self),
    ]
}
