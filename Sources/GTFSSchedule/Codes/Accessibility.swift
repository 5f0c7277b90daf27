/// Whether a rider in a wheelchair can use a place or a trip: `stops.wheelchair_boarding` and
/// `trips.wheelchair_accessible`.
public struct Accessibility: CodedValue {
    public static let codes = 0...2
    /// The feed does not say, as when the field is blank.
    public static let unknown = Accessibility(code: 0)
    /// Possible: the path leads there, or the vehicle has room for one wheelchair at least.
    public static let accessible = Accessibility(code: 1)
    /// Not possible.
    public static let notAccessible = Accessibility(code: 2)

    public let code: Int
    public init(code: Int) { self.code = code }
}

extension Accessibility {
    /// The accessibility of a location, after inheritance.
    ///
    /// A platform or an entrance that says nothing (blank or 0) takes the value of its station, a
    /// boarding area that of its platform. Stations and generic nodes do not inherit, nor does a
    /// location of an unknown type.
    ///
    /// - Parameters:
    ///   - own: `wheelchair_boarding` of the location, nil when blank.
    ///   - locationType: `location_type` of the location; blank is a stop or platform.
    ///   - parent: the effective value of the location that `parent_station` names, nil when it
    ///     names none.
    /// - Returns: ``unknown`` when neither the location nor its parent says anything. A code that
    ///   the reference does not know counts as said.
    public static func effective(
        own: Accessibility?, locationType: LocationType?, parent: Accessibility?
    ) -> Accessibility {
        if let own, own != .unknown { return own }
        switch locationType ?? .stop {
        case .stop, .entrance, .boardingArea: return parent ?? .unknown
        default: return .unknown
        }
    }
}
