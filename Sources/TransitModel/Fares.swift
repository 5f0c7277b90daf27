public import GTFSSchedule

/// The files of Fares v2, row by row as in the feed.
public struct Fares: Codable, Hashable, Sendable {
    /// The products that riders buy: `fare_products.txt`, a row for each rider category and medium.
    public var products: [FareProduct]
    /// Media for tickets, such as cards and apps: `fare_media.txt`.
    public var media: [FareMedium]
    /// The groups of riders with prices of their own: `rider_categories.txt`.
    public var riderCategories: [RiderCategory]
    /// The rules that decide which product pays for a leg: `fare_leg_rules.txt`.
    public var legRules: [FareLegRule]
    /// Which legs count as one.
    public var legJoinRules: [FareLegJoinRule]
    /// The cost of a transfer from one leg to the next.
    public var transferRules: [FareTransferRule]
    /// Times of day that leg rules refer to: `timeframes.txt`.
    public var timeframes: [Timeframe]
    /// Groups of stops that leg rules refer to: `areas.txt`.
    public var areas: [Area]
    /// Groups of routes that leg rules refer to: `networks.txt`.
    public var networks: [FareNetwork]

    /// Creates a set of fares.
    public init(
        products: [FareProduct] = [], media: [FareMedium] = [],
        riderCategories: [RiderCategory] = [], legRules: [FareLegRule] = [],
        legJoinRules: [FareLegJoinRule] = [], transferRules: [FareTransferRule] = [],
        timeframes: [Timeframe] = [], areas: [Area] = [], networks: [FareNetwork] = []
    ) {
        self.products = products
        self.media = media
        self.riderCategories = riderCategories
        self.legRules = legRules
        self.legJoinRules = legJoinRules
        self.transferRules = transferRules
        self.timeframes = timeframes
        self.areas = areas
        self.networks = networks
    }
}

/// A fare of `fare_attributes.txt` with its rules in `fare_rules.txt`.
public struct RouteFare: Codable, Hashable, Sendable {
    /// The row of `fare_attributes.txt`: the price, when it is paid, how many transfers it allows.
    public var fare: FareAttribute
    /// The rules that apply to the route; empty when the fare applies everywhere.
    public var rules: [FareRule]

    /// Creates a route fare.
    public init(fare: FareAttribute, rules: [FareRule] = []) {
        self.fare = fare
        self.rules = rules
    }
}
