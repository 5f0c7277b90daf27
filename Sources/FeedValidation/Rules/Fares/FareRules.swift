import GTFSSchedule

/// Cards and apps should have the name that riders know.
struct FareMediaNameRule: RowRule {
    static let notices: [NoticeDefinition] = [.missingRecommendedField]
    static let fields = ["fare_media_name", "fare_media_type"]

    func check(_ medium: FareMedium, in context: RowContext, into bin: NoticeBin) {
        guard medium.fareMediaName == nil,
            medium.fareMediaType == .transitCard || medium.fareMediaType == .mobileApp
        else { return }
        bin.add(
            .missingRecommendedField, field: "fare_media_name", of: FareMedium.file.name,
            row: context.row)
    }
}

struct DuplicateFareMediaRule: FeedRule {
    static let duplicateFareMedia = NoticeDefinition(
        "duplicate_fare_media", .warning,
        summary: "Two rows have the same `fare_media_name` and `fare_media_type`.",
        why: "Riders cannot tell the two fare media apart.",
        fix: "Merge the rows, or give them different names.",
        reference: "fare_media.txt", fields: "fare_media_name", "fare_media_type")
    static let notices: [NoticeDefinition] = [duplicateFareMedia]
    static let inputs = ["fare_media.txt"]

    private struct Key: Hashable {
        // An identifier, because it compares bytes.
        let name: Identifier<Key>
        let type: Int

        init(_ medium: FareMedium) {
            name = Identifier(medium.fareMediaName ?? "")
            type = (medium.fareMediaType ?? FareMediaType.none).code
        }
    }

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        let media = feed.fareMedia
        var first: [Key: Int] = [:]
        for (index, medium) in media.rows.enumerated()
        where !media.isBad(index, "fare_media_type") {
            let key = Key(medium)
            guard let known = first[key] else {
                first[key] = index
                continue
            }
            bin.add(
                Self.duplicateFareMedia,
                [
                    "csvRowNumber1": media.rowNumbers[known],
                    "fareMediaId1": media[known].fareMediaID?.text ?? "",
                    "csvRowNumber2": media.rowNumbers[index],
                    "fareMediaId2": medium.fareMediaID?.text ?? "",
                ])
        }
    }
}

struct DefaultRiderCategoryRule: FeedRule {
    static let fareProductWithMultipleDefaultRiderCategories = NoticeDefinition(
        "fare_product_with_multiple_default_rider_categories", .error,
        summary: "A fare product belongs to more than one default rider category.",
        why: "Apps cannot tell which price to show to riders who choose no category.",
        fix: "Set `is_default_fare_category` to 1 for only one of the categories.",
        reference: "fare_products.txt", fields: "rider_category_id")
    static let notices: [NoticeDefinition] = [fareProductWithMultipleDefaultRiderCategories]
    static let inputs = ["fare_products.txt", "rider_categories.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        var isDefault: [RiderCategoryID: Bool] = [:]
        for category in feed.riderCategories.rows {
            guard let id = category.riderCategoryID, isDefault[id] == nil else { continue }
            isDefault[id] = category.isDefaultFareCategory == .yes
        }
        var found: [FareProductID: (row: Int, category: RiderCategoryID, isNoted: Bool)] = [:]
        for (index, product) in feed.fareProducts.rows.enumerated() {
            guard let id = product.fareProductID, let category = product.riderCategoryID,
                isDefault[category] == true
            else { continue }
            let row = feed.fareProducts.rowNumbers[index]
            guard let first = found[id] else {
                found[id] = (row, category, false)
                continue
            }
            guard !first.isNoted, first.category != category else { continue }
            found[id]?.isNoted = true
            bin.add(
                Self.fareProductWithMultipleDefaultRiderCategories,
                [
                    "fareProductId": id, "csvRowNumber1": first.row, "csvRowNumber2": row,
                    "riderCategoryId1": first.category, "riderCategoryId2": category,
                ])
        }
    }
}

/// `transfer_count` is for transfers within one leg group: there it must be -1 or above 0.
struct TransferCountRule: RowRule {
    static let fareTransferRuleInvalidTransferCount = NoticeDefinition(
        "fare_transfer_rule_invalid_transfer_count", .error,
        summary:
            "A row for transfers within one leg group has a `transfer_count` of 0 or below -1.",
        why: "Apps understand only positive counts and -1, which means no limit.",
        fix: "Set `transfer_count` to the number of transfers, or to -1 for no limit.",
        reference: "fare_transfer_rules.txt", fields: "transfer_count")
    static let fareTransferRuleWithoutTransferCount = NoticeDefinition(
        "fare_transfer_rule_without_transfer_count", .error,
        summary: "A row for transfers within one leg group has no `transfer_count`.",
        why: "Apps cannot tell how often riders may transfer with this fare.",
        fix: "Set `transfer_count` to the number of transfers, or to -1 for no limit.",
        reference: "fare_transfer_rules.txt", fields: "transfer_count")
    static let fareTransferRuleWithForbiddenTransferCount = NoticeDefinition(
        "fare_transfer_rule_with_forbidden_transfer_count", .error,
        summary: "A row has `transfer_count`, but its two leg groups differ or are empty.",
        why: "Riders make such a transfer only once, so the count means nothing.",
        fix: "Leave `transfer_count` empty.",
        reference: "fare_transfer_rules.txt", fields: "transfer_count")
    static let notices: [NoticeDefinition] = [
        fareTransferRuleInvalidTransferCount, fareTransferRuleWithoutTransferCount,
        fareTransferRuleWithForbiddenTransferCount,
    ]
    static let fields = ["from_leg_group_id", "to_leg_group_id", "transfer_count"]

    func check(_ rule: FareTransferRule, in context: RowContext, into bin: NoticeBin) {
        guard let group = rule.fromLegGroupID, group == rule.toLegGroupID else {
            if rule.transferCount != nil {
                bin.add(
                    Self.fareTransferRuleWithForbiddenTransferCount, ["csvRowNumber": context.row])
            }
            return
        }
        guard let count = rule.transferCount else {
            bin.add(Self.fareTransferRuleWithoutTransferCount, ["csvRowNumber": context.row])
            return
        }
        if count < -1 || count == 0 {
            bin.add(
                Self.fareTransferRuleInvalidTransferCount,
                ["csvRowNumber": context.row, "transferCount": count])
        }
    }
}

/// The limit of a fare transfer's duration and the way in which it is measured are given together.
struct TransferDurationRule: RowRule {
    static let fareTransferRuleDurationLimitWithoutType = NoticeDefinition(
        "fare_transfer_rule_duration_limit_without_type", .error,
        summary: "A row has `duration_limit` but no `duration_limit_type`.",
        why: "Apps cannot tell when the time limit starts and ends.",
        fix: "Fill in `duration_limit_type`.",
        reference: "fare_transfer_rules.txt", fields: "duration_limit_type", "duration_limit")
    static let fareTransferRuleDurationLimitTypeWithoutDurationLimit = NoticeDefinition(
        "fare_transfer_rule_duration_limit_type_without_duration_limit", .error,
        summary: "A row has `duration_limit_type` but no `duration_limit`.",
        why: "Apps know how to measure the time limit but not how long it is.",
        fix: "Fill in `duration_limit`, or leave both fields empty.",
        reference: "fare_transfer_rules.txt", fields: "duration_limit", "duration_limit_type")
    static let notices: [NoticeDefinition] = [
        fareTransferRuleDurationLimitWithoutType,
        fareTransferRuleDurationLimitTypeWithoutDurationLimit,
    ]
    static let fields = ["duration_limit", "duration_limit_type"]

    func check(_ rule: FareTransferRule, in context: RowContext, into bin: NoticeBin) {
        switch (rule.durationLimit, rule.durationLimitType) {
        case (_?, nil):
            bin.add(
                Self.fareTransferRuleDurationLimitWithoutType, ["csvRowNumber": context.row])
        case (nil, _?):
            bin.add(
                Self.fareTransferRuleDurationLimitTypeWithoutDurationLimit,
                ["csvRowNumber": context.row])
        default: break
        }
    }
}

/// A timeframe has both times or none, and none after 24:00:00.
struct TimeframeTimesRule: RowRule {
    static let timeframeOnlyStartOrEndTimeSpecified = NoticeDefinition(
        "timeframe_only_start_or_end_time_specified", .error,
        summary: "A timeframe has only one of `start_time` and `end_time`.",
        why: "Apps cannot tell when the fare applies.",
        fix: "Fill in both times, or leave both empty for the whole day.",
        reference: "timeframes.txt", fields: "start_time", "end_time")
    static let timeframeStartOrEndTimeGreaterThanTwentyFourHours = NoticeDefinition(
        "timeframe_start_or_end_time_greater_than_twenty_four_hours", .error,
        summary: "A timeframe has a time after 24:00:00.",
        why: "Timeframes follow the clock, which never shows such a time.",
        fix: "Split the timeframe at midnight.",
        reference: "timeframes.txt", fields: "start_time", "end_time")
    static let notices: [NoticeDefinition] = [
        timeframeOnlyStartOrEndTimeSpecified,
        timeframeStartOrEndTimeGreaterThanTwentyFourHours,
    ]
    static let fields = ["start_time", "end_time"]

    func check(_ timeframe: Timeframe, in context: RowContext, into bin: NoticeBin) {
        if (timeframe.startTime == nil) != (timeframe.endTime == nil) {
            bin.add(Self.timeframeOnlyStartOrEndTimeSpecified, ["csvRowNumber": context.row])
        }
        let times = [("start_time", timeframe.startTime), ("end_time", timeframe.endTime)]
        for (field, time) in times {
            guard let time, time.seconds > ServiceTime.secondsPerDay else { continue }
            bin.add(
                Self.timeframeStartOrEndTimeGreaterThanTwentyFourHours,
                ["csvRowNumber": context.row, "fieldName": field, "time": time])
        }
    }
}

/// Timeframes of one group and service follow each other without an overlap.
///
/// A blank end means 24:00:00. The canonical validator takes it for 00:00:00, so it never finds an
/// overlap with a whole day.
struct TimeframeOverlapRule: FeedRule {
    static let timeframeOverlap = NoticeDefinition(
        "timeframe_overlap", .error,
        summary: "Two timeframes of the same group and service overlap.",
        why: "Two fares apply at the same time.",
        fix: "End one timeframe where the next begins.",
        reference: "timeframes.txt", fields: "start_time", "end_time")
    static let needsKeys = true
    static let notices: [NoticeDefinition] = [timeframeOverlap]
    static let inputs = ["timeframes.txt"]

    private struct Key: Hashable {
        let group: TimeframeGroupID?
        let service: ServiceID?
    }

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        let midnight = ServiceTime(
            seconds: feed.options.isCanonical ? 0 : ServiceTime.secondsPerDay)
        var spans = TimeSpans<Key>()
        for (index, timeframe) in feed.timeframes.rows.enumerated()
        where !feed.timeframes.isBad(index, "start_time", "end_time") {
            spans.add(
                timeframe.startTime ?? ServiceTime(seconds: 0), timeframe.endTime ?? midnight,
                of: Key(group: timeframe.timeframeGroupID, service: timeframe.serviceID),
                row: feed.timeframes.rowNumbers[index])
        }
        spans.forEachOverlap { key, fields in
            bin.add(
                Self.timeframeOverlap,
                fields().with("timeframeGroupId", key.group?.text ?? "")
                    .with("serviceId", key.service?.text ?? ""))
        }
    }
}
