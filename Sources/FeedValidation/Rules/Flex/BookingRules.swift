import GTFSSchedule

/// A booking rule uses only the fields of its type: real time, same day or days ahead.
struct BookingFieldsRule: RowRule {
    static let forbiddenRealTimeBookingFieldValue = NoticeDefinition(
        "forbidden_real_time_booking_field_value", .error,
        summary: "A booking rule for real-time booking has at least one `prior_notice` field.",
        why: "Real-time booking needs no notice, so the rule contradicts itself.",
        fix: "Leave these fields empty, or correct `booking_type`.",
        reference: "booking_rules.txt", fields: "booking_type")
    static let forbiddenSameDayBookingFieldValue = NoticeDefinition(
        "forbidden_same_day_booking_field_value", .error,
        summary: "A same-day booking rule has `prior_notice_last_day`, `prior_notice_last_time` or "
            + "`prior_notice_service_id`.",
        why: "The rule contradicts itself, and riders may miss the deadline.",
        fix: "Leave these fields empty, or correct `booking_type`.",
        reference: "booking_rules.txt", fields: "booking_type", "prior_notice_last_day",
        "prior_notice_last_time", "prior_notice_service_id")
    static let forbiddenPriorDayBookingFieldValue = NoticeDefinition(
        "forbidden_prior_day_booking_field_value", .error,
        summary: "A booking rule for prior days has `prior_notice_duration_min` or "
            + "`prior_notice_duration_max`.",
        why: "The rule contradicts itself, and riders may miss the deadline.",
        fix: "Leave these fields empty, or correct `booking_type`.",
        reference: "booking_rules.txt", fields: "booking_type", "prior_notice_duration_min",
        "prior_notice_duration_max")
    static let notices: [NoticeDefinition] = [
        forbiddenRealTimeBookingFieldValue, forbiddenSameDayBookingFieldValue,
        forbiddenPriorDayBookingFieldValue,
    ]
    static let fields = [
        "booking_type", "prior_notice_duration_min", "prior_notice_duration_max",
        "prior_notice_last_day", "prior_notice_last_time", "prior_notice_start_day",
        "prior_notice_start_time", "prior_notice_service_id",
    ]

    private static let values = fields.map { (field: $0, text: FieldText<BookingRule>($0)) }

    private static let forbidden: [BookingType: (definition: NoticeDefinition, fields: [String])] =
        [
            .realTime: (forbiddenRealTimeBookingFieldValue, Array(fields.dropFirst())),
            .sameDay: (
                forbiddenSameDayBookingFieldValue,
                ["prior_notice_last_day", "prior_notice_last_time", "prior_notice_service_id"]
            ),
            .priorDays: (
                forbiddenPriorDayBookingFieldValue,
                ["prior_notice_duration_min", "prior_notice_duration_max"]
            ),
        ]

    func check(_ rule: BookingRule, in context: RowContext, into bin: NoticeBin) {
        guard let (definition, forbidden) = rule.bookingType.flatMap({ Self.forbidden[$0] }) else {
            return
        }
        let filled = Self.values.filter {
            forbidden.contains($0.field) && $0.text(rule) != nil
        }.map(\.field)
        guard !filled.isEmpty else { return }
        bin.add(
            definition,
            rule.fields(context.row).with("fieldNames", filled.joined(separator: ", ")))
    }
}

/// The minutes of prior notice of a booking rule are complete and consistent.
struct PriorNoticeDurationRule: RowRule {
    static let missingPriorNoticeDurationMin = NoticeDefinition(
        "missing_prior_notice_duration_min", .error,
        summary: "A same-day booking rule has no `prior_notice_duration_min`.",
        why: "Riders cannot tell until when they can book.",
        fix: "Fill in the least number of minutes before the trip.",
        reference: "booking_rules.txt", fields: "prior_notice_duration_min")
    static let invalidPriorNoticeDurationMin = NoticeDefinition(
        "invalid_prior_notice_duration_min", .error,
        summary: "`prior_notice_duration_max` is less than `prior_notice_duration_min`.",
        why: "Riders can never book the trip.",
        fix: "Correct the two fields, which are probably swapped.",
        reference: "booking_rules.txt", fields: "prior_notice_duration_min",
        "prior_notice_duration_max")
    static let forbiddenPriorNoticeStartDay = NoticeDefinition(
        "forbidden_prior_notice_start_day", .error,
        summary:
            "A booking rule has both `prior_notice_start_day` and `prior_notice_duration_max`.",
        why: "Both fields say when booking opens, and they may contradict each other.",
        fix: "Keep one of the two fields.",
        reference: "booking_rules.txt", fields: "prior_notice_start_day",
        "prior_notice_duration_max")
    static let notices: [NoticeDefinition] = [
        missingPriorNoticeDurationMin, invalidPriorNoticeDurationMin,
        forbiddenPriorNoticeStartDay,
    ]
    static let fields = [
        "booking_type", "prior_notice_duration_min", "prior_notice_duration_max",
        "prior_notice_start_day",
    ]

    func check(_ rule: BookingRule, in context: RowContext, into bin: NoticeBin) {
        if rule.bookingType == .sameDay, rule.priorNoticeDurationMin == nil {
            bin.add(Self.missingPriorNoticeDurationMin, rule.fields(context.row))
        }
        if let least = rule.priorNoticeDurationMin, let most = rule.priorNoticeDurationMax,
            most < least
        {
            bin.add(
                Self.invalidPriorNoticeDurationMin,
                rule.fields(context.row).with("priorNoticeDurationMin", least)
                    .with("priorNoticeDurationMax", most))
        }
        if let start = rule.priorNoticeStartDay, let most = rule.priorNoticeDurationMax {
            bin.add(
                Self.forbiddenPriorNoticeStartDay,
                rule.fields(context.row).with("priorNoticeStartDay", start)
                    .with("priorNoticeDurationMax", most))
        }
    }
}

/// The last day of prior notice of a booking rule is complete and consistent.
struct PriorNoticeDayRule: RowRule {
    static let priorNoticeLastDayAfterStartDay = NoticeDefinition(
        "prior_notice_last_day_after_start_day", .error,
        summary: "`prior_notice_last_day` is greater than `prior_notice_start_day`.",
        why: "Riders can never book, because booking closes before it opens.",
        fix: "Correct the two fields, which are probably swapped.",
        reference: "booking_rules.txt", fields: "prior_notice_last_day", "prior_notice_start_day")
    static let missingPriorNoticeLastDay = NoticeDefinition(
        "missing_prior_notice_last_day", .error,
        summary: "A booking rule for prior days has no `prior_notice_last_day`.",
        why: "Riders cannot tell until when they can book.",
        fix: "Fill in the last day for booking, as a number of days before the trip.",
        reference: "booking_rules.txt", fields: "prior_notice_last_day")
    static let missingPriorNoticeLastTime = NoticeDefinition(
        "missing_prior_notice_last_time", .error,
        summary: "A booking rule for prior days has no `prior_notice_last_time`.",
        why: "Riders cannot tell until when they can book.",
        fix: "Fill in the time at which booking closes on the last day.",
        reference: "booking_rules.txt", fields: "prior_notice_last_time")
    static let notices: [NoticeDefinition] = [
        priorNoticeLastDayAfterStartDay, missingPriorNoticeLastDay, missingPriorNoticeLastTime,
    ]
    static let fields = [
        "booking_type", "prior_notice_last_day", "prior_notice_last_time",
        "prior_notice_start_day",
    ]

    func check(_ rule: BookingRule, in context: RowContext, into bin: NoticeBin) {
        if let last = rule.priorNoticeLastDay, let start = rule.priorNoticeStartDay, last > start {
            bin.add(
                Self.priorNoticeLastDayAfterStartDay,
                [
                    "csvRowNumber": context.row, "priorNoticeLastDay": last,
                    "priorNoticeStartDay": start,
                ])
        }
        guard rule.bookingType == .priorDays else { return }
        if rule.priorNoticeLastDay == nil {
            bin.add(Self.missingPriorNoticeLastDay, rule.fields(context.row))
        }
        if rule.priorNoticeLastTime == nil {
            bin.add(Self.missingPriorNoticeLastTime, rule.fields(context.row))
        }
    }
}

/// The day and the time at which booking opens come together.
struct PriorNoticeStartRule: RowRule {
    static let forbiddenPriorNoticeStartTime = NoticeDefinition(
        "forbidden_prior_notice_start_time", .error,
        summary: "A booking rule has `prior_notice_start_time` but no `prior_notice_start_day`.",
        why: "Riders cannot tell on which day booking opens.",
        fix: "Fill in `prior_notice_start_day`, or leave `prior_notice_start_time` empty.",
        reference: "booking_rules.txt", fields: "prior_notice_start_time", "prior_notice_start_day")
    static let missingPriorNoticeStartTime = NoticeDefinition(
        "missing_prior_notice_start_time", .error,
        summary: "A booking rule has `prior_notice_start_day` but no `prior_notice_start_time`.",
        why: "Riders cannot tell at what time booking opens.",
        fix: "Fill in `prior_notice_start_time`.",
        reference: "booking_rules.txt", fields: "prior_notice_start_time", "prior_notice_start_day")
    static let notices: [NoticeDefinition] = [
        forbiddenPriorNoticeStartTime, missingPriorNoticeStartTime,
    ]
    static let fields = ["prior_notice_start_day", "prior_notice_start_time"]

    func check(_ rule: BookingRule, in context: RowContext, into bin: NoticeBin) {
        switch (rule.priorNoticeStartDay, rule.priorNoticeStartTime) {
        case (nil, let time?):
            bin.add(
                Self.forbiddenPriorNoticeStartTime,
                rule.fields(context.row).with("priorNoticeStartTime", time))
        case (let day?, nil):
            bin.add(
                Self.missingPriorNoticeStartTime,
                rule.fields(context.row).with("priorNoticeStartDay", day))
        default: break
        }
    }
}

extension BookingRule {
    /// The values of a notice about the rule, which is in a row.
    fileprivate func fields(_ row: Int) -> NoticeFields {
        ["csvRowNumber": row, "bookingRuleId": bookingRuleID?.text ?? ""]
    }
}
