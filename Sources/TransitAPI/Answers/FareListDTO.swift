public import TransitModel

/// Prices: the rows of Fares v1 and, by the names of their files, of Fares v2. Files that the feed
/// lacks are left out.
public struct FareListDTO: WireObject {
    /// Fares v1: rows of `fare_attributes.txt` with their rules.
    public var fares: [RouteFareDTO] = []
    /// `fare_products`; empty where there are none.
    public var products: [RowDTO<FareProduct>] = []
    /// `fare_media`; empty where there are none.
    public var media: [RowDTO<FareMedium>] = []
    /// `rider_categories`; empty where there are none.
    public var riderCategories: [RowDTO<RiderCategory>] = []
    /// `fare_leg_rules`; empty where there are none.
    public var legRules: [RowDTO<FareLegRule>] = []
    /// `fare_leg_join_rules`; empty where there are none.
    public var legJoinRules: [RowDTO<FareLegJoinRule>] = []
    /// `fare_transfer_rules`; empty where there are none.
    public var transferRules: [RowDTO<FareTransferRule>] = []
    /// `timeframes`; empty where there are none.
    public var timeframes: [RowDTO<Timeframe>] = []
    /// `areas`; empty where there are none.
    public var areas: [RowDTO<Area>] = []
    /// `networks`; empty where there are none.
    public var networks: [RowDTO<FareNetwork>] = []

    init() {}

    /// Fares as they are sent.
    ///
    /// - Parameters:
    ///   - fares: Fares v2; nil where a route was asked for, as only v1 knows routes.
    ///   - routeFares: Fares v1.
    public init(_ fares: Fares?, routeFares: [RouteFare]) {
        let fares = fares ?? Fares()
        self.fares = routeFares.map(RouteFareDTO.init)
        products = fares.products.map { RowDTO($0) }
        media = fares.media.map { RowDTO($0) }
        riderCategories = fares.riderCategories.map { RowDTO($0) }
        legRules = fares.legRules.map { RowDTO($0) }
        legJoinRules = fares.legJoinRules.map { RowDTO($0) }
        transferRules = fares.transferRules.map { RowDTO($0) }
        timeframes = fares.timeframes.map { RowDTO($0) }
        areas = fares.areas.map { RowDTO($0) }
        networks = fares.networks.map { RowDTO($0) }
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("fares", &fares)
        wire.optional("fare_products", &products)
        wire.optional("fare_media", &media)
        wire.optional("rider_categories", &riderCategories)
        wire.optional("fare_leg_rules", &legRules)
        wire.optional("fare_leg_join_rules", &legJoinRules)
        wire.optional("fare_transfer_rules", &transferRules)
        wire.optional("timeframes", &timeframes)
        wire.optional("areas", &areas)
        wire.optional("networks", &networks)
    }

    /// Fares v2.
    public var model: Fares {
        Fares(
            products: products.map(\.row), media: media.map(\.row),
            riderCategories: riderCategories.map(\.row), legRules: legRules.map(\.row),
            legJoinRules: legJoinRules.map(\.row), transferRules: transferRules.map(\.row),
            timeframes: timeframes.map(\.row), areas: areas.map(\.row),
            networks: networks.map(\.row))
    }
}

/// A fare of Fares v1 with its rules.
public struct RouteFareDTO: WireObject {
    /// The row of `fare_attributes.txt`.
    public var fare = RowDTO<FareAttribute>()
    /// The rows of `fare_rules.txt`; none when the fare applies everywhere.
    public var rules: [RowDTO<FareRule>] = []

    init() {}

    /// A fare as it is sent.
    public init(_ fare: RouteFare) {
        self.fare = RowDTO(fare.fare)
        rules = fare.rules.map { RowDTO($0) }
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("fare", &fare)
        wire.optional("rules", &rules)
    }

    /// The fare.
    public var model: RouteFare {
        RouteFare(fare: fare.row, rules: rules.map(\.row))
    }
}

/// Transfers: rows of `transfers.txt`.
public struct TransferListDTO: WireObject {
    /// `transfers`; empty where there are none.
    public var transfers: [RowDTO<Transfer>] = []

    init() {}

    /// Transfers as they are sent.
    public init(transfers: [RowDTO<Transfer>] = []) {
        self.transfers = transfers
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("transfers", &transfers)
    }
}

/// Pathways: rows of `pathways.txt`.
public struct PathwayListDTO: WireObject {
    /// `pathways`; empty where there are none.
    public var pathways: [RowDTO<Pathway>] = []

    init() {}

    /// Pathways as they are sent.
    public init(pathways: [RowDTO<Pathway>] = []) {
        self.pathways = pathways
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("pathways", &pathways)
    }
}

/// Names in other languages: rows of `translations.txt`.
public struct TranslationListDTO: WireObject {
    /// All languages that the feed has names in.
    public var languages: [String] = []
    /// `translations`; empty where there are none.
    public var translations: [RowDTO<Translation>] = []

    init() {}

    /// Translations as they are sent.
    public init(languages: [String] = [], translations: [RowDTO<Translation>] = []) {
        self.languages = languages
        self.translations = translations
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("languages", &languages)
        wire.key("translations", &translations)
    }
}
