import GTFSSchedule

/// A fare product is for one default category of riders at most.
struct DefaultRiderCategoryRule: FeedRule {
    static let notices: [NoticeDefinition] = [.fareProductWithMultipleDefaultRiderCategories]
    static let inputs = ["fare_products.txt", "rider_categories.txt"]

    func check(_ feed: LoadedFeed, _ bin: NoticeBin) {
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
        "A fare product is offered to several rider categories that are marked as default.",
        why: "Apps cannot tell which price to show to those who did not choose a category.",
        fix: "Mark one category as default.",
        reference: "fare_products.txt", "rider_category_id")
}
