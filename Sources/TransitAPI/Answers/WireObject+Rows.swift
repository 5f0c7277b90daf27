import TransitModel

/// A row of a file of the reference, by column name: numbers and codes are numbers, everything else
/// is text as in the feed, such as times `HH:MM:SS`. Blank cells are left out.
///
/// The names are those of the reference, and therefore stable.
extension WireObject where Self: FeedRow {
    mutating func visit(_ wire: inout some Wire) {
        wire.columns(&self)
    }
}

extension Area: WireObject {}
extension BookingRule: WireObject {}
extension FareAttribute: WireObject {}
extension FareLegJoinRule: WireObject {}
extension FareLegRule: WireObject {}
extension FareMedium: WireObject {}
extension FareNetwork: WireObject {}
extension FareProduct: WireObject {}
extension FareRule: WireObject {}
extension FareTransferRule: WireObject {}
extension Location: WireObject {}
extension LocationGroup: WireObject {}
extension Pathway: WireObject {}
extension RiderCategory: WireObject {}
extension Timeframe: WireObject {}
extension Transfer: WireObject {}
extension Translation: WireObject {}

extension FieldType {
    var isNumber: Bool {
        switch self {
        case .latitude, .longitude, .float, .nonNegativeFloat, .positiveFloat, .integer,
            .nonNegativeInteger, .positiveInteger, .nonZeroInteger, .enumeration, .routeType:
            true
        default: false
        }
    }

    var wireKind: WireScalar.Kind {
        switch self {
        case .latitude, .longitude, .float, .nonNegativeFloat, .positiveFloat: .number
        default: isNumber ? .integer : .text
        }
    }
}
