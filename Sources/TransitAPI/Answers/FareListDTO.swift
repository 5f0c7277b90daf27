public import TransitModel

/// Prices: the rows of Fares v1 and, by the names of their files, of Fares v2. Files that the feed
/// lacks are left out.
public struct FareListDTO: WireObject, ModelObject {
    /// Fares v2.
    public var model = Fares()
    /// Fares v1: rows of `fare_attributes.txt` with their rules.
    public var fares: [RouteFare] = []

    init() {}

    /// Creates the wire form of fares.
    ///
    /// - Parameters:
    ///   - fares: Fares v2; nil where a route was requested, as only v1 knows routes.
    ///   - routeFares: Fares v1.
    public init(_ fares: Fares?, routeFares: [RouteFare]) {
        model = fares ?? Fares()
        self.fares = routeFares
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.optional("fares", &fares)
        wire.optional("fare_products", &model.products)
        wire.optional("fare_media", &model.media)
        wire.optional("rider_categories", &model.riderCategories)
        wire.optional("fare_leg_rules", &model.legRules)
        wire.optional("fare_leg_join_rules", &model.legJoinRules)
        wire.optional("fare_transfer_rules", &model.transferRules)
        wire.optional("timeframes", &model.timeframes)
        wire.optional("areas", &model.areas)
        wire.optional("networks", &model.networks)
    }
}

extension RouteFare: WireObject {
    init() {
        self.init(fare: FareAttribute())
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("fare", &fare)
        wire.optional("rules", &rules)
    }
}

/// Names in other languages: rows of `translations.txt`.
public struct TranslationListDTO: WireObject, DTO {
    /// All languages that the feed has names in.
    public var languages: [String] = []
    /// `translations`; empty where there are none.
    public var translations: [Translation] = []

    init() {}

    /// Creates the wire form of translations.
    public init(languages: [String] = [], translations: [Translation] = []) {
        self.languages = languages
        self.translations = translations
    }

    mutating func visit(_ wire: inout some Wire) {
        wire.key("languages", &languages)
        wire.key("translations", &translations)
    }
}
