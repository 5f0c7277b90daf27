/// A kind of rider such as child or senior: a row of `rider_categories.txt`.
public struct RiderCategory: FeedRow, Hashable {
    /// Identifies the category.
    public var riderCategoryID: RiderCategoryID?
    /// Name as the rider sees it.
    public var riderCategoryName: String?
    /// Whether apps show fares of this category first; blank means no.
    public var isDefaultFareCategory: YesNo?
    /// Web page that says who belongs to the category.
    public var eligibilityURL: FeedURL?

    public init() {}

    public static let file = FileSpec(
        "rider_categories.txt", .optional, primaryKey: ["rider_category_id"])

    public static let fields: [Field<RiderCategory>] = [
        Field("rider_category_id", at: \.riderCategoryID, presence: .required),
        Field("rider_category_name", at: \.riderCategoryName, type: .text, presence: .required),
        Field("is_default_fare_category", at: \.isDefaultFareCategory, presence: .requiredColumn),
        Field("eligibility_url", at: \.eligibilityURL, type: .url),
    ]
}
