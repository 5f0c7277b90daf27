import GTFSSchedule

/// Fares name their agency: they must when there are several, and should in any case.
struct FareAgencyRule: FeedRule {
    static let notices: [NoticeDefinition] = [.missingRequiredAgencyID, .missingRecommendedField]
    static let inputs = ["agency.txt", "fare_attributes.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        guard feed.agency.count > 0 else { return }
        let fares = feed.fareAttributes
        for (index, fare) in fares.rows.enumerated() where fare.agencyID == nil {
            if feed.agency.count > 1 {
                bin.add(
                    .missingRequiredAgencyID,
                    ["filename": fares.filename, "csvRowNumber": fares.rowNumbers[index]])
            } else {
                bin.add(
                    .missingRecommendedField,
                    [
                        "filename": fares.filename, "csvRowNumber": fares.rowNumbers[index],
                        "fieldName": "agency_id",
                    ])
            }
        }
    }
}

/// Cards and apps should have the name that riders know.
struct FareMediaNameRule: RowRule {
    static let notices: [NoticeDefinition] = [.missingRecommendedField]
    static let fields = ["fare_media_name", "fare_media_type"]

    func check(_ medium: FareMedium, in context: RowContext, into bin: NoticeBin) {
        guard medium.fareMediaName == nil,
            medium.fareMediaType == .transitCard || medium.fareMediaType == .mobileApp
        else { return }
        bin.add(
            .missingRecommendedField,
            [
                "filename": FareMedium.file.name, "csvRowNumber": context.row,
                "fieldName": "fare_media_name",
            ])
    }
}

/// Fare media differ in name or type.
struct DuplicateFareMediaRule: FeedRule {
    static let notices: [NoticeDefinition] = [.duplicateFareMedia]
    static let inputs = ["fare_media.txt"]

    private struct Key: Hashable {
        // An identifier, because it compares bytes.
        let name: Identifier<Key>
        let type: Int

        init(_ medium: FareMedium, _ isCanonical: Bool) {
            name = Identifier(medium.fareMediaName ?? "")
            let code = medium.fareMediaType ?? .none
            type = isCanonical ? CanonicalName.number(code) : code.code
        }
    }

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        let media = feed.fareMedia
        var first: [Key: Int] = [:]
        for (index, medium) in media.rows.enumerated()
        where !media.isBad(index, "fare_media_type") {
            let key = Key(medium, feed.options.isCanonical)
            guard let known = first[key] else {
                first[key] = index
                continue
            }
            bin.add(
                .duplicateFareMedia,
                [
                    "csvRowNumber1": media.rowNumbers[known],
                    "fareMediaId1": media[known].fareMediaID?.text ?? "",
                    "csvRowNumber2": media.rowNumbers[index],
                    "fareMediaId2": medium.fareMediaID?.text ?? "",
                ])
        }
    }
}

extension NoticeDefinition {
    static let duplicateFareMedia = NoticeDefinition(
        "duplicate_fare_media", .warning,
        summary: "Two rows have the same `fare_media_name` and `fare_media_type`.",
        why: "Riders cannot tell the two fare media apart.",
        fix: "Merge the rows, or give them different names.",
        reference: "fare_media.txt", fields: "fare_media_name", "fare_media_type")
}

/// A fare product is for one default category of riders at most.
struct DefaultRiderCategoryRule: FeedRule {
    static let notices: [NoticeDefinition] = [.fareProductWithMultipleDefaultRiderCategories]
    static let inputs = ["fare_products.txt", "rider_categories.txt"]

    func check(_ feed: LoadedFeed, into bin: NoticeBin) {
        var isDefault: [RiderCategoryID: Bool] = [:]
        for category in feed.riderCategories.rows {
            guard let id = category.riderCategoryID, isDefault[id] == nil else { continue }
            isDefault[id] = category.isDefaultFareCategory == .yes
        }
        /// By product: its first default category, and where a second one was found.
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
                .fareProductWithMultipleDefaultRiderCategories,
                [
                    "fareProductId": id, "csvRowNumber1": first.row, "csvRowNumber2": row,
                    "riderCategoryId1": first.category, "riderCategoryId2": category,
                ])
        }
    }
}

extension NoticeDefinition {
    static let fareProductWithMultipleDefaultRiderCategories = NoticeDefinition(
        "fare_product_with_multiple_default_rider_categories", .error,
        summary: "A fare product belongs to more than one default rider category.",
        why: "Apps cannot tell which price to show to riders who choose no category.",
        fix: "Set `is_default_fare_category` to 1 for only one of the categories.",
        reference: "fare_products.txt", fields: "rider_category_id")
}
