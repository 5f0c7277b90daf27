import GTFSSchedule

/// A booking rule uses only the fields of its type: real time, same day or days ahead.
struct BookingFieldsRule: RowRule {
    static let notices: [NoticeDefinition] = [
        .forbiddenRealTimeBookingFieldValue, .forbiddenSameDayBookingFieldValue,
        .forbiddenPriorDayBookingFieldValue,
    ]

    func check(_ rule: BookingRule, _ context: RowContext, _ bin: NoticeBin) {
        let durations = [
            ("prior_notice_duration_min", rule.priorNoticeDurationMin != nil),
            ("prior_notice_duration_max", rule.priorNoticeDurationMax != nil),
        ]
        let last = [
            ("prior_notice_last_day", rule.priorNoticeLastDay != nil),
            ("prior_notice_last_time", rule.priorNoticeLastTime != nil),
        ]
        let start = [
            ("prior_notice_start_day", rule.priorNoticeStartDay != nil),
            ("prior_notice_start_time", rule.priorNoticeStartTime != nil),
        ]
        let service = [("prior_notice_service_id", rule.priorNoticeServiceID != nil)]
        let definition: NoticeDefinition
        let forbidden: [(name: String, isFilled: Bool)]
        switch rule.bookingType {
        case .realTime?:
            definition = .forbiddenRealTimeBookingFieldValue
            forbidden = durations + last + start + service
        case .sameDay?:
            definition = .forbiddenSameDayBookingFieldValue
            forbidden = last + service
        case .priorDays?:
            definition = .forbiddenPriorDayBookingFieldValue
            forbidden = durations
        default: return
        }
        let filled = forbidden.filter(\.isFilled).map(\.name)
        guard !filled.isEmpty else { return }
        bin.add(
            definition,
            [
                "csvRowNumber": context.row, "bookingRuleId": rule.bookingRuleID?.text ?? "",
                "fieldNames": filled.joined(separator: ", "),
            ])
    }
}

extension NoticeDefinition {
    static let forbiddenRealTimeBookingFieldValue = NoticeDefinition(
        "forbidden_real_time_booking_field_value", .error,
        "A rule for real-time booking has a `prior_notice` field.",
        why: "Such trips need no notice; the rule contradicts itself.",
        fix: "Leave these fields blank, or correct `booking_type`.",
        reference: "booking_rules.txt", "booking_type")
    static let forbiddenSameDayBookingFieldValue = NoticeDefinition(
        "forbidden_same_day_booking_field_value", .error,
        "A rule for booking on the same day has a last day, a last time or a service of prior notice.",
        why: "The rule contradicts itself; riders may miss the deadline.",
        fix: "Leave these fields blank, or correct `booking_type`.",
        reference: "booking_rules.txt", "booking_type", "prior_notice_last_day",
        "prior_notice_last_time", "prior_notice_service_id")
    static let forbiddenPriorDayBookingFieldValue = NoticeDefinition(
        "forbidden_prior_day_booking_field_value", .error,
        "A rule for booking days ahead has a `prior_notice_duration` field.",
        why: "The rule contradicts itself; riders may miss the deadline.",
        fix: "Leave these fields blank, or correct `booking_type`.",
        reference: "booking_rules.txt", "booking_type", "prior_notice_duration_min",
        "prior_notice_duration_max")
}
