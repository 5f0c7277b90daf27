/// Something riders buy, for a category of riders and a medium: a row of `fare_products.txt`.
public struct FareProduct: FeedRow, Hashable {
    /// Identifies the product; rows that share it are variants of one product.
    public var fareProductID: FareProductID?
    /// Name as the rider sees it.
    public var fareProductName: String?
    /// The riders who may buy it; blank means everyone.
    public var riderCategoryID: RiderCategoryID?
    /// The medium that holds it; blank means that the medium is not known.
    public var fareMediaID: FareMediaID?
    /// Price in the unit of ``currency``; negative for discounts on transfers, 0 for free.
    public var amount: CurrencyAmount?
    /// Currency of the price.
    public var currency: CurrencyCode?

    public init() {}

    public static let file = FileSpec(
        "fare_products.txt", .optional,
        primaryKey: [
            "fare_product_id", "rider_category_id", "fare_media_id",
        ])

    public static let fields: [Field<FareProduct>] = [
        Field("fare_product_id", at: \.fareProductID, presence: .required),
        Field("fare_product_name", at: \.fareProductName, type: .text),
        Field("rider_category_id", at: \.riderCategoryID, references: [.riderCategory]),
        Field("fare_media_id", at: \.fareMediaID, references: [.fareMedium]),
        Field("amount", at: \.amount, type: .currencyAmount, presence: .required),
        Field("currency", at: \.currency, type: .currencyCode, presence: .required),
    ]
}
